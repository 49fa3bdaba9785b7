/// A write that waits for its batch. Only the writer's thread touches it after it was queued.
protocol PendingWrite: AnyObject, Sendable {
    /// Whether it is only tried: alone, and undone whatever comes of it.
    var isRehearsal: Bool { get }

    /// Runs the body; false where it threw, and what it did is to be undone.
    func run(on connection: Transaction) -> Bool

    /// Tells what became of it; does nothing where the body threw.
    func announce(_ outcome: CommitOutcome, on connection: any Connection)

    /// Resumes the caller: with the body's outcome, or with the batch's failure whatever the body's outcome was. A body
    /// that refused may have refused because of an earlier write of the batch that now never was.
    func finish(_ failure: SQLError?)
}

enum CommitOutcome {
    case committed, unknown
    /// A rehearsal's.
    case undone
}

// Made by one thread and handed to the writer's, which alone changes it from then on.
final class Write<T: Sendable, E: SQLFailure>: PendingWrite, @unchecked Sendable {
    private let body: @Sendable (any Connection) throws(E) -> T
    private let committed: (@Sendable (T, any Connection) -> Void)?
    private let unknown: (@Sendable (T, any Connection) -> Void)?
    private let undone: (@Sendable (T, any Connection) -> Void)?
    let isRehearsal: Bool
    private let continuation: CheckedContinuation<Result<T, E>, Never>
    private var outcome: Result<T, E>?

    init(
        _ body: @escaping @Sendable (any Connection) throws(E) -> T,
        committed: (@Sendable (T, any Connection) -> Void)?, unknown: (@Sendable (T, any Connection) -> Void)?,
        resuming continuation: CheckedContinuation<Result<T, E>, Never>
    ) {
        self.body = body
        self.committed = committed
        self.unknown = unknown
        undone = nil
        isRehearsal = false
        self.continuation = continuation
    }

    init(
        rehearsal body: @escaping @Sendable (any Connection) throws(E) -> T,
        undone: (@Sendable (T, any Connection) -> Void)?,
        resuming continuation: CheckedContinuation<Result<T, E>, Never>
    ) {
        self.body = body
        committed = nil
        unknown = nil
        self.undone = undone
        isRehearsal = true
        self.continuation = continuation
    }

    func run(on connection: Transaction) -> Bool {
        do throws(E) {
            outcome = .success(try body(connection))
            return true
        } catch {
            outcome = .failure(error)
            return false
        }
    }

    func announce(_ commit: CommitOutcome, on connection: any Connection) {
        guard case .success(let value) = outcome else { return }
        switch commit {
        case .committed: committed?(value, connection)
        case .unknown: unknown?(value, connection)
        case .undone: undone?(value, connection)
        }
    }

    func finish(_ failure: SQLError?) {
        if let failure {
            continuation.resume(returning: .failure(E(failure)))
        } else if let outcome {
            continuation.resume(returning: outcome)
        } else {
            preconditionFailure("a write was finished before it ran")
        }
    }
}
