import API
import CLI
import Support
import Testing

@Suite("Escaping")
struct EscapingTests {
    @Test(
        "What plays with a terminal is shown instead",
        arguments: [
            ("plain text, “ü”, 店舗, 👩‍🚀", "plain text, “ü”, 店舗, 👩‍🚀"), ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c"), ("a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"),
            ("\u{9b}2J", "\\u{9b}2J"), ("\u{7f}\u{0}", "\\u{7f}\\u{0}"), ("a\u{200b}b\u{2028}", "a\\u{200b}b\\u{2028}"),
            ("\u{e0041}", "\\u{e0041}"),
        ])
    func escapes(text: String, shown: String) {
        #expect(escaped(text) == shown)
        #expect(escaped(shown) == shown)
    }

    private static let tenant = """
        {"created_at":"2026-11-30T09:54:19Z","name":"\\u001b[2J\\u202e\u{e0041}\u{9b}","slug":"acme","status":"active"}
        """

    @Test("Nothing of the service reaches a terminal as a control", arguments: [[], ["--json"]])
    func controls(options: [String]) {
        let service = ScriptedService(.answer(200, Self.tenant))
        let run = CommandRun(["tenant", "show", "acme"] + options, isTerminal: true, transport: service.transport)
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7f).contains($0.value) })
        #expect(run.output.contains(options.isEmpty ? "\\u{202e}" : "\\u202e"))
    }

    @Test("On a terminal the JSON stays the same")
    func json() throws {
        let service = ScriptedService(.answer(200, Self.tenant))
        let run = CommandRun(["tenant", "show", "acme", "--json"], isTerminal: true, transport: service.transport)
        #expect(try JSONScanner.scan(Array(run.output.utf8)) == JSONScanner.scan(Array(Self.tenant.utf8)))
    }

    @Test("An error of the service is escaped too")
    func error() {
        let problem = """
            {"type":"t","title":"T","status":404,"code":"not_found","detail":"no \\u001b[2J\\nTry: rm","request_id":"r"}
            """
        let service = ScriptedService(.answer(404, problem))
        let run = CommandRun(["tenant", "show", "x"], isTerminal: true, transport: service.transport)
        #expect(run.errors.hasPrefix("ssadmin: no \\u{1b}[2J\\u{a}Try: rm\n"))
    }
}
