import Glibc
import HTTP
import Support
import Testing

@testable import Server

@Suite("An engine streams", .serialized)
struct EngineStreamTests {
    /// Until the service knows of that many listeners, for at most five seconds.
    private func wait(_ served: Served, listeners count: Int) {
        for _ in 0..<500 where served.channel.listenerCount != count { usleep(10_000) }
        #expect(served.channel.listenerCount == count)
    }

    @Test("the latest edition, and then each as it is published, in order and once")
    func order() throws {
        let served = try Served()
        served.channel.publish(SampleEdition(id: 5, bytesCount: 4))
        let listeners = try (0..<20).map { _ in StreamClient(try served.client(), "/stream") }
        for listener in listeners {
            #expect(try listener.nextEvent() == .event(name: "sample", id: 5, data: "xxxx"))
        }
        for id in 6..<206 { served.channel.publish(SampleEdition(id: Int64(id))) }
        for listener in listeners {
            let ids = try listener.ids(upTo: 205)
            // One that fell behind for a moment misses some of them, and goes on with the latest.
            #expect(ids == ids.sorted() && Set(ids).count == ids.count && ids.last == 205)
        }
        for id in 206..<226 {
            served.channel.publish(SampleEdition(id: Int64(id)))
            for listener in listeners { #expect(try listener.nextEvent()?.id == Int64(id)) }
        }
    }

    @Test("with a head that names no length and is not to be stored or gathered, and is all that a HEAD is told")
    func head() throws {
        let served = try Served()
        let wanted = [
            "HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Cache-Control: no-store", "X-Accel-Buffering: no",
            "Connection: close",
        ]
        for version in ["1.1", "1.0"] {
            let listener = StreamClient(try served.client(), "/stream", version: version)
            #expect(try listener.head().filter { !$0.hasPrefix("Date: ") } == wanted.map { $0[...] })
            #expect(try listener.nextEvent()?.id == 1)
            let asking = StreamClient(try served.client(), "/stream", method: "HEAD", version: version)
            #expect(try asking.head().filter { !$0.hasPrefix("Date: ") } == wanted.map { $0[...] })
            #expect(try asking.nextEvent() == nil)
        }
    }

    @Test("nothing at first to a client that has the latest edition, and the latest to one that has any other")
    func lastEventID() throws {
        let served = try Served()
        served.channel.publish(SampleEdition(id: 7))
        let current = StreamClient(try served.client(), "/stream", after: "7")
        #expect(try current.status() == 200)
        for other in ["6", "8", "0", "-7", "seven", ""] {
            #expect(try StreamClient(try served.client(), "/stream", after: other).nextEvent()?.id == 7, "\(other)")
        }
        wait(served, listeners: 1)
        served.channel.publish(SampleEdition(id: 8))
        #expect(try current.nextEvent()?.id == 8)
    }

    @Test("the last edition to a client that is slow, who misses some between, while the others miss none")
    func slow() throws {
        let served = try Served()
        let slow = StreamClient(try RawClient(port: served.port, receiveBufferBytes: 4_096), "/stream")
        let quick = StreamClient(try served.client(), "/stream")
        #expect(try slow.nextEvent()?.id == 1)
        #expect(try quick.nextEvent()?.id == 1)
        for id in 2...60 {
            served.channel.publish(SampleEdition(id: Int64(id), bytesCount: 300_000))
            #expect(try quick.nextEvent()?.id == Int64(id))
        }
        let ids = try slow.ids(upTo: 60)
        #expect(ids == ids.sorted() && Set(ids).count == ids.count && ids.last == 60)
        #expect(ids.count < 59, "it was not slow: \(ids)")
        served.channel.publish(SampleEdition(id: 61))
        #expect(try slow.nextEvent()?.id == 61, "and goes on as before")
    }

    @Test("no longer to a client that has read nothing for as long as any answer waits")
    func deaf() throws {
        var limits = Engine.Limits()
        limits.write = .milliseconds(200)
        let served = try Served(limits)
        let deaf = StreamClient(try RawClient(port: served.port, receiveBufferBytes: 4_096), "/stream")
        #expect(try deaf.nextEvent()?.id == 1)
        served.channel.publish(SampleEdition(id: 2, bytesCount: 16 << 20))
        wait(served, listeners: 0)
        #expect(served.engine.openConnections == 0)
    }

    @Test("to nobody who has gone, whether by a close, by a reset or by saying that nothing more comes")
    func gone() throws {
        let served = try Served()
        var listeners = try (0..<30).map { _ in StreamClient(try served.client(), "/stream") }
        for listener in listeners { #expect(try listener.nextEvent()?.id == 1) }
        wait(served, listeners: 30)
        for listener in listeners[..<10] { listener.client.endSending() }
        for listener in listeners[..<10] { #expect(try listener.nextEvent() == nil) }
        for listener in listeners[10..<20] { listener.client.resetAtClose() }
        listeners.removeAll()
        wait(served, listeners: 0)
        #expect(served.engine.openConnections == 0)
        served.channel.publish(SampleEdition(id: 2))
        #expect(try StreamClient(try served.client(), "/stream").nextEvent()?.id == 2)
    }

    @Test("a comment in silence, and beside events, for as long as the client listens")
    func heartbeats() throws {
        var limits = Engine.Limits()
        limits.heartbeat = .milliseconds(50)
        let served = try Served(limits)
        let listener = StreamClient(try served.client(), "/stream")
        #expect(try listener.nextEvent()?.id == 1)
        for _ in 0..<5 { #expect(try listener.next() == .comment) }
        served.channel.publish(SampleEdition(id: 2))
        #expect(try listener.nextEvent()?.id == 2)
        for _ in 0..<5 { #expect(try listener.next() == .comment) }
        #expect(Engine.Limits().heartbeat == .seconds(15), "as the contract has it")
    }

    @Test("and does not read what a client sends behind its request, nor holds its answer back or resets it")
    func pipelined() throws {
        let served = try Served()
        let client = try served.client()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response().status == 200)
        let listener = StreamClient(client, "/stream")
        for _ in 0..<50 { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(try listener.nextEvent()?.id == 1)
        for id in 2..<20 {
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            served.channel.publish(SampleEdition(id: Int64(id)))
            #expect(try listener.nextEvent()?.id == Int64(id))
        }
        served.channel.publish(SampleEdition(id: 20, bytesCount: 100_000, isLast: true))
        #expect(try listener.nextEvent()?.id == 20)
        #expect(try listener.nextEvent() == nil)
    }

    @Test("an edition that is the last to its end, also to who is slow or has it, and then ends")
    func last() throws {
        let served = try Served()
        let slow = StreamClient(try RawClient(port: served.port, receiveBufferBytes: 4_096), "/stream")
        let quick = StreamClient(try served.client(), "/stream")
        #expect(try slow.nextEvent()?.id == 1)
        #expect(try quick.nextEvent()?.id == 1)
        served.channel.publish(SampleEdition(id: 2, bytesCount: 8 << 20, isLast: true))
        // Who was being told the end is told nothing more, though it was not the end for all.
        served.channel.publish(SampleEdition(id: 3))
        for listener in [quick, slow] {
            #expect(try listener.nextEvent()?.id == 2)
            #expect(try listener.nextEvent() == nil)
        }
        served.channel.publish(SampleEdition(id: 4, isLast: true))
        let late = StreamClient(try served.client(), "/stream", after: "4")
        #expect(try late.nextEvent() == nil)
        wait(served, listeners: 0)
    }

    @Test("an event to its end when it is drained, and then ends, at once where nothing is being sent")
    func drain() throws {
        let served = try Served()
        let idle = try (0..<50).map { _ in StreamClient(try served.client(), "/stream") }
        for listener in idle { #expect(try listener.nextEvent()?.id == 1) }
        let slow = StreamClient(try RawClient(port: served.port, receiveBufferBytes: 4_096), "/stream")
        #expect(try slow.nextEvent()?.id == 1)
        served.channel.publish(SampleEdition(id: 2, bytesCount: 8 << 20))
        for listener in idle { #expect(try listener.nextEvent()?.id == 2) }
        let engine = served.engine
        let drained = Thread { engine.drain(within: .seconds(10)) }
        for listener in idle { #expect(try listener.nextEvent() == nil) }
        #expect(try slow.nextEvent()?.id == 2)
        #expect(try slow.nextEvent() == nil)
        drained.join()
        #expect(served.channel.listenerCount == 0)
    }

    @Test("to no more clients than leave a quarter of the room to calls, until one of them has gone")
    func room() throws {
        var limits = Engine.Limits()
        limits.connectionsMax = 8
        let served = try Served(limits)
        var listeners = try (0..<6).map { _ in StreamClient(try served.client(), "/stream") }
        for listener in listeners { #expect(try listener.nextEvent()?.id == 1) }
        let late = try served.client()
        late.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try late.response().status == 503)
        #expect(try late.response().status == 200)
        listeners.removeLast()
        wait(served, listeners: 5)
        #expect(try StreamClient(late, "/stream").nextEvent()?.id == 1)
    }

    @Test("while editions are published and clients come and go, and loses none that matters")
    func storm() throws {
        let served = try Served()
        let (channel, port) = (served.channel, served.port)
        let publisher = Thread {
            for id in 2...2_000 {
                channel.publish(SampleEdition(id: Int64(id), bytesCount: id % 3_000))
                if id % 4 == 0 { usleep(1_000) }
            }
        }
        let visitors = (0..<4).map { seed in
            Thread {
                var numbers = Seed(UInt64(seed))
                for _ in 0..<40 {
                    guard let client = try? RawClient(port: port) else { preconditionFailure("no connection") }
                    if Bool.random(using: &numbers) { client.resetAtClose() }
                    let listener = StreamClient(client, "/stream")
                    var newest: Int64 = 0
                    for _ in 0..<Int.random(in: 0..<40, using: &numbers) where newest < 2_000 {
                        guard let id = try? listener.nextEvent()?.id else { preconditionFailure("the stream broke") }
                        precondition(id > newest, "\(id) after \(newest)")
                        newest = id
                    }
                }
            }
        }
        let staying = try (0..<50).map { _ in StreamClient(try served.client(), "/stream") }
        for listener in staying { #expect(try listener.ids(upTo: 2_000).last == 2_000) }
        publisher.join()
        for visitor in visitors { visitor.join() }
        wait(served, listeners: staying.count)
    }
}
