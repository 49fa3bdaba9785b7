import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

/// What is shown once must not be lost because standard output leads nowhere: closed, to `/dev/null`, or to a reader that
/// has gone.
@Suite("Standard output that leads nowhere", .onThreadsOfTheirOwn)
struct StandardOutputTests {
    static let nowhere = [">&-", ">/dev/null", ">/dev/full", "<&- >&- 2>&-"]

    /// Every command whose answer holds a secret.
    private static let commands = [
        ["secret", "rotate", "shop-ios"],
        ["project", "create", "two", "--tenant", "acme", "--name", "Two", "--ios", "com.acme.two"],
        ["token", "create", "root", "--scope", "audit:read"],
    ]

    private func served() throws -> LiveService {
        let service = try LiveService()
        try service.initialize()
        try service.start()
        try service.makeProject()
        return service
    }

    /// Words that have a shell run what follows them with that redirection.
    private func shell(_ redirection: String) -> [String] { ["sh", "-c", "exec \"$@\" \(redirection)", "sh"] }

    private func run(
        _ words: [String], _ redirection: String, at service: LiveService
    ) throws -> (end: ChildProcess.End, errors: String) {
        let path = "\(service.folder)/errors.\(UUID())"
        let child = try ChildProcess(
            shell(redirection) + [try BuiltPrograms.path("ssadmin")] + words,
            environment: ["SSADMIN_SOCKET": service.socket], folder: service.folder, errors: .file(path))
        return (try child.wait(), try String(contentsOfFile: path, encoding: .utf8))
    }

    private func auditRows(_ service: LiveService) throws -> Int? {
        try service.call("GET", "/api/v1/audit?limit=200").json["items"]?.items.count
    }

    @Test("a command that would issue a secret fails before it calls", arguments: nowhere)
    func beforeItCalls(_ redirection: String) throws {
        let service = try served()
        let rows = try auditRows(service)
        for command in Self.commands {
            let (end, errors) = try run(command, redirection, at: service)
            #expect(end == .exited(2), "\(command)")
            if !redirection.contains("2>") { #expect(errors.contains("--out FILE"), "\(errors)") }
            let dry = try run(command + ["--dry-run"], redirection, at: service)
            #expect(dry.end == .exited(redirection == ">/dev/null" ? 0 : 1), "a dry run issues none: \(dry.errors)")
        }
        #expect(try auditRows(service) == rows)
    }

    @Test("a file gets the secret and nothing but it, wherever the answer goes", arguments: nowhere)
    func file(_ redirection: String) throws {
        let service = try served()
        for (index, command) in Self.commands.enumerated() {
            let path = "\(service.folder)/secret.\(index)"
            let (end, errors) = try run(command + ["--out", path], redirection, at: service)
            // The answer itself could not be written, unless nobody wanted it.
            #expect(end == .exited(redirection == ">/dev/null" ? 0 : 1), "\(errors)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.wholeMatch(of: /ss(is|at)1_[0-9a-f_]+\n/) != nil, "\(text.count) characters")
            #expect(!errors.contains("ssis1_") && !errors.contains("ssat1_"))
            #expect(try service.files.mode(of: path) == 0o600)
        }
    }

    @Test(
        "who asked to be shown the secret is told that it is lost, and the way back", arguments: [">&-", ">/dev/full"])
    func shown(_ redirection: String) throws {
        let service = try served()
        let (end, errors) = try run(["secret", "rotate", "shop-ios", "--show"], redirection, at: service)
        #expect(end == .exited(1))
        #expect(errors.contains("secret_lost") && errors.contains("ssadmin secret cancel shop-ios"), "\(errors)")
        #expect(!errors.contains("ssis1_"))
    }

    @Test("a pipe and a file that is written to get the secret", arguments: ["| cat >got", ">got", ">>got"])
    func kept(_ redirection: String) throws {
        let service = try served()
        // A pipeline is nothing to exec.
        let words = ["sh", "-c", "\"$@\" \(redirection)", "sh", try BuiltPrograms.path("ssadmin")]
        let child = try ChildProcess(
            words + ["secret", "rotate", "shop-ios"], environment: ["SSADMIN_SOCKET": service.socket],
            folder: service.folder)
        #expect(try child.wait() == .exited(0))
        let answer = try JSONScanner.scan([UInt8](try Data(contentsOf: URL(filePath: "\(service.folder)/got"))))
        #expect(answer["identity_secret"]?.text?.hasPrefix("ssis1_") ?? false)
    }

    // MARK: init

    /// The command that the message names, as it is said, gives a token that works.
    private func expectWayOut(_ service: LiveService, _ said: String) throws {
        #expect(!said.contains("ssat1_"))
        #expect(said.contains("ssadmin token create ada --scope admin --out FILE"), "\(said)")
        try service.start()
        let path = "\(service.folder)/token"
        #expect(try service.command(["token", "create", "ada", "--scope", "admin", "--out", path]).end == .exited(0))
        let token = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")[0]
        let answer = try service.call("GET", "/api/v1/whoami", headers: ["Authorization": "Bearer \(token)"])
        #expect(answer.json["operator"]?.text == "ada")
    }

    @Test(
        "init that cannot write its token says so, and how to get another", arguments: [">&-", ">/dev/full", "<&- >&-"])
    func initialized(_ redirection: String) throws {
        let service = try LiveService()
        service.wrapper = shell(redirection)
        let (end, said) = try service.ended("init", "--operator", "ada")
        #expect(end == .exited(1))
        service.wrapper = []
        try expectWayOut(service, said)
    }

    @Test("init whose reader has gone says so, and how to get another")
    func readerGone() throws {
        let service = try LiveService()
        try service.writeConfiguration()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let path = "\(service.folder)/errors"
        let child = try ChildProcess(
            [
                try BuiltPrograms.path("ssadmind"), "init", "--operator", "ada", "--config", service.configurationFile,
            ], folder: service.folder, output: .descriptor(ends[1]), errors: .file(path))
        #expect(try child.wait() == .exited(1))
        try expectWayOut(service, try String(contentsOfFile: path, encoding: .utf8))
    }

    /// The first file that it opens would be standard error, and would get the log.
    @Test(
        "a service without standard descriptors writes its log into none of its files",
        arguments: ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func serving(_ redirection: String) throws {
        let service = try LiveService()
        service.wrapper = shell(redirection)
        try service.launch(["serve", "--init"])
        var isReady = false
        for _ in 0..<1_500 where !isReady {
            isReady = (try? service.call("GET", "/readyz").status) == 200
            if !isReady { usleep(10_000) }
        }
        #expect(isReady)
        try service.makeProject()
        #expect(try service.stop() == .exited(0))
        #expect(try Data(contentsOf: URL(filePath: service.database + ".lock")).isEmpty)
        service.wrapper = []
        try service.start()
        #expect(try service.call("GET", "/api/v1/projects/shop-ios").status == 200)
    }
}
