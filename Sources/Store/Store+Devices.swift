import API
import Domain
import SQL

extension Store {
    /// A device's write: through the same door as an operator's, in one transaction, acknowledged after its commit. It is
    /// no row of the operators' audit log: what devices do is theirs, and millions of them do it.
    package func serve<T: Sendable>(
        at now: Instant, _ body: @escaping @Sendable (DeviceChange) throws(Failure) -> T
    ) async throws(Failure) -> T {
        try await database.write { connection throws(Failure) in
            try body(DeviceChange(Snapshot(connection), at: now))
        }
    }
}

/// A device's change under way. Made only by `Store.serve`.
package struct DeviceChange {
    package let snapshot: Snapshot
    package let at: Instant

    init(_ snapshot: Snapshot, at: Instant) {
        self.snapshot = snapshot
        self.at = at
    }

    @discardableResult
    func run(_ statement: Statement) throws(Failure) -> [Row] {
        try snapshot.rows(statement)
    }
}
