/// Many writes, one transaction, one sync of the disk. Each write has its own savepoint: one that throws is undone alone.
/// Callers are answered only after the COMMIT, so that each has the durability of a transaction of its own.
struct GroupCommit {
    /// Writes in one transaction. The first waits for the last, and 128 are some milliseconds.
    static let batchMax = 128

    let connection: any Connection

    /// In order: what was put before a rehearsal is committed before it.
    func run(_ batch: [any PendingWrite]) {
        var rest = batch[...]
        while let first = rest.first {
            if first.isRehearsal {
                rehearse(first)
                rest.removeFirst()
            } else {
                let group = rest.prefix { !$0.isRehearsal }
                runTogether(Array(group))
                rest.removeFirst(group.count)
            }
        }
    }

    /// Nothing of it may reach the disk, which may be full: no page leaves the cache before its time, and there is no
    /// savepoint that would want a journal.
    private func rehearse(_ write: any PendingWrite) {
        do throws(SQLError) {
            if connection.isInTransaction { try connection.run("ROLLBACK") }
            // As a script: this pragma acts when it is prepared, and a prepared statement is kept.
            try connection.execute(script: "PRAGMA cache_spill = OFF")
            try connection.run("BEGIN IMMEDIATE")
            let transaction = Transaction(connection)
            let isDone = write.run(on: transaction)
            transaction.close()
            guard connection.isInTransaction else {
                throw transaction.endedBy ?? SQLError(.rolledBack, "a rehearsal ended the transaction")
            }
            try connection.run("ROLLBACK")
            try connection.execute(script: "PRAGMA cache_spill = ON")
            if isDone { write.announce(.undone, on: connection) }
        } catch {
            rollBack()
            try? connection.execute(script: "PRAGMA cache_spill = ON")
            write.finish(error)
            return
        }
        write.finish(nil)
    }

    /// Whatever fails beside a body – even a savepoint – fails the batch: nobody could say which writes were kept.
    private func runTogether(_ batch: [any PendingWrite]) {
        do throws(SQLError) {
            try commit(batch)
        } catch {
            rollBack()
            if error.isOutcomeUnknown {
                for write in batch { write.announce(.unknown, on: connection) }
            }
            for write in batch { write.finish(error) }
            return
        }
        for write in batch { write.announce(.committed, on: connection) }
        for write in batch { write.finish(nil) }
    }

    private func commit(_ batch: [any PendingWrite]) throws(SQLError) {
        // Only where an earlier ROLLBACK failed.
        if connection.isInTransaction { try connection.run("ROLLBACK") }
        try connection.run("BEGIN IMMEDIATE")
        for write in batch {
            try connection.run("SAVEPOINT one_write")
            let transaction = Transaction(connection)
            let isKept = write.run(on: transaction)
            transaction.close()
            // A full disk may end the whole transaction. What came after would have been committed by itself.
            guard connection.isInTransaction else {
                throw transaction.endedBy ?? SQLError(.rolledBack, "a write ended the transaction")
            }
            if !isKept { try connection.run("ROLLBACK TO one_write") }
            try connection.run("RELEASE one_write")
        }
        do {
            try connection.run("COMMIT")
        } catch {
            var failure = error
            failure.isOutcomeUnknown = !connection.isInTransaction
            throw failure
        }
    }

    private func rollBack() {
        guard connection.isInTransaction else { return }
        // Where this fails the next batch tries again, and until then nothing can be committed.
        _ = try? connection.run("ROLLBACK")
    }
}
