import API
import CLI
import Support
import Testing

@Suite("The installation commands")
struct InstallationCommandsTests {
    private static let first = String(repeating: "a1", count: 16)
    private static let second = String(repeating: "b2", count: 16)

    private static func page(_ installations: Installation...) -> ScriptedService.Line {
        .answer(200, String(decoding: JSONWriter.encode(Page(items: installations, nextCursor: nil)), as: UTF8.self))
    }

    private static let active = Installation(
        id: first, applicationID: "shop-ios", platform: .ios, appIdentifier: "com.acme.shop",
        sdkVersion: "0.2.0-preview.2", hostAppVersion: "3.1.0", locale: "ru-RU", timeZone: "Europe/Moscow",
        identified: true, epoch: 2, createdAt: CommandRun.now.advanced(bySeconds: -90_000),
        lastActivityAt: CommandRun.now.advanced(bySeconds: -180), revocation: nil)

    private static let revoked = Installation(
        id: second, applicationID: "shop-ios", platform: .android, appIdentifier: "com.acme.shop", sdkVersion: nil,
        hostAppVersion: nil, locale: nil, timeZone: nil, identified: false, epoch: 1,
        createdAt: CommandRun.now.advanced(bySeconds: -900_000),
        lastActivityAt: CommandRun.now.advanced(bySeconds: -100_000),
        revocation: .init(by: "ann", at: CommandRun.now.advanced(bySeconds: -3600), reason: "the phone was lost"))

    private func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func body(_ request: ClientRequest?) -> String? {
        request?.body.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Looking

    @Test("A list fits a terminal: whole ids, how long ago each was active, and the rest below")
    func list() {
        let service = ScriptedService(Self.page(Self.active, Self.revoked))
        let run = CommandRun(["installation", "list", "shop-ios"], isTerminal: true, transport: service.transport)
        #expect(service.requests.map(\.path) == ["/api/v1/projects/shop-ios/installations?limit=50"])
        #expect(
            run.output == """
                INSTALLATION                      ACTIVE         STATE
                a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1  3 minutes ago  identified
                  ios com.acme.shop 3.1.0, SDK 0.2.0-preview.2, ru-RU, Europe/Moscow
                b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2  1 day ago      revoked
                  android com.acme.shop, SDK unknown
                  revoked 1 hour ago by ann: the phone was lost

                """)
    }

