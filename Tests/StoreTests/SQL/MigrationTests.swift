import SQL
import Support
import Testing

@Suite struct MigrationTests {
    private static let first = Migration(
        version: 1, name: "first", sql: "CREATE TABLE a (n INTEGER) STRICT; INSERT INTO a VALUES (7)", digest: "d1")
    private static let second = Migration(
        version: 2, name: "second", sql: "CREATE TABLE b (n INTEGER) STRICT; UPDATE a SET n = 8", digest: "d2")
    private static let broken = Migration(
        version: 3, name: "broken", sql: "CREATE TABLE c (n INTEGER) STRICT; SELEC", digest: "d3")

    @discardableResult
    private func withConnection<T>(_ fresh: FreshDatabase, _ body: (SQLiteConnection) throws -> T) throws -> T {
        let connection = try SQLiteConnection(path: fresh.path, role: .writer)
        defer { connection.close() }
        return try body(connection)
    }

    @Test func `An empty database is brought to the schema once and without a backup`() throws {
        let fresh = try FreshDatabase()
        try withConnection(fresh) { connection in
            let outcome = try Migrations.apply([Self.first, Self.second], on: connection, at: 5)
            #expect(outcome == Migrations.Outcome(from: 0, to: 2, backup: nil))
            let again = try Migrations.apply([Self.first, Self.second], on: connection, at: 6)
            #expect(again == Migrations.Outcome(from: 2, to: 2, backup: nil))
            let rows = try connection.run("SELECT * FROM schema_migrations ORDER BY version")
            #expect(rows.map { $0.get("name", as: String.self) } == ["first", "second"])
            #expect(rows.map { $0.get("applied_at", as: Int.self) } == [5, 5])
        }
    }

    @Test func `Another program's database is refused and left as it is`() throws {
        let fresh = try FreshDatabase()
        try withConnection(fresh) { connection in
            try connection.execute(script: "CREATE TABLE notes (text TEXT) STRICT")
            #expect(throws: MigrationError.foreign) { try Migrations.apply([Self.first], on: connection, at: 1) }
            let names: [String] = try connection.run("SELECT name FROM sqlite_schema").map { $0.get("name") }
            #expect(names == ["notes"])
            // Without its tables it is an empty one.
            try connection.execute(script: "DROP TABLE notes")
            try Migrations.apply([Self.first], on: connection, at: 1)
        }
    }

    @Test func `An upgrade takes a backup of what was there`() throws {
        let fresh = try FreshDatabase()
        try withConnection(fresh) { try Migrations.apply([Self.first], on: $0, at: 1) }
        let outcome = try withConnection(fresh) { try Migrations.apply([Self.first, Self.second], on: $0, at: 2) }
        let backup = try #require(outcome.backup)
        #expect(backup.hasSuffix("test.db.schema-1-before-2.backup"))
        #expect(try fresh.mode(of: backup) == 0o600)
        let old = try SQLiteConnection(path: backup, role: .writer)
        defer { old.close() }
        #expect(try old.run("SELECT n FROM a")[0].get("n", as: Int.self) == 7)
        #expect(try old.run("SELECT version FROM schema_migrations").count == 1)
    }

    @Test func `A step that fails is undone whole and those before it stay`() throws {
        let fresh = try FreshDatabase()
        let all = [Self.first, Self.second, Self.broken]
        try withConnection(fresh) { connection throws in
            for _ in 0..<2 {
                #expect {
                    try Migrations.apply(all, on: connection, at: 1)
                } throws: { error in
                    guard case .failed(version: 3, _) = error as? MigrationError else { return false }
                    return true
                }
                #expect(!connection.isInTransaction)
                #expect(try connection.run("SELECT version FROM schema_migrations").count == 2)
                #expect(throws: SQLError.self) { try connection.run("SELECT n FROM c") }
            }
        }
    }

    @Test func `A newer database and a changed migration are refused`() throws {
        let fresh = try FreshDatabase()
        try withConnection(fresh) { try Migrations.apply([Self.first, Self.second], on: $0, at: 1) }
        try withConnection(fresh) { connection in
            #expect(throws: MigrationError.newer(found: 2, known: 1)) {
                try Migrations.apply([Self.first], on: connection, at: 2)
            }
            let changed = Migration(version: 1, name: "first", sql: "SELECT 1", digest: "other")
            #expect(throws: MigrationError.changed(version: 1)) {
                try Migrations.apply([changed, Self.second], on: connection, at: 2)
            }
        }
    }

    @Test func `Without a backup nothing is migrated`() throws {
        let fresh = try FreshDatabase()
        let faults = Faults()
        try withConnection(fresh) { connection in
            try Migrations.apply([Self.first], on: connection, at: 1)
            faults.fail(startingWith: "VACUUM", .before(SQLError(.full, "disk full")))
            let flaky = FlakyConnection(connection, faults)
            #expect(throws: MigrationError.noBackup(SQLError(.full, "disk full"))) {
                try Migrations.apply([Self.first, Self.second], on: flaky, at: 2)
            }
            #expect(try connection.run("SELECT n FROM a")[0].get("n", as: Int.self) == 7)
        }
    }

    @Test func `A failed migration closes the database and gives the lock back`() async throws {
        let fresh = try FreshDatabase()
        for _ in 0..<2 {
            #expect(throws: MigrationError.self) {
                try Database(path: fresh.path) { connection throws(MigrationError) in
                    try Migrations.apply([Self.first, Self.second, Self.broken], on: connection, at: 1)
                }
            }
        }
        try await fresh.with(script: "SELECT n FROM a") { _ in }
    }
}
