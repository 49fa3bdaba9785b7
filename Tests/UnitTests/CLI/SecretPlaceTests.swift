import API
import CLI
import FoundationEssentials
import Glibc
import Support
import Testing

@Suite("A place for a secret")
struct SecretPlaceTests {
    private static let secret = "ssis1_0123"
    private static let rotated =
        #"{"fingerprint":"aaaa","identity_secret":"ssis1_0123","previous":"#
        + #"{"fingerprint":"bbbb","verifies_until":"2026-12-01T10:00:00Z"}}"#
    private let rotate = ["secret", "rotate", "shop"]
    /// On a terminal a rotation first asks what was before it, and does without where it is not told.
    private static let noStatus = ScriptedService.Line.answer(404, "{}")

    private func newPath() -> String {
        "/tmp/ssadmin-secret-\(getpid())-\(UInt64.random(in: .min ... .max))"
    }

    private func text(_ path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Every command whose answer holds a secret.
    static let commands = [
        ["secret", "rotate", "shop"],
        ["project", "create", "shop", "--tenant", "acme", "--name", "Shop", "--ios", "com.acme.shop"],
        ["token", "create", "ann", "--scope", "admin"], ["secret", "rotate", "shop", "--wrap", "15m"],
    ]

    @Test("On a terminal it fails before it calls, and names the ways", arguments: commands)
    func terminal(command: [String]) {
        for options in [[], ["--json"]] {
            let service = ScriptedService()
            let run = CommandRun(command + options, isTerminal: true, transport: service.transport)
            #expect(run.status == .usage)
            #expect(service.requests.isEmpty)
            for way in ["--out FILE", "a pipe", "--show"] { #expect(run.errors.contains(way)) }
        }
    }

    @Test("A dry run needs no place", arguments: commands)
    func dryRun(command: [String]) {
        let service = ScriptedService(.answer(200, #"{"dry_run":true,"effect":{}}"#))
        let run = CommandRun(command + ["--dry-run"], isTerminal: true, transport: service.transport)
        #expect(run.status == .done)
        #expect(service.requests.first?.path.hasSuffix("?dry_run=true") == true)
    }

    @Test("A pipe gets the document with the secret")
    func pipe() {
        let run = CommandRun(rotate, transport: ScriptedService(.answer(200, Self.rotated)).transport)
        #expect(run.output == Self.rotated + "\n")
    }

    @Test("A terminal shows it when asked to")
    func shown() {
        let service = ScriptedService(Self.noStatus, .answer(200, Self.rotated))
        let run = CommandRun(rotate + ["--show"], isTerminal: true, transport: service.transport)
        #expect(run.output.split(separator: "\n").last == Substring(Self.secret))
    }

    @Test("A new file gets the secret alone, and the output has none", arguments: [true, false])
    func file(isTerminal: Bool) throws {
        let path = newPath()
        defer { unlink(path) }
        let made = ScriptedService.Line.answer(200, Self.rotated)
        let service = isTerminal ? ScriptedService(Self.noStatus, made) : ScriptedService(made)
        let run = CommandRun(rotate + ["--out", path], isTerminal: isTerminal, transport: service.transport)
        #expect(run.status == .done)
        #expect(text(path) == Self.secret + "\n")
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(!run.output.contains("ssis1_"))
        #expect(run.output.contains("aaaa"))
    }

    @Test("A file that is there is left alone, and nothing is called")
    func fileThatIsThere() throws {
        let path = newPath()
        defer { unlink(path) }
        try Data("mine".utf8).write(to: URL(filePath: path))
        let service = ScriptedService()
        let run = CommandRun(rotate + ["--out", path], transport: service.transport)
        #expect(run.status == .usage)
        #expect(service.requests.isEmpty)
        #expect(text(path) == "mine")
    }

    @Test("Where nothing was issued, the file is removed again")
    func nothingIssued() {
        let path = newPath()
        let service = ScriptedService(.fault(.unreachable("no")))
        let run = CommandRun(rotate + ["--out", path], transport: service.transport)
        #expect(run.status == .unavailable)
        #expect(text(path) == nil)
    }

    @Test("A secret that cannot be written is said to be lost, with the way back")
    func unwritable() {
        let service = ScriptedService(Self.noStatus, .answer(200, Self.rotated))
        let run = CommandRun(
            rotate + ["--out", "f"], isTerminal: true,
            newFile: { NewFile(path: $0, append: { _ in false }, remove: {}) }, transport: service.transport)
        #expect(run.status == .failed)
        #expect(run.errors.contains("The secret was issued, but could not be written"))
        #expect(run.errors.contains("Try: ssadmin secret cancel shop"))
        #expect(!run.errors.contains("ssis1_"))
    }

    @Test("A lost answer to what was done says that the secret is lost, with the way back")
    func lostAnswer() {
        let problem = """
            {"type":"t","title":"Already done","status":409,"code":"already_done","detail":"Done.","request_id":"r1",
            "result":{"fingerprint":"aaaa","previous":{"fingerprint":"b","verifies_until":"2026-12-01T10:00:00Z"}}}
            """
        let service = ScriptedService(Self.noStatus, .fault(.lost("reset")), .answer(409, problem))
        let run = CommandRun(rotate + ["--show"], isTerminal: true, transport: service.transport)
        #expect(run.status == .conflict)
        let errors = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(errors.contains("the call was done the first time. The secret was in the first answer, is lost"))
        #expect(errors.contains("Try: ssadmin secret cancel shop"))
        #expect(Set(service.requests.dropFirst().map { $0.header("Idempotency-Key") }).count == 1)
    }

    @Test("The way back from a rotation that ended the previous secret is another rotation")
    func wayBack() {
        let answer = #"{"fingerprint":"aaaa","identity_secret":"ssis1_0123","previous":null}"#
        let service = ScriptedService(.answer(200, answer))
        let run = CommandRun(
            rotate + ["--compromised", "--out", "f"], isTerminal: true,
            newFile: { NewFile(path: $0, append: { _ in false }, remove: {}) }, transport: service.transport)
        #expect(run.errors.contains("Try: ssadmin secret rotate shop"))
    }

    @Test("No command takes a secret as an argument")
    func noArgument() {
        for command in CommandTable.commands {
            for option in command.options where option.value != nil {
                #expect(!["token", "secret", "password"].contains(option.name), "\(command.name)")
            }
        }
    }
}
