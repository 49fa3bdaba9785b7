import API
import HTTP
import Support
import Testing

/// Releases over HTTP (contract section 8).
@Suite("Releases", .serialized)
struct ReleaseCallTests {
    private static let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

    @Test("an exact version is taken, and a range, a tag or a short one is not, as the fixture says")
    func exact() async throws {
        try await TestService.with { service in
            let cases = try Fixtures.cases("versions", "exact")
            #expect(cases.count > 20)
            for each in cases {
                let body = JSONValue.object([
                    .init("product", .string("LiveMarketSDK")), .init("version", each["version"] ?? .null),
                    .init("archive_sha256", .string(Self.digest)), .init("requirements", .object([])),
                ])
                let response = await service.call("POST", "/api/v1/releases", bytes: body.canonical)
                let isValid = each["valid"]?.flag ?? false
                #expect(response.status == (isValid ? 201 : 422), "\(each)")
                guard !isValid else { continue }
                #expect(response.code == "invalid_range")
                #expect(try response.answer(Problem.self).errors?.map(\.pointer) == ["/version"])
            }
        }
    }

    @Test("what was given is shown, as a preview, and can be read again")
    func create() async throws {
        try await TestService.with { service in
            let created = await service.call(
                "POST", "/api/v1/releases",
                #"""
                {"product":"shopstory_player_flutter","version":"0.2.0-preview.2","paired_version":"0.2.0-preview.1",
                 "archive_sha256":"\#(Self.digest)","requirements":{"ios":"15","flutter":"3.22"},"notes":"one\ntwo"}
                """#)
            #expect(created.status == 201)
            let release = try created.answer(Release.self)
            #expect(release.status == .preview && release.createdBy == "root" && release.createdAt == TestService.start)
            #expect(release.pairedVersion == .value("0.2.0-preview.1") && release.notes == .value("one\ntwo"))
            #expect(release.requirements == ["ios": "15", "flutter": "3.22"] && release.archiveSHA256 == Self.digest)
            #expect(release.withdrawal == .null)
            let read = await service.call("GET", "/api/v1/releases/\(release.id)")
            #expect(read.body == created.body && read.first("ETag") == created.first("ETag"))
            #expect(await service.call("GET", "/api/v1/releases/0123456789abcdef01234567").status == 404)
        }
    }

    @Test("a product has a version once, also when that was withdrawn; another product may have it too")
    func once() async throws {
        try await TestService.with { service in
            let first = try await service.release("1.0.0")
            _ = try await patch(first.id, #"{"status":"withdrawn","reason":"broken"}"#, service)
            let again = await service.call("POST", "/api/v1/releases", TestService.releaseBody("1.0.0"))
            #expect(again.status == 409 && again.code == "conflict")
            #expect(try again.answer(Problem.self).errors?.map(\.pointer) == ["/version"])
            _ = try await service.release("1.0.0", of: "MyBotSDK")
            _ = try await service.release("1.0.1")
            let slip = await service.call("POST", "/api/v1/releases", TestService.releaseBody("1.0.2", of: "mybotSDK"))
            #expect(slip.status == 422 && slip.code == "invalid_name", "MyBotSDK is registered by its release")
        }
    }

    @Test("a retry with the same Idempotency-Key registers once and gives the same answer")
    func idempotent() async throws {
        try await TestService.with { service in
            let key = [(name: "Idempotency-Key", value: "retry-1")]
            let first = await service.call("POST", "/api/v1/releases", TestService.releaseBody("1.0.0"), headers: key)
            let second = await service.call("POST", "/api/v1/releases", TestService.releaseBody("1.0.0"), headers: key)
            #expect(first.status == 201 && second.status == 201 && first.body == second.body)
            let registered = try await list("", service)
            #expect(registered == ["LiveMarketSDK 1.0.0"])
        }
    }

    @Test("the list is newest first, by product and by status, in pages")
    func lists() async throws {
        try await TestService.with { service in
            let old = try await service.release("1.0.0")
            service.advance(seconds: 1)
            _ = try await service.release("1.1.0")
            service.advance(seconds: 1)
            _ = try await service.release("0.2.0", of: "ShopStoryPlayerSDK")
            _ = try await patch(old.id, #"{"status":"accepted"}"#, service)
            #expect(
                try await list("", service) == [
                    "ShopStoryPlayerSDK 0.2.0", "LiveMarketSDK 1.1.0", "LiveMarketSDK 1.0.0",
                ])
            #expect(
                try await list("?product=LiveMarketSDK", service) == ["LiveMarketSDK 1.1.0", "LiveMarketSDK 1.0.0"])
            #expect(try await list("?status=accepted", service) == ["LiveMarketSDK 1.0.0"])
            #expect(try await list("?status=withdrawn", service) == [])
            #expect(try await list("?product=livemarketsdk", service) == [])
            #expect(await service.call("GET", "/api/v1/releases?status=gone").status == 400)
            let page = try await service.call("GET", "/api/v1/releases?limit=2").answer(Page<Release>.self)
            let cursor = try #require(page.nextCursor.optional)
            #expect(try await list("?limit=2&cursor=\(cursor)", service) == ["LiveMarketSDK 1.0.0"])
        }
    }

    @Test("withdrawing says who, when and why; what is taken back wants a reason, and what goes on does not")
    func statuses() async throws {
        try await TestService.with { service in
            let id = try await service.release("1.0.0").id
            #expect(try await patch(id, #"{"status":"accepted"}"#, service).answer(Release.self).status == .accepted)
            service.advance(seconds: 60)
            for body in [#"{"status":"withdrawn"}"#, #"{"status":"preview"}"#] {
                let refused = try await patch(id, body, service)
                #expect(refused.status == 422 && refused.code == "reason_required", "\(body)")
                #expect(try refused.answer(Problem.self).errors?.map(\.pointer) == ["/reason"])
            }
            #expect(try await patch(id, #"{"status":"withdrawn","reason":"a\nb"}"#, service).code == "invalid_reason")
            let withdrawn = try await patch(id, #"{"status":"withdrawn","reason":"leaks"}"#, service).answer(
                Release.self)
            #expect(
                withdrawn.withdrawal
                    == .value(.init(by: "root", at: TestService.start.advanced(bySeconds: 60), reason: "leaks")))
            let noted = try await patch(id, #"{"notes":"see INC-7"}"#, service).answer(Release.self)
            #expect(noted.withdrawal == withdrawn.withdrawal && noted.notes == .value("see INC-7"))
            #expect(
                try await patch(id, #"{"status":"withdrawn","reason":"other"}"#, service).answer(Release.self)
                    .withdrawal
                    == withdrawn.withdrawal, "it stays as it was withdrawn")
            #expect(try await patch(id, #"{"status":"accepted"}"#, service).code == "reason_required")
            let back = try await patch(id, #"{"status":"accepted","reason":"was the app"}"#, service).answer(
                Release.self)
            #expect(back.status == .accepted && back.withdrawal == .null)
            #expect(try await patch(id, #"{"notes":null}"#, service).answer(Release.self).notes == .null)
        }
    }

    @Test("a change wants If-Match, and changes something that may change")
    func changes() async throws {
        try await TestService.with { service in
            let path = "/api/v1/releases/\(try await service.release("1.0.0").id)"
            let withdraw = #"{"status":"withdrawn","reason":"leaks"}"#
            #expect(await service.call("PATCH", path, withdraw).status == 428, "also what takes away")
            let stale = [(name: "If-Match", value: "\"0\"")]
            #expect(await service.call("PATCH", path, withdraw, headers: stale).status == 412)
            for body in ["{}", #"{"reason":"x"}"#, #"{"version":"1.0.1"}"#, #"{"status":null}"#, #"{"status":"gone"}"#]
            {
                #expect(await service.call("PATCH", path, body, headers: stale).status == 400, "\(body)")
            }
        }
    }

    @Test("everybody who may look at anything sees releases, and only the right for all tenants changes them")
    func rights() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let path = "/api/v1/releases/\(try await service.release("1.0.0").id)"
            let local = try await service.operator("local", rights: ["acme": [.view, .integrate]])
            let deaf = try await service.operator("deaf", rights: ["acme": [.integrate]])
            let global = try await service.operator("global", rights: ["*": [.integrate]])
            for path in ["/api/v1/releases", path] {
                #expect(await service.call("GET", path, token: local).status == 200)
                #expect(await service.call("GET", path, token: deaf).status == 403)
            }
            let body = TestService.releaseBody("1.1.0")
            #expect(await service.call("POST", "/api/v1/releases", body, token: local).status == 403)
            #expect(await service.call("POST", "/api/v1/releases", body, token: global).status == 201)
        }
    }

    @Test("the log says what was registered and withdrawn, and why; of the requirements how many and which")
    func audit() async throws {
        try await TestService.with { service in
            let release = try await service.release("1.0.0")
            _ = try await patch(release.id, #"{"status":"withdrawn","reason":"leaks"}"#, service)
            _ = try await patch(release.id, #"{"status":"preview"}"#, service)
            let entries = try await service.audit().suffix(3)
            #expect(entries.map(\.action) == [.releaseCreate, .releaseUpdate, .releaseUpdate])
            #expect(entries.map(\.outcome) == [.done, .done, .refused])
            #expect(entries.allSatisfy { $0.subject == .value(release.id) && $0.tenant == .null })
            #expect(entries.map(\.reason)[1...] == [.value("leaks"), .null])
            let after = entries.map(\.after.optional)
            #expect(after.first??["requirements", "count"] == .integer(1))
            #expect(after[1]?["status"] == .string("withdrawn"))
        }
    }

    private func patch(_ id: String, _ body: String, _ service: TestService) async throws -> Response {
        let tag = try #require(await service.call("GET", "/api/v1/releases/\(id)").first("ETag"))
        return await service.call("PATCH", "/api/v1/releases/\(id)", body, headers: [("If-Match", tag)])
    }

    private func list(_ query: String, _ service: TestService) async throws -> [String] {
        try await service.call("GET", "/api/v1/releases" + query).answer(Page<Release>.self).items.map {
            "\($0.product) \($0.version)"
        }
    }
}
