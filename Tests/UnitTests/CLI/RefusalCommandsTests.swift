import API
import CLI
import Support
import Testing

@Suite("The refusals command")
struct RefusalCommandsTests {
    private static func refusal(
        _ reason: DeviceRefusal.Reason, _ value: String, on platform: Platform? = .ios, nearest: String? = nil,
        count: Int64 = 1
    ) -> DeviceRefusal {
        DeviceRefusal(
            reason: reason, value: value, platform: platform, nearest: nearest, count: count,
            firstSeen: CommandRun.now.advanced(bySeconds: -200_000),
            lastSeen: CommandRun.now.advanced(bySeconds: -180))
    }

    /// What people see of these.
    private func people(_ refusals: DeviceRefusal..., of app: String? = "shop-ios", width: Int = 80) -> String {
        let page = String(decoding: JSONWriter.encode(Page(items: refusals, nextCursor: nil)), as: UTF8.self)
        let service = ScriptedService(.answer(200, page))
        let run = CommandRun(
            ["refusals"] + [app].compactMap { $0 }, isTerminal: true, width: width, transport: service.transport)
        #expect(run.status == .done)
        #expect(
            service.requests.map(\.path)
                == [app.map { "/api/v1/projects/\($0)/refusals?limit=50" } ?? "/api/v1/refusals?limit=50"])
        return run.output
    }

    private func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("A project's: which apps are not listed, what is most like them, and what mends it")
    func project() {
        let output = people(
            Self.refusal(.appNotListed, "com.acme.shop.beta", on: .android, nearest: "com.acme.shop", count: 1200),
            Self.refusal(.appNotListed, "org.other", count: 3))
        #expect(
            output == """
                COUNT  FIRST SEEN  LAST SEEN      REASON
                 1200  2 days ago  3 minutes ago  app_not_listed
                  "com.acme.shop.beta" on android
                  The app is not on the project's android list; the most like it there is
                  com.acme.shop. If it is right, let it in:
                  ssadmin allowlist add shop-ios --android com.acme.shop.beta
                    3  2 days ago  3 minutes ago  app_not_listed
                  "org.other" on ios
                  The app is not on the project's ios list, nor anything like it. If it is
                  right, let it in:
                  ssadmin allowlist add shop-ios --ios org.other
                Keys that are of no project: ssadmin refusals

                """)
    }

    @Test("The deployment's: what became of the key, in words")
    func deployment() {
        let key = "sdk1_eu_0123456789abcdef01234567_0123456789abcdef0123456789abcde"
        let output = people(
            Self.refusal(.malformedKey, key), Self.refusal(.badTag, "sdk1_eu_1"), Self.refusal(.unknownKey, "k"),
            Self.refusal(.deletedProject, "k"), Self.refusal(.unknownApplicationID, "shop ", on: nil), of: nil)
        #expect(
            output == """
                COUNT  FIRST SEEN  LAST SEEN      REASON
                    1  2 days ago  3 minutes ago  malformed_key
                  "\(key)" on ios
                  The key was cut or changed when it was copied into the app: a whole one is
                  sdk1_, the region, 24 and 32 hex digits, as 'project show' prints it.
                    1  2 days ago  3 minutes ago  bad_tag
                  "sdk1_eu_1" on ios
                  The key has the right form, but this deployment has not signed it: is it
                  another environment's, or was a digit of it changed?
                    1  2 days ago  3 minutes ago  unknown_key
                  "k" on ios
                  The key is as it must be, but no project has it: is it another environment's,
                  or from before a restore?
                    1  2 days ago  3 minutes ago  deleted_project
                  "k" on ios
                  The project of this key was deleted, for ever: the app needs the key of
                  another one.
                    1  2 days ago  3 minutes ago  unknown_application_id
                  "shop "
                  No project has this application id, or none has it any more: a slip in the
                  app, or another environment's?

                """)
    }

    @Test("Letters of the other case are named, for people overlook them")
    func otherCase() {
        let output = people(Self.refusal(.appNotListed, "com.acme.Shop", on: .android, nearest: "com.acme.shop"))
        #expect(words(output).contains("but com.acme.shop is, which differs by upper and lower case."))
    }

    @Test("Of an app without a platform the lists to choose from are both named")
    func withoutPlatform() {
        let output = people(Self.refusal(.appNotListed, "com.acme.shop.beta", on: nil))
        #expect(words(output).contains("not on any list of the project"))
        #expect(output.contains("  ssadmin allowlist add shop-ios --ios com.acme.shop.beta\n"))
        #expect(output.contains("  ssadmin allowlist add shop-ios --android com.acme.shop.beta\n"))
    }

    @Test(
        "What can stand on no list is not proposed for one",
        arguments: [
            "shop", "a..b", ".a.b", "a.b ", "ssit1_… (SHA-256 0123456789ab)", "com.ac\\u{E9}me", "$(reboot).x", "",
            "com.acme_shop",
        ])
    func notAnApp(value: String) {
        let output = people(Self.refusal(.appNotListed, value))
        #expect(words(output).contains("It is no app's identifier."))
        #expect(!output.contains("allowlist add"))
    }

    @Test("Whatever was received, no line but a command is wider than the terminal", arguments: [60, 80, 132])
    func width(columns: Int) {
        let output = people(
            Self.refusal(.malformedKey, String(repeating: "x y", count: 66), count: 9_000_000),
            Self.refusal(.appNotListed, "com." + String(repeating: "a", count: 50), nearest: "com.acme.shop"),
            width: columns)
        for line in output.split(separator: "\n") where !line.hasPrefix("  ssadmin ") {
            #expect(line.count <= columns, "\(line)")
        }
        // Every character of it, blanks too.
        #expect(output.split(separator: "\n").map { $0.dropFirst(2) }.joined().contains("x yx yx yx yx y"))
    }

    @Test("Where nobody was turned away, that is said")
    func none() {
        #expect(people() == "No app was turned away from shop-ios.\nKeys that are of no project: ssadmin refusals\n")
        #expect(people(of: nil) == "No device was turned away for its key.\n")
    }
}
