import API
import HTTP
import Support
import Testing

@Suite("The metrics' own listener", .onThreadsOfTheirOwn)
struct MetricsListenerTests {
    @Test("answers under its own Host alone, so that no page in a browser reads it by a name of its own")
    func host() throws {
        let service = try LiveService()
        service.settings["SSADMIN_METRICS_LISTEN"] = "127.0.0.1:0"
        try service.start("--init")
        let authority = try #require(try service.waitForEvent("ready")["metrics_listen"]?.text)
        let port = try #require(authority.split(separator: ":").last.flatMap { UInt16($0) })
        func status(_ host: String, _ method: String = "GET", _ path: String = "/metrics") throws -> Int {
            let client = try RawClient(port: port)
            client.send("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            return try client.response(to: method).status
        }
        for method in ["GET", "HEAD"] {
            #expect(try status(authority, method) == 200)
            for host in [
                "localhost:\(port)", "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1",
                "127.1:\(port)",
            ] {
                #expect(try status(host, method) == 421, "\(host)")
            }
        }
        #expect(try status(authority, "POST") == 405)
        #expect(try status(authority, "GET", "/api/v1/whoami") == 404)
        #expect(try service.stop() == .exited(0))
    }
}
