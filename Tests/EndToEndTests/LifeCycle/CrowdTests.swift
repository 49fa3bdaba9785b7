import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Synchronization
import Testing

/// One after the other: two crowds at once have more descriptors than a process may.
@Suite("A crowd", .onThreadsOfTheirOwn, .serialized)
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
        try crowdTurn.withLock { _ in try idleCrowd() }
    }

    private func idleCrowd() throws {
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

    /// What the process holds in memory of its own, in bytes (proc_pid_status(5), VmRSS).
    private func residentBytes(_ service: LiveService) throws -> Int {
        let process = try #require(service.process)
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.split(separator: " ")[1])) * 1_024
    }

    @Test(
        "10 000 listeners cost less than 2 KiB each, all hear the switch, and the service answers others and stops",
        .enabled(
            if: descriptorsMax >= size + 1_000, "this process may not have that many descriptors"))
    func crowd() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let port = try service.port(.sdk)
        let before = try residentBytes(service)
        let listeners = try (0..<Self.size).map { index in
            StreamClient(
                try RawClient(port: port, seconds: 30),
                "/sdk/v1/policy/events?application_id=shop-ios&sdk_version=1.0.\(index % 50)")
        }
        for listener in listeners { #expect(try listener.nextEvent()?.id != nil) }
        let each = (try residentBytes(service) - before) / Self.size
        #expect(each < 2_048)
        let disable = #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"crowd"}"#
        #expect(try service.call("POST", "/api/v1/disables", disable).status == 201)
        #expect(try !service.policy("shop-ios").isEnabled)
        let revision = try service.policy("shop-ios").revision
        for listener in listeners {
            let heard = try listener.nextEvent()
            #expect(heard?.id == revision && heard?.data?.contains(#""is_enabled":false"#) == true)
        }
        #expect(try service.call("GET", "/readyz").status == 200)
        #expect(try service.stop() == .exited(0))
        for listener in listeners { #expect(try listener.nextEvent() == nil) }
    }

    /// Of 600 descriptors the engine takes 472 for connections: more devices than that come here, and the last of them waits.
    @Test(
        "a crowd that fills the devices' door leaves the operators' open, and is served when others have gone",
        .enabled(if: BuiltPrograms.has("prlimit"), "prlimit is not there (Debian package util-linux)"))
    func full() throws {
        let service = try LiveService()
        service.wrapper = ["prlimit", "--nofile=600:600"]
        try service.start("--init")
        try service.makeProject()
        let port = try service.port(.sdk)
        var crowd = try (0..<600).map { _ in try RawClient(port: port) }
        let late = try RawClient(port: port, seconds: 1)
        late.send(service.message("GET", "/sdk/v1/policy?application_id=shop-ios", on: .sdk))
        #expect(throws: RawClient.Fault.self, "the crowd is too small to fill the door") { try late.response() }

        #expect(try service.call("GET", "/api/v1/whoami").status == 200)
        let disable = #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"crowd"}"#
        #expect(try service.call("POST", "/api/v1/disables", disable).status == 201)
        #expect(try service.call("GET", "/readyz").status == 200)

        crowd.removeAll()
        #expect(try !service.policy("shop-ios").isEnabled)
        #expect(try late.response().status == 200, "who waited through it is answered too")
        #expect(try service.stop() == .exited(0))
    }

    @Test(
        "a crowd at the operators' door leaves the devices' open",
        .enabled(if: BuiltPrograms.has("prlimit"), "prlimit is not there (Debian package util-linux)"))
    func fullOfOperators() throws {
        let service = try LiveService()
        service.wrapper = ["prlimit", "--nofile=600:600"]
        try service.start("--init")
        try service.makeProject()
        var crowd = try (0..<600).map { _ in try RawClient(path: service.socket) }
        let late = try RawClient(path: service.socket, seconds: 1)
        late.send(service.message("GET", "/api/v1/whoami"))
        #expect(throws: RawClient.Fault.self, "the crowd is too small to fill the door") { try late.response() }
        for _ in 0..<200 { #expect(try service.policy("shop-ios").isEnabled) }
        crowd.removeAll()
        #expect(try service.call("GET", "/api/v1/whoami").status == 200)
        #expect(try service.stop() == .exited(0))
    }
}
