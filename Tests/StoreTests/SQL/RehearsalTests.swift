import SQL
import Support
import Testing

@Suite struct RehearsalTests {
    private static let schema = "CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY) STRICT"
    private static let full = SQLError(.full, "database or disk is full", code: 13)

    @Test func `A rehearsal sees what was written before it, and leaves nothing`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database async throws in
            try await database.write { connection throws(SQLError) in try connection.run("INSERT INTO t VALUES (1)") }
            let undone = Shared<[Int]>([])
            let seen: [Int] = try await database.rehearse(
                { connection throws(SQLError) in
                    try connection.run("INSERT INTO t VALUES (2)")
                    return try connection.run("SELECT n FROM t ORDER BY n").map { $0.get("n") }
                },
                undone: { _, connection in
                    let left: [Int] = (try? connection.run("SELECT n FROM t").map { $0.get("n") }) ?? []
                    undone.change { $0 = left }
                })
            #expect(seen == [1, 2])
            #expect(undone.value == [1])
        }
    }

    @Test func `It wants no commit, and the writes around it have theirs`() async throws {
        let fresh = try FreshDatabase()
        let faults = Faults()
        try await fresh.with(script: Self.schema, faults: faults) { database async throws in
            faults.plan { $0 == "COMMIT" ? .before(Self.full) : nil }
            let commits = faults.count(startingWith: "COMMIT")
            try await database.rehearse { connection throws(SQLError) in
                _ = try connection.run("INSERT INTO t VALUES (1)")
            }
            #expect(faults.count(startingWith: "COMMIT") == commits)
            faults.plan(nil)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let body: @Sendable (any Connection) throws(SQLError) -> Void = { connection throws(SQLError) in
                            _ = try connection.run("INSERT INTO t VALUES (\(number))")
                        }
                        if number % 4 == 0 {
                            try await database.rehearse(body)
                        } else {
                            try await database.write(body)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let count: Int? = try await database.read { connection throws(SQLError) in
                try connection.run("SELECT count(*) AS n FROM t").first?.get("n")
            }
            #expect(count == 30)
        }
    }

    @Test func `A body that throws is answered with what it threw, and its end is told to nobody`() async throws {
        let fresh = try FreshDatabase()
        let faults = Faults()
        try await fresh.with(script: Self.schema, faults: faults) { database async throws in
            for place in ["INSERT", "BEGIN IMMEDIATE", "ROLLBACK"] {
                faults.fail(startingWith: place, .before(Self.full))
                await #expect(throws: Self.full) {
                    try await database.rehearse(
                        { connection throws(SQLError) in _ = try connection.run("INSERT INTO t VALUES (1)") },
                        undone: { _, _ in Issue.record("it was told of \(place)") })
                }
                faults.plan(nil)
            }
            try await database.write { connection throws(SQLError) in try connection.run("INSERT INTO t VALUES (1)") }
        }
    }
}
