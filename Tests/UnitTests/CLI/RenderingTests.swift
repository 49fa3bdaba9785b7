import API
import CLI
import Support
import Testing

@Suite("What people see")
struct RenderingTests {
    private func people(
        _ arguments: String..., answer: String, etag: String? = nil, status: Int = 200, then: String = ""
    ) -> [String] {
        let service = ScriptedService(.answer(status, answer, etag: etag), .answer(200, then))
        let run = CommandRun(arguments, isTerminal: true, transport: service.transport)
        #expect(run.errors.isEmpty)
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    }

    // MARK: Tables

    private let table: Table = {
        var table = Table(columns: [
            .init("ID"), .init("NAME", shrinks: true), .init("COUNT", alignsRight: true), .init("END"),
        ])
        table.rows = [
            ["5f0c7a2e9b1d", "Magasin d’été", "7", "x"], ["b", "店舗アプリ", "1234", "y"],
            ["c", "a name that is longer than the others and will be cut", "12", "z"],
        ]
        return table
    }()

    @Test("A table is as wide as its cells")
    func ownWidth() {
        #expect(
            table.lines(width: 200) == [
                "ID            NAME                                                   COUNT  END",
                "5f0c7a2e9b1d  Magasin d’été                                              7  x",
                "b             店舗アプリ                                              1234  y",
                "c             a name that is longer than the others and will be cut     12  z",
            ])
    }

    @Test("What shrinks is cut to the width")
    func shrunk() {
        #expect(
            table.lines(width: 45) == [
                "ID            NAME                 COUNT  END",
                "5f0c7a2e9b1d  Magasin d’été            7  x",
                "b             店舗アプリ            1234  y",
                "c             a name that is lon…     12  z",
            ])
    }

    @Test("Where cutting is not enough, each row is a record")
    func records() {
        #expect(
            table.lines(width: 20).prefix(6) == [
                "id     5f0c7a2e9b1d", "name   Magasin d’été", "count  7", "end    x", "", "id     b",
            ])
    }

    @Test("What else there is of a row stands below it, in a table and in records, and is escaped")
    func details() {
        var table = Table(columns: [.init("ID"), .init("COUNT")])
        table.rows = [["5f0c7a2e9b1d", "7"], ["b", "8"]]
        table.details = [["  one", "  two\u{7}"], []]
        #expect(
            table.lines(width: 80) == [
                "ID            COUNT", "5f0c7a2e9b1d  7", "  one", "  two\\u{7}", "b             8",
            ])
        #expect(
            table.lines(width: 10) == [
                "id     5f0c7a2e9b1d", "count  7", "  one", "  two\\u{7}", "", "id     b", "count  8",
            ])
    }

    // MARK: Answers

    private static let made = """
        {"id":"5f0c7a2e9b1d","obeyed_within_seconds":120,"revision":1790000000123,"warnings":["no project has surface x"],
        "reach":{"installations":34,"projects":12,"tenants":1,
        "by_project":[{"application_id":"shop-ios","installations":30},
        {"application_id":"shop-next","installations":4}],"versions":[
        {"host_app_version":null,"inside":false,"installations":1200,"sdk_version":"0.2.0"},
        {"host_app_version":"3.1","inside":true,"installations":34,"sdk_version":"0.2.0-preview.2"}]}}
        """

    @Test("A disable says what is off, for whom, by when, and how to undo it")
    func disable() {
        let lines = people(
            "disable", "--tenant", "acme", "--sdk", "<0.2.0", "--platform", "ios", "--app", "com.acme.shop",
            "--product", "mybot", "--product", "shopstory", "--host", ">=3", "--reason", "crash",
            answer: Self.made, status: 201)
        #expect(
            lines == [
                "OFF: sdk for all apps of acme, only product mybot or shopstory, ios, app com.acme.shop, SDK <0.2.0, "
                    + "host app >=3.",
                "disable   5f0c7a2e9b1d",
                "reach     1 tenant, 12 projects, 34 installations",
                "revision  1790000000123",
                "obeyed    at once by apps that listen, within 2 min by those that ask",
                "          (2026-11-30T10:02:00Z)",
                "WARNING   no project has surface x",
                "",
                "PROJECT    INSTALLATIONS",
                "shop-ios              30",
                "shop-next              4",
                "and 10 more projects",
                "",
                "SDK VERSION      APP VERSION  INSTALLATIONS  OFF",
                "0.2.0            unknown               1200  no",
                "0.2.0-preview.2  3.1                     34  yes",
                "",
                "Undo: ssadmin lift 5f0c7a2e9b1d --reason TEXT",
            ])
    }

    @Test("The line to undo it goes to the same service")
    func undo() {
        let lines = people(
            "--socket", "/tmp/my socket", "disable", "--everywhere", "--reason", "crash", answer: Self.made, status: 201
        )
        #expect(lines.first == "OFF: sdk for all apps of all tenants.")
        #expect(lines.last == "Undo: ssadmin --socket '/tmp/my socket' lift 5f0c7a2e9b1d --reason TEXT")
    }

    @Test("A disable that is only in the spill file says so")
    func notDurable() {
        let lines = people("disable", "shop", "--reason", "x", answer: #"{"durable":false}"#, status: 202)
        #expect(lines == ["It holds, but is not in the database yet, which cannot be written. See: ssadmin status"])
    }

    @Test("A dry run says that nothing was changed, and shows the effect")
    func dryRun() {
        let service = ScriptedService(
            .answer(200, #"{"dry_run":true,"effect":{"installations":12},"status":"suspended"}"#))
        let run = CommandRun(
            ["tenant", "suspend", "acme", "--dry-run"], isTerminal: true, transport: service.transport)
        #expect(
            run.output == """
                Dry run: nothing was changed. It would turn everything of a tenant off, until it is restored (acme).
                effect:
                  installations: 12
                status: suspended

                """)
    }

    @Test("A disable that is only tried says how far it would reach, as the real one does")
    func preview() {
        let answer = Self.made.replacing(#""id":"5f0c7a2e9b1d""#, with: #""dry_run":true"#)
        let service = ScriptedService(.answer(200, answer))
        let run = CommandRun(
            ["disable", "shop", "--reason", "x", "--sdk", "<0.2.0", "--dry-run"], isTerminal: true,
            transport: service.transport)
        #expect(service.requests.first?.path == "/api/v1/disables?dry_run=true")
        #expect(service.requests.first?.header("Idempotency-Key") == nil)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "Dry run: nothing was changed. It would turn off: sdk for shop, only SDK <0.2.0.")
        #expect(lines.contains("reach    1 tenant, 12 projects, 34 installations"))
        #expect(lines.contains("0.2.0-preview.2  3.1                     34  yes"))
        #expect(!run.output.contains("Undo"))
    }

    @Test("A lift says what still holds")
    func lift() {
        let answer = """
            {"disable":{"id":"0a11ce0000000000000000a1","scope":{"kind":"tenant","tenant":"acme"},"targets":["sdk"],"reason":"r",
            "products":null,"platform":null,"app_identifiers":null,
            "sdk_versions":null,"host_app_versions":null,
            "reference":null,"created_by":"ann","created_at":"2026-11-30T09:00:00Z","review_at":null,"overdue":false,
            "lift":{"by":"ann","at":"2026-11-30T10:00:00Z","reason":"ok"}},"revision":7,"still_active":["b2"],
            "suspended":true}
            """
        #expect(
            people("lift", "0a11ce0000000000000000a1", "--reason", "ok", answer: answer) == [
                "Lifted: sdk for all apps of acme.", "disable   0a11ce0000000000000000a1", "revision  7",
                "STILL OFF: it is suspended, and that is ended by restoring it.", "Another disable holds here:",
                "  ssadmin disables show b2",
            ])
    }

    @Test("An app's name in the place of a disable's id is refused before any call, with the way to the id")
    func noID() {
        let service = ScriptedService()
        for name in ["shop-ios", "0A11CE0000000000000000A1", "7f3a"] {
            let run = CommandRun(
                ["lift", name, "--reason", "ok"], isTerminal: true, transport: service.transport)
            #expect(run.status == .usage)
            #expect(run.errors.contains("ssadmin disables list"))
        }
        #expect(service.requests.isEmpty)
    }

    private static let nothing = #"{"items":[],"next_cursor":null}"#

    @Test("The active disables fit a terminal")
    func disables() {
        let answer = """
            {"items":[{"id":"5f0c7a2e9b1d","scope":{"kind":"project","application_id":"shop-ios"},
            "targets":["follow_me_player","surface:home"],"reason":"crash at checkout on every second phone",
            "products":null,"platform":"android","app_identifiers":null,"sdk_versions":">=0.1.0 <0.2.0",
            "host_app_versions":null,"reference":"INC-42","created_by":"ann","created_at":"2026-11-30T09:57:00Z",
            "review_at":"2026-11-30T09:59:00Z","overdue":true,"lift":null}],"next_cursor":null}
            """
        #expect(
            people("disables", "list", answer: answer, then: Self.nothing) == [
                "ID            OFF                          FOR       SINCE          REVIEW   BY",
                "5f0c7a2e9b1d  follow_me_player, surface:…  shop-ios  3 minutes ago  OVERDUE  ann",
                "  crash at checkout on every second phone",
                "  only android, SDK >=0.1.0 <0.2.0",
            ])
        #expect(
            people("disables", "list", answer: Self.nothing, then: Self.nothing) == [
                "No disable is in force, and nothing is suspended."
            ])
        #expect(
            people("disables", "list", answer: Self.nothing, then: "{}").last?.hasPrefix(
                "What is suspended could not be read: ") == true)
    }

    @Test("The status of a secret counts down")
    func secretStatus() {
        let answer = """
            {"current":{"fingerprint":"aaaaaaaaaaaa","created_at":"2026-11-30T09:59:00Z","verified_count":0,
            "last_verified_at":null,"wrapped":null},"previous":{"fingerprint":"bbbbbbbbbbbb","created_at":"2026-10-01T00:00:00Z",
            "retired_at":"2026-11-30T09:59:00Z","verifies_until":"2026-12-01T09:59:00Z","verified_count":9001,
            "last_verified_at":"2026-11-30T09:59:58Z","wrapped":null},"safe_to_end_overlap":false}
            """
        #expect(
            people("secret", "status", "shop-ios", answer: answer) == [
                "current      aaaaaaaaaaaa, made 2026-11-30T09:59:00Z (1 minute ago)",
                "  in use     0 accepted",
                "previous     bbbbbbbbbbbb, replaced 2026-11-30T09:59:00Z (1 minute ago)",
                "  verifies   until 2026-12-01T09:59:00Z (in 23 h 59 min)",
                "  in use     9001 accepted, the last 2 seconds ago",
                "end overlap  not yet safe: see what was verified in the last hour",
            ])
    }

    @Test("An error says what, where, and what to type")
    func error() {
        let problem = """
            {"type":"urn:ssadmin:problem:invalid_allowlist","title":"Invalid allowlist","status":422,"code":"invalid_allowlist",
            "detail":"The allowlists are not as they must be.","request_id":"r1","errors":[
            {"pointer":"/ios_bundle_ids/0","code":"malformed","detail":"\\"acme\\" needs at least two segments, e.g. com.acme.shop"}]}
            """
        let service = ScriptedService(.answer(422, problem))
        let run = CommandRun(
            ["project", "create", "shop", "--tenant", "acme", "--name", "n", "--ios", "acme", "--show"],
            isTerminal: true, transport: service.transport)
        #expect(run.status == .refusedInput)
        #expect(
            run.errors == """
                ssadmin: The allowlists are not as they must be.
                  /ios_bundle_ids/0: "acme" needs at least two segments, e.g. com.acme.shop
                    (malformed)
                Try: ssadmin project create --help
                (invalid_allowlist, request r1)

                """)
    }

    // MARK: Times

    @Test(
        "Moments are told by their distance",
        arguments: [
            (0, "just now"), (-1, "1 second ago"), (-59, "59 seconds ago"), (-60, "1 minute ago"),
            (-7199, "1 hour ago"),
            (-86_400, "1 day ago"), (-5_000_000, "57 days ago"), (1, "in 1 s"), (86_399, "in 23 h 59 min"),
            (86_400, "in 1 d"), (90_000, "in 1 d 1 h"),
        ] as [(Int64, String)])
    func moments(seconds: Int64, words: String) {
        #expect(Times.relative(CommandRun.now.advanced(bySeconds: seconds), to: CommandRun.now) == words)
    }

    @Test(
        "Spans are read",
        arguments: [("90d", 7_776_000), ("12h", 43_200), ("30m", 1800), ("45s", 45), ("2w", 1_209_600)]
            as [(String, Int64)])
    func spans(text: String, seconds: Int64) {
        #expect(Times.seconds(text) == seconds)
    }

    @Test(
        "What is no span is not read",
        arguments: ["", "d", "90", "-1d", "+1d", "0d", "1.5h", "1 d", "１d", "99999999999d", "1y"])
    func noSpans(text: String) {
        #expect(Times.seconds(text) == nil)
    }
}
