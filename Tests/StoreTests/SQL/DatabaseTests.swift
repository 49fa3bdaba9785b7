import SQL
import Support
import Testing

@Suite struct DatabaseTests {
    private static let schema = "CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY) STRICT"

    private func count(_ database: Database) async throws -> Int {
        try await database.read { connection throws(SQLError) in
            try connection.run("SELECT count(*) AS n FROM t")[0].get("n", as: Int.self)
        }
    }

    @discardableResult
    private func insert(_ number: Int, into database: Database) async throws -> Int {
        try await database.write { connection throws(SQLError) in
            try connection.run("INSERT INTO t VALUES (\(number))")
            return number
        }
    }

    @Test func `A write that was acknowledged is read by the next call and after a restart`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database in
            for number in 0..<20 {
                try await insert(number, into: database)
                #expect(try await count(database) == number + 1)
            }
        }
        try await fresh.with(script: Self.schema) { database async throws in
            #expect(try await count(database) == 20)
        }
    }

    @Test func `A read sees one snapshot while writes go on`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database in
            let writing = Task {
                for number in 0..<300 { try await insert(number, into: database) }
            }
            for _ in 0..<50 {
                let counts = try await database.read { connection throws(SQLError) in
                    var counts: Set<Int> = []
                    for _ in 0..<20 {
                        counts.insert(try connection.run("SELECT count(*) AS n FROM t")[0].get("n"))
                    }
                    return counts
                }
                #expect(counts.count == 1)
            }
            try await writing.value
            #expect(try await count(database) == 300)
        }
    }

    @Test func `A body that throws is undone alone, and its own error comes back`() async throws {
        enum Failure: SQLFailure, Equatable {
            case refused
            case sql(SQLError)
            init(_ error: SQLError) { self = .sql(error) }
        }
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database in
            let release = try await WriterHold(of: database)
            async let kept = insert(1, into: database)
            let refused = Task {
                try await database.write { connection throws(Failure) in
                    do throws(SQLError) { try connection.run("INSERT INTO t VALUES (2)") } catch {
                        throw Failure(error)
                    }
                    throw .refused
                }
            }
            async let kept2 = insert(3, into: database)
            try await writesWaiting(3, in: database)
            release()
            _ = try await (kept, kept2)
            await #expect(throws: Failure.refused) { try await refused.value }
            #expect(try await count(database) == 2)
        }
    }

    @Test func `Many callers share one commit, and each is told after it`() async throws {
        let fresh = try FreshDatabase()
        let faults = Faults()
        try await fresh.with(script: Self.schema, faults: faults) { database in
            let release = try await WriterHold(of: database)
            let before = faults.count(startingWith: "COMMIT")
            let told = Shared<[Int]>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        try await database.write { connection throws(SQLError) in
                            try connection.run("INSERT INTO t VALUES (\(number))")
                            return number
                        } committed: { number, connection in
                            #expect(!connection.isInTransaction)
                            told.change { $0.append(number) }
                        }
                        #expect(told.value.count == 100)
                    }
                }
                try await writesWaiting(100, in: database)
                release()
                try await group.waitForAll()
            }
            // One of the write that held the writer, one of the hundred.
            #expect(faults.count(startingWith: "COMMIT") - before == 2)
            #expect(told.value.sorted() == Array(0..<100))
            #expect(try await count(database) == 100)
        }
    }

    @Test func `A second service on the same file is refused until the first has closed`() async throws {
        let fresh = try FreshDatabase()
        let first = try fresh.open()
        #expect { try fresh.open() } throws: { ($0 as? SQLError)?.kind == .locked }
        await first.close()
        await first.close()
        let second = try fresh.open()
        await second.close()
    }

    @Test func `More than may wait is refused at once, and all that waited is answered`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database in
            let release = try await WriterHold(of: database)
            let refused = Shared(0)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<Database.waitingMax + 5 {
                    group.addTask {
                        do {
                            try await insert(number, into: database)
                        } catch {
                            if (error as? SQLError)?.kind == .overloaded { refused.change { $0 += 1 } }
                        }
                    }
                }
                while refused.value < 5 { try? await Task.sleep(for: .milliseconds(1)) }
                release()
            }
            #expect(refused.value == 5)
            #expect(try await count(database) == Database.waitingMax)
        }
    }

    @Test func `Closing finishes what is queued and refuses what comes later`() async throws {
        let fresh = try FreshDatabase()
        let database = try fresh.open(script: Self.schema)
        let release = try await WriterHold(of: database)
        let queued = Task { try await insert(1, into: database) }
        try await writesWaiting(1, in: database)
        let isClosed = Task { await database.close() }
        // Until the mailbox is closed reads are answered; from then on they are refused.
        while (try? await count(database)) != nil {}
        await #expect { try await insert(2, into: database) } throws: { ($0 as? SQLError)?.kind == .closed }
        release()
        await isClosed.value
        #expect(try await queued.value == 1)
        try await fresh.with(script: Self.schema) { database async throws in
            #expect(try await count(database) == 1)
        }
    }

    @Test func `A full disk fails the write and leaves everything consistent`() async throws {
        let fresh = try FreshDatabase()
        let script = "CREATE TABLE b (n INTEGER PRIMARY KEY, x BLOB) STRICT; PRAGMA max_page_count = 50"
        try await fresh.with(script: script) { database in
            var written = 0
            var failure: SQLError?
            while failure == nil, written < 1000 {
                let number = written
                do {
                    try await database.write { connection throws(SQLError) in
                        for part in 0..<2 {
                            let blob = [UInt8](repeating: 1, count: 3000)
                            try connection.run("INSERT INTO b VALUES (\(number * 2 + part), \(blob))")
                        }
                    }
                    written += 1
                } catch let error as SQLError {
                    failure = error
                }
            }
            #expect(failure?.kind == .full)
            #expect(failure?.isUnwritable == true)
            let count = try await database.read { connection throws(SQLError) in
                try connection.run("SELECT count(*) AS n FROM b")[0].get("n", as: Int.self)
            }
            #expect(count == written * 2)
            // What takes away still works.
            try await database.write { connection throws(SQLError) in
                try connection.run("DELETE FROM b WHERE n < 10")
                return ()
            }
        }
    }

    @Test func `The file, its log and its lock are their owner's alone`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database in
            try await insert(1, into: database)
            for file in ["", "-wal", "-shm", ".lock"] {
                #expect(try fresh.mode(of: fresh.path + file) == 0o600)
            }
        }
    }

    @Test func `A backup is a whole database that only its owner reads`() async throws {
        let fresh = try FreshDatabase()
        try await fresh.with(script: Self.schema) { database in
            for number in 0..<10 { try await insert(number, into: database) }
            try await database.backUp(to: "\(fresh.folder)/copy.db")
            try await insert(10, into: database)
        }
        #expect(try fresh.mode(of: "\(fresh.folder)/copy.db") == 0o600)
        let copy = try SQLiteConnection(path: "\(fresh.folder)/copy.db", role: .writer)
        defer { copy.close() }
        #expect(try copy.run("SELECT count(*) AS n FROM t")[0].get("n", as: Int.self) == 10)
    }
}
