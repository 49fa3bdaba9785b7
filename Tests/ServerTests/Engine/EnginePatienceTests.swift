import Glibc
import HTTP
import Support
import Testing

@testable import Server

/// Waits are shortened here; that the product's are as the contract has them is the last test.
@Suite("An engine does not wait for ever", .serialized)
struct EnginePatienceTests {
    private func limits(_ change: (inout Engine.Limits) -> Void) -> Engine.Limits {
        var limits = Engine.Limits()
        change(&limits)
        return limits
    }

    @Test("for a head that comes byte by byte")
    func slowHead() throws {
        let served = try Served(limits { $0.head = .milliseconds(300) })
        let client = try served.client()
        let start = ContinuousClock.now
        for byte in "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: \(String(repeating: "a", count: 40))\r\n\r\n".utf8 {
            if !client.send([byte]) { break }
            usleep(20_000)
            if ContinuousClock.now - start > .milliseconds(700) { break }
        }
        #expect(try client.response().status == 408)
        #expect(try client.readToEnd().isEmpty)
    }

    @Test("for a body")
    func slowBody() throws {
        let served = try Served(limits { $0.body = .milliseconds(300) })
        let client = try served.client()
        client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        let start = ContinuousClock.now
        #expect(try client.response().status == 408)
        #expect(ContinuousClock.now - start > .milliseconds(250))
    }

    @Test("for a next request, and says nothing")
    func idle() throws {
        let served = try Served(limits { $0.idle = .milliseconds(200) })
        let client = try served.client()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response().status == 200)
        #expect(try client.readToEnd().isEmpty)
        let silent = try served.client()
        #expect(try silent.readToEnd().isEmpty)
    }

    @Test("for a client that never reads, and serves the others meanwhile")
    func neverReads() throws {
        let served = try Served(limits { $0.write = .milliseconds(300) })
        let deaf = try served.client()
        deaf.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
        let other = try served.client()
        other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try other.response().status == 200)
        usleep(900_000)
        let received = try? deaf.readToEnd().count
        #expect(received ?? 0 < SampleService.big.count)
    }

    @Test("for a client that does not close after the last answer")
    func linger() throws {
        let served = try Served(limits { $0.linger = .milliseconds(200) })
        let client = try served.client()
        client.send("bad\r\n\r\n")
        #expect(try client.response().status == 400)
        usleep(500_000)
        // The other end is gone: the first byte provokes a reset, a later one meets it.
        client.send("x")
        usleep(50_000)
        #expect(!client.send("x"))
    }

    @Test("longer than the contract says, in the product")
    func defaults() {
        let limits = Engine.Limits()
        #expect(limits.head == .seconds(10))
        #expect(limits.body == .seconds(10))
    }
}
