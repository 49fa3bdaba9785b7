import Glibc
import HTTP
import Support
import Testing

@Suite("A crowd", .onThreadsOfTheirOwn)
struct CrowdTests {
    static let size = 10_000

    /// Each connection takes a descriptor here and one in the service.
    static var descriptorsMax: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    @Test(
        "10 000 idle connections leave the service answering",
        .enabled(if: descriptorsMax >= size + 1_000, "this process may not have that many descriptors"))
    func idle() throws {
        let service = try LiveService()
        try service.start("--init")
        let port = try service.port(.sdk)
        let clients = try (0..<Self.size).map { _ in try RawClient(port: port, seconds: 15) }
        // Each has been served once, and so is a connection that idles between two requests.
        for client in clients { client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") }
        for client in clients { #expect(try client.response().status == 200) }
        let late = try RawClient(port: port)
        late.send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try late.response().status == 200)
        #expect(try service.call("GET", "/api/v1/whoami").status == 200)
        #expect(try service.stop() == .exited(0))
    }
}
