import Synchronization

/// A database file: one writer and some readers, each on its own thread; the cooperative pool never waits for a disk.
///
/// Bodies are synchronous and get the connection only for the time of their transaction. A cancelled task still gets its
/// answer: a write that is queued is carried out.
package final class Database: Sendable {
    /// Opens a connection; tests wrap the driver's.
    package typealias Opener =
        @Sendable (_ path: String, _ role: SQLiteConnection.Role) throws(SQLError) -> any Connection

    /// Reads at the same time. As many as cores: reads are short and from memory.
    package static let readersDefault = 2
    /// Calls that wait, each for reading and for writing; beyond it the answer is `overloaded` at once.
    package static let waitingMax = 10_000

    private let reads = Mailbox<@Sendable (any Connection) -> Void>(capacity: waitingMax)
    private let writes = Mailbox<any PendingWrite>(capacity: waitingMax)
    private let workers: Workers
    private let closing = Mutex<Task<Void, Never>?>(nil)

    /// Errors: `locked` where another process has the file open, else what opening met.
    package convenience init(path: String) throws(SQLError) {
        let nothing: (any Connection) throws(SQLError) -> Void = { _ in }
        try self.init(path: path, prepare: nothing)
    }

    /// `prepare` gets the writer, outside any transaction and before there are readers: the place of migrations.
    package init<E: SQLFailure>(
        path: String, readers: Int = readersDefault, open: Opener = Database.openSQLite,
        prepare: (any Connection) throws(E) -> Void
    ) throws(E) {
        let lock: DatabaseLock
        let writer: any Connection
        do throws(SQLError) {
            lock = try DatabaseLock(databasePath: path)
            writer = try open(path, .writer)
        } catch {
            throw E(error)
        }
        var opened: [any Connection] = []
        do throws(E) {
            try prepare(writer)
            for _ in 0..<readers { opened.append(try Self.openReader(path, open, E.self)) }
        } catch {
            // The writer last: who closes last checkpoints.
            for reader in opened { reader.close() }
            writer.close()
            throw error
        }
        workers = Workers(lock: lock, writer: writer, readers: opened, writes: writes, reads: reads)
    }

    private static func openReader<E: SQLFailure>(
        _ path: String, _ open: Opener, _ failure: E.Type
    ) throws(E) -> any Connection {
        do throws(SQLError) {
            return try open(path, .reader)
        } catch {
            throw E(error)
        }
    }

    package static let openSQLite: Opener = { path, role throws(SQLError) in
        try SQLiteConnection(path: path, role: role)
    }

    deinit {
        guard closing.withLock({ $0 == nil }) else { return }
        reads.close()
        writes.close()
        WorkerThread.detached { [workers] in workers.finish() }
    }

    /// One consistent snapshot: what is committed while the body runs is not seen. Everything that was acknowledged before
    /// the call is.
    ///
    /// Errors: what the body throws; `overloaded`, `closed`, and what the database met.
    package func read<T: Sendable, E: SQLFailure>(
        _ body: @escaping @Sendable (any Connection) throws(E) -> T
    ) async throws(E) -> T {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<T, E>, Never>) in
            let answer = reads.put { connection in
                continuation.resume(returning: Self.snapshot(of: connection, body))
            }
            if let refusal = Self.refusal(answer) { continuation.resume(returning: .failure(E(refusal))) }
        }
        return try result.get()
    }

    /// One transaction, which shares its COMMIT with others that wait (`GroupCommit`). A body that throws is undone. It may
    /// see what earlier writes did that are not committed yet; if they fail to be, it fails with them.
    ///
    /// `committed` is called on the writer's thread after the COMMIT, in the order of the writes and before any caller goes
    /// on; its connection is for reading. `unknown` is called so where the COMMIT's outcome is not known: whoever keeps in
    /// memory what is in the tables reads it anew there, before another write can come between.
    ///
    /// Errors: what the body throws, where the database took it; `overloaded`, `closed`, and what the database met. Nothing
    /// took effect, unless the error `isOutcomeUnknown`.
    @discardableResult
    package func write<T: Sendable, E: SQLFailure>(
        _ body: @escaping @Sendable (any Connection) throws(E) -> T,
        committed: (@Sendable (T, any Connection) -> Void)? = nil,
        unknown: (@Sendable (T, any Connection) -> Void)? = nil
    ) async throws(E) -> T {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<T, E>, Never>) in
            let write = Write(body, committed: committed, unknown: unknown, resuming: continuation)
            if let refusal = Self.refusal(writes.put(write)) { write.finish(refusal) }
        }
        return try result.get()
    }

    /// Runs a body on the writer in a transaction of its own, and undoes what it did: neither a COMMIT nor room on the disk
    /// is wanted. It sees every write that was queued before it, committed or refused.
    ///
    /// `undone` is called on the writer's thread where the body did not throw, after the ROLLBACK, before any other write
    /// and before the caller goes on; its connection is for reading.
    ///
    /// Errors: what the body throws; `overloaded`, `closed`, and what the database met.
    package func rehearse<T: Sendable, E: SQLFailure>(
        _ body: @escaping @Sendable (any Connection) throws(E) -> T,
        undone: (@Sendable (T, any Connection) -> Void)? = nil
    ) async throws(E) -> T {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<T, E>, Never>) in
            let write = Write(rehearsal: body, undone: undone, resuming: continuation)
            if let refusal = Self.refusal(writes.put(write)) { write.finish(refusal) }
        }
        return try result.get()
    }

    /// Writes that wait now, without those that run.
    package var writesWaiting: Int { writes.count }

    /// A consistent copy of the database as of now, in a file of its own; writes go on (see `DatabaseBackup`).
    package func backUp(to path: String) async throws(SQLError) {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Void, SQLError>, Never>) in
            let answer = reads.put { connection in
                continuation.resume(
                    returning: Result { () throws(SQLError) in
                        // A reader may not write, and the copy is written.
                        try connection.execute(script: "PRAGMA query_only = OFF")
                        defer { try? connection.execute(script: "PRAGMA query_only = ON") }
                        try DatabaseBackup.write(from: connection, to: path)
                    })
            }
            if let refusal = Self.refusal(answer) { continuation.resume(returning: .failure(refusal)) }
        }
        try result.get()
    }

    /// Finishes what is queued, takes nothing more, checkpoints, and gives the file back.
    package func close() async {
        let task = closing.withLock { task in
            if let task { return task }
            reads.close()
            writes.close()
            let new = Task { [workers] in
                await withCheckedContinuation { continuation in
                    WorkerThread.detached {
                        workers.finish()
                        continuation.resume()
                    }
                }
            }
            task = new
            return new
        }
        await task.value
    }

    private static func snapshot<T, E: SQLFailure>(
        of connection: any Connection, _ body: (any Connection) throws(E) -> T
    ) -> Result<T, E> {
        do throws(SQLError) {
            // Only where an earlier ROLLBACK failed: that snapshot would be old.
            if connection.isInTransaction { try connection.run("ROLLBACK") }
            try connection.run("BEGIN")
        } catch {
            return .failure(E(error))
        }
        let transaction = Transaction(connection)
        let result = Result { () throws(E) in try body(transaction) }
        transaction.close()
        _ = try? connection.run("ROLLBACK")
        return result
    }

    private static func refusal(_ answer: MailboxAnswer) -> SQLError? {
        switch answer {
        case .taken: nil
        case .full: SQLError(.overloaded, "\(waitingMax) calls wait already")
        case .closed: SQLError(.closed, "the database is closed")
        }
    }
}
