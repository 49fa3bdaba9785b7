import API
import HTTP
import Server
import Support
import Testing

@Suite("The list of installations")
struct InstallationListTests {
    /// Each with what it alone has.
    private static func fleet(_ service: TestService) async throws -> [String: String] {
        let backend = try await service.backend("shop-ios", in: "acme")
        let body = #"{"ios_bundle_ids":["com.acme.shop","com.acme.two"],"android_package_names":["com.acme.Shop"]}"#
        _ = try await service.change("PATCH", "/api/v1/projects/shop-ios", body)
        let key = backend.projectKey
        let ios = try await TestDevice(service, projectKey: key)
        let shouted = try await TestDevice(service, projectKey: key, app: "COM.ACME.SHOP")
        let two = try await TestDevice(service, projectKey: key, app: "com.acme.two")
        let android = try await TestDevice(service, projectKey: key, app: "com.acme.Shop", platform: "android")
        for device in [ios, android] {
            _ = await device.identify(backend.assertion(of: "acct_1", at: service.clock.value))
        }
        _ = await service.call("DELETE", "\(TestService.installations)/\(two.id)")
        return [ios.id: "ios", shouted.id: "shouted", two.id: "two", android.id: "android"]
    }

    static let filters: [(query: String, found: Set<String>)] = [
        ("", ["ios", "shouted", "two", "android"]),
        ("platform=ios", ["ios", "shouted", "two"]),
        ("platform=android", ["android"]),
        ("app_identifier=com.acme.shop", ["ios", "shouted"]),
        // Either platform's rule: as the folded iOS app, and as exactly this package.
        ("app_identifier=com.acme.Shop", ["ios", "shouted", "android"]),
        ("app_identifier=com.acme.Shop&platform=android", ["android"]),
        ("app_identifier=com.acme.SHOP&platform=android", []),
        ("user_id=acct_1", ["ios", "android"]),
        ("user_id=ACCT_1", []),
        ("user_id=", []),
        ("identified=true", ["ios", "android"]),
        ("identified=false", ["shouted", "two"]),
        ("status=revoked", ["two"]),
        ("status=active", ["ios", "shouted", "android"]),
        ("identified=false&status=active", ["shouted"]),
        ("user_id=acct_1&platform=ios&identified=true&status=active&app_identifier=COM.acme.shop", ["ios"]),
    ]

    @Test("shows those for which all filters hold", arguments: filters)
    func shows(query: String, found: Set<String>) async throws {
        try await TestService.with { service in
            let names = try await Self.fleet(service)
            let ids = try await service.installationIDs(query)
            #expect(Set(ids.map { names[$0] ?? "?" }) == found)
            #expect(ids.count == found.count)
        }
    }

    @Test(
        "takes no word outside its lists",
        arguments: ["platform=web", "platform=IOS", "identified=yes", "status=gone", "status=", "epoch=1"])
    func unknownWords(query: String) async throws {
        try await TestService.with { service in
            _ = try await service.backend("shop-ios", in: "acme")
            #expect(await service.call("GET", "\(TestService.installations)?\(query)").code == "invalid_request")
        }
    }

    @Test("an installation shows what it said of itself and nothing of its user or token")
    func shown() async throws {
        try await TestService.withDevice { service, backend, device in
            #expect(await device.identify(backend.assertion(of: "acct_secret", at: service.clock.value)).status == 200)
            let response = await service.call("GET", "\(TestService.installations)/\(device.id)")
            #expect(response.first("ETag") != nil)
            #expect(
                Set(response.json.members.map(\.name)) == [
                    "id", "application_id", "platform", "app_identifier", "sdk_version", "host_app_version", "locale",
                    "time_zone", "identified", "epoch", "created_at", "last_activity_at", "status", "revocation",
                ])
            let shown = try response.answer(Installation.self)
            #expect(shown.sdkVersion.optional == "0.2.0-preview.2" && shown.locale.optional == "ru-RU")
            #expect(shown.timeZone.optional == "Europe/Moscow" && shown.hostAppVersion == .null && shown.identified)
            #expect(!String(decoding: response.body, as: UTF8.self).contains("acct_secret"))
        }
    }

    @Test("is by last activity, which is written in batches, and pages lose and repeat nothing")
    func paging() async throws {
        var seed = Seed()
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            var devices: [TestDevice] = []
            for _ in 0..<23 { devices.append(try await TestDevice(service, projectKey: backend.projectKey)) }
            // Several share a moment.
            for device in devices.shuffled(using: &seed) {
                if Bool.random(using: &seed) { service.advance(seconds: 1) }
                #expect(await device.status() == 200)
            }
            let start = TestService.start
            #expect(try await service.installation(devices[0].id).lastActivityAt == start)
            await service.app.devices.batches.flush()

            var all: [Installation] = []
            var cursor = ""
            repeat {
                let page = try await service.call("GET", "\(TestService.installations)?limit=5\(cursor)")
                    .answer(Page<Installation>.self)
                all += page.items
                cursor = page.nextCursor.optional.map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty
            #expect(Set(all.map(\.id)) == Set(devices.map(\.id)) && all.count == 23, "\(seed)")
            let keys = all.map { ($0.lastActivityAt.milliseconds, $0.id) }
            #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 > $1 }, "\(seed)")
            #expect(all.first?.lastActivityAt == service.clock.value)
        }
    }

    @Test("last activity is that of any call with a good token, refused or not, and never goes back")
    func activity() async throws {
        try await TestService.withDevice { service, _, device async throws in
            func activity() async throws -> Int64 {
                await service.app.devices.batches.flush()
                return
                    (try await service.installation(device.id).lastActivityAt.milliseconds
                    - TestService.start.milliseconds) / 1000
            }
            service.advance(seconds: 10)
            #expect(await device.call(SDKAPI.chat + "threads").status == 409)
            #expect(try await activity() == 10)
            service.advance(seconds: 10)
            // Nobody's: a stranger who guesses an epoch, or a token that has ended, is no activity.
            #expect(await device.status(epoch: "7") == 401)
            #expect(try await activity() == 10)
            #expect(await device.identify("a.b.c").status == 401)
            #expect(try await activity() == 20)
            service.advance(seconds: -15)
            #expect(await device.status() == 200)
            #expect(try await activity() == 20)
        }
    }
}
