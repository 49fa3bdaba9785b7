import API
import HTTP
import SQL
import Support
import Testing

@Suite("The list of the audit log")
struct AuditListTests {
    /// Things done to two tenants, ten seconds apart.
    private func withHistory(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            for (app, tenant) in [("shop", "acme"), ("shop-2", "acme"), ("other", "globex")] {
                try await service.project(app, in: tenant)
                service.advance(seconds: 10)
                _ = await service.call("PATCH", "/api/v1/projects/\(app)", #"{"status":"suspended","reason":"unpaid"}"#)
                service.advance(seconds: 10)
            }
            let ann = try await service.operator("ann", rights: ["acme": [.view, .respond]])
            let disable = #"{"scope":{"kind":"project","application_id":"shop"},"targets":["sdk"],"reason":"r"}"#
            #expect(await service.call("POST", "/api/v1/disables", disable, token: ann).status == 201)
            try await body(service)
        }
    }

    @Test("each filter, alone and together with others, keeps what it says and leaves nothing out")
    func filters() async throws {
        try await withHistory { service in
            let all = try await service.audit()
            #expect(all.count >= 10)
            let kept: [(String, (AuditEntry) -> Bool)] = [
                ("tenant=acme", { $0.tenant.optional == "acme" }),
                ("tenant=globex", { $0.tenant.optional == "globex" }),
                ("application_id=shop", { $0.applicationID.optional == "shop" }),
                ("application_id=SHOP-2", { $0.applicationID.optional == "shop-2" }),
                ("actor=ann", { $0.actor == "ann" }), ("actor=root", { $0.actor == "root" }),
                ("action=project.update", { $0.action == .projectUpdate }),
                ("tenant=acme&action=project.create", { $0.tenant.optional == "acme" && $0.action == .projectCreate }),
                ("actor=ann&application_id=shop", { $0.actor == "ann" && $0.applicationID.optional == "shop" }),
            ]
            for (query, isKept) in kept {
                let listed = try await service.audit(query).map(\.id)
                #expect(listed == all.filter(isKept).map(\.id), "\(query)")
                #expect(!listed.isEmpty && listed.count < all.count, "\(query)")
            }
            for query in ["actor=nobody", "application_id=never"] {
                #expect(try await service.audit(query).isEmpty, "\(query)")
            }
        }
    }

    /// What switches off is never refused for its words, so that they are looked at when they leave.
    @Test("of a reason, a reference or a pasted name that looks like a secret it says so, and shows the rest")
    func secretLike() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let disable =
                #"{"scope":{"kind":"project","application_id":"shop"},"targets":["sdk"],"reason":"password: hunter2","reference":"https://hooks.slack.com/services/T0/B0/x1"}"#
            #expect(await service.call("POST", "/api/v1/disables", disable).status == 201)
            let lift = #"{"reason":"crash fixed, ticket OPS-1042"}"#
            let id = try #require(try await service.audit("action=disable.create").first?.subject.optional)
            #expect(await service.call("POST", "/api/v1/disables/\(id)/lift", lift).status == 200)
            let suspend = #"{"status":"suspended","reason":"Token: Xk9mQ2vL"}"#
            #expect(await service.call("PATCH", "/api/v1/projects/shop", suspend).status == 200)
            let pasted = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
            #expect(await service.call("PATCH", "/api/v1/tenants/\(pasted)", suspend).status >= 400)

            let answer = await service.call("GET", "/api/v1/audit?limit=200")
            let text = String(decoding: answer.body, as: UTF8.self)
            for secret in ["hunter2", "hooks.slack.com/services", "Xk9mQ2vL", String(pasted.dropFirst(4))] {
                #expect(!text.contains(secret), "\(secret)")
            }
            let entries = try answer.answer(Page<AuditEntry>.self).items
            func entry(_ action: Action) -> AuditEntry? { entries.first { $0.action == action } }
            let created = try #require(entry(.disableCreate))
            #expect(
                created.reason.optional == "[looks like a secret: what stands with 'password' reads like one]")
            #expect(created.subject.optional == id && created.applicationID.optional == "shop")
            #expect(entry(.disableLift)?.reason.optional == "crash fixed, ticket OPS-1042")
            // Digests and names are what they were.
            let before = try #require(entry(.projectUpdate)?.before.optional)
            #expect(String(decoding: JSONWriter.encode(before), as: UTF8.self).contains("\"sha256\":\""))
            #expect(!String(decoding: JSONWriter.encode(before), as: UTF8.self).contains("looks like"))
            // What the log holds is what was written.
            let kept = try await service.rows("SELECT reason FROM audit_log WHERE action = 'disable.create'")
            #expect(
                kept.flatMap(\.values).contains { if case .text("password: hunter2") = $0 { true } else { false } })
        }
    }

    @Test("since and until are half-open: an entry of the moment itself is in the one and not in the other")
    func times() async throws {
        try await withHistory { service in
            let all = try await service.audit()
            for moment in Set(all.map(\.at)) {
                let since = try await service.audit("since=\(moment)")
                let until = try await service.audit("until=\(moment)")
                #expect(since.map(\.id) == all.filter { $0.at >= moment }.map(\.id))
                #expect(until.map(\.id) == all.filter { $0.at < moment }.map(\.id))
                #expect(since.count + until.count == all.count)
                let empty = try await service.audit("since=\(moment)&until=\(moment)")
                #expect(empty.isEmpty)
            }
        }
    }

    @Test("it is newest first, and page by page the same, also while others are added", arguments: [1, 3, 7])
    func paging(_ limit: Int) async throws {
        try await withHistory { service in
            let all = try await service.audit().map(\.id)
            var seen: [Int64] = []
            var cursor: String?
            repeat {
                let query = "limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await service.call("GET", "/api/v1/audit?\(query)").answer(Page<AuditEntry>.self)
                #expect(page.items.count <= limit)
                seen += page.items.map(\.id)
                cursor = page.nextCursor.optional
                await service.tenant("more-\(seen.count)")
            } while cursor != nil
            #expect(seen == all.reversed())
        }
    }

    @Test("an operator of one tenant sees that tenant's entries and no other's, not even the deployment's")
    func visible() async throws {
        try await withHistory { service in
            let ann = try await service.operator("bea", rights: ["acme": [.view]])
            let all = try await service.audit()
            let mine = try await service.call("GET", "/api/v1/audit?limit=200", token: ann).answer(
                Page<AuditEntry>.self)
            #expect(mine.items.map(\.id) == all.reversed().filter { $0.tenant.optional == "acme" }.map(\.id))
            #expect(await service.call("GET", "/api/v1/audit?tenant=globex", token: ann).status == 404)
            let other = await service.call("GET", "/api/v1/audit?application_id=other", token: ann)
            #expect(other.json["items"]?.items.isEmpty ?? false)
        }
    }

    @Test("what cannot be read of a filter is 400")
    func badQueries() async throws {
        try await withHistory { service in
            for query in [
                "action=everything", "since=yesterday", "until=2026-11-30", "since=2026-11-30T10:00:00%2B01:00",
                "limit=0",
                "cursor=x", "colour=red", "since=", "actor=a&actor=b",
            ] {
                #expect(await service.call("GET", "/api/v1/audit?\(query)").code == "invalid_request", "\(query)")
            }
        }
    }
}
