import API
import HTTP
import Support
import Testing

/// Between its first file and its first operator a start can fail. What it leaves must not be in the way of the next one.
@Suite("A first start that failed", .onThreadsOfTheirOwn)
struct FirstStartTests {
    private static let key = String(repeating: "5c", count: 32) + "\n"

    /// A service whose first start had a database and then no key, and so got no operator.
    private func withoutOperator() throws -> LiveService {
        let service = try LiveService()
        service.settings["SSADMIN_ENVIRONMENT"] = "staging"
        service.settings["SSADMIN_MASTER_KEY_FILE"] = "\(service.folder)/key"
        let (end, said) = try service.ended("serve", "--init")
        #expect(end == .exited(78))
        #expect(said.contains("SSADMIN_MASTER_KEY_FILE: there is no file"), "\(said)")
        #expect(service.exists(service.database), "this is not the case that is meant")
        return service
    }

    private func expectWhole(_ service: LiveService) throws {
        #expect(try service.call("GET", "/api/v1/whoami").status == 200)
        try service.makeProject()
        #expect(try service.policy("shop-ios").isEnabled)
        let begun = try service.call("GET", "/api/v1/audit?action=deployment.init")
        #expect(begun.json["items"]?.items.count == 1, "one first operator")
        #expect(try service.stop() == .exited(0))
        try service.start()
        #expect(try service.stop() == .exited(0))
    }

    @Test("for a port that was taken goes through when it is free")
    func busyPort() throws {
        let neighbour = try LiveService()
        try neighbour.start("--init")
        let service = try LiveService()
        service.settings["SSADMIN_SDK_LISTEN"] = "127.0.0.1:\(try neighbour.port(.sdk))"
        for _ in 0..<2 {
            let (end, said) = try service.ended("serve", "--init")
            #expect(end == .exited(78))
            #expect(said.contains("in use"), "\(said)")
        }
        try neighbour.stop()
        try service.start("--init")
        try expectWhole(service)
    }

    @Test("for a master key that was not there goes through when it is")
    func missingKey() throws {
        let service = try withoutOperator()
        try service.write(Self.key, to: "\(service.folder)/key")
        try service.start("--init")
        try expectWhole(service)
    }

    @Test("leaves a database that init takes, and then not again")
    func initAfterwards() throws {
        let service = try withoutOperator()
        let token = try service.initialize(operator: "ada")
        let again = try service.ended("init", "--operator", "bob")
        #expect(again.end == .exited(78))
        #expect(again.said.contains("has its operators already"), "\(again.said)")
        try service.write(Self.key, to: "\(service.folder)/key")
        try service.start()
        #expect(try service.call("GET", "/api/v1/whoami", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        let names = try service.call("GET", "/api/v1/operators").json["items"]?.items.map { $0["name"]?.text }
        #expect(names == ["ada"])
        try expectWhole(service)
    }

    @Test("is not served without --init, and told the way out")
    func plainServe() throws {
        let service = try withoutOperator()
        try service.write(Self.key, to: "\(service.folder)/key")
        let (end, said) = try service.ended("serve")
        #expect(end == .exited(78))
        #expect(said.contains("no operator") && said.contains("ssadmind init --operator"), "\(said)")
        #expect(service.events("ready").isEmpty)
        #expect(!service.exists(service.socket))
        try service.initialize(operator: "ada")
        try service.start()
        try expectWhole(service)
    }

    @Test(
        "at another program's database leaves that as it is",
        arguments: [["init", "--operator", "ada"], ["serve", "--init"]])
    func foreign(_ words: [String]) throws {
        let service = try LiveService()
        try service.alter("CREATE TABLE notes (text TEXT) STRICT; INSERT INTO notes VALUES ('dear')")
        try service.launch(words)
        #expect(try service.process?.wait() == .exited(78))
        #expect(service.said.contains("another program's"), "\(service.said)")
        #expect(service.output.isEmpty && !service.exists(service.database + ".master-key"))
        try service.alter("UPDATE notes SET text = 'sir'; CREATE TABLE operators (n INTEGER)")
    }

    @Test(
        "for a name that no operator can have leaves nothing behind",
        arguments: ["", "Ada", "ada@home", "-ada", String(repeating: "a", count: 65), "\u{430}da"])
    func impossibleName(_ name: String) throws {
        let service = try LiveService()
        let (end, said) = try service.ended("init", "--operator", name)
        #expect(end == .exited(78))
        #expect(said.contains("cannot be"), "\(said)")
        for end in ["", ".lock", ".master-key", "-wal"] { #expect(!service.exists(service.database + end)) }
        try service.initialize(operator: "ada")
    }
}
