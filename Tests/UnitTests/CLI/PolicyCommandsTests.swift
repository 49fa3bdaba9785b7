import API
import CLI
import Support
import Testing

@Suite("The policy commands")
struct PolicyCommandsTests {
    private static let policy =
        #"{"follow_me_player_enabled":true,"is_enabled":true,"manual_minimize_enabled":false,"surfaces":{"#
        + #""cart":{"follow_me":false,"player":false},"home":{"follow_me":true,"player":true}},"ttl_seconds":60}"#

    private func body(_ request: ClientRequest?) -> String? {
        request?.body.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A policy is shown as a table")
    func show() {
        let service = ScriptedService(.answer(200, Self.policy, etag: #""1""#))
        let run = CommandRun(["policy", "show", "shop"], isTerminal: true, transport: service.transport)
        #expect(
            run.output == """
                sdk               on
                follow-me player  on
                manual minimize   off
                ttl               1 min

                SURFACE  PLAYER  FOLLOW-ME
                cart     off     off
                home     on      on

                Disables take away from this: ssadmin disables list

                """)
    }

    @Test("Setting one surface leaves the others, and its other decision")
    func surface() {
        let service = ScriptedService(.answer(200, Self.policy, etag: #""1""#), .answer(200, Self.policy))
        _ = CommandRun(["policy", "surface", "shop", "home", "--follow-me", "off"], transport: service.transport)
        #expect(service.requests.last?.method == .put)
        #expect(service.requests.last?.header("If-Match") == #""1""#)
        #expect(
            body(service.requests.last)
                == #"{"follow_me_player_enabled":true,"is_enabled":true,"manual_minimize_enabled":false,"surfaces":{"#
                + #""cart":{"follow_me":false,"player":false},"home":{"follow_me":false,"player":true}},"#
                + #""ttl_seconds":60}"#)
    }

    @Test(
        "A surface that is much like one of the policy or of the route map is refused before it is set, unless it is new",
        arguments: [("caert", "cart"), ("hoem", "home"), ("storie", "stories"), ("Home", "home")])
    func slip(name: String, meant: String) {
        let map = #"{"entries":[{"pattern":"/s","surface":"stories"}],"version":1}"#
        let refused = ScriptedService(.answer(200, Self.policy, etag: #""1""#), .answer(200, map))
        let words = ["policy", "surface", "shop", name, "--player", "off"]
        let run = CommandRun(words, isTerminal: true, transport: refused.transport)
        #expect(run.status == .usage && run.errors.contains("Did you mean \(meant)?"), "\(run.errors)")
        #expect(refused.requests.map(\.method) == [.get, .get])
        let service = ScriptedService(.answer(200, Self.policy, etag: #""1""#), .answer(200, Self.policy))
        let new = CommandRun(words + ["--new"], isTerminal: true, transport: service.transport)
        #expect(new.status == .done && new.output.hasPrefix("The new surface \(name) of shop is set.\n"))
    }

    @Test("A surface of the route map is taken, and so is one that is like none; both are said to be new")
    func newSurface() {
        let map = #"{"entries":[{"pattern":"/s","surface":"stories"}],"version":1}"#
        for name in ["stories", "wishlist"] {
            let service = ScriptedService(
                .answer(200, Self.policy, etag: #""1""#), .answer(200, map), .answer(200, Self.policy))
            let run = CommandRun(
                ["policy", "surface", "shop", name, "--player", "off"], isTerminal: true, transport: service.transport)
            #expect(run.output.hasPrefix("The new surface \(name) of shop is set.\n"), "\(run.errors)")
            #expect(service.requests.last?.method == .put)
        }
    }

    @Test("A dry run says which decisions it would change")
    func dryRun() {
        let service = ScriptedService(
            .answer(200, Self.policy, etag: #""1""#), .answer(200, #"{"dry_run":true,"is_enabled":true}"#))
        let run = CommandRun(
            ["policy", "surface", "shop", "home", "--player", "off", "--dry-run"], isTerminal: true,
            transport: service.transport)
        #expect(
            run.output == """
                Dry run: nothing was changed. It would turn the player on one surface on or off (shop home).
                  home: player on, follow-me on → player off, follow-me on
                is_enabled: yes

                """)
    }

    @Test("A policy that is set whole names the surfaces that it makes, and what each may be a slip of")
    func newSurfaces() {
        let service = ScriptedService(.answer(200, Self.policy, etag: #""1""#), .answer(200, Self.policy))
        let given = Self.policy.replacing("\"cart\"", with: "\"hoem\"")
        let run = CommandRun(
            ["policy", "set", "shop", "-f", "-"], isTerminal: true, input: given, transport: service.transport)
        #expect(run.output.hasPrefix("The policy of shop is set.\nNew surface: hoem. A slip of home?\n"))
    }

    @Test("What is shown can be set from standard input")
    func set() {
        let service = ScriptedService(.answer(200, Self.policy, etag: #""1""#), .answer(200, Self.policy))
        let run = CommandRun(
            ["policy", "set", "shop", "-f", "-", "--reason", "launch"], input: Self.policy,
            transport: service.transport)
        #expect(run.status == .done)
        #expect(body(service.requests.last)?.contains(#""reason":"launch""#) == true)
    }

    @Test(
        "A file that is no policy is refused with the place, before any call",
        arguments: [("{", "line 1, column 2"), ("{}", "/surfaces"), ("[]", "Standard input is not a policy.")])
    func noPolicy(text: String, place: String) {
        let service = ScriptedService()
        let run = CommandRun(
            ["policy", "set", "shop", "--file", "-"], isTerminal: true, input: text, transport: service.transport)
        #expect(run.status == .refusedInput)
        #expect(run.errors.contains(place), "\(run.errors)")
        #expect(service.requests.isEmpty)
    }
}
