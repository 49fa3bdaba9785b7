import API
import Domain
import SQL
import Synchronization

/// Our tables. `read` can only query; what changes something goes through `change`, which checks the right and writes
/// the audit row in the same transaction.
package final class Store: Sendable {
    /// Called on the writer's thread after each commit that touched policies, before anyone is told of it, and also where
    /// it is not known whether the commit took effect, or where something is not kept outside the tables any more: what is in
    /// memory is never older than what was acknowledged.
    package typealias Published = @Sendable (_ applicationIDs: Set<String>, _ snapshot: Snapshot) -> Void

    /// What is in force outside the tables, as far as a change must know.
    package struct Outside: Sendable {
        /// Whether something waits that must be entered before any other change (contract section 6).
        package let isWaiting: @Sendable () -> Bool
        /// Called on the writer's thread when a change was kept that touched these policies, before anyone is told. It reads
        /// no table: they may not be readable either.
        package let took: @Sendable (_ applicationIDs: Set<String>) -> Void

        package init(
            isWaiting: @escaping @Sendable () -> Bool, took: @escaping @Sendable (_ applicationIDs: Set<String>) -> Void
        ) {
            self.isWaiting = isWaiting
            self.took = took
        }

        package static let nothing = Outside(isWaiting: { false }, took: { _ in })
    }

    let database: Database
    private let outside: Outside
    private let published: Published
    /// The last revision that was given out for a change that is not in the tables yet: those that follow are above it.
    private let revisionFloor = Atomic<Int64>(0)

    package init(database: Database, outside: Outside, published: @escaping Published) {
        self.database = database
        self.outside = outside
        self.published = published
    }

    /// Everything that `body` reads is of one moment.
    package func read<T: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws(Failure) -> T
    ) async throws(Failure) -> T {
        try await database.read { connection throws(Failure) in try body(Snapshot(connection)) }
    }

    /// Runs `body` in a transaction together with its audit row, or refuses, and then the audit log says so.
    ///
    /// A dry run does the same and undoes it. So does what is exempt where the database cannot be written, and then it is
    /// kept as its exemption says (contract section 6).
    ///
    /// - Throws: `not_found` where the target does not exist or is no business of the caller's; `forbidden` where the
    ///   caller has another right there; what an earlier call with the same idempotency key left; what `body` throws;
    ///   `unavailable` where the database cannot be written, and then nothing has changed.
    package func change<T: Codable & Sendable>(
        _ intent: Intent, on target: Target, _ body: @escaping @Sendable (Change) throws(Failure) -> T
    ) async throws(Failure) -> Changed<T> {
        if intent.isDryRun { return try await rehearse(intent, on: target, body).result.get() }
        if let answer: T = try intent.answerKept() { return Changed(answer: answer, effect: nil).undurable }
        let kept = Kept<T>()
        do throws(Failure) {
            let attempt = try await database.write(
                { [self] connection throws(Failure) in try carryOut(intent, on: target, connection, body) },
                committed: { [self] attempt, connection in publish(attempt, connection) },
                unknown: { [self] attempt, connection in
                    kept.set(keep(attempt, intent, isUnknown: true), isUnknown: !attempt.isRepeat)
                    if kept.value == nil { publish(attempt, connection) }
                })
            return try attempt.result.get()
        } catch {
            if let changed = kept.value { return changed }
            guard error.code == .unavailable, intent.exemption != nil, !kept.isUnknown else { throw error }
            return try await changeUnwritten(intent, on: target, instead: error, body)
        }
    }

    /// Makes all checks where the writer can still read, and keeps the change outside the tables.
    private func changeUnwritten<T: Codable & Sendable>(
        _ intent: Intent, on target: Target, instead failure: Failure,
        _ body: @escaping @Sendable (Change) throws(Failure) -> T
    ) async throws(Failure) -> Changed<T> {
        let kept = Kept<T>()
        let result: Result<Changed<T>, Failure>
        do throws(Failure) {
            result = try await rehearse(intent, on: target, body) { [self] attempt, _ in
                kept.set(keep(attempt, intent))
            }.result
        } catch {
            throw failure
        }
        _ = try result.get()
        guard let changed = kept.value else { throw failure }
        return changed
    }

    private func rehearse<T: Codable & Sendable>(
        _ intent: Intent, on target: Target, _ body: @escaping @Sendable (Change) throws(Failure) -> T,
        undone: (@Sendable (Attempt<T>, any Connection) -> Void)? = nil
    ) async throws(Failure) -> Attempt<T> {
        try await database.rehearse(
            { [self] connection throws(Failure) in
                let change = Change(Snapshot(connection), intent, revisionFloor: floor)
                do throws(Failure) {
                    let answer = try Store.perform(change, on: target, body)
                    return Attempt(change, answer)
                } catch {
                    return try Attempt(refusal: error, isEntered: false)
                }
            }, undone: undone)
    }

    /// On the writer's thread, where nothing comes between an exempt change and its revision.
    ///
    /// - Parameter isUnknown: whether what the tables answered before may have gone with this transaction.
    private func keep<T: Codable & Sendable>(
        _ attempt: Attempt<T>, _ intent: Intent, isUnknown: Bool = false
    ) -> Changed<T>? {
        guard let exemption = intent.exemption, case .success(let changed) = attempt.result else { return nil }
        if attempt.isRepeat {
            if let answer: T = try? intent.answerKept() { return changed.replacing(answer).undurable }
            return isUnknown ? nil : changed
        }
        guard exemption.keep(attempt.revision ?? 0, stored(JSONValue.self, storing(changed.answer))) else { return nil }
        raiseRevisionFloor(to: attempt.revision ?? 0)
        outside.took(attempt.touched)
        return changed.undurable
    }

    private func publish<T>(_ attempt: Attempt<T>, _ connection: any Connection) {
        if !attempt.touched.isEmpty { published(attempt.touched, Snapshot(connection)) }
    }

    private var floor: Int64 { revisionFloor.load(ordering: .relaxed) }

    /// No revision at or below this one is given out from now on.
    package func raiseRevisionFloor(to revision: Int64) {
        revisionFloor.max(revision, ordering: .relaxed)
    }

    /// Enters an attempt in the audit log that was refused before any target was looked at.
    package func recordRefusal(_ intent: Intent, on target: Target?, _ failure: Failure) async throws(Failure) {
        try await database.write { connection throws(Failure) in
            let change = Change(Snapshot(connection), intent, revisionFloor: 0)
            if let target { change.note(target, tenant: change.snapshot.tenantIfKnown(of: target)) }
            try change.enter(.refused, code: failure.code)
        }
    }

    /// Calls `body` on the writer's thread, where nothing is kept meanwhile, and reads anew what it names: something that was
    /// kept outside the tables is there no more.
    package func release(_ body: @escaping @Sendable () -> Set<String>) async throws(Failure) {
        try await database.rehearse(
            { _ throws(Failure) in },
            undone: { [published] _, connection in
                let ids = body()
                if !ids.isEmpty { published(ids, Snapshot(connection)) }
            })
    }

    /// Gives every project a revision above all that were given out, and then calls `release`: what was in force outside the
    /// tables is not any more.
    package func reviseAll(at now: Instant, _ release: @escaping @Sendable () -> Void) async throws(Failure) {
        try await database.write(
            { [self] connection throws(Failure) in
                let snapshot = Snapshot(connection)
                let last = try snapshot.row("SELECT coalesce(max(revision), 0) AS revision FROM projects")
                let revision = Revision.next(after: max(last?.get("revision") ?? 0, floor), at: now)
                let rows = try snapshot.rows(
                    "UPDATE projects SET revision = \(revision) WHERE status <> 'deleted' RETURNING application_id")
                return Set(rows.map { $0.get("application_id") as String })
            },
            committed: { [published] ids, connection in
                release()
                published(ids, Snapshot(connection))
            },
            unknown: { [published] ids, connection in published(ids, Snapshot(connection)) })
    }

    package func close() async {
        await database.close()
    }

    private func carryOut<T: Codable & Sendable>(
        _ intent: Intent, on target: Target, _ connection: any Connection, _ body: (Change) throws(Failure) -> T
    ) throws(Failure) -> Attempt<T> {
        // Here, where nothing comes between: entering failed, or something was kept since it was tried.
        if outside.isWaiting(), !intent.isEntering, intent.exemption == nil {
            throw Failure(
                .unavailable,
                "What was switched off while the database could not be written is entered first. Ask again in some seconds."
            )
        }
        let change = Change(Snapshot(connection), intent, revisionFloor: floor)
        try change.run("SAVEPOINT attempt")
        do throws(Failure) {
            let answer = try Store.perform(change, on: target, body)
            try change.run("RELEASE attempt")
            return Attempt(change, answer)
        } catch {
            let refused = try Attempt<T>(refusal: error, isEntered: true)
            try change.run("ROLLBACK TO attempt")
            try change.run("RELEASE attempt")
            try change.enter(.refused, code: error.code)
            return refused
        }
    }

    private static func perform<T: Codable & Sendable>(
        _ change: Change, on target: Target, _ body: (Change) throws(Failure) -> T
    ) throws(Failure) -> T {
        let intent = change.intent
        change.note(target, tenant: nil)
        let tenant = try change.snapshot.tenant(of: target)
        change.note(target, tenant: tenant)
        try intent.caller.mustHave(intent.right, in: tenant)
        if let kept: T = try intent.answerKept() {
            change.isRepeat = true
            change.isKept = true
            return kept
        }
        if let earlier: T = try change.earlierAnswer() {
            change.isRepeat = true
            return earlier
        }
        let answer = try body(change)
        try change.keepAnswer(answer)
        if !intent.isDryRun { try change.enter(.done, code: nil) }
        return answer
    }
}

/// What a change is about, as far as rights go.
package enum Target: Sendable {
    /// The deployment as a whole: wants a right for all tenants.
    case deployment
    case tenant(String)
    case project(String)
    case disable(id: String)
}
