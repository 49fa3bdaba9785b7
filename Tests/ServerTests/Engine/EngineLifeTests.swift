import Glibc
import HTTP
import Support
import Testing

@testable import Server

@Suite("An engine's life", .serialized)
struct EngineLifeTests {
    @Test("a drain finishes requests whose head has come, closes who is idle, and accepts no more")
    func drain() throws {
        let served = try Served()
        let idle = try served.client()
        idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try idle.response().status == 200)
        let answering = try served.client()
        answering.send("GET /later?400 HTTP/1.1\r\nHost: x\r\n\r\n")
        let sending = try served.client()
        sending.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo")
        usleep(100_000)
        let body = Thread {
            usleep(200_000); sending.send("dy")
        }
        let start = ContinuousClock.now
        served.engine.drain(within: .seconds(5))
        #expect(ContinuousClock.now - start < .milliseconds(1_500))
        body.join()
        #expect(try idle.readToEnd().isEmpty)
        let last = try answering.response()
        #expect(last.body.elementsEqual("later".utf8))
        #expect(last.first("Connection") == "close")
        #expect(try sending.response().body.elementsEqual("body".utf8))
        #expect(throws: RawClient.Fault.self) { try served.client() }
    }

    @Test("a drain ends at its deadline, whatever is unanswered")
    func deadline() throws {
        let served = try Served()
        let client = try served.client()
        client.send("GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
        usleep(50_000)
        let start = ContinuousClock.now
        served.engine.drain(within: .milliseconds(300))
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(((try? client.readToEnd()) ?? []).isEmpty)
    }

    @Test("beyond its connections the rest wait until one ends")
    func connectionsMax() throws {
        var limits = Engine.Limits()
        limits.connectionsMax = 2
        let served = try Served(limits)
        var clients = try (0..<3).map { _ in try served.client() }
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(try clients[0].response().status == 200)
        #expect(try clients[1].response().status == 200)
        usleep(300_000)
        let third = clients.removeLast()
        clients.removeLast()
        #expect(try third.response().status == 200)
    }

    @Test("without a free descriptor a connection waits, the loop does not spin, and is served when one is free")
    func descriptorsRunOut() async {
        // In a process of its own: the others here need their descriptors.
        await #expect(processExitsWith: .success) {
            let served = try Served()
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var enough = rlimit()
            getrlimit(resource, &enough)
            let lowest = open("/dev/null", O_RDONLY)
            close(lowest)
            var scarce = rlimit(rlim_cur: rlim_t(lowest) + 1, rlim_max: enough.rlim_max)
            setrlimit(resource, &scarce)
            let client = try served.client()  // takes the last one
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let start = clock()
            usleep(500_000)
            precondition(clock() - start < CLOCKS_PER_SEC / 5, "the loop spins")
            setrlimit(resource, &enough)
            let status = try client.response().status
            precondition(status == 200)
        }
    }
}
