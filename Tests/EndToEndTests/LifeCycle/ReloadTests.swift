import API
import Glibc
import HTTP
import Support
import Testing

@Suite("Reading the configuration again", .onThreadsOfTheirOwn)
struct ReloadTests {
    private func regionOfNewProject(_ service: LiveService, _ id: String) throws -> String {
        try service.makeProject(id)
        let project = try service.call("GET", "/api/v1/projects/\(id)").answer(Project.self)
        return String(project.projectKey.split(separator: "_")[1])
    }

    @Test("SIGHUP takes a good configuration; a broken one changes nothing and says so")
    func reload() throws {
        let service = try LiveService()
        try service.start("--init")
        #expect(try regionOfNewProject(service, "one") == "eu")

        service.settings["SSADMIN_REGION"] = "us"
        try service.writeConfiguration()
        service.process!.signal(SIGHUP)
        try service.waitForEvent("reloaded")
        #expect(try regionOfNewProject(service, "two") == "us")

        service.settings["SSADMIN_REGION"] = "jp"
        service.settings["SSADMIN_ENVIRONMENT"] = "moon"
        try service.writeConfiguration()
        service.process!.signal(SIGHUP)
        let refused = try service.waitForEvent("reload refused")
        #expect(refused["problems"] != nil)
        #expect(try regionOfNewProject(service, "three") == "us")

        service.settings["SSADMIN_ENVIRONMENT"] = nil
        service.settings["CUSTOMER_SDK_KEY_SECRET"] = String(repeating: "z", count: 32)
        try service.writeConfiguration()
        service.process!.signal(SIGHUP)
        try service.waitForEvent("reload refused", count: 2)
        #expect(try regionOfNewProject(service, "four") == "us")
        #expect(try service.stop() == .exited(0))
    }

    @Test("what only a restart can change is named, each time until there is one")
    func needsRestart() throws {
        let service = try LiveService()
        try service.start("--init")
        let port = try service.port(.sdk)
        service.settings["SSADMIN_SDK_LISTEN"] = "127.0.0.1:1"
        service.settings["SSADMIN_DATABASE"] = "sqlite:/nowhere/x.db"
        try service.writeConfiguration()
        for count in 1...2 {
            service.process!.signal(SIGHUP)
            let event = try service.waitForEvent("reloaded", count: count)
            #expect(event["need_restart"] == .string("SSADMIN_DATABASE, SSADMIN_SDK_LISTEN"))
        }
        #expect(try RawClient(port: port).send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"))
        try service.makeProject()
    }
}
