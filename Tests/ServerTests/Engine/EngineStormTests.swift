import Glibc
import HTTP
import Support
import Testing

@testable import Server

/// Clients that do anything at any moment: what they find is a crash, a mixed-up answer, or a connection that is kept.
@Suite("In a storm")
struct EngineStormTests {
    @Test("every client that stays gets its own answers, and whoever leaves leaves nothing behind")
    func storm() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var limits = Engine.Limits()
        limits.head = .milliseconds(200)
        limits.body = .milliseconds(200)
        limits.write = .milliseconds(200)
        limits.linger = .milliseconds(50)
        let served = try Served(limits)
        let port = served.port
        let threads = (0..<4).map { index in
            Thread { Self.visit(port, Seed(seed &+ UInt64(index)), seed: seed) }
        }
        for thread in threads { thread.join() }
        let last = try served.client()
        last.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try last.response().status == 200, "seed \(seed)")
        // Deserted connections end by their deadlines, and none is forgotten.
        let start = ContinuousClock.now
        while served.engine.openConnections > 1, ContinuousClock.now - start < .seconds(3) { usleep(20_000) }
        #expect(served.engine.openConnections == 1, "seed \(seed)")
    }

    private static func visit(_ port: UInt16, _ numbers: Seed, seed: UInt64) {
        var numbers = numbers
        for visit in 0..<150 {
            guard let client = try? RawClient(port: port) else { continue }
            if Bool.random(using: &numbers) { client.resetAtClose() }
            let body = "\(visit)-\(UInt32.random(in: 0...9_999, using: &numbers))"
            let echo = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0:
                client.send(echo.utf8.prefix(Int.random(in: 0...echo.utf8.count, using: &numbers)))
            case 1:
                client.send("GET /later?\(Int.random(in: 0...30, using: &numbers)) HTTP/1.1\r\nHost: x\r\n\r\n\(echo)")
            case 2:
                client.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try? client.read()
            case 3:
                client.send(String(repeating: "GET /later?1 HTTP/1.1\r\nHost: x\r\n\r\n", count: 5) + "nonsense\r\n")
                client.endSending()
            default:
                client.send(echo + "GET /later?2 HTTP/1.1\r\nHost: x\r\n\r\n" + echo)
                for wanted in [body, "later", body] {
                    guard let response = try? client.response() else { preconditionFailure("no answer, seed \(seed)") }
                    precondition(response.body.elementsEqual(wanted.utf8), "another's answer, seed \(seed)")
                }
            }
        }
    }
}
