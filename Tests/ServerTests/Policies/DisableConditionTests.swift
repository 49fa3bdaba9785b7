import API
import Domain
import HTTP
import SQL
import Server
import Support
import Testing

@Suite("Conditions of disables")
struct DisableConditionTests {
    private static let project = #"{"kind":"project","application_id":"shop"}"#

    private func create(_ service: TestService, _ members: String, scope: String = project) async -> Response {
        await service.call(
            "POST", "/api/v1/disables", #"{"scope":\#(scope),"targets":["sdk"],"reason":"crash"\#(members)}"#)
    }

    @Test("a disable for one version range is told to the device inside and not to the one outside, until it is lifted")
    func oneRange() async throws {
        try await TestService.with { service in
            let key = try await service.created("shop", in: "acme").projectKey
            func isOn(_ version: String) throws -> Bool? {
                let query = "project_key=\(key)&app_identifier=com.acme.shop&platform=ios&sdk_version=\(version)"
                return service.device("/sdk/v1/policy?\(query)").json["is_enabled"]?.flag
            }
            let before = try service.policy("shop").revision
            let made = await create(service, #","sdk_versions":">=0.1.0 <0.2.0""#)
            #expect(try isOn("0.1.9") == false)
            #expect(try isOn("0.2.0") == true)
            #expect(try isOn("not-a-version") == false, "when in doubt, off")
            let told = try service.policy("shop")
            #expect(!told.isEnabled && told.revision > before, "one that says nothing of itself is inside")
            let id = try made.answer(CreatedDisable.self).id
            #expect(await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"fixed"}"#).status == 200)
            #expect(try isOn("0.1.9") == true)
        }
    }

    @Test("it is read back as it was made, and is overdue from its review on until it is lifted")
    func readBack() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let review = service.clock.value.advanced(bySeconds: 60)
            let made = await create(
                service,
                #","products":["mybot","shopstory"],"platform":"android","app_identifiers":["com.acme.shop"],"#
                    + #""sdk_versions":"<1","host_app_versions":">=2","review_at":"\#(review)""#)
            let id = try made.answer(CreatedDisable.self).id
            func disable() async throws -> Disable {
                try await service.call("GET", "/api/v1/disables/\(id)").answer(Disable.self)
            }
            let read = try await disable()
            #expect(
                read.conditions
                    == DisableConditions(
                        products: [.mybot, .shopstory], platform: .android, appIdentifiers: ["com.acme.shop"],
                        sdkVersions: "<1", hostAppVersions: ">=2"))
            #expect(read.reviewAt.optional == review && !read.overdue)
            service.advance(seconds: 59)
            #expect(try await disable().overdue == false)
            service.advance(seconds: 1)
            #expect(try await disable().overdue)
            let list = try await service.call("GET", "/api/v1/disables").answer(Page<Disable>.self)
            #expect(list.items.map(\.overdue) == [true])
            _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"fixed"}"#)
            #expect(try await disable().overdue == false)
        }
    }

    @Test(
        "a condition that cannot be meant switches nothing off",
        arguments: [
            (#","sdk_versions":"0.2.0""#, 422, "invalid_range"), (#","host_app_versions":"""#, 422, "invalid_range"),
            (#","products":[]"#, 422, "out_of_range"), (#","products":["mybot","mybot"]"#, 422, "out_of_range"),
            (#","products":["tv"]"#, 400, "invalid_request"),
            (#","platform":"windows""#, 400, "invalid_request"), (#","platform":null"#, 400, "invalid_request"),
            (#","app_identifiers":[]"#, 422, "invalid_allowlist"),
            (#","app_identifiers":["com.*"]"#, 422, "invalid_allowlist"),
            (#","platform":"android","app_identifiers":["com.acme-shop.app"]"#, 422, "invalid_allowlist"),
            (#","review_at":"2020-01-01T00:00:00Z""#, 422, "in_the_past"),
            (#","review_at":"tomorrow""#, 400, "invalid_request"),
        ])
    func refused(_ members: String, _ status: Int, _ code: String) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let before = try service.policy("shop")
            let answer = await create(service, members)
            #expect(answer.status == status && answer.code == code, "\(answer.json)")
            #expect(try service.policy("shop") == before)
        }
    }

    @Test("too many apps are refused with the limit and the count")
    func tooManyApps() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let apps = (0..<65).map { #""com.acme.a\#($0)""# }.joined(separator: ",")
            let answer = await create(service, #","app_identifiers":[\#(apps)]"#)
            #expect(
                answer.code == "invalid_allowlist"
                    && String(decoding: answer.body, as: UTF8.self).contains("at most 64 apps; these are 65"))
        }
    }

    @Test("the reach is counted by project and by versions, of what the conditions mean; a dry run says the same")
    func reach() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            _ = try await service.created("bot", in: "acme", product: .mybot)
            try await service.project("empty", in: "acme")
            for number in 0..<3 { try await service.install("a\(number)", in: "shop", sdkVersion: "0.1.\(number)") }
            try await service.install("b", in: "shop", sdkVersion: "0.2.0")
            try await service.install("c", in: "shop", sdkVersion: nil)
            try await service.install("d", in: "bot", sdkVersion: "0.1.0")
            let scope = #"{"kind":"tenant","tenant":"acme"}"#
            let body =
                #"{"scope":\#(scope),"targets":["sdk"],"reason":"r","products":["shopstory"],"sdk_versions":"<0.2.0"}"#
            let tried = await service.call("POST", "/api/v1/disables?dry_run=true", body)
            let reach = try await service.call("POST", "/api/v1/disables", body).answer(CreatedDisable.self).reach
            #expect(reach.tenants == 1 && reach.projects == 2 && reach.installations == 4)
            #expect(reach.byProject.map(\.applicationID) == ["shop", "empty"])
            #expect(reach.byProject.map(\.installations) == [4, 0])
            let outside = reach.versions.filter { !$0.inside }
            #expect(outside.map(\.sdkVersion.optional) == ["0.2.0"])
            #expect(reach.versions.count == 5, "what is outside is shown too, of the product that is meant")
            #expect(tried.json["reach"] == (try JSONScanner.scan(JSONWriter.encode(reach))))
        }
    }

    @Test("conditions on platform and app are applied to what is counted, and an app that nobody lists is warned of")
    func reachOfApps() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.install("a", in: "shop", sdkVersion: "1")
            let listed = try await create(service, #","app_identifiers":["COM.Acme.Shop"]"#).answer(CreatedDisable.self)
            #expect(listed.reach.installations == 1 && listed.warnings.isEmpty)
            let android = try await create(service, #","platform":"android""#).answer(CreatedDisable.self)
            #expect(android.reach.installations == 0)
            let typo = try await create(service, #","app_identifiers":["com.acme.shp"]"#).answer(CreatedDisable.self)
            #expect(typo.reach.installations == 0)
            #expect(typo.warnings.count == 1 && typo.warnings[0].contains("com.acme.shp"))
        }
    }
}

@Suite("Disables for a product, and what is stored")
struct DisableProductTests {
    @Test("one for a product gives no other project a new revision, is counted as off, and its lift does the same")
    func product() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            _ = try await service.created("bot", in: "acme", product: .mybot)
            let before = try service.policy("bot")
            let made = try await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"deployment"},"targets":["sdk"],"products":["shopstory"],"reason":"r"}"#
            ).answer(CreatedDisable.self)
            #expect(made.reach.byProject.map(\.applicationID) == ["shop"])
            #expect(try !service.policy("shop").isEnabled)
            #expect(try service.policy("bot") == before)
            let metrics = await service.call("GET", "/metrics", token: .some(nil))
            #expect(String(decoding: metrics.body, as: UTF8.self).contains("\nssadmin_projects_off 1\n"))
            _ = await service.call("POST", "/api/v1/disables/\(made.id)/lift", #"{"reason":"r"}"#)
            #expect(try service.policy("shop").isEnabled)
            #expect(try service.policy("bot") == before)
        }
    }

    @Test("a surface is judged by the project, whatever the product; one that can never hold says so")
    func mismatch() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let made = try await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"project","application_id":"shop"},"targets":["surface:home"],"products":["mybot"],"reason":"r"}"#
            ).answer(CreatedDisable.self)
            #expect(made.reach.projects == 0)
            #expect(made.warnings == ["shop is not of product mybot: this holds for nobody."])
        }
    }

    @Test("what another version of the program stored and this one cannot read is in doubt, and off")
    func unreadable() async throws {
        for (targets, conditions) in [
            (#"["sdk"]"#, #"{"products":["tv"]}"#), (#"["sdk"]"#, #"{"sdk_versions":"~1.0","moon":"full"}"#),
            (#"["hologram"]"#, "{}"),
        ] {
            try await TestService.with { service in
                try await service.project("shop", in: "acme")
                let disable = try await service.disable(#"{"kind":"deployment"}"#, targets: ["surface:search"])
                try await service.put(
                    "UPDATE disables SET targets = \(targets), conditions = \(conditions) WHERE id = \(disable.id)")
                let restarted = try await service.restartedDevices()
                let answer = restarted.answer(
                    Request(
                        method: "GET", path: "/sdk/v1/policy", query: "application_id=shop",
                        peer: .tcp(address: "127.0.0.1")))
                #expect(answer.json["is_enabled"]?.flag == false, "\(targets) \(conditions)")
                #expect(await service.call("GET", "/api/v1/disables").status == 200)
            }
        }
    }

    @Test("the reach counts those installations for which the rule holds, whatever the conditions")
    func reachAndRule() async throws {
        var seed = Seed()
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let versions = [nil, "0.1.9", "0.2.0", "odd", "1.0.0-beta"]
            var installed: [(platform: Platform, version: String?)] = []
            for number in 0..<40 {
                let one = (Platform.allCases.randomElement(using: &seed)!, versions.randomElement(using: &seed)!)
                installed.append(one)
                try await service.install("i\(number)", in: "shop", on: one.0, sdkVersion: one.1)
            }
            for platform in [nil, "ios", "android"] {
                for range in [nil, "<0.2.0", ">=0.2.0 <1"] {
                    for app in [nil, "com.acme.shop", "COM.ACME.shop"] {
                        let conditions = DisableConditions(
                            platform: platform.flatMap(Platform.init), appIdentifiers: app.map { [$0] },
                            sdkVersions: range)
                        let body = CreateDisable(
                            scope: .project(applicationID: "shop"), targets: ["sdk"], conditions: conditions,
                            reason: "r")
                        let answer = await service.call(
                            "POST", "/api/v1/disables?dry_run=true",
                            String(decoding: JSONWriter.encode(body), as: UTF8.self))
                        let rule = try Disabling(id: "", targets: ["sdk"], conditions)
                        let holding = installed.filter {
                            let caller = PolicyCaller(
                                platform: $0.platform, appIdentifier: "com.acme.shop", sdkVersion: $0.version)
                            return rule.holds(for: caller, of: .shopstory)
                        }
                        #expect(
                            answer.json["reach"]?["installations"] == .integer(Int64(holding.count)),
                            "\(seed) \(conditions)")
                    }
                }
            }
        }
    }
}
