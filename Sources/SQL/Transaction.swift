/// The connection that a transaction's body gets. Once the transaction has ended, by the database or with the body, it
/// runs nothing more: a statement that came too late would be committed by itself.
final class Transaction: Connection {
    private let base: any Connection
    private var hasEnded = false
    /// The error with which the database ended the transaction.
    private(set) var endedBy: SQLError?

    init(_ base: any Connection) {
        self.base = base
    }

    var changes: Int { base.changes }
    var isInTransaction: Bool { !hasEnded && base.isInTransaction }

    func run(_ statement: Statement) throws(SQLError) -> [Row] {
        try check()
        do {
            return try base.run(statement)
        } catch {
            noteEnd(error)
            throw error
        }
    }

    func execute(script: String) throws(SQLError) {
        try check()
        do {
            try base.execute(script: script)
        } catch {
            noteEnd(error)
            throw error
        }
    }

    /// Ends the body's use of the connection, which stays open.
    func close() {
        hasEnded = true
    }

    private func check() throws(SQLError) {
        precondition(!hasEnded, "a connection outlived its transaction")
        guard base.isInTransaction else {
            throw endedBy ?? SQLError(.rolledBack, "the database had ended the transaction")
        }
    }

    private func noteEnd(_ error: SQLError) {
        if endedBy == nil, !base.isInTransaction { endedBy = error }
    }
}
