import Glibc
import HTTP
import Support
import Synchronization
import Testing

@testable import Server

@Suite("A crowd that listens", .serialized)
struct EngineStreamCrowdTests {
    /// More than a loop goes over in five turns. Each takes a descriptor at both ends, and other suites need some too.
    static let size = 3_000

    @Test("all are told the last edition and their end, and do not keep others from being answered")
    func crowd() throws {
        try crowdTurn.withLock { _ in try listen() }
    }

    private func listen() throws {
        var limits = Engine.Limits()
        limits.heartbeat = .seconds(600)
        let served = try Served(limits)
        // An engine lets its process have as many descriptors as it may, so that the clients have them too.
        let clients = try (0..<Self.size).map { _ in try served.client(seconds: 30) }
        let request = Array("GET /stream HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 1\r\n\r\n".utf8)
        for client in clients { client.send(request) }
        for client in clients { #expect(try client.read().starts(with: "HTTP/1.1 200".utf8)) }
        for _ in 0..<1_000 where served.channel.listenerCount < Self.size { usleep(10_000) }
        #expect(served.channel.listenerCount == Self.size)

        let other = try served.client()
        for id in 2...11 {
            served.channel.publish(SampleEdition(id: Int64(id), bytesCount: 700))
            other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try other.response().status == 200)
        }
        served.channel.publish(SampleEdition(id: 12, isLast: true))
        let end = Array("id: 12\ndata: x\n\n".utf8)
        for client in clients { #expect(try client.readToEnd().suffix(end.count).elementsEqual(end)) }
        for _ in 0..<500 where served.channel.listenerCount > 0 { usleep(10_000) }
        #expect(served.channel.listenerCount == 0)
    }
}
