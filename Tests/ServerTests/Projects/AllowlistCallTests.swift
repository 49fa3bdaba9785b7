import API
import Domain
import HTTP
import Support
import Testing

@Suite("Allowlists over HTTP")
struct AllowlistCallTests {
    private func faults(_ answer: Response) -> [String] {
        (answer.json["errors"]?.items ?? []).map { "\($0["pointer"]?.text ?? "-") \($0["code"]?.text ?? "-")" }
    }

    /// Lists, and the faults that both making and changing a project name.
    private static let refused: [(ios: [String], android: [String], faults: [String])] = [
        ([], [], [" none"]),
        (
            (0...64).map { "com.acme.s\($0)" }, [], ["/ios_bundle_ids too_many"]
        ),
        (["a.b"], (0...64).map { "com.acme.s\($0)" }, ["/android_package_names too_many"]),
        (["a.b", "com.*", "A.B"], [], ["/ios_bundle_ids/1 malformed", "/ios_bundle_ids/2 duplicate"]),
        (
            [""], ["a.b", "a.b", "a"],
            [
                "/ios_bundle_ids/0 malformed", "/android_package_names/1 duplicate",
                "/android_package_names/2 malformed",
            ]
        ),
    ]

    @Test("every fault is named, at creation and at each change, and nothing changes", arguments: refused.indices)
    func faults(_ index: Int) async throws {
        let (ios, android, expected) = Self.refused[index]
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let created = await service.call(
                "POST", "/api/v1/projects", TestService.projectBody("other", in: "acme", ios: ios, android: android))
            #expect(created.status == 422 && created.code == "invalid_allowlist")
            #expect(faults(created) == expected)
            let body = JSONWriter.encode(UpdateProject(iosBundleIDs: ios, androidPackageNames: android))
            let before = await service.call("GET", "/api/v1/projects/shop").body
            let changed = try await service.change(
                "PATCH", "/api/v1/projects/shop", String(decoding: body, as: UTF8.self))
            #expect(changed.status == 422 && changed.code == "invalid_allowlist")
            #expect(faults(changed) == expected)
            #expect(await service.call("GET", "/api/v1/projects/shop").body == before)
        }
    }

    @Test("too many names the limit and the count, malformed and duplicate the entry")
    func words() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let many = (0...69).map { "com.acme.s\($0)" }
            let body = TestService.projectBody("other", in: "acme", ios: many, android: ["no", "x.y", "x.y"])
            let details = (await service.call("POST", "/api/v1/projects", body).json["errors"]?.items ?? []).map {
                $0["detail"]?.text ?? ""
            }
            #expect(details.count == 3)
            #expect(details[0].contains("64") && details[0].contains("70"))
            #expect(details[1].contains("'no'"))
            #expect(details[2].contains("'x.y'"))
        }
    }

    @Test("each list is replaced whole, the other stays, and devices see it at once in a new revision")
    func replaced() async throws {
        try await TestService.with { service in
            let created = try await service.created("shop", in: "acme")
            let first = try service.policy("shop").revision
            let changed = try await service.change(
                "PATCH", "/api/v1/projects/shop", #"{"ios_bundle_ids":["com.acme.new","com.acme.other"]}"#)
            #expect(changed.status == 200)
            let project = try changed.answer(Project.self)
            #expect(project.iosBundleIDs == ["com.acme.new", "com.acme.other"])
            #expect(project.androidPackageNames == ["com.acme.shop"])
            func status(_ app: String, _ platform: String) -> Int {
                service.device(
                    "/sdk/v1/policy?project_key=\(created.projectKey)&app_identifier=\(app)&platform=\(platform)"
                ).status
            }
            #expect(status("com.acme.shop", "ios") == 401)
            #expect(status("com.acme.NEW", "ios") == 200)
            #expect(status("com.acme.shop", "android") == 200)
            #expect(try service.policy("shop").revision > first)
            #expect(try service.policy("shop").revision == project.revision)
        }
    }

    @Test("the last list cannot be emptied, one of the two can")
    func neverEmpty() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let path = "/api/v1/projects/shop"
            #expect(try await service.change("PATCH", path, #"{"ios_bundle_ids":[]}"#).status == 200)
            let refused = try await service.change("PATCH", path, #"{"android_package_names":[]}"#)
            #expect(refused.code == "invalid_allowlist" && faults(refused) == [" none"])
        }
    }

    @Test("the dry run says what comes and goes as apps are compared, and how many installations lose access")
    func dryRun() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.project("other", in: "acme")
            for number in 0..<3 { try await service.install("ios-\(number)", in: "shop", "COM.acme.shop") }
            try await service.install("android", in: "shop", on: .android)
            try await service.install("revoked", in: "shop", isRevoked: true)
            try await service.install("unlisted", in: "shop", "com.gone.app")
            try await service.install("elsewhere", in: "other")
            let tag = try #require(await service.call("GET", "/api/v1/projects/shop").first("ETag"))
            func losing(_ body: String) async -> JSONValue? {
                let answer = await service.call(
                    "PATCH", "/api/v1/projects/shop?dry_run=true", body, headers: [("If-Match", tag)])
                #expect(answer.status == 200 && answer.json["dry_run"]?.flag == true)
                return answer.json["effect"]
            }
            let gone = await losing(#"{"ios_bundle_ids":["com.acme.new"]}"#)
            #expect(gone?["installations_losing_access"]?.number == 3)
            #expect(gone?["ios_bundle_ids", "added"]?.items.map(\.text) == ["com.acme.new"])
            #expect(gone?["ios_bundle_ids", "removed"]?.items.map(\.text) == ["com.acme.shop"])
            #expect(gone?["android_package_names", "removed"]?.items.isEmpty == true)
            let respelled = await losing(#"{"ios_bundle_ids":["com.ACME.shop"]}"#)
            #expect(respelled?["installations_losing_access"]?.number == 0)
            #expect(respelled?["ios_bundle_ids", "added"]?.items.isEmpty == true)
            let both = await losing(#"{"ios_bundle_ids":[],"android_package_names":["com.acme.Shop"]}"#)
            #expect(both?["installations_losing_access"]?.number == 4, "package names are compared with their case")
            #expect(await service.call("GET", "/api/v1/projects/shop").first("ETag") == tag, "a dry run wrote")
        }
    }
}
