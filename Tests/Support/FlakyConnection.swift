import SQL
import Synchronization

/// A connection over a real one that fails when it is told to: before a statement took effect, or after (people forget the
/// second: the write is there and the answer is lost).
package final class FlakyConnection: Connection {
    private let base: any Connection
    private let faults: Faults

    package init(_ base: any Connection, _ faults: Faults) {
        self.base = base
        self.faults = faults
    }

    package var changes: Int { base.changes }
    package var isInTransaction: Bool { base.isInTransaction }

    package func run(_ statement: Statement) throws(SQLError) -> [Row] {
        let fault = faults.next(statement.text)
        if case .before(let error) = fault { throw error }
        let rows = try base.run(statement)
        if case .after(let error) = fault { throw error }
        return rows
    }

    package func execute(script: String) throws(SQLError) {
        let fault = faults.next(script)
        if case .before(let error) = fault { throw error }
        try base.execute(script: script)
        if case .after(let error) = fault { throw error }
    }

    package func close() {
        base.close()
    }
}

package enum Fault: Sendable {
    case before(SQLError)
    case after(SQLError)
}

/// The faults of all connections of a database, and how often each statement ran. Shared between a test and the threads.
package final class Faults: Sendable {
    /// Which fault a statement meets, nil for none; called once for each statement, in the order of their runs.
    package typealias Plan = @Sendable (_ text: String) -> Fault?

    private struct State {
        var plan: Plan?
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// From now on, until the next call.
    package func plan(_ plan: Plan?) {
        state.withLock { $0.plan = plan }
    }

    /// The `nth` statement from now (1 is the next) whose text starts so fails; all others run.
    package func fail(_ nth: Int = 1, startingWith prefix: String = "", _ fault: Fault) {
        let seen = Mutex(0)
        plan { text in
            guard text.hasPrefix(prefix) else { return nil }
            return seen.withLock { count in
                count += 1
                return count == nth ? fault : nil
            }
        }
    }

    /// How many statements whose text starts so were run, or failed, so far.
    package func count(startingWith prefix: String) -> Int {
        state.withLock { $0.counts.filter { $0.key.hasPrefix(prefix) }.values.reduce(0, +) }
    }

    fileprivate func next(_ text: String) -> Fault? {
        let plan = state.withLock { state in
            state.counts[text, default: 0] += 1
            return state.plan
        }
        return plan?(text)
    }

    /// Wraps the driver: `Database(path:open:prepare:)`.
    package var opener: Database.Opener {
        { path, role throws(SQLError) in
            FlakyConnection(try SQLiteConnection(path: path, role: role), self)
        }
    }
}
