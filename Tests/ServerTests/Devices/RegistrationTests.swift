import API
import HTTP
import Support
import Testing

@Suite("Registration")
struct RegistrationTests {
    private static func body(
        _ key: String, app: String = "com.acme.shop", on platform: String = "ios", _ more: String = ""
    )
        -> String
    {
        #"{"project_key":"\#(key)","app_identifier":"\#(app)","platform":"\#(platform)"\#(more)}"#
    }

    @Test("answers the installation, its token, the first epoch, and that nothing is pushed")
    func answer() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let response = await service.post(SDKAPI.register, Self.body(backend.projectKey))
            #expect(response.status == 201)
            #expect(response.first("Cache-Control") == "no-store")
            #expect(response.json.members.map(\.name) == ["configuration", "epoch", "installation_id", "token"])
            #expect(response.json["configuration"] == .object([.init("push_enabled", .bool(false))]))
            #expect(response.json["epoch"]?.number == 1)
            let id = try #require(response.json["installation_id"]?.text)
            let token = try #require(response.json["token"]?.text)
            #expect(token.wholeMatch(of: /ssit1_([0-9a-f]{32})_[0-9a-f]{64}_[0-9a-f]{8}/)?.1 == Substring(id))
        }
    }

    @Test("can follow a project's creation at once, and any number at the same time are installations of their own")
    func atOnce() async throws {
        try await TestService.with { service in
            for round in 0..<10 {
                let backend = try await service.backend("shop-\(round)", in: "acme")
                let ids = try await withThrowingTaskGroup { group in
                    for _ in 0..<16 {
                        group.addTask { try await TestDevice(service, projectKey: backend.projectKey).id }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(ids.count == 16)
            }
        }
    }

    @Test("the platform chooses the list, and each list its own rule of spelling")
    func lists() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let lists = #"{"ios_bundle_ids":["com.acme.phone"],"android_package_names":["com.acme.robot"]}"#
            _ = try await service.change("PATCH", "/api/v1/projects/shop-ios", lists)
            for (app, platform, status) in [
                ("com.acme.phone", "ios", 201), ("COM.Acme.Phone", "ios", 201), ("com.acme.robot", "android", 201),
                ("com.acme.phone", "android", 401), ("com.acme.robot", "ios", 401), ("com.acme.Robot", "android", 401),
                (" com.acme.phone", "ios", 401), ("com.acme.phone.", "ios", 401), ("com.acme.phon\u{212A}", "ios", 401),
                ("", "ios", 401),
            ] {
                let response = await service.post(
                    SDKAPI.register, Self.body(backend.projectKey, app: app, on: platform))
                #expect(response.status == status, "\(app) on \(platform)")
                if status == 401 { #expect(response.body == RevocationTests.unauthorized) }
            }
        }
    }

    @Test(
        "a body that cannot be read is 400, whatever its key",
        arguments: [
            "", "{}", "[]", "null", "1", #""x""#, "{", #"{"project_key":"K","app_identifier":"a.b","platform":"ios",}"#,
            #"{"project_key":"K","app_identifier":"a.b"}"#, #"{"project_key":"K","platform":"ios"}"#,
            #"{"app_identifier":"a.b","platform":"ios"}"#,
            #"{"project_key":"K","app_identifier":"a.b","platform":"web"}"#,
            #"{"project_key":"K","app_identifier":"a.b","platform":"iOS"}"#,
            #"{"project_key":"K","app_identifier":"a.b","platform":null}"#,
            #"{"project_key":1,"app_identifier":"a.b","platform":"ios"}"#,
            #"{"project_key":null,"app_identifier":"a.b","platform":"ios"}"#,
            #"{"project_key":"K","app_identifier":["a.b"],"platform":"ios"}"#,
            #"{"project_key":"K","project_key":"K","app_identifier":"a.b","platform":"ios"}"#,
            #"{"project_key":"K","app_identifier":"a.b","platform":"ios"} x"#,
            "\u{FEFF}" + #"{"project_key":"K","app_identifier":"a.b","platform":"ios"}"#,
            #"{"project_key":"K","app_identifier":"a.b","platform":"ios","x":{"y":1,"y":2}}"#,
            #"{"project_key":"K","app_identifier":"\ud800","platform":"ios"}"#,
        ])
    func unreadable(body: String) async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            for key in ["K", backend.projectKey] {
                let sent = body.split(separator: #""K""#, omittingEmptySubsequences: false).joined(
                    separator: #""\#(key)""#)
                let response = await service.post(SDKAPI.register, sent)
                #expect(response.status == 400)
                #expect(response.body == Array(#"{"error":"invalid_request"}"#.utf8))
            }
            #expect(try await service.installationIDs() == [])
        }
    }

    @Test("members that nobody knows are ignored, and counted, in every call")
    func unknownMembers() async throws {
        try await TestService.withDevice { service, backend, device in
            let more = #","color":"red","nested":{"a":[1,2]}"#
            #expect(await service.post(SDKAPI.register, Self.body(backend.projectKey, more)).status == 201)
            #expect(await service.metric("ssadmin_unknown_members_total") == 1)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(await device.call(SDKAPI.identify, #"{"assertion":"\#(assertion)"\#(more)}"#).status == 200)
            #expect(await service.metric("ssadmin_unknown_members_total") == 2)
            #expect(await device.call(SDKAPI.logout, #"{"push_token":"x"}"#).status == 200)
            #expect(await service.metric("ssadmin_unknown_members_total") == 3)
            #expect(await device.call(SDKAPI.refresh, #"{"why":null}"#, epoch: "2").status == 200)
            #expect(await service.metric("ssadmin_unknown_members_total") == 4)
            // Of what is refused nothing is counted: anybody could.
            #expect(await service.post(SDKAPI.register, Self.body("sdk1_eu_x", more)).status == 401)
            #expect(await device.call(SDKAPI.logout, #"{"why":null}"#, epoch: "7").status == 401)
            #expect(await service.metric("ssadmin_unknown_members_total") == 4)
        }
    }

    /// What a device says of itself: member, JSON, and what is kept.
    static let facts: [(member: String, json: String, kept: String?)] = {
        let long = String(repeating: "1", count: 64)
        let unreadable = [
            "null", "1", "true", #"["1.0"]"#, #"{"a":1}"#, #""""#, #"" ""#, "\"\(long)1\"", #""a\u0000""#,
        ]
        var facts = ["sdk_version", "host_app_version", "locale", "time_zone"].flatMap { member in
            unreadable.map { (member: member, json: $0, kept: String?.none) }
        }
        for member in ["sdk_version", "host_app_version"] {
            for good in ["1", "0.2.0", "0.2.0-preview.2", "05.1", "1.2.3.4.5+build.7", long] {
                facts.append((member, "\"\(good)\"", good))
            }
            for bad in ["v1", "1.", ".1", "1..2", "latest", "1.0-", "1.0 ", "１.0"] {
                facts.append((member, "\"\(bad)\"", nil))
            }
        }
        for good in ["ru", "ru-RU", "zh-Hant-TW", "de-CH-1996", "es-419", "en-u-ca-gregory"] {
            facts.append(("locale", "\"\(good)\"", good))
        }
        for bad in ["ru_RU", "r", "ru-", "-ru", "ru--RU", "rú", "1ru", "ru-abcdefghi"] {
            facts.append(("locale", "\"\(bad)\"", nil))
        }
        for good in ["UTC", "Europe/Moscow", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince"] {
            facts.append(("time_zone", "\"\(good)\"", good))
        }
        for bad in ["Europe/", "/Moscow", "Europe//Moscow", "../etc", "+03:00", "Europe/Moscow ", "Europe/Моscow"] {
            facts.append(("time_zone", "\"\(bad)\"", nil))
        }
        return facts
    }()

    @Test("what cannot be read of what a device says of itself is not kept, counted, and no reason to refuse it")
    func unreadableFacts() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            var counted = 0
            for (member, json, kept) in Self.facts {
                let response = await service.post(
                    SDKAPI.register, Self.body(backend.projectKey, #","\#(member)":\#(json)"#))
                #expect(response.status == 201, "\(member): \(json)")
                let id = try response.answer(RegisteredInstallation.self).installationID
                let shown = await service.call("GET", "\(TestService.installations)/\(id)").json
                #expect(shown[member] == kept.map(JSONValue.string) ?? .null, "\(member): \(json)")
                if kept == nil { counted += 1 }
                #expect(await service.metric("ssadmin_unreadable_facts_total") == counted, "\(member): \(json)")
            }
            // Each of them, not only one of a registration.
            let all = #","sdk_version":1,"host_app_version":null,"locale":"","time_zone":{}"#
            #expect(await service.post(SDKAPI.register, Self.body(backend.projectKey, all)).status == 201)
            #expect(await service.metric("ssadmin_unreadable_facts_total") == counted + 4)
        }
    }
}
