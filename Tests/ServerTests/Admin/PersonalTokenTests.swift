import API
import Crypto
import HTTP
import Support
import Testing

@Suite("Personal tokens", .serialized)
struct PersonalTokenTests {
    @Test("a token is ssat1, its id, 64 hex digits and the checksum of all before, and it opens what its scopes say")
    func form() async throws {
        let service = try await TestService()
        let created = try await issue(
            #"{"scopes":["audit:read","customer_sdk:read","audit:read"],"name":"Nightly"}"#, service)
        let token = try #require(created.token?.text)
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        #expect(parts.map(\.count) == [5, 24, 64, 8])
        #expect(parts[0] == "ssat1")
        #expect(String(parts[1]) == created.id)
        #expect(parts.dropFirst().allSatisfy { $0.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) } })
        #expect(UInt32(parts[3], radix: 16) == CRC32.checksum(Array(token.utf8.dropLast(9))))
        #expect(created.scopes == [.customerSDKRead, .auditRead], "each once, in the order of the list")
        #expect(created.name == .value("Nightly"))
        #expect(created.createdAt == TestService.start && created.expiresAt == .null)
        #expect(await service.call("GET", "/api/v1/audit", token: token).status == 200)
        #expect(await service.call("GET", "/api/v1/tenants", token: token).status == 403)
        await service.close()
    }

    @Test("no two tokens are alike")
    func fresh() async throws {
        let service = try await TestService()
        var secrets: Set<String> = []
        for _ in 0..<20 {
            let token = try #require(try await issue(#"{"scopes":["admin"]}"#, service).token?.text)
            secrets.formUnion(token.split(separator: "_").dropFirst().map(String.init))
        }
        #expect(secrets.count == 60)
        await service.close()
    }

    @Test("at least one scope, and no word that is none")
    func scopes() async throws {
        let service = try await TestService()
        let none = await create(#"{"scopes":[]}"#, service)
        #expect(none.status == 422)
        #expect(none.code == "out_of_range")
        let unknown = await create(#"{"scopes":["admin","root"]}"#, service)
        #expect(unknown.status == 400)
        #expect(try unknown.answer(Problem.self).errors?.map(\.pointer) == ["/scopes/1"])
        await service.close()
    }

    @Test(
        "a token ends in the future: now is the past, one millisecond later is not",
        arguments: [(-1000, 422), (-1, 422), (0, 422), (1, 201), (1000, 201)] as [(Int64, Int)])
    func inThePast(_ milliseconds: Int64, _ status: Int) async throws {
        let service = try await TestService()
        let end = Instant(milliseconds: TestService.start.milliseconds + milliseconds)
        let response = await create(#"{"scopes":["admin"],"expires_at":"\#(end)"}"#, service)
        #expect(response.status == status)
        if status == 422 {
            #expect(response.code == "in_the_past")
            #expect(try response.answer(Problem.self).errors?.map(\.pointer) == ["/expires_at"])
        } else {
            #expect(try response.answer(CreatedPersonalToken.self).expiresAt == .value(end))
        }
        await service.close()
    }

    @Test("at its end a token is nobody's", arguments: [(59, 200), (60, 401), (61, 401)] as [(Int64, Int)])
    func ends(_ seconds: Int64, _ status: Int) async throws {
        let service = try await TestService()
        let end = TestService.start.advanced(bySeconds: 60)
        let token = try #require(
            try await issue(#"{"scopes":["admin"],"expires_at":"\#(end)"}"#, service).token?.text)
        service.advance(seconds: seconds)
        #expect(await service.call("GET", "/api/v1/whoami", token: token).status == status)
        await service.close()
    }

    @Test("a token gives no scope that it does not have, and no later end, to no one")
    func noMore() async throws {
        let service = try await TestService()
        _ = try await service.operator("bob", rights: ["*": [.administer]])
        let end = TestService.start.advanced(bySeconds: 3600)
        let narrow = try #require(
            try await issue(#"{"scopes":["admin","audit:read"],"expires_at":"\#(end)"}"#, service).token?.text)
        let later = Instant(milliseconds: end.milliseconds + 1)
        for name in ["root", "bob"] {
            for body in [
                #"{"scopes":["admin","secret:write"],"expires_at":"\#(end)"}"#, #"{"scopes":["policy:write"]}"#,
                #"{"scopes":["admin"]}"#, #"{"scopes":["admin"],"expires_at":"\#(later)"}"#,
            ] {
                for query in ["", "?dry_run=true"] {
                    let response = await create(body, service, of: name, token: narrow, query: query)
                    #expect(response.status == 403, "\(body)")
                    #expect(response.code == "forbidden")
                }
            }
            let equal = await create(
                #"{"scopes":["audit:read"],"expires_at":"\#(end)"}"#, service, of: name, token: narrow)
            #expect(equal.status == 201, "as much and as long is no more")
        }
        await service.close()
    }

    @Test("a revoked token is nobody's on the very next request, and revoking it again changes nothing")
    func revoking() async throws {
        let service = try await TestService()
        let created = try await issue(#"{"scopes":["admin"]}"#, service)
        let path = "/api/v1/operators/root/tokens/\(created.id)"
        #expect(await service.call("DELETE", "\(path)?dry_run=true").status == 200)
        #expect(await service.call("GET", "/api/v1/whoami", token: created.token?.text).status == 200)
        service.advance(seconds: 5)
        let first = await service.call("DELETE", path)
        #expect(first.status == 204 && first.body.isEmpty)
        #expect(await service.call("GET", "/api/v1/whoami", token: created.token?.text).status == 401)
        service.advance(seconds: 5)
        #expect(await service.call("DELETE", path).status == 204)
        let listed = try await list(service).first { $0.id == created.id }
        #expect(listed?.revokedAt == .value(TestService.start.advanced(bySeconds: 5)), "the first time counts")
        await service.close()
    }

    @Test("a token can revoke itself")
    func itself() async throws {
        let service = try await TestService()
        let created = try await issue(#"{"scopes":["admin"]}"#, service)
        let path = "/api/v1/operators/root/tokens/\(created.id)"
        #expect(await service.call("DELETE", path, token: created.token?.text).status == 204)
        #expect(await service.call("DELETE", path, token: created.token?.text).status == 401)
        await service.close()
    }

    @Test("only under its own operator can a token be found")
    func ofAnother() async throws {
        let service = try await TestService()
        _ = try await service.operator("bob", rights: ["*": [.view]])
        let created = try await issue(#"{"scopes":["admin"]}"#, service)
        for path in ["bob/tokens/\(created.id)", "nobody/tokens/\(created.id)", "root/tokens/0123456789abcdef01234567"]
        {
            #expect(await service.call("DELETE", "/api/v1/operators/\(path)").status == 404)
        }
        #expect(await service.call("GET", "/api/v1/operators/nobody/tokens").status == 404)
        #expect(await service.call("GET", "/api/v1/whoami", token: created.token?.text).status == 200)
        await service.close()
    }

    @Test("a token is shown once: not in the list, the log, the audit log, nor to a retry")
    func shownOnce() async throws {
        let service = try await TestService()
        let key = [(name: "Idempotency-Key", value: "token-1")]
        let body = #"{"scopes":["admin"],"name":"Nightly"}"#
        let created = try await service.call("POST", "/api/v1/operators/root/tokens", body, headers: key).answer(
            CreatedPersonalToken.self)
        let token = try #require(created.token?.text)
        let parts = token.split(separator: "_").map(String.init)
        let retry = await service.call("POST", "/api/v1/operators/root/tokens", body, headers: key)
        #expect(retry.status == 409)
        #expect(retry.code == "already_done")
        #expect(retry.json["result"]?["id"] == .string(created.id))
        #expect(try await list(service).filter { $0.name == .value("Nightly") }.map(\.id) == [created.id], "made once")
        _ = await service.call("GET", "/api/v1/whoami", token: token)
        let shown = [
            retry, await service.call("GET", "/api/v1/operators/root/tokens"),
            await service.call("GET", "/api/v1/audit"),
            await service.call("GET", "/api/v1/operators/root"),
            await service.call("GET", "/api/v1/whoami", token: token),
        ].map { String(decoding: $0.body, as: UTF8.self) }
        for text in shown + service.logged.value {
            #expect(!text.contains(parts[2]))
            #expect(!text.contains(Hex.encode(SHA256.digest(Array(token.utf8)))))
        }
        #expect("\(created)".contains("…"), "nor to whoever prints the answer")
        #expect(!"\(created)".contains(parts[2]))
        await service.close()
    }

    private func create(
        _ body: String, _ service: TestService, of name: String = "root", token: String? = nil, query: String = ""
    ) async -> Response {
        await service.call("POST", "/api/v1/operators/\(name)/tokens\(query)", body, token: token ?? service.rootToken)
    }

    private func issue(_ body: String, _ service: TestService) async throws -> CreatedPersonalToken {
        try await create(body, service).answer(CreatedPersonalToken.self)
    }

    private func list(_ service: TestService) async throws -> [PersonalToken] {
        try await service.call("GET", "/api/v1/operators/root/tokens").answer(Page<PersonalToken>.self).items
    }
}
