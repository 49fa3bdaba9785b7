/// The threads of a database and the connections that they use. It knows nothing of `Database`, so that a forgotten one can
/// still be wound up. Unchecked: a connection is its thread's until that has ended, and then `finish`'s.
final class Workers: @unchecked Sendable {
    private let writer: any Connection
    private let readers: [any Connection]
    private let writerThread: WorkerThread
    private let readerThreads: [WorkerThread]
    private var lock: DatabaseLock?

    init(
        lock: DatabaseLock, writer: any Connection, readers: [any Connection],
        writes: Mailbox<any PendingWrite>, reads: Mailbox<@Sendable (any Connection) -> Void>
    ) {
        self.lock = lock
        self.writer = writer
        self.readers = readers
        // From here on a connection belongs to its thread, and after its end to `finish`.
        nonisolated(unsafe) let writer = writer
        writerThread = WorkerThread {
            let commits = GroupCommit(connection: writer)
            while true {
                let batch = writes.take(atMost: GroupCommit.batchMax)
                if batch.isEmpty { return }
                commits.run(batch)
            }
        }
        readerThreads = readers.map { reader in
            // As with the writer: the thread's own.
            nonisolated(unsafe) let reader = reader
            return WorkerThread {
                while let read = reads.take(atMost: 1).first { read(reader) }
            }
        }
    }

    /// Blocks until the threads have emptied their mailboxes, which are closed, then closes everything. Called once.
    func finish() {
        for thread in readerThreads { thread.join() }
        for reader in readers { reader.close() }
        writerThread.join()
        // Without this the log is replayed at the next start, which is slower and no less safe.
        try? writer.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        writer.close()
        lock = nil
    }
}
