import HTTP
import Support
import Testing

@Suite("Beginning", .onThreadsOfTheirOwn)
struct InitTests {
    @Test("init prints the first operator's token alone on stdout, and refuses a second time")
    func initOnce() throws {
        let service = try LiveService()
        let token = try service.initialize(operator: "ada")
        #expect(token.wholeMatch(of: /ssat1_[0-9a-f]{24}_[0-9a-f]{64}_[0-9a-f]{8}/) != nil)
        #expect(!service.said.contains(token))
        let again = try service.ended("init", "--operator", "bob")
        #expect(again.end == .exited(78))
        #expect(service.output.isEmpty)
        try service.start()
        #expect(try service.call("GET", "/api/v1/whoami", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        #expect(try service.stop() == .exited(0))
    }

    @Test(
        "serve --init makes a missing database with the caller as operator, prints no token, and later leaves it alone")
    func serveInit() throws {
        let service = try LiveService()
        try service.start("--init")
        #expect(service.output.isEmpty)
        #expect(!service.said.contains("ssat1_"))
        try service.makeProject()
        try service.stop()
        try service.start("--init")
        #expect(try service.call("GET", "/api/v1/projects/shop-ios").status == 200)
        #expect(try service.stop() == .exited(0))
    }

    @Test("what it makes is for its owner alone")
    func modes() throws {
        let service = try LiveService()
        try service.start("--init")
        for name in ["ssadmin.db", "ssadmin.db-wal", "ssadmin.db-shm", "ssadmin.db.lock", "ssadmin.db.master-key"] {
            #expect(try service.files.mode(of: "\(service.folder)/\(name)") == 0o600, "\(name)")
        }
    }

    @Test("without a database it does not start, and says how to make one")
    func missing() throws {
        let service = try LiveService()
        let (end, said) = try service.ended("serve")
        #expect(end == .exited(78))
        #expect(said.contains("init --operator"))
        #expect(!service.exists(service.database))
    }

    @Test("a database newer than the program is refused and left as it is")
    func newer() throws {
        let service = try LiveService()
        try service.initialize()
        try service.alter("INSERT INTO schema_migrations VALUES (99, 'later', 'digest', 0)")
        let (end, said) = try service.ended("serve")
        #expect(end == .exited(78))
        #expect(said.contains("99"))
    }

    @Test("a second service on the same file is refused, and the first one goes on at its socket")
    func locked() throws {
        let first = try LiveService()
        try first.start("--init")
        let second = try LiveService(files: first.files)
        let (end, said) = try second.ended("serve")
        #expect(end == .exited(78))
        #expect(said.contains("another process"))
        #expect(try first.call("GET", "/api/v1/whoami").status == 200)
        let (initEnd, _) = try second.ended("init", "--operator", "eve")
        #expect(initEnd == .exited(78))
        #expect(try first.call("GET", "/api/v1/whoami").status == 200)
    }
}
