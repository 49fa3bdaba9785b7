import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("What deploys it", .onThreadsOfTheirOwn)
struct DeployTests {
    private func file(_ name: String) throws -> String {
        try String(contentsOfFile: "\(BuiltPrograms.project)/deploy/\(name)", encoding: .utf8)
    }

    /// Runs a program to its end; all that it said.
    private func run(_ words: [String], in folder: String) throws -> (end: ChildProcess.End, said: String) {
        let path = "\(folder)/said.\(UUID())"
        let child = try ChildProcess(words, folder: folder, output: .file(path), errors: .file(path))
        let end = try child.wait(seconds: 30)
        return (end, try String(contentsOfFile: path, encoding: .utf8))
    }

    @Test(
        "systemd takes the unit without a complaint, and finds it well closed",
        .enabled(if: BuiltPrograms.has("systemd-analyze"), "systemd is not installed"))
    func unit() throws {
        let folder = try FreshDatabase()
        let path = "\(folder.folder)/ssadmind.service"
        let unit = try file("ssadmind.service").replacing(
            "/usr/local/bin/ssadmind", with: try BuiltPrograms.path("ssadmind"))
        try unit.write(toFile: path, atomically: false, encoding: .utf8)
        let verified = try run(
            ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", path], in: folder.folder)
        #expect(verified.end == .exited(0), "\(verified.said)")
        #expect(verified.said == "")
        // 0 is closed, 100 is open (systemd-analyze(1)).
        let closed = try run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=20", path], in: folder.folder)
        #expect(closed.end == .exited(0), "\(closed.said)")
    }

    @Test(
        "nginx serves devices by the example, and says 'wait' for a service that is away",
        .enabled(
            if: BuiltPrograms.has("nginx") && BuiltPrograms.has("openssl"), "nginx or openssl is not installed"))
    func proxy() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let folder = service.folder
        let made = try run(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "1",
                "-subj", "/CN=sdk.example.com", "-keyout", "\(folder)/tls.key", "-out", "\(folder)/tls.pem",
            ], in: folder)
        try #require(made.end == .exited(0), "\(made.said)")
        let port = try FreePort.find()
        let site = try file("proxy.nginx.conf")
            .replacing("listen 443 ", with: "listen 127.0.0.1:\(port) ")
            .replacing("127.0.0.1:8787", with: "127.0.0.1:\(try service.port(.sdk))")
            .replacing("/etc/ssl/certs/sdk.example.com.pem", with: "\(folder)/tls.pem")
            .replacing("/etc/ssl/private/sdk.example.com.key", with: "\(folder)/tls.key")
        try site.write(toFile: "\(folder)/site.conf", atomically: false, encoding: .utf8)
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        try """
        daemon off; master_process off; pid \(folder)/nginx.pid; error_log stderr;
        events {}
        http { access_log off; \(paths.joined(separator: " ")) include \(folder)/site.conf; }
        """.write(toFile: "\(folder)/nginx.conf", atomically: false, encoding: .utf8)
        let nginx = ["nginx", "-p", folder, "-e", "stderr", "-c", "\(folder)/nginx.conf"]
        let tested = try run(nginx + ["-t"], in: folder)
        try #require(tested.end == .exited(0), "\(tested.said)")
        #expect(!tested.said.contains("[warn]"), "\(tested.said)")

        let proxy = try ChildProcess(nginx, folder: folder, errors: .file("\(folder)/nginx.log"))
        func get(_ path: String, _ more: String...) throws -> String {
            let words = ["curl", "-sk", "--retry", "20", "--retry-connrefused", "--retry-delay", "1", "-i"]
            return try run(words + more + ["https://127.0.0.1:\(port)\(path)"], in: folder).said
        }
        let policy = "/sdk/v1/policy?application_id=shop-ios"
        let answer = try get(policy)
        #expect(answer.contains(" 200") && answer.contains(#""is_enabled":true"#), "\(answer)")
        let tag = try #require(answer.firstMatch(of: /(?i:etag): ("[^"]*")/)).output.1
        #expect(try get(policy, "-H", "If-None-Match: \(tag)").contains(" 304"))
        // A body without a length reaches the service with one.
        #expect(
            try get("/sdk/v1/policy", "--http1.1", "-X", "POST", "-H", "Transfer-Encoding: chunked", "-d", "{}")
                .contains(" 405"))
        #expect(try get("/api/v1/whoami").contains(" 404"))
        // A stream passes event by event, and ends when the service does.
        let events = try ChildProcess(
            [
                "curl", "-skN", "--max-time", "30",
                "https://127.0.0.1:\(port)/sdk/v1/policy/events?application_id=shop-ios",
            ],
            folder: folder, output: .file("\(folder)/events"))
        func heard(_ text: String) throws -> Bool {
            for _ in 0..<500 {
                if try String(contentsOfFile: "\(folder)/events", encoding: .utf8).contains(text) { return true }
                usleep(10_000)
            }
            return false
        }
        #expect(try heard(#""is_enabled":true"#))
        let disable = #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"test"}"#
        #expect(try service.call("POST", "/api/v1/disables", disable).status == 201)
        #expect(try heard(#""is_enabled":false"#))
        try service.stop()
        #expect(try events.wait(seconds: 10) == .exited(0), "the end is an end, not a break")
        let away = try get(policy, "--retry", "0")
        #expect(away.contains(" 503") && away.lowercased().contains("retry-after: 5"), "\(away)")
        #expect(away.contains(#"{"error":"unavailable"}"#))
        proxy.signal(SIGQUIT)
        try proxy.wait()
    }

    @Test(
        "what measures it measures each thing, and leaves nothing running",
        .enabled(if: BuiltPrograms.has("wrk") && BuiltPrograms.has("nginx"), "wrk or nginx is not installed"))
    func bench() throws {
        let folder = try FreshDatabase()
        let errors = "\(folder.folder)/errors"
        // Swift and its C compiler are where the tests were started from.
        let path = try #require(getenv("PATH").map { String(cString: $0) })
        let bench = try ChildProcess(
            [
                "\(BuiltPrograms.project)/deploy/bench", "--quick", "--programs", BuiltPrograms.folder, "--json",
                "\(folder.folder)/figures",
            ],
            environment: ["PATH": path, "TMPDIR": folder.folder], folder: folder.folder,
            output: .file("\(folder.folder)/table"), errors: .file(errors))
        let end = try bench.wait(seconds: 120)
        let complaints = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(end == .exited(0), "\(complaints)")
        let table = try String(contentsOfFile: "\(folder.folder)/table", encoding: .utf8)
        let figures = try String(contentsOfFile: "\(folder.folder)/figures", encoding: .utf8)
        for name in [
            "policy 200", "policy 304", "last of 100 listeners", "user memory per listener", "ssadmin whoami",
            "start to ready",
        ] {
            #expect(table.contains("\n\(name) ") && figures.contains(#""name": "\#(name)""#), "\(table)")
        }
        #expect(kill(-bench.id, 0) != 0, "something of its group still runs")
    }
}
