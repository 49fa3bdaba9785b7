import API
import Domain
import HTTP
import Support
import Testing

/// Every endpoint of the table, against everyone who may call it and everyone who may not (contract section 8).
@Suite("The authorization walk", .serialized)
struct AuthorizationWalkTests {
    @Test("every endpoint has a fixture, and every fixture an endpoint", arguments: AdminAPI.endpoints)
    func hasFixture(_ shape: EndpointShape) throws {
        try #require(EndpointFixture.of(shape) != nil, "\(shape.method.rawValue) \(shape.path) has no fixture")
        #expect(EndpointFixture.all.count == AdminAPI.endpoints.count)
    }

    @Test("who is nobody is told the same 401 whatever the cause", arguments: EndpointFixture.all)
    func unauthenticated(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let before = try await setting.lastEntry()
        let bad = try await BadCredentials(setting.service)
        let plain = await setting.call(fixture, token: .some(nil))
        #expect(plain.status == 401)
        #expect(plain.code == "unauthorized")
        #expect(plain.first("WWW-Authenticate") == "Bearer")
        for (what, fields) in bad.all {
            for absent in [false, true] where !absent || !fixture.absent.isEmpty {
                let response = await setting.call(fixture, token: .some(nil), absent: absent, headers: fields)
                #expect(response.status == 401, "\(what)")
                #expect(response.withoutRequestID == plain.withoutRequestID, "\(what)")
                #expect(response.first("WWW-Authenticate") == "Bearer", "\(what)")
            }
        }
        // Nobody is no operator: what nobody tried is not in the operators' log.
        let after = try await setting.lastEntry()
        #expect(after.id - before.id == bad.entries)
        await setting.service.close()
    }

    @Test("every scope but the needed one is 403, and written down", arguments: EndpointFixture.all)
    func otherScopes(_ fixture: EndpointFixture) async throws {
        guard let needed = fixture.shape.scope else { return }
        let setting = try await Setting(fixture)
        for (index, scope) in Scope.allCases.filter({ $0 != needed }).enumerated() {
            let name = "scoped-\(index)"
            let token = try await setting.service.operator(name, rights: ["*": [.administer]], scopes: [scope])
            try await expectRefusal(.forbidden, of: fixture, by: name, token, in: setting)
        }
        let most = Scope.allCases.filter { $0 != needed }
        let token = try await setting.service.operator("all-others", rights: ["*": [.administer]], scopes: most)
        try await expectRefusal(.forbidden, of: fixture, by: "all-others", token, in: setting)
        await setting.service.close()
    }

    @Test(
        "the scope without the right, but with every other one in that tenant, is 403", arguments: EndpointFixture.all)
    func otherRights(_ fixture: EndpointFixture) async throws {
        guard let scope = fixture.shape.scope else { return }
        let setting = try await Setting(fixture)
        for right in Right.allCases where right != scope.right && right != .administer {
            let name = "has-\(right.rawValue)"
            let token = try await setting.service.operator(name, rights: [fixture.place: [right]])
            try await expectRefusal(.forbidden, of: fixture, by: name, token, in: setting)
        }
        await setting.service.close()
    }

    @Test("to an operator of another tenant it does not exist", arguments: EndpointFixture.all)
    func strangers(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let token = try await setting.service.operator(
            "stranger", rights: [Setting.stranger: Set(Right.allCases).sorted { $0.rawValue < $1.rawValue }])
        switch fixture.reach {
        case .tenant:
            try await expectRefusal(.notFound, of: fixture, by: "stranger", token, in: setting)
            let real = await setting.call(fixture, token: token)
            let never = await setting.call(fixture, token: token, absent: true)
            #expect(real.status == 404)
            #expect(real.withoutRequestID == never.withoutRequestID)
            #expect(real.headers.map(\.name).sorted() == never.headers.map(\.name).sorted())
        case .deployment:
            try await expectRefusal(.forbidden, of: fixture, by: "stranger", token, in: setting)
            guard !fixture.absent.isEmpty else { break }
            let real = await setting.call(fixture, token: token)
            let never = await setting.call(fixture, token: token, absent: true)
            #expect(real.withoutRequestID == never.withoutRequestID)
        case .list:
            let response = await setting.call(fixture, token: token)
            #expect(response.status == 200)
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(!text.contains("\"\(Setting.tenant)\"") && !text.contains("\"\(Setting.app)\""))
            #expect(!text.contains(setting.disable))
        case .everybody, .caller:
            #expect(await setting.call(fixture, token: token).status == 200)
        }
        await setting.service.close()
    }

