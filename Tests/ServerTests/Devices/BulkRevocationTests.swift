import API
import HTTP
import SQL
import Support
import Testing

@Suite("Revoking many at once")
struct BulkRevocationTests {
    static let path = "\(TestService.installations)/revoke"

    /// Conditions, and which of the fleet below they mean.
    static let conditions: [(members: String, meant: Set<String>)] = [
        (#""user_id":"acct_1""#, ["phone", "tablet"]),
        (#""user_id":"acct_2""#, ["late"]),
        (#""user_id":"ACCT_1""#, []),
        (#""user_id":"""#, []),
        (#""app_identifier":"com.acme.shop""#, ["phone", "late", "old", "unsaid"]),
        (#""app_identifier":"COM.ACME.SHOP""#, ["phone", "late", "old"]),
        (#""app_identifier":"com.acme.Shop2""#, ["tablet"]),
        (#""app_identifier":"com.acme.none""#, []),
        // A version that is not known may be any.
        (#""sdk_versions":"<0.2.0""#, ["old", "unsaid"]),
        (#""sdk_versions":">=0.2.0 <0.3.0""#, ["phone", "unsaid"]),
        (#""sdk_versions":"=0.3.0""#, ["tablet", "late", "unsaid"]),
        (#""identified_since":"2026-11-30T10:00:00Z""#, ["phone", "tablet", "late"]),
        (#""identified_since":"2026-11-30T10:01:00Z""#, ["late"]),
        (#""identified_since":"2026-11-30T10:01:00.001Z""#, []),
        (#""user_id":"acct_1","app_identifier":"com.acme.shop""#, ["phone"]),
        (#""user_id":"acct_1","sdk_versions":">=0.3.0""#, ["tablet"]),
        (#""user_id":"acct_1","identified_since":"2026-11-30T10:01:00Z""#, []),
        (#""app_identifier":"com.acme.shop","sdk_versions":">=0.3.0""#, ["late", "unsaid"]),
        (
            #""user_id":"acct_2","app_identifier":"com.acme.shop","sdk_versions":">0.2","identified_since":"2026-11-30T10:00:30Z""#,
            ["late"]
        ),
    ]

    /// Five devices by name: two of one user, one of another a minute later, two of nobody.
    static func fleet(_ service: TestService) async throws -> [String: TestDevice] {
        let backend = try await service.backend("shop-ios", in: "acme")
        _ = try await service.change(
            "PATCH", "/api/v1/projects/shop-ios", #"{"ios_bundle_ids":["com.acme.shop","com.acme.shop2"]}"#)
        func device(_ app: String, _ platform: String, sdk: String?) async throws -> TestDevice {
            let sdk = sdk.map { #","sdk_version":"\#($0)""# } ?? ""
            let registered = await service.post(
                SDKAPI.register,
                #"{"project_key":"\#(backend.projectKey)","app_identifier":"\#(app)","platform":"\#(platform)"\#(sdk)}"#
            )
            return TestDevice(service, try registered.answer(RegisteredInstallation.self))
        }
        let fleet = [
            "phone": try await device("com.acme.shop", "ios", sdk: "0.2.0"),
            "tablet": try await device("com.acme.shop2", "ios", sdk: "0.3.0"),
            "late": try await device("Com.Acme.Shop", "ios", sdk: "0.3.0"),
            "old": try await device("com.acme.shop", "ios", sdk: "0.2.0-preview.2"),
            "unsaid": try await device("com.acme.shop", "android", sdk: nil),
        ]
        for name in ["phone", "tablet"] {
            _ = await fleet[name]!.identify(backend.assertion(of: "acct_1", at: service.clock.value))
        }
        service.advance(seconds: 60)
        _ = await fleet["late"]!.identify(backend.assertion(of: "acct_2", at: service.clock.value))
        return fleet
    }

    private static func alive(_ fleet: [String: TestDevice]) async -> Set<String> {
        var alive: Set<String> = []
        for (name, device) in fleet where await device.status() == 200 { alive.insert(name) }
        return alive
    }

    @Test("means those for which all conditions hold, dry and for good", arguments: conditions)
    func means(members: String, meant: Set<String>) async throws {
        try await TestService.with { service in
            let fleet = try await Self.fleet(service)
            let body = #"{\#(members),"reason":"stolen"}"#
            let recorded = try await service.audit().count

            let dry = await service.call("POST", Self.path + "?dry_run=true", body)
            #expect(dry.status == 200 && dry.json["dry_run"]?.flag == true)
            #expect(dry.json["revoked"]?.number == Int64(meant.count))
            #expect(await Self.alive(fleet) == Set(fleet.keys))
            #expect(try await service.audit().count == recorded)

            let done = await service.call("POST", Self.path, body)
            #expect(done.status == 200)
            #expect(try done.answer(RevokedInstallations.self).revoked == Int64(meant.count))
            #expect(await Self.alive(fleet) == Set(fleet.keys).subtracting(meant))
            let entries = try await service.audit("action=installation.revoke_many")
            #expect(entries.map(\.reason.optional) == ["stolen"])

            // Once more there is nobody left to revoke.
            let again = await service.call("POST", Self.path, body)
            #expect(try again.answer(RevokedInstallations.self).revoked == 0)
        }
    }

    @Test(
        "is refused, and revokes nobody",
        arguments: [
            (#"{"reason":"all"}"#, 422, "no_condition"),
            (#"{"sdk_versions":"","reason":"r"}"#, 422, "invalid_range"),
            (#"{"sdk_versions":"latest","reason":"r"}"#, 422, "invalid_range"),
            (#"{"sdk_versions":"0.2.0","reason":"r"}"#, 422, "invalid_range"),
            (#"{"sdk_versions":"<0.2.0  >0.1","reason":"r"}"#, 422, "invalid_range"),
            (#"{"sdk_versions":"^0.2.0","user_id":"acct_1","reason":"r"}"#, 422, "invalid_range"),
            (#"{"user_id":"acct_1","reason":""}"#, 422, "invalid_reason"),
            (#"{"user_id":"acct_1"}"#, 400, "invalid_request"),
            (#"{"user_id":1,"reason":"r"}"#, 400, "invalid_request"),
            (#"{"identified_since":"yesterday","reason":"r"}"#, 400, "invalid_request"),
            (#"{"identified_since":1790000000,"reason":"r"}"#, 400, "invalid_request"),
            (#"{"user_id":"acct_1","reason":"r","force":true}"#, 400, "invalid_request"),
        ])
    func refused(body: String, status: Int, code: String) async throws {
        try await TestService.with { service in
            let fleet = try await Self.fleet(service)
            for query in ["", "?dry_run=true"] {
                let response = await service.call("POST", Self.path + query, body)
                #expect(response.status == status && response.code == code)
            }
            #expect(await Self.alive(fleet) == Set(fleet.keys))
        }
    }

    @Test("one that logged out is no longer the user's")
    func loggedOut() async throws {
        try await TestService.with { service in
            let fleet = try await Self.fleet(service)
            #expect(await fleet["phone"]!.logOut().status == 200)
            let done = await service.call("POST", Self.path, #"{"user_id":"acct_1","reason":"stolen"}"#)
            #expect(try done.answer(RevokedInstallations.self).revoked == 1)
            #expect(await fleet["phone"]!.status(epoch: "2") == 200)
            #expect(await fleet["tablet"]!.status() == 401)
        }
    }

    @Test("reaches every one of more versions than one statement takes, and no other")
    func manyVersions() async throws {
        try await TestService.with { service in
            try await service.project("shop-ios", in: "acme")
            // 1 200 versions below 2 in more than two parts, one that is not known, and some above.
            for number in 0..<1_200 {
                try await service.install("old-\(number)", in: "shop-ios", sdkVersion: "1.\(number)")
            }
            try await service.install("unknown", in: "shop-ios")
            for number in 0..<3 {
                try await service.install("new-\(number)", in: "shop-ios", sdkVersion: "2.\(number)")
            }
            let done = await service.call("POST", Self.path, #"{"sdk_versions":"<2","reason":"r"}"#)
            #expect(try done.answer(RevokedInstallations.self).revoked == 1_201)
            #expect(
                try await service.count(
                    "SELECT count(*) FROM installations WHERE revoked_at IS NULL AND id LIKE 'new-%'")
                    == 3)
            #expect(try await service.count("SELECT count(*) FROM installations WHERE revoked_at IS NULL") == 3)
        }
    }
}
