import API
import CLI
import FoundationEssentials
import Glibc
import Support
import Testing

@Suite("Handing over a secret")
struct HandingOverTests {
    private static let token = "sswt1_0123"
    private static func rotated(url: String = #""https://sdk.example.com/sdk/v1/identity-secret/unwrap""#) -> String {
        #"{"fingerprint":"aaaa","previous":{"fingerprint":"bbbb","verifies_until":"2026-12-01T10:00:00Z"},"#
            + #""wrapped":{"expires_at":"2026-11-30T10:15:00Z","token":"sswt1_0123","url":\#(url)}}"#
    }
    private static let line =
        #"curl -sS -H 'Content-Type: application/json' -d '{"token":"TOKEN"}' https://"#
    private static let noStatus = ScriptedService.Line.answer(404, "{}")
    private let rotate = ["secret", "rotate", "shop", "--wrap", "15m"]

    @Test("The span goes out in seconds", arguments: [("15m", 900), ("1d", 86_400), ("1s", 1)] as [(String, Int64)])
    func seconds(_ span: String, _ seconds: Int64) throws {
        let service = ScriptedService(.answer(200, Self.rotated()))
        _ = CommandRun(["secret", "rotate", "shop", "--wrap", span], transport: service.transport)
        let body = try JSONScanner.scan(service.requests.first?.body ?? [])
        #expect(body["wrap_seconds"] == .integer(seconds))
    }

    @Test("What is no span is refused before any call", arguments: ["", "15", "m", "-1m", "1.5h", "15 m"])
    func noSpan(_ span: String) {
        let service = ScriptedService()
        let run = CommandRun(["secret", "rotate", "shop", "--wrap=\(span)"], transport: service.transport)
        #expect(run.status == .usage)
        #expect(service.requests.isEmpty)
    }

    @Test("People get the line to hand over and when it ends, and the token where secrets go")
    func shown() {
        let service = ScriptedService(Self.noStatus, .answer(200, Self.rotated()))
        let run = CommandRun(rotate + ["--show"], isTerminal: true, transport: service.transport)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.contains(Self.line + "sdk.example.com/sdk/v1/identity-secret/unwrap"))
        #expect(run.output.contains("until 2026-11-30T10:15:00Z"))
        #expect(lines.suffix(2) == ["one-shot token, shown once:", Self.token])
        #expect(run.output.contains("Undo: ssadmin secret cancel shop"))
    }

    @Test("Where the service does not know its address, the line says where one belongs")
    func noAddress() {
        let service = ScriptedService(Self.noStatus, .answer(200, Self.rotated(url: "null")))
        let run = CommandRun(rotate + ["--show"], isTerminal: true, transport: service.transport)
        #expect(run.output.contains(Self.line + "SDK-HOST/sdk/v1/identity-secret/unwrap"))
        #expect(run.output.contains("SSADMIN_PUBLIC_URL"))
    }

    @Test("An address with characters for a shell is quoted")
    func quoted() {
        let service = ScriptedService(Self.noStatus, .answer(200, Self.rotated(url: #""https://a;reboot/sdk""#)))
        let run = CommandRun(rotate + ["--show"], isTerminal: true, transport: service.transport)
        #expect(run.output.contains("'https://a;reboot/sdk'"))
    }

    @Test("A new file gets the token alone, and the output has none", arguments: [true, false])
    func file(isTerminal: Bool) throws {
        let path = "/tmp/ssadmin-token-\(getpid())-\(UInt64.random(in: .min ... .max))"
        defer { unlink(path) }
        let made = ScriptedService.Line.answer(200, Self.rotated())
        let service = isTerminal ? ScriptedService(Self.noStatus, made) : ScriptedService(made)
        let run = CommandRun(rotate + ["--out", path], isTerminal: isTerminal, transport: service.transport)
        #expect(run.status == .done)
        #expect(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) == Self.token + "\n")
        #expect(!run.output.contains("sswt1_") && run.output.contains("2026-11-30T10:15:00Z"))
    }

    @Test(
        "A line by http to another machine is warned of",
        arguments: [
            ("https://sdk.example.com", false), ("http://127.0.0.1:8787", false), ("http://localhost/sdk", false),
            ("http://[::1]:8787", false), ("http://sdk.example.com", true), ("http://localhost.example.com", true),
            ("http://127.0.0.1.nip.io", true),
        ])
    func inClear(_ url: String, _ isWarned: Bool) {
        let service = ScriptedService(Self.noStatus, .answer(200, Self.rotated(url: "\"\(url)\"")))
        let run = CommandRun(
            ["secret", "rotate", "shop", "--wrap", "15m", "--show"], isTerminal: true, transport: service.transport)
        #expect(
            run.status == .done && run.output.contains("WARNING: by http") == isWarned, "\(run.output)\(run.errors)")
    }

    @Test(
        "The status says what became of it, and the way back from one that reached nobody",
        arguments: [
            ("null", "null", nil, nil),
            (
                #"{"expires_at":"2026-11-30T10:15:00Z","opened_at":null,"expired":false,"alarm":false}"#, "null",
                "not yet: its token", nil
            ),
            (
                #"{"expires_at":"2026-11-30T10:15:00Z","opened_at":"2026-11-30T10:01:00Z","expired":false,"alarm":true}"#,
                "null",
                "ALARM: its token was also used in vain",
                "Who used a token in vain: ssadmin audit list --action identity_secret.unwrap"
            ),
            (
                #"{"expires_at":"2026-11-30T10:15:00Z","opened_at":null,"expired":true,"alarm":false}"#, "null",
                "no: its token ran out 2026-11-30T10:15:00Z", "Issue another: ssadmin secret rotate shop --wrap 15m"
            ),
            (
                #"{"expires_at":"2026-11-30T10:15:00Z","opened_at":null,"expired":true,"alarm":false}"#,
                #"{"fingerprint":"bbbb","created_at":"2026-11-30T09:00:00Z","retired_at":"2026-11-30T10:00:00Z","#
                    + #""verifies_until":"2026-12-01T10:00:00Z","verified_count":0,"last_verified_at":null,"wrapped":null}"#,
                "no: its token ran out 2026-11-30T10:15:00Z", "Undo the rotation: ssadmin secret cancel shop"
            ),
        ] as [(String, String, String?, String?)])
    func status(_ wrapped: String, _ previous: String, _ words: String?, _ way: String?) {
        let answer =
            #"{"current":{"fingerprint":"aaaa","created_at":"2026-11-30T10:00:00Z","verified_count":0,"#
            + #""last_verified_at":null,"wrapped":\#(wrapped)},"previous":\#(previous),"safe_to_end_overlap":false}"#
        let service = ScriptedService(.answer(200, answer))
        let run = CommandRun(["secret", "status", "shop"], isTerminal: true, transport: service.transport)
        #expect(run.status == .done)
        #expect(run.output.contains("handed over") == (words != nil))
        if let words { #expect(run.output.contains(words)) }
        if let way { #expect(run.output.contains(way)) }
        #expect(run.output.contains("Undo") == (way?.contains("Undo") ?? false))
    }
}
