import API
import CLI
import FoundationEssentials
import Glibc
import Support
import Testing

@Suite("Where the service is, and with which token it is called")
final class ServiceTests {
    private let folder = "/tmp/ssadmin-profile-\(getpid())-\(UInt64.random(in: .min ... .max))"
    private static let whoami =
        #"{"credential":"token","operator":"ann","rights":{"*":["view"]},"scopes":["audit:read"]}"#

    init() {
        mkdir(folder, 0o700)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var profilePath: String { "\(folder)/ssadmin/profile" }
    private var home: [String: String] { ["XDG_CONFIG_HOME": folder] }

    private func write(profile: String, mode: mode_t = 0o600) throws {
        mkdir("\(folder)/ssadmin", 0o700)
        try Data(profile.utf8).write(to: URL(filePath: profilePath))
        chmod(profilePath, mode)
    }

    private func readProfile() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: profilePath)), as: UTF8.self)
    }

    /// What `status` says of where it looked.
    private func place(_ options: [String], _ variables: [String: String]) throws -> String {
        let run = CommandRun(
            ["status"] + options, variables: home.merging(variables) { $1 },
            transport: ScriptedService(.answer(200, "{}"), .answer(200, "{}")).transport)
        let document = try JSONScanner.scan(Array(run.output.utf8))
        guard case .string(let service)? = document["service"] else { return run.errors }
        return service
    }

    @Test("status warns of changes that hold and are not in the database")
    func spilled() {
        let run = CommandRun(
            ["status"], isTerminal: true, variables: home,
            transport: ScriptedService(
                .answer(200, #"{"alive":true}"#), .answer(200, #"{"ready":true,"spilled_changes":2}"#)
            ).transport)
        #expect(run.output.contains("not in it yet: 2."), "\(run.output)")
    }

    @Test("The service is found by --socket, SSADMIN_SOCKET, --url, SSADMIN_URL and the profile, in this order")
    func places() throws {
        try write(profile: "url=http://127.0.0.1:1\n")
        #expect(
            try place(
                ["--socket", "/s", "--url", "http://127.0.0.1:2"],
                ["SSADMIN_SOCKET": "/e", "SSADMIN_URL": "http://127.0.0.1:3"]) == "/s")
        #expect(
            try place(
                ["--url", "http://127.0.0.1:2"], ["SSADMIN_SOCKET": "/e", "SSADMIN_URL": "http://127.0.0.1:3"]) == "/e")
        #expect(
            try place(["--url", "http://127.0.0.1:2"], ["SSADMIN_URL": "http://127.0.0.1:3"]) == "http://127.0.0.1:2")
        #expect(try place([], ["SSADMIN_URL": "http://127.0.0.1:3"]) == "http://127.0.0.1:3")
        #expect(try place([], [:]) == "http://127.0.0.1:1")
        #expect(try place([], ["XDG_CONFIG_HOME": "\(folder)/none"]) == "/run/ssadmin/admin.sock")
        #expect(try place([], ["XDG_CONFIG_HOME": ".", "HOME": "."]) == "/run/ssadmin/admin.sock")
    }

    @Test("A profile that others could read is refused", arguments: [0o640, 0o604, 0o644, 0o660, 0o700] as [mode_t])
    func openProfile(mode: mode_t) throws {
        try write(profile: "token=ssat1_geheim\n", mode: mode)
        let service = ScriptedService()
        let run = CommandRun(["whoami"], isTerminal: true, variables: home, transport: service.transport)
        #expect(run.status == .usage)
        #expect(run.errors.contains("must be 0600"))
        #expect(run.errors.contains("chmod 600"))
        #expect(!run.errors.contains("geheim"))
        #expect(service.requests.isEmpty)
    }

    @Test(
        "A profile that cannot be read is refused, and not repeated",
        arguments: ["token", "tocken=x", "=x", "token=a b", "token="])
    func brokenProfile(line: String) throws {
        try write(profile: "# mine\n\n\(line)\n")
        let run = CommandRun(["whoami"], isTerminal: true, variables: home, transport: ScriptedService().transport)
        #expect(run.status == .usage)
        #expect(!run.errors.contains("a b"))
    }

    @Test("The token of the profile is shown to its own service only")
    func ownService() throws {
        try write(profile: "socket=/run/mine\ntoken=ssat1_x\n")
        let own = ScriptedService()
        _ = CommandRun(["whoami"], variables: home, transport: own.transport)
        #expect(own.requests.first?.header("Authorization") == "Bearer ssat1_x")
        let other = ScriptedService()
        _ = CommandRun(["whoami", "--socket", "/run/other"], variables: home, transport: other.transport)
        #expect(other.requests.count == 1)
        #expect(other.requests.first?.header("Authorization") == nil)
    }

    @Test("A profile names a socket by its whole path only")
    func relativeSocket() throws {
        let service = ScriptedService()
        let login = CommandRun(
            ["login", "--socket", "mine.sock"], variables: home, input: "ssat1_x\n", transport: service.transport)
        #expect(login.status == .usage)
        try write(profile: "socket=mine.sock\ntoken=ssat1_x\n")
        let run = CommandRun(["whoami"], variables: home, transport: service.transport)
        #expect(run.status == .usage)
        #expect(run.errors.contains("Line 1"))
        #expect(service.requests.isEmpty)
    }

    @Test("The token file comes first")
    func tokenFile() throws {
        try write(profile: "token=ssat1_profile\n")
        try Data("ssat1_file\n".utf8).write(to: URL(filePath: "\(folder)/token"))
        let service = ScriptedService()
        let variables = home.merging(["SSADMIN_TOKEN_FILE": "\(folder)/token"]) { $1 }
        _ = CommandRun(["whoami"], variables: variables, transport: service.transport)
        #expect(service.requests.first?.header("Authorization") == "Bearer ssat1_file")
    }

    @Test(
        "A token that is none is refused, without being repeated",
        arguments: ["", "two\nlines\n", "ssat1_\u{7f}", "ssat1_ä"])
    func noToken(token: String) throws {
        let service = ScriptedService()
        let run = CommandRun(["login"], variables: home, input: token, transport: service.transport)
        #expect(run.status == .usage)
        #expect(service.requests.isEmpty)
        #expect(token.isEmpty || !run.errors.contains(token))
    }

    @Test("A login keeps a token that the service knows")
    func login() throws {
        let service = ScriptedService(.answer(200, Self.whoami))
        let run = CommandRun(
            ["login", "--url", "http://localhost:8786"], variables: home, input: "ssat1_x\n",
            transport: service.transport)
        #expect(run.status == .done)
        #expect(service.requests.first?.header("Authorization") == "Bearer ssat1_x")
        #expect(try readProfile() == "url=http://127.0.0.1:8786\ntoken=ssat1_x\n")
        var status = stat()
        #expect(stat(profilePath, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(!run.output.contains("ssat1_x"))

        let out = CommandRun(["logout"], variables: home, transport: service.transport)
        #expect(out.output == #"{"forgotten":true}"# + "\n")
        #expect(try readProfile() == "url=http://127.0.0.1:8786\n")
    }

    @Test("A login with a token that is refused keeps nothing")
    func refusedLogin() {
        let problem = #"{"type":"t","title":"T","status":401,"code":"unauthorized","detail":"No.","request_id":"r"}"#
        let service = ScriptedService(.answer(401, problem))
        let run = CommandRun(["login"], variables: home, input: "ssat1_x", transport: service.transport)
        #expect(run.status == .notAllowed)
        #expect(throws: (any Error).self) { try readProfile() }
    }

    @Test("The status of a service that is not ready says what is missing")
    func notReady() {
        let service = ScriptedService(.answer(200, "{}"), .answer(503, #"{"missing":["database"]}"#))
        let run = CommandRun(
            ["status", "--socket", "/s"], isTerminal: true, variables: home, transport: service.transport)
        #expect(run.status == .unavailable)
        #expect(
            run.output == """
                service  /s (by --socket)
                alive    yes
                ready    no
                because  /readyz answers 503
                  missing:
                    - database

                """)
        #expect(service.requests.map(\.path) == ["/healthz", "/readyz"])
    }
}
