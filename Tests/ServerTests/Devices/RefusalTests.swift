import API
import Crypto
import Domain
import HTTP
import SQL
import Store
import Support
import Testing

@Suite("Why devices were turned away, as operators see it")
struct RefusalTests {
    @Test("the true reason stands in the project's refusals, or where no project can be told in the deployment's")
    func reasons() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            for cause in door.causes { _ = await door.register(key: cause.key, app: cause.app) }
            let own = try await door.refusals(of: "shop-ios").items
            #expect(own.map(\.reason) == [.appNotListed])
            #expect(own.first?.value == "com.acme.shpo")
            #expect(own.first?.nearest.optional == "com.acme.shop")
            #expect(own.first?.platform.optional == .ios)
            let others = try await door.refusals(of: nil).items
            let known = door.causes.filter { $0.reason != .appNotListed }
            #expect(Set(others.map(\.reason)) == Set(known.map(\.reason)))
            for cause in known {
                #expect(others.first { $0.reason == cause.reason }?.value == cause.key, "\(cause)")
            }
            #expect(others.allSatisfy { $0.nearest.optional == nil })
        }
    }

    @Test("each has its count, and when it was first and last seen, over any number of batches")
    func tallies() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            let start = service.clock.value
            for count in 1...6 as ClosedRange<Int64> {
                _ = await door.register(key: door.projectKey, app: "com.other")
                _ = door.policy(key: door.projectKey, app: "com.other")
                if count % 2 == 0 { _ = try await door.refusals(of: "shop-ios") }
                service.advance(seconds: 10)
            }
            _ = await door.register(key: door.projectKey, app: "com.other", platform: "android")
            let items = try await door.refusals(of: "shop-ios").items
            #expect(items.map(\.platform.optional) == [.android, .ios])
            let ios = try #require(items.last)
            #expect(ios.count == 12)
            #expect(ios.firstSeen == start)
            #expect(ios.lastSeen == start.advanced(bySeconds: 50))
            #expect(ios.nearest.optional == nil)
        }
    }

    /// What a device may send, and what an operator's terminal may get.
    private static let dirty: [(sent: String, shown: String)] = [
        ("com.acme\u{1B}[2J\u{1B}]0;owned\u{7}", #"com.acme\u{1B}[2J\u{1B}]0;owned\u{07}"#),
        ("a\u{0}b\r\nc\td\u{7F}\u{85}", #"a\0b\r\nc\td\u{7F}\u{0085}"#),
        ("com.acme.\u{202E}pohs\u{2066}\u{200F}\u{FEFF}", #"com.acme.\u{202E}pohs\u{2066}\u{200F}\u{FEFF}"#),
        ("com.\u{430}cme.shop", #"com.\u{0430}cme.shop"#), (#"back\slash"#, #"back\\slash"#), ("", ""),
    ]

    @Test("what was sent is shown escaped: no control character, no bidi override, no look-alike")
    func escaped() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            for (sent, shown) in Self.dirty {
                service.advance(seconds: 1)
                _ = await door.register(key: door.projectKey, app: sent)
                _ = await door.register(key: sent, app: "com.acme.shop")
                for of in ["shop-ios", nil] {
                    let latest = try await door.refusals(of: of).items.first?.value
                    #expect(latest.map { Array($0.utf8) } == Array(shown.utf8), "\(shown)")
                }
            }
        }
    }

    @Test("of a secret, a token or an assertion only its kind and fingerprint are kept, wherever in a value it stands")
    func secrets() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            let backend = try await service.backend("other", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            for secret in [backend.secret, device.token, service.rootToken, assertion] {
                let fingerprint = Hex.encode(SHA256.digest(Array(secret.utf8))).prefix(12)
                let others = [backend.secret, assertion].filter { $0 != secret }
                // A first letter that was lost in copying makes it no less a secret.
                let cut = secret == assertion ? [] : [String(secret.dropFirst()), secret.uppercased()]
                for value in [secret, "key=\(secret)"] + cut + others.map({ "\(secret) \($0)" }) {
                    _ = await door.register(key: value, app: "com.acme.shop")
                    _ = await door.register(key: door.projectKey, app: value)
                }
                for of in ["shop-ios", nil] {
                    let values = try await door.refusals(of: of).items.map(\.value)
                    #expect(values.contains { $0.contains("(SHA-256 \(fingerprint))") }, "\(secret)")
                    for value in values {
                        // Sixteen characters of one would be a part of it.
                        for part in chunks(of: secret) + others.flatMap(chunks) {
                            #expect(!value.contains(part) && !value.contains(part.uppercased()))
                        }
                    }
                }
            }
        }
    }

    /// What comes after the prefix, by sixteen characters.
    private func chunks(of secret: String) -> [String] {
        let tail = Array(secret.dropFirst(10))
        return stride(from: 0, to: tail.count - 16, by: 1).map { String(tail[$0..<$0 + 16]) }
    }

    @Test("a value is kept short, however long it is and of whatever it is made")
    func short() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            let marks = String(repeating: "e" + String(repeating: "\u{301}", count: 400), count: 30)
            for value in [
                String(repeating: "a", count: 50_000), marks, marks + "ssis1_", "\u{301}\u{301}ssis1_" + marks,
            ] {
                #expect(await door.register(key: value, app: "com.acme.shop").status == 401)
                #expect(await door.register(key: door.projectKey, app: value).status == 401)
            }
            let all = try await door.refusals(of: "shop-ios").items + door.refusals(of: nil).items
            // Two of them begin the same.
            #expect(all.count == 6)
            for refusal in all { #expect(refusal.value.utf8.count <= 200 * 10 + 3, "\(refusal.value.utf8.count)") }
        }
    }

    @Test("thousands of distinct values fill neither memory nor table, and hide nothing of another project's")
    func flood() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            for number in 0..<3_000 { _ = door.policy(key: "flood-\(number)", app: "com.acme.shop") }
            for number in 0..<300 { _ = door.policy(key: door.projectKey, app: "com.flood\(number)") }
            _ = try await service.backend("quiet", in: "acme").refused(by: service)
            #expect(try await door.refusals(of: nil).items.count == 100)
            #expect(try await door.refusals(of: "shop-ios").items.count == 100)
            #expect(try await door.refusals(of: "quiet").items.map(\.value) == ["com.mistyped"])
            let counters = await service.counters()
            #expect(counters[#"ssadmin_refusals_total{reason="malformed_key"}"#] == 3_000)
            #expect(counters["ssadmin_refusals_not_kept_total"] == 2_900 + 200 as Int64)
            // What is known goes on being counted in a flood.
            _ = door.policy(key: "flood-0", app: "com.acme.shop")
            for number in 0..<3_000 { _ = door.policy(key: "more-\(number)", app: "com.acme.shop") }
            _ = door.policy(key: "flood-0", app: "com.acme.shop")
            #expect(try await door.refusals(of: nil).items.first { $0.value == "flood-0" }?.count == 3)

            // Batch after batch, all in one millisecond: the clock of this service stands still.
            for batch in 0..<10 {
                for number in 0..<100 { _ = door.policy(key: "batch-\(batch)-\(number)", app: "com.acme.shop") }
                await service.writeBatches()
            }
            // What was met more than once outlives a flood of what was not.
            #expect(try await service.count("SELECT count FROM refusals WHERE value = 'flood-0'") == 3)
            let kept = try await service.count("SELECT count(*) FROM refusals WHERE application_id = ''")
            #expect(kept == DeviceChange.refusalKindsMax)
            service.advance(seconds: 1)
            _ = door.policy(key: "the-latest", app: "com.acme.shop")
            #expect(try await door.refusals(of: nil).items.first?.value == "the-latest")
            #expect(try await service.count("SELECT count(*) FROM refusals WHERE application_id = ''") == kept)
        }
    }

    @Test("page by page nothing is lost or repeated")
    func pages() async throws {
        try await TestService.with { service in
            let door = try await RefusedDevices(service)
            for number in 0..<25 {
                _ = door.policy(key: door.projectKey, app: "com.app\(number)")
                if number % 3 == 0 { service.advance(seconds: 1) }
            }
            var values: [String] = []
            var query = "?limit=4"
            while true {
                let page = try await door.refusals(of: "shop-ios", query)
                values += page.items.map(\.value)
                guard let cursor = page.nextCursor.optional else { break }
                query = "?limit=4&cursor=\(cursor)"
            }
            #expect(values.count == 25)
            #expect(Set(values) == Set((0..<25).map { "com.app\($0)" }))
        }
    }
}

extension TestBackend {
    /// An app of this backend's retailer that is not on the list.
    fileprivate func refused(by service: TestService) -> Response {
        service.device("\(SDKAPI.policy)?project_key=\(projectKey)&app_identifier=com.mistyped&platform=ios")
    }
}
