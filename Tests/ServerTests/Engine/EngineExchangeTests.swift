import Glibc
import HTTP
import Support
import Testing

@testable import Server

@Suite("An engine answers")
struct EngineExchangeTests {
    private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("a GET, with Date, the service's headers, and Content-Length, in this order")
    func get() throws {
        let served = try Served()
        let client = try served.client()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let response = try client.response()
        #expect(response.status == 200)
        #expect(text(response) == "hello")
        #expect(response.headers.map { $0.name } == ["Date", "Content-Type", "Content-Length"])
    }

    @Test("requests sent at once, one after the other and in order")
    func pipelining() throws {
        let served = try Served()
        let client = try served.client()
        let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        let later = "GET /later HTTP/1.1\r\nHost: x\r\n\r\n"
        let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
        client.send(get + later + post + get + later)
        let answers = try (0..<5).map { _ in text(try client.response()) }
        #expect(answers == ["hello", "later", "abc", "hello", "later"])
    }

    @Test("many pipelined requests, more than one buffer holds")
    func deepPipelining() throws {
        let served = try Served()
        let client = try served.client()
        client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 2_000))
        client.endSending()
        let all = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(all.split(separator: "hello", omittingEmptySubsequences: false).count == 2_001)
    }

    @Test("a request that comes byte by byte")
    func trickle() throws {
        let served = try Served()
        let client = try served.client()
        for byte in "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody".utf8 { client.send([byte]) }
        #expect(text(try client.response()) == "body")
    }

    @Test("a HEAD with the headers of the GET and no body")
    func head() throws {
        let served = try Served()
        let client = try served.client()
        client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = try client.response(to: "HEAD")
        let get = try client.response()
        #expect(head.first("Content-Length") == "5")
        #expect(head.headers.map { $0.name } == get.headers.map { $0.name })
        #expect(text(get) == "hello")
    }

    @Test("an answer of 32 MiB whole")
    func big() throws {
        let served = try Served()
        let client = try served.client()
        client.send("GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let bytes = try client.readToEnd()
        #expect(Array(bytes.suffix(SampleService.big.count)) == SampleService.big)
    }

    @Test("and closes after HTTP/1.0 and after `Connection: close`")
    func close() throws {
        let served = try Served()
        for request in ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nConnection: TE, Close\r\n\r\n"] {
            let client = try served.client()
            client.send(request)
            let text = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(text.contains("\r\nConnection: close\r\n"))
            #expect(text.hasSuffix("hello"))
        }
    }

    @Test("a client that has stopped sending, also when the answer comes later")
    func halfClosed() throws {
        let served = try Served()
        for path in ["/", "/later"] {
            let client = try served.client()
            client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            client.endSending()
            #expect(String(decoding: try client.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("over a Unix socket, and knows who called")
    func unix() throws {
        let path = "/tmp/ssadmin-engine-\(getpid()).sock"
        let listener = Listener.unix(path: path, mode: 0o600, replacesStale: true)
        let engine = try Engine([(listener, SampleService())])
        engine.start()
        defer { engine.drain(within: .zero) }
        let client = try RawClient(path: path)
        client.send("GET /whoever HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text(try client.response()) == "unix(uid: \(getuid()), pid: \(getpid()))")

        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(throws: SystemError.self) { try Engine([(listener, SampleService())]) }
        engine.drain(within: .zero)
        #expect(access(path, F_OK) != 0, "the socket file outlived the engine")
    }

    @Test("over TCP, and knows from where it was called")
    func peer() throws {
        let served = try Served()
        let client = try served.client()
        client.send("GET /whoever HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text(try client.response()) == "tcp(address: \"127.0.0.1\")")
    }

    @Test("a Unix socket whose service has died is replaced")
    func stale() throws {
        let path = "/tmp/ssadmin-stale-\(getpid()).sock"
        unlink(path)
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(try #require(SocketAddress(path: path)).withPointer { bind(dead, $0, $1) } == 0)
        Glibc.close(dead)
        #expect(throws: SystemError.self) {
            try Engine([(.unix(path: path, mode: 0o600, replacesStale: false), SampleService())])
        }
        let engine = try Engine([(.unix(path: path, mode: 0o600, replacesStale: true), SampleService())])
        engine.start()
        engine.drain(within: .zero)
    }

    @Test("at an IPv6 address too", .enabled(if: access("/proc/net/if_inet6", F_OK) == 0, "this kernel has no IPv6"))
    func ipv6() throws {
        let engine = try Engine([(.tcp(address: "::1", port: 0), SampleService())])
        engine.start()
        defer { engine.drain(within: .zero) }
        #expect(engine.listeners[0].description.hasPrefix("[::1]:"))
        #expect(!engine.listeners[0].description.hasSuffix(":0"))
    }

    @Test("nowhere but at literal addresses and paths that fit, and says so")
    func badListeners() {
        let long = String(repeating: "a", count: 108)
        #expect(throws: SystemError("read localhost:0", code: EINVAL)) {
            try Engine([(.tcp(address: "localhost", port: 0), SampleService())])
        }
        #expect(throws: SystemError("read unix:\(long)", code: ENAMETOOLONG)) {
            try Engine([(.unix(path: long, mode: 0o600, replacesStale: true), SampleService())])
        }
    }

    @Test("a GET that has a body, read whole before it is served, with the next request behind it")
    func bodyOfGet() throws {
        let served = try Served()
        let client = try served.client()
        client.send(
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nGET /GET /whoever HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text(try client.response()) == "hello")
        #expect(text(try client.response()).hasPrefix("tcp"))
    }
}