    @Test("exactly the needed scope and exactly the needed right is enough", arguments: EndpointFixture.all)
    func exactly(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let scope = fixture.shape.scope
        let token = try await setting.service.operator(
            "exact", rights: scope.map { [fixture.place: [$0.right]] } ?? [:], scopes: scope.map { [$0] } ?? [])
        if fixture.shape.changes {
            let before = try await setting.lastEntry()
            let dry = await setting.call(fixture, token: token, query: "?dry_run=true")
            #expect(dry.status == 200)
            #expect(dry.json["dry_run"] == .bool(true))
            for withheld in fixture.shape.withheld { #expect(dry.json.member(at: withheld) == nil) }
            #expect(try await setting.lastEntry().id == before.id, "a dry run writes nothing")
        }
        let response = await setting.call(fixture, token: token)
        #expect(response.status == fixture.shape.status, "\(String(decoding: response.body, as: UTF8.self))")
        // A secret that is wrapped is not in the answer.
        let isWrapped = (try? JSONScanner.scan(response.body))?["wrapped"] != nil
        let absent = isWrapped ? ["identity_secret"] : []
        for withheld in fixture.shape.withheld.subtracting(absent) {
            #expect(response.json.member(at: withheld) != nil, "\(withheld)")
        }
        if let action = fixture.shape.action {
            let entry = try await setting.lastEntry()
            #expect(entry.actor == "exact")
            #expect(entry.action == action)
            #expect(entry.outcome == .done)
            #expect(entry.requestID == response.first("X-Request-Id"))
        }
        await setting.service.close()
    }

    @Test(
        "the right for all tenants is one in each, and administer is every right",
        arguments: EndpointFixture.all, [false, true])
    func wider(_ fixture: EndpointFixture, _ everywhere: Bool) async throws {
        guard let scope = fixture.shape.scope else { return }
        let setting = try await Setting(fixture)
        let rights: [String: [Right]] = everywhere ? ["*": [scope.right]] : [fixture.place: [.administer]]
        let token = try await setting.service.operator("wide", rights: rights, scopes: [scope])
        #expect(await setting.call(fixture, token: token).status == fixture.shape.status)
        await setting.service.close()
    }

    @Test(
        "what concerns the whole deployment wants the right for all tenants, not for each there is",
        arguments: EndpointFixture.all.filter { $0.reach == .deployment })
    func everyTenantIsNotAll(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let token = try await setting.service.operator(
            "each", rights: [Setting.tenant: [.administer], Setting.stranger: [.administer]])
        try await expectRefusal(.forbidden, of: fixture, by: "each", token, in: setting)
        await setting.service.close()
    }

    /// A refusal, its audit row, and the dry run that leaves none.
    private func expectRefusal(
        _ code: ErrorCode, of fixture: EndpointFixture, by name: String, _ token: String, in setting: Setting
    ) async throws {
        let before = try await setting.lastEntry()
        let response = await setting.call(fixture, token: token)
        #expect(response.status == code.status, "\(name)")
        #expect(response.code == code.rawValue, "\(name)")
        let after = try await setting.lastEntry()
        guard let action = fixture.shape.action else {
            #expect(after.id == before.id, "what only reads is not in the log")
            return
        }
        #expect(after.id == before.id + 1, "\(name)")
        #expect(after.actor == name)
        #expect(after.from == "127.0.0.1")
        #expect(after.action == action)
        #expect(after.outcome == .refused)
        #expect(after.code == .value(code))
        #expect(after.requestID == response.first("X-Request-Id"))
        let things = fixture.things(setting)
        // What only a body names is not read of a caller who may not call.
        if fixture.shape.path.contains("{app}"), let app = things["app"] {
            #expect(after.applicationID == .value(app), "\(name)")
        }
        if let subject = things["name"] ?? things["id"] { #expect(after.subject == .value(subject), "\(name)") }
        if fixture.shape.path.contains("{tenant}") { #expect(after.tenant == .value(Setting.tenant), "\(name)") }

        let dry = await setting.call(fixture, token: token, query: "?dry_run=true")
        #expect(dry.code == code.rawValue)
        #expect(try await setting.lastEntry().id == after.id, "a dry run writes nothing")
    }
}

extension JSONValue {
    /// `outer/inner`, as `EndpointShape.withheld` names members.
    fileprivate func member(at path: String) -> JSONValue? {
        path.split(separator: "/").reduce(self) { (value: JSONValue?, name) in value?[String(name)] }
    }
}
