import HTTP
import Support
import Testing

@Suite("Starting and stopping", .onThreadsOfTheirOwn)
struct StartTests {
    @Test("init prints the first operator's token alone on stdout, and refuses a second time")
    func initOnce() throws {
        let service = try LiveService()
        let token = try service.initialize(operator: "ada")
        #expect(token.wholeMatch(of: /ssat1_[0-9a-f]{24}_[0-9a-f]{64}_[0-9a-f]{8}/) != nil)
        let again = try service.ended("init", "--operator", "bob")
        #expect(again.end == .exited(78))
        #expect(service.output.isEmpty)
        try service.start()
        #expect(try service.call("GET", "/api/v1/whoami", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        #expect(try service.stop() == .exited(0))
    }
}
