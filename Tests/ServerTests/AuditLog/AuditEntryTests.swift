import API
import HTTP
import SQL
import Support
import Testing

@Suite("The audit log's entry of a mutation")
struct AuditEntryTests {
    @Test("the mutations here are all that the closed list of actions has, but for what no operator does here")
    func complete() {
        let walked = Mutation.all.map(\.action) + [.deploymentInit, .identitySecretUnwrap]
        #expect(Set(walked) == Set(Action.allCases))
        #expect(walked.count == Action.allCases.count)
    }

    @Test(
        "there is one of each done mutation: who, from where, what, before and after, and the request",
        arguments: Mutation.all.indices)
    func done(_ index: Int) async throws {
        let mutation = Mutation.all[index]
        try await TestService.with { service in
            let ids = try await Mutation.prepare(service)
            service.advance(seconds: 7)
            let old = try await service.audit().count
            let answer = await mutation.call(on: service, ids, tag: await mutation.tag(on: service, ids))
            #expect(answer.status < 300)
            let new = try await service.audit().dropFirst(old)
            #expect(new.count == 1)
            let entry = try #require(new.first)
            #expect(entry.actor == "root" && entry.from == "127.0.0.1" && entry.at == service.clock.value)
            #expect(entry.action == mutation.action && entry.outcome == .done && entry.code.optional == nil)
            #expect(entry.requestID == answer.first("X-Request-Id"))
            let creates: [Action] = [
                .tenantCreate, .operatorCreate, .personalTokenCreate, .projectCreate, .disableCreate,
                .releaseCreate, .handoffIssue,
            ]
            // Of what is revoked by its id or in bulk the entry says which it was.
            let revokes: [Action] = [.personalTokenRevoke, .installationRevokeMany]
            #expect((entry.before.optional == nil) == (creates + revokes).contains(mutation.action))
            #expect((entry.after.optional == nil) == (mutation.action == .projectDelete))
            #expect(entry.before.optional != entry.after.optional)
            // The tenant by which its own people find it; what is the deployment's has none.
            let deployments: [Action] = [
                .operatorCreate, .operatorUpdate, .personalTokenCreate, .personalTokenRevoke, .disableCreate,
                .releaseCreate, .releaseUpdate,
            ]
            let tenant = mutation.action == .tenantCreate ? "initech" : "acme"
            #expect(entry.tenant.optional == (deployments.contains(mutation.action) ? nil : tenant))
        }
    }

    @Test("a dry run of it leaves no entry, done or refused", arguments: Mutation.all.indices)
    func dryRun(_ index: Int) async throws {
        let mutation = Mutation.all[index]
        try await TestService.with { service in
            let ids = try await Mutation.prepare(service)
            let bob = try await service.operator("bobby", rights: ["acme": [.view]])
            let old = try await service.audit().count
            let tag = await mutation.tag(on: service, ids)
            let query = "?dry_run=true"
            #expect(await mutation.call(on: service, ids, tag: tag, query: query).status == 200)
            #expect(await mutation.call(on: service, ids, tag: tag, query: query, token: bob).status >= 403)
            let now = try await service.audit().count
            #expect(now == old)
        }
    }

    @Test(
        "one refused to an operator is there too, with its code, and one refused to nobody is not",
        arguments: Mutation.all.indices)
    func refused(_ index: Int) async throws {
        let mutation = Mutation.all[index]
        try await TestService.with { service in
            let ids = try await Mutation.prepare(service)
            let ann = try await service.operator("bobby", rights: ["acme": [.view]], scopes: [.customerSDKRead])
            let full = try await service.operator("carl", rights: ["acme": [.view]])
            let stranger = try await service.operator("eve", rights: [:])
            let old = try await service.audit().count
            let tag = await mutation.tag(on: service, ids)
            // No scope; the scope and not the right; neither right nor business there; nobody.
            let tokens: [String?] = [ann, full, stranger, nil, "ssat1_nonsense"]
            var answers: [Response] = []
            for token in tokens { answers.append(await mutation.call(on: service, ids, tag: tag, token: .some(token))) }
            #expect(answers.map(\.status) == [403, 403, answers[2].status, 401, 401])
            #expect([403, 404].contains(answers[2].status))
            let entries = try await service.audit().dropFirst(old)
            #expect(entries.map(\.actor) == ["bobby", "carl", "eve"])
            #expect(entries.map(\.code.optional?.rawValue) == answers.prefix(3).map(\.code))
            #expect(entries.allSatisfy { $0.outcome == .refused && $0.action == mutation.action })
            #expect(entries.map(\.requestID) == answers.prefix(3).map { $0.first("X-Request-Id") ?? "" })
        }
    }

    @Test("of a refused one the log keeps no reason that is none, however long it was")
    func refusedReason() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let long = String(repeating: "r", count: 100_000)
            for reason in [long, "a\\nb", "", "as agreed"] {
                let body = #"{"name":"","reason":"\#(reason)"}"#
                let answer = try await service.change("PATCH", "/api/v1/projects/shop", body)
                #expect(answer.status == 422)
            }
            let entries = try await service.audit("action=project.update")
            #expect(entries.map(\.reason.optional) == [nil, nil, nil, "as agreed"])
        }
    }

    /// A path that no rule lets through is not kept at all.
    @Test(
        "of a token that was pasted into a path the log keeps no more than its kind and fingerprint",
        arguments: [
            ("PATCH", "/api/v1/tenants/{}", true), ("PATCH", "/api/v1/operators/{}", true),
            ("POST", "/api/v1/disables/{}/lift", true), ("PATCH", "/api/v1/projects/{}", false),
            ("POST", "/api/v1/projects/{}/identity-secret/rotate", false),
            ("DELETE", "/api/v1/operators/root/tokens/{}", false),
        ])
    func pasted(_ method: String, _ path: String, _ isKept: Bool) async throws {
        try await TestService.with { service in
            let parts = path.split(separator: "{}", omittingEmptySubsequences: false)
            let pasted = parts.joined(separator: "my \(service.rootToken)")
            let refused = await service.call(method, pasted, method == "DELETE" ? nil : #"{"status":"suspended"}"#)
            #expect(refused.status >= 400)
            let texts = try await service.rows("SELECT * FROM audit_log").flatMap(\.values).compactMap {
                if case .text(let text) = $0 { text } else { nil }
            }
            #expect(!texts.contains { $0.contains(service.rootToken.dropFirst(6).prefix(12)) }, "\(texts)")
            #expect(texts.contains { $0.hasPrefix("my ssat1_… (SHA-256 ") } == isKept, "\(texts)")
        }
    }

    @Test("what was done is found by its name, though it begins as a token does")
    func tokenLike() async throws {
        try await TestService.with { service in
            try await service.project("ssat1_shop", in: "acme")
            let entries = try await service.audit("application_id=ssat1_shop")
            #expect(entries.map(\.action) == [.projectCreate])
        }
    }

    @Test("rows are never changed and never deleted, whoever tries")
    func onlyAdded() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let before = try await service.audit().map(\.id)
            for statement in [
                "UPDATE audit_log SET actor = 'nobody'", "DELETE FROM audit_log", "DELETE FROM audit_log WHERE id = 1",
                "UPDATE audit_log SET reason = NULL WHERE id = 2",
            ] as [Statement] {
                await #expect(throws: SQLError.self) { try await service.put(statement) }
            }
            let after = try await service.audit().map(\.id)
            #expect(after == before && !after.isEmpty)
        }
    }
}