    @Test("Every filter goes to the service, in its own words and encoded")
    func filters() {
        let service = ScriptedService(Self.page())
        let run = CommandRun(
            [
                "installation", "list", "shop", "--platform", "ios", "--app", "com.acme.shop", "--user", "a&b=ü",
                "--identified", "no", "--status", "revoked", "--limit", "7",
            ], isTerminal: true, transport: service.transport)
        #expect(
            service.requests.map(\.path) == [
                "/api/v1/projects/shop/installations?platform=ios&app_identifier=com.acme.shop&user_id=a%26b%3D%C3%BC"
                    + "&identified=false&status=revoked&limit=7"
            ])
        #expect(run.output == "No installation is like that.\n")
    }

    @Test("One is shown with all that is known of it, and how to end it")
    func show() {
        let answer = String(decoding: JSONWriter.encode(Self.active), as: UTF8.self)
        let service = ScriptedService(.answer(200, answer))
        let run = CommandRun(
            ["installation", "show", "shop-ios", Self.first], isTerminal: true, transport: service.transport)
        #expect(
            run.output == """
                installation  a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
                state         identified
                platform      ios
                app           com.acme.shop
                app version   3.1.0
                sdk           0.2.0-preview.2
                locale        ru-RU
                time zone     Europe/Moscow
                epoch         2, after 1 logout
                registered    2026-11-29T09:00:00Z (1 day ago)
                active        2026-11-30T09:57:00Z (3 minutes ago)
                Revoke: ssadmin installation revoke shop-ios a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1

                """)
    }

    // MARK: Revoking

    @Test("Revoking one says that it is no ban, and what is")
    func revokeOne() {
        let service = ScriptedService(.answer(204, ""))
        let run = CommandRun(
            ["installation", "revoke", "shop-ios", Self.first, "--reason", "lost phone"], isTerminal: true,
            transport: service.transport)
        #expect(service.requests.map(\.method) == [.delete])
        #expect(
            service.requests.map(\.path) == [
                "/api/v1/projects/shop-ios/installations/\(Self.first)?reason=lost%20phone"
            ]
        )
        #expect(
            run.output == """
                The installation a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1 of shop-ios is revoked.
                This is no ban: the project key is public, and a device may register anew. To
                keep an app out, take it off the allowlist; to stop everybody, suspend the
                project:
                  ssadmin allowlist remove shop-ios --ios ID
                  ssadmin project suspend shop-ios --reason TEXT

                """)
    }

    @Test("Scripts get the document alone, and the note not even on stderr")
    func revokeForScripts() {
        let service = ScriptedService(.answer(204, ""), .answer(200, #"{"revoked":3}"#))
        let one = CommandRun(["installation", "revoke", "shop", Self.first], transport: service.transport)
        #expect(one.output == "{}\n")
        let many = CommandRun(
            ["installation", "revoke", "shop", "--user", "u", "--reason", "r", "--json"], isTerminal: true,
            transport: service.transport)
        #expect(many.output == #"{"revoked":3}"# + "\n")
        #expect(one.errors + many.errors == "")
    }

    @Test("Every condition goes to the service, and a span is a moment there")
    func revokeMany() {
        let service = ScriptedService(.answer(200, #"{"revoked":1}"#))
        let run = CommandRun(
            [
                "installation", "revoke", "shop", "--user", "acct 1", "--app", "com.acme.shop", "--sdk", "<0.2.0",
                "--identified-since", "2h", "--reason", "leaked secret",
            ], isTerminal: true, transport: service.transport)
        #expect(service.requests.map(\.path) == ["/api/v1/projects/shop/installations/revoke"])
        #expect(
            body(service.requests.first)
                == #"{"app_identifier":"com.acme.shop","identified_since":"2026-11-30T08:00:00Z","#
                + #""reason":"leaked secret","sdk_versions":"<0.2.0","user_id":"acct 1"}"#)
        #expect(run.output.hasPrefix("1 installation of shop revoked.\nThis is no ban:"))
    }

    @Test("A dry run of many says how many")
    func dryRun() {
        let service = ScriptedService(.answer(200, #"{"dry_run":true,"revoked":1200}"#))
        let run = CommandRun(
            [
                "installation", "revoke", "shop", "--identified-since", "2026-11-30T08:00:00Z", "--reason", "r",
                "--dry-run",
            ], isTerminal: true, transport: service.transport)
        #expect(service.requests.map(\.path) == ["/api/v1/projects/shop/installations/revoke?dry_run=true"])
        #expect(
            run.output.hasPrefix("Dry run: nothing was changed. It would revoke 1200 active installations.\n"))
    }

    @Test("Where nothing was so, nothing is said of bans")
    func revokeNone() {
        let run = CommandRun(
            ["installation", "revoke", "shop", "--user", "u", "--reason", "r"], isTerminal: true,
            transport: ScriptedService(.answer(200, #"{"revoked":0}"#)).transport)
        #expect(run.output == "No active installation is so: nothing was revoked.\n")
    }

    @Test(
        "What could mean another thing is refused before any call",
        arguments: [
            (["shop"], "Say which installations: one ID, or conditions (--user ID, --app ID, --sdk RANGE"),
            (["shop", "--reason", "r"], "All of a project at once is a suspension."),
            (["shop", "a1", "--user", "u", "--reason", "r"], "ID is one installation and --user may be many"),
            (["shop", "--user", "u"], "Revoking by conditions needs --reason TEXT"),
            (["shop", "--identified-since", "yesterday", "--reason", "r"], "--identified-since is 2h, 3d"),
            (["shop", "--user", "u", "--user", "v", "--reason", "r"], "--user is given twice."),
            (["shop", "--user", "", "--reason", "r"], "The value of --user is empty."),
        ] as [([String], String)])
    func refusedUse(arguments: [String], message: String) {
        let service = ScriptedService()
        let run = CommandRun(["installation", "revoke"] + arguments, isTerminal: true, transport: service.transport)
        #expect(run.status == .usage)
        #expect(words(run.errors).contains(message), "\(run.errors)")
        #expect(service.requests.isEmpty)
    }

    @Test("A refused list of a project that is not there leads to the projects, a refused installation to the list")
    func nextSteps() {
        let problem = #"{"type":"t","title":"T","status":404,"code":"not_found","detail":"No.","request_id":"r"}"#
        func errors(_ arguments: String...) -> String {
            let service = ScriptedService(.answer(404, problem))
            return CommandRun(arguments, isTerminal: true, transport: service.transport).errors
        }
        #expect(errors("installation", "list", "shop").contains("Try: ssadmin project list\n"))
        #expect(errors("installation", "show", "shop", "x").contains("Try: ssadmin installation list shop\n"))
        #expect(
            errors("person", "show", "shop", "x").contains("Try: ssadmin installation list shop --identified yes\n"))
    }
}
