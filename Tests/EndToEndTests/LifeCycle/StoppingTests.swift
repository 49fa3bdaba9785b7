import API
import Glibc
import HTTP
import Support
import Testing

@Suite("Stopping", .onThreadsOfTheirOwn)
struct StoppingTests {
    @Test("SIGTERM answers the request whose head has come, checkpoints, removes the socket, and ends with 0")
    func inFlight() throws {
        let service = try LiveService()
        try service.start("--init")
        let idle = try service.connect(.admin)
        let client = try service.connect(.admin)
        let message = service.message("POST", "/api/v1/tenants", #"{"slug":"late","name":"Late"}"#)
        client.send(message.utf8.dropLast(10))
        // Until the service has read the head it may take the connection for an idle one.
        usleep(200_000)
        service.process!.signal(SIGTERM)
        try service.waitForEvent("stopping")
        usleep(100_000)
        #expect(service.process!.isRunning)
        client.send(Array(message.utf8.suffix(10)))
        let response = try client.response(to: "POST")
        #expect(response.status == 201)
        #expect(response.first("Connection")?.lowercased() == "close")
        #expect(try idle.read().isEmpty)
        #expect(try service.process!.wait() == .exited(0))
        #expect(service.logBytes == 0)
        #expect(throws: RawClient.Fault.self) { try service.connect(.admin) }
        try service.start()
        #expect(try service.call("GET", "/api/v1/tenants/late").status == 200)
    }

    @Test("a request that never ends does not hold the stop for longer than ten seconds")
    func bounded() throws {
        let service = try LiveService()
        try service.start("--init")
        let client = try service.connect(.admin)
        client.send(service.message("POST", "/api/v1/tenants", #"{"slug":"late","name":"Late"}"#).utf8.dropLast(1))
        usleep(200_000)
        let begun = ContinuousClock.now
        #expect(try service.stop(seconds: 15) == .exited(0))
        #expect(ContinuousClock.now - begun < .seconds(12))
        #expect(service.logBytes == 0)
    }

    @Test("SIGINT, which Ctrl-C sends, stops it the same way")
    func interrupt() throws {
        let service = try LiveService()
        try service.start("--init")
        service.process!.signal(SIGINT)
        #expect(try service.process!.wait() == .exited(0))
        #expect(service.logBytes == 0)
    }

    @Test("systemd is told when it is ready and when it stops", arguments: ["--init", "--all-off"])
    func notify(option: String) throws {
        let service = try LiveService()
        let socket = try NotifySocket(path: "\(service.folder)/notify")
        service.environment["NOTIFY_SOCKET"] = socket.path
        try service.start(option)
        #expect(socket.next() == "READY=1")
        try service.stop()
        #expect(socket.next() == "STOPPING=1")
    }

    @Test("what was acknowledged is there after SIGKILL, and the revision has not fallen")
    func killed() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        let before = try service.policy("shop-ios")
        let made = try service.call(
            "POST", "/api/v1/disables",
            #"{"scope":{"kind":"project","application_id":"shop-ios"},"targets":["sdk"],"reason":"crash"}"#)
        #expect(made.status == 201)
        try service.kill()

        try service.start()
        let after = try service.policy("shop-ios")
        #expect(!after.isEnabled)
        #expect(after.revision > before.revision)
        let audit = try service.call("GET", "/api/v1/audit?action=disable.create").answer(Page<AuditEntry>.self)
        #expect(audit.items.count == 1)
    }
}
