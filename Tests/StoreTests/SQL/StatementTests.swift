import SQL
import Support
import Testing

@Suite struct StatementTests {
    private enum Status: String, SQLConvertible { case active, suspended }

    private func connection() throws -> (FreshDatabase, SQLiteConnection) {
        let fresh = try FreshDatabase()
        return (fresh, try SQLiteConnection(path: fresh.path, role: .writer))
    }

    @Test func `What is interpolated is bound and never becomes text`() {
        let slug = "x'; DROP TABLE t; --"
        let statement: Statement = "SELECT a FROM t WHERE slug = \(slug) AND n = \(5) AND b = \(true)"
        #expect(statement.text == "SELECT a FROM t WHERE slug = $1 AND n = $2 AND b = $3")
        #expect(statement.values == [.text(slug), .integer(5), .integer(1)])
    }

    @Test func `Fragments bring their values and lists their places`() {
        let conditions: [Statement] = ["a = \(1)", "b IN (\(list: ["x", "y"]))", "c IS NULL"]
        let statement: Statement = "SELECT \(raw: "n") FROM t WHERE \(conditions.joined(separator: " AND ")) LIMIT \(9)"
        #expect(statement.text == "SELECT n FROM t WHERE a = $1 AND b IN ($2, $3) AND c IS NULL LIMIT $4")
        #expect(statement.values == [.integer(1), .text("x"), .text("y"), .integer(9)])
    }

    @Test func `Texts come back byte for byte and differ by bytes`() throws {
        let (fresh, connection) = try connection()
        defer { connection.close() }
        try connection.execute(script: "CREATE TABLE t (a TEXT PRIMARY KEY) STRICT")
        let texts = [
            "", "a\u{0}b", "caf\u{e9}", "cafe\u{301}", "😀👩‍👩‍👧", "\r\n", "\u{ffff}", String(repeating: "x", count: 100_000),
        ]
        for text in texts { try connection.run("INSERT INTO t VALUES (\(text))") }
        for text in texts {
            let rows = try connection.run("SELECT a FROM t WHERE a = \(text)")
            #expect(rows.count == 1)
            #expect(rows.first.map { Array($0.get("a", as: String.self).utf8) } == Array(text.utf8))
        }
        withExtendedLifetime(fresh) {}
    }

    @Test func `Integers, blobs, truth, words and absence come back`() throws {
        let (fresh, connection) = try connection()
        defer { connection.close() }
        try connection.execute(script: "CREATE TABLE t (i INTEGER, b BLOB, f INTEGER, s TEXT, o TEXT) STRICT")
        let nothing: String? = nil
        for (integer, blob) in [
            (Int64.min, [UInt8]()), (.max, [0, 1, 255]), (0, [UInt8](repeating: 0, count: 70_000)),
        ] {
            try connection.run(
                "INSERT INTO t VALUES (\(integer), \(blob), \(true), \(Status.suspended), \(nothing))")
            #expect(connection.changes == 1)
            let row = try #require(try connection.first("SELECT * FROM t WHERE i = \(integer)"))
            #expect(row["i"] == integer)
            #expect(row["b"] == blob)
            #expect(row["f"] == true)
            #expect(row["s"] == Status.suspended)
            #expect(row.get("o", as: String?.self) == nil)
            #expect(row.get("s", as: String?.self) == "suspended")
        }
        withExtendedLifetime(fresh) {}
    }

    @Test func `More texts than are kept prepared all work`() throws {
        let (fresh, connection) = try connection()
        defer { connection.close() }
        for count in 1...(SQLiteConnection.preparedMax + 50) {
            let rows = try connection.run("SELECT 1 AS a WHERE 1 IN (\(list: Array(repeating: 1, count: count)))")
            #expect(rows.first?.get("a", as: Int.self) == 1)
        }
        withExtendedLifetime(fresh) {}
    }

    @Test func `Constraints, wrong SQL and a reader's writes are told apart`() throws {
        let (fresh, connection) = try connection()
        defer { connection.close() }
        try connection.execute(
            script: """
                CREATE TABLE p (id INTEGER PRIMARY KEY, slug TEXT UNIQUE NOT NULL) STRICT;
                CREATE TABLE c (p INTEGER NOT NULL REFERENCES p (id), n INTEGER CHECK (n > 0), UNIQUE (p, n)) STRICT;
                INSERT INTO p VALUES (1, 'a'); INSERT INTO c VALUES (1, 1);
                """)
        func kind(_ statement: Statement, on connection: SQLiteConnection) -> SQLError.Kind? {
            do {
                try connection.run(statement)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(kind("INSERT INTO p VALUES (2, 'a')", on: connection) == .constraintUnique("p.slug"))
        #expect(kind("INSERT INTO p VALUES (1, 'b')", on: connection) == .constraintUnique("p.id"))
        #expect(kind("INSERT INTO c VALUES (1, 1)", on: connection) == .constraintUnique("c.p, c.n"))
        #expect(kind("INSERT INTO c VALUES (9, 1)", on: connection) == .constraintOther)
        #expect(kind("INSERT INTO c VALUES (1, 0)", on: connection) == .constraintOther)
        #expect(kind("INSERT INTO p VALUES (3, NULL)", on: connection) == .constraintOther)
        #expect(kind("INSERT INTO c VALUES (1, 'x')", on: connection) == .constraintOther)
        #expect(kind("SELEC", on: connection) == .other)

        let reader = try SQLiteConnection(path: fresh.path, role: .reader)
        defer { reader.close() }
        #expect(kind("INSERT INTO p VALUES (2, 'b')", on: reader) == .readOnly)
        #expect(throws: SQLError.self) { try SQLiteConnection(path: "/nowhere/x.db", role: .writer) }
    }
}
