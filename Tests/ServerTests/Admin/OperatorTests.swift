import API
import HTTP
import Support
import Testing

@Suite("Operators", .serialized)
struct OperatorTests {
    @Test(
        "a name is 1–64 of a–z, 0–9, '.', '_' and '-', a letter or digit at both ends",
        arguments: [
            ("a", true), ("0", true), ("anna.b_c-d", true), ("a..b", true), (String(repeating: "a", count: 64), true),
            ("", false), (".a", false), ("a-", false), ("Anna", false), ("a b", false), ("a\\n", false), ("*", false),
            ("é", false), ("\\uff11", false), (String(repeating: "a", count: 65), false),
        ])
    func names(_ name: String, _ isGood: Bool) async throws {
        let service = try await TestService()
        let response = await create(#""name":"\#(name)","rights":{}"#, service)
        #expect(response.status == (isGood ? 201 : 422))
        if !isGood {
            #expect(response.code == "invalid_name")
            #expect(try response.answer(Problem.self).errors?.map(\.pointer) == ["/name"])
        }
        await service.close()
    }

    @Test(
        "a Unix user is 1–32 of a–z, 0–9, '_' and '-', a letter or '_' first",
        arguments: [
            ("root", true), ("_apt", true), ("www-data", true), (String(repeating: "a", count: 32), true), ("", false),
            ("0day", false), ("-x", false), ("Root", false), ("a.b", false), ("root\\u0000", false),
            (String(repeating: "a", count: 33), false),
        ])
    func unixUsers(_ user: String, _ isGood: Bool) async throws {
        let service = try await TestService()
        let response = await create(#""name":"anna","unix_user":"\#(user)","rights":{}"#, service)
        #expect(response.status == (isGood ? 201 : 422))
        if !isGood { #expect(try response.answer(Problem.self).errors?.map(\.pointer) == ["/unix_user"]) }
        await service.close()
    }

    @Test("rights are kept in their order, each once, by tenant and for all")
    func rights() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let response = await create(
            #""name":"anna","rights":{"acme":["respond","view","respond"],"*":["view"]}"#, service)
        let anna = try response.answer(Operator.self)
        #expect(anna.rights == ["acme": ["view", "respond"], "*": ["view"]])
        #expect(anna.status == .active)
        #expect(anna.unixUser == .null)
        #expect(anna.createdAt == TestService.start)
        #expect(try await service.call("GET", "/api/v1/operators/anna").answer(Operator.self) == anna)
        await service.close()
    }

    @Test(
        "rights of unknown tenants, unknown words and none at all are refused, each named",
        arguments: [
            (#"{"nowhere":["view"]}"#, ["/rights/nowhere"]), (#"{"acme":["fly"]}"#, ["/rights/acme/0"]),
            (#"{"acme":["view","View","admin"]}"#, ["/rights/acme/1", "/rights/acme/2"]),
            (#"{"acme":[]}"#, ["/rights/acme"]),
            (#"{"ACME":["view"]}"#, ["/rights/ACME"]), (#"{"admin":["view"]}"#, ["/rights/admin"]),
            (#"{"**":["view"]}"#, ["/rights/**"]), (#"{"":["view"]}"#, ["/rights/"]),
            (#"{"a/b~c":["view"]}"#, ["/rights/a~1b~0c"]),
            (#"{"nowhere":["view"],"acme":["view"],"umbra":["view"]}"#, ["/rights/nowhere", "/rights/umbra"]),
        ])
    func badRights(_ rights: String, _ pointers: [String]) async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        _ = try await service.operator("bob", rights: ["acme": [.view]])
        let created = await create(#""name":"anna","rights":\#(rights)"#, service)
        let changed = try await patch("bob", #"{"rights":\#(rights)}"#, service)
        for response in [created, changed] {
            #expect(response.status == 422)
            #expect(response.code == "invalid_rights")
            #expect(try response.answer(Problem.self).errors?.map(\.pointer) == pointers)
        }
        #expect(await service.call("GET", "/api/v1/operators/anna").status == 404)
        #expect(
            try await service.call("GET", "/api/v1/operators/bob").answer(Operator.self).rights == ["acme": ["view"]])
        await service.close()
    }

    @Test("a name that is taken is a conflict, also one of a suspended operator")
    func taken() async throws {
        let service = try await TestService()
        _ = await create(#""name":"anna","rights":{}"#, service)
        #expect(await create(#""name":"anna","rights":{}"#, service).code == "conflict")
        _ = await service.call("PATCH", "/api/v1/operators/anna", #"{"status":"suspended"}"#)
        #expect(await create(#""name":"anna","rights":{}"#, service).code == "conflict")
        await service.close()
    }

    @Test("a Unix user is bound to one operator, and null unbinds it")
    func boundOnce() async throws {
        let service = try await TestService()
        _ = await create(#""name":"anna","unix_user":"anna","rights":{}"#, service)
        _ = await create(#""name":"bert","rights":{}"#, service)
        #expect(await create(#""name":"carl","unix_user":"anna","rights":{}"#, service).code == "conflict")
        #expect(try await patch("bert", #"{"unix_user":"anna"}"#, service).code == "conflict")
        _ = await service.call("PATCH", "/api/v1/operators/anna", #"{"status":"suspended"}"#)
        #expect(try await patch("bert", #"{"unix_user":"anna"}"#, service).code == "conflict", "suspended is not gone")
        #expect(try await patch("anna", #"{"unix_user":"anna"}"#, service).status == 200, "its own is no conflict")
        #expect(try await patch("anna", #"{"unix_user":null}"#, service).answer(Operator.self).unixUser == .null)
        #expect(
            try await patch("bert", #"{"unix_user":"anna"}"#, service).answer(Operator.self).unixUser == .value("anna"))
        await service.close()
    }

    @Test("the last operator who may administer everything can be neither suspended nor stripped")
    func lastAdministrator() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        _ = try await service.operator("local", rights: ["acme": [.administer], "*": [.view, .respond]])
        let asleep = try await service.operator("asleep", rights: ["*": [.administer]])
        _ = await service.call("PATCH", "/api/v1/operators/asleep", #"{"status":"suspended"}"#)
        for body in [
            #"{"status":"suspended"}"#, #"{"rights":{}}"#, #"{"rights":{"*":["view","integrate","secure","respond"]}}"#,
            #"{"rights":{"acme":["administer"]}}"#, #"{"status":"suspended","rights":{"*":["administer"]}}"#,
        ] {
            for query in ["", "?dry_run=true"] {
                let response = try await patch("root", body, service, query: query)
                #expect(response.status == 409, "\(body)")
                #expect(response.code == "conflict", "\(body)")
            }
        }
        #expect(await service.call("GET", "/api/v1/whoami").status == 200)
        #expect(try await patch("asleep", #"{"status":"active","reason":"back"}"#, service).status == 200)
        #expect(try await patch("root", #"{"status":"suspended"}"#, service).status == 200, "there is another now")
        #expect(await service.call("GET", "/api/v1/whoami").status == 401)
        let response = await service.call(
            "PATCH", "/api/v1/operators/asleep", #"{"status":"suspended"}"#, token: asleep)
        #expect(response.status == 409, "not even by itself")
        await service.close()
    }

    @Test("suspending needs no If-Match, but only where the body does nothing else")
    func suspending() async throws {
        let service = try await TestService()
        let token = try await service.operator("bob", rights: ["*": [.view]])
        for body in [
            #"{"status":"suspended","rights":{}}"#, #"{"status":"suspended","unix_user":null}"#,
            #"{"status":"active"}"#,
            #"{"unix_user":"bob"}"#,
        ] {
            #expect(await service.call("PATCH", "/api/v1/operators/bob", body).status == 428, "\(body)")
        }
        #expect(await service.call("GET", "/api/v1/whoami", token: token).status == 200)
        let suspended = await service.call(
            "PATCH", "/api/v1/operators/bob", #"{"status":"suspended","reason":"left"}"#)
        #expect(suspended.status == 200)
        #expect(await service.call("GET", "/api/v1/whoami", token: token).status == 401, "on the very next request")
        _ = try await patch("bob", #"{"status":"active","reason":"came back"}"#, service)
        #expect(await service.call("GET", "/api/v1/whoami", token: token).status == 200)
        await service.close()
    }

    @Test("rights that were changed count from the very next request")
    func changedRights() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let token = try await service.operator("bob", rights: ["acme": [.view]])
        func status() async -> Int { await service.call("GET", "/api/v1/projects/shop-ios", token: token).status }
        #expect(await status() == 200)
        _ = try await patch("bob", #"{"rights":{"acme":["respond"]}}"#, service)
        #expect(await status() == 403)
        _ = try await patch("bob", #"{"rights":{}}"#, service)
        #expect(await status() == 404)
        _ = try await patch("bob", #"{"rights":{"*":["view"]}}"#, service)
        #expect(await status() == 200)
        await service.close()
    }

    @Test("what was changed is in the audit log with before and after")
    func audited() async throws {
        let service = try await TestService()
        _ = try await service.operator("bob", rights: ["*": [.view]])
        _ = try await patch("bob", #"{"rights":{"*":["respond"]}}"#, service)
        let entry = try await service.call("GET", "/api/v1/audit?limit=1").answer(Page<AuditEntry>.self).items[0]
        #expect(entry.action == .operatorUpdate)
        #expect(entry.subject == .value("bob"))
        #expect(entry.before.optional?["rights"]?["*"] == .array([.string("view")]))
        #expect(entry.after.optional?["rights"]?["*"] == .array([.string("respond")]))
        await service.close()
    }

    private func create(_ members: String, _ service: TestService) async -> Response {
        await service.call("POST", "/api/v1/operators", "{\(members)}")
    }

    private func patch(_ name: String, _ body: String, _ service: TestService, query: String = "") async throws
        -> Response
    {
        let tag = try #require(await service.call("GET", "/api/v1/operators/\(name)").first("ETag"))
        return await service.call("PATCH", "/api/v1/operators/\(name)\(query)", body, headers: [("If-Match", tag)])
    }
}
