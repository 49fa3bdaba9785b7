import API
import FoundationEssentials
import Support
import Testing

@Suite("Handing over a secret, with the line that is printed", .onThreadsOfTheirOwn)
struct UnwrapTests {
    /// The printed line, with the token in its place, in a shell of the engineer's.
    private func run(_ line: String, _ token: String, in service: LiveService) throws -> String {
        let output = "\(service.folder)/curl.\(UUID())"
        let child = try ChildProcess(
            ["bash", "-c", line.replacing("TOKEN", with: token) + #" -w '\n%{http_code} %header{cache-control}'"#],
            folder: service.folder, output: .file(output))
        #expect(try child.wait() == .exited(0))
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    @Test("real curl gets it once, and the service that starts anew gives it to nobody again")
    func curl() throws {
        let service = try LiveService()
        try service.start("--init")
        // Only then the port is known that devices are to call.
        let port = try service.port(.sdk)
        try service.stop()
        service.settings["SSADMIN_SDK_LISTEN"] = "127.0.0.1:\(port)"
        service.settings["SSADMIN_PUBLIC_URL"] = "http://127.0.0.1:\(port)/"
        try service.start()
        try service.makeProject()
        let (text, end) = try Terminal().run(
            [try BuiltPrograms.path("ssadmin"), "secret", "rotate", "shop-ios", "--wrap", "15m", "--out", "token.txt"],
            environment: ["SSADMIN_SOCKET": service.socket], folder: service.folder)
        #expect(end == .exited(0), "\(text)")
        let line = try #require(text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("curl ") })
        let token = try String(contentsOfFile: "\(service.folder)/token.txt", encoding: .utf8).replacing("\n", with: "")

        let first = try run(String(line), token, in: service)
        #expect(first.hasSuffix("\n200 no-store"))
        #expect(first.contains(/"identity_secret":"ssis1_[0-9a-f]{64}_[0-9a-f]{8}"/))
        let second = try run(String(line), token, in: service)
        #expect(second.hasPrefix(#"{"error":"not_found"}"# + "\n404"))
        try service.stop()
        try service.start()
        #expect(try run(String(line), token, in: service).contains("\n404"))
        let (_, audit, _) = try service.command(["audit", "export"])
        #expect(audit.split(separator: "\n").filter { $0.contains("identity_secret.unwrap") }.count == 3)
        #expect(!audit.contains(token))
        try service.stop()
    }
}
