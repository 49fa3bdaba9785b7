import API
import Glibc
import HTTP
import Server
import Support
import Testing

/// Who the caller is: by a token, or on the Unix socket by the kernel's word (contract section 8).
@Suite("Whoami", .serialized)
struct WhoamiTests {
    @Test("a token has its own scopes and its operator's rights")
    func token() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let token = try await service.operator(
            "bob", rights: ["acme": [.respond, .view]], scopes: [.policyWrite, .auditRead, .admin])
        let answer = try await service.call("GET", "/api/v1/whoami", token: token).answer(Whoami.self)
        #expect(answer.operator == "bob")
        #expect(answer.rights == ["acme": ["view", "respond"]])
        #expect(answer.scopes == [.policyWrite, .auditRead, .admin])
        #expect(answer.credential == .token)
        await service.close()
    }

    @Test(
        "on the socket the bound operator has every scope that its rights back",
        arguments: [
            (#"{"*":["administer"]}"#, Scope.allCases), (#"{"acme":["view"]}"#, [.customerSDKRead, .auditRead]),
            (#"{"acme":["secure"],"*":["respond"]}"#, [.secretWrite, .policyWrite]),
            (#"{"acme":["integrate"]}"#, [.customerSDKWrite, .releaseWrite, .handoffWrite]), ("{}", []),
        ])
    func socket(_ rights: String, _ scopes: [Scope]) async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        try await bind(rights, service)
        let answer = try await ask(service).answer(Whoami.self)
        #expect(answer.operator == "me")
        #expect(answer.scopes == scopes)
        #expect(answer.credential == .unixUser)
        await service.close()
    }

    @Test("on the socket an unbound user is nobody, root too, and so is a suspended operator")
    func unbound() async throws {
        let service = try await TestService()
        #expect(await ask(service).status == 401)
        #expect(await ask(service, uid: 0).status == 401)
        #expect(await ask(service, uid: 4_294_967_294).status == 401, "a user whom this machine does not know")
        try await bind(#"{"*":["view"]}"#, service)
        #expect(await ask(service).status == 200)
        _ = await service.call("PATCH", "/api/v1/operators/me", #"{"status":"suspended"}"#)
        #expect(await ask(service).status == 401)
        await service.close()
    }

    @Test("a token on the socket is what counts, a bad one too: nobody falls back to the Unix user")
    func tokenOnSocket() async throws {
        let service = try await TestService()
        try await bind(#"{"*":["administer"]}"#, service)
        let token = try await service.operator("bob", rights: ["*": [.view]], scopes: [.auditRead])
        let answer = try await ask(service, authorization: "Bearer \(token)").answer(Whoami.self)
        #expect(answer.operator == "bob")
        #expect(answer.scopes == [.auditRead])
        for bad in ["", "Bearer", "Bearer nonsense", "Basic cm9vdDo=", "Bearer \(token)0"] {
            #expect(await ask(service, authorization: bad).status == 401, "\(bad)")
        }
        await service.close()
    }

    @Test("over TCP no field names a Unix user")
    func overTCP() async throws {
        let service = try await TestService()
        try await bind(#"{"*":["administer"]}"#, service)
        let name = try userName()
        for field in ["X-Remote-User", "X-Forwarded-User", "X-Unix-User", "Forwarded"] {
            let response = await service.call("GET", "/api/v1/whoami", token: .some(nil), headers: [(field, name)])
            #expect(response.status == 401)
        }
        await service.close()
    }

    @Test("the audit log says by which way a call came")
    func source() async throws {
        let service = try await TestService()
        try await bind(#"{"*":["administer"]}"#, service)
        let request = Request(
            method: "POST", path: "/api/v1/tenants", headers: Headers([("Content-Type", "application/json")]),
            body: Array(#"{"slug":"acme","name":"Acme"}"#.utf8), peer: .unix(uid: getuid(), pid: 1))
        #expect(await service.admin.respond(to: request).status == 201)
        _ = await service.call("POST", "/api/v1/tenants", #"{"slug":"umbra","name":"Umbra"}"#)
        let entries = try await service.call("GET", "/api/v1/audit?limit=2").answer(Page<AuditEntry>.self).items
        #expect(entries.map(\.from) == ["127.0.0.1", "unix:\(try userName())"])
        #expect(entries.map(\.actor) == ["root", "me"])
        await service.close()
    }

    /// Binds the Unix user who runs this test.
    private func bind(_ rights: String, _ service: TestService) async throws {
        let created = await service.call(
            "POST", "/api/v1/operators", #"{"name":"me","unix_user":"\#(try userName())","rights":\#(rights)}"#)
        try #require(created.status == 201)
    }

    private func ask(_ service: TestService, uid: UInt32 = getuid(), authorization: String? = nil) async -> Response {
        await service.admin.respond(
            to: Request(
                method: "GET", path: "/api/v1/whoami",
                headers: Headers(authorization.map { [("Authorization", $0)] } ?? []), peer: .unix(uid: uid, pid: 1)))
    }

    private func userName() throws -> String {
        let entry = try #require(getpwuid(getuid()))
        return String(cString: entry.pointee.pw_name)
    }
}
