import API
import Domain
import SQL

/// Our tables. `read` can only query; what changes something goes through `change`, which checks the right and writes
/// the audit row in the same transaction.
package final class Store: Sendable {
    /// Called on the writer's thread after each commit that touched policies, before anyone is told of it, and also where
    /// it is not known whether the commit took effect: what is kept in memory is never older than what was acknowledged.
    package typealias Published = @Sendable (_ applicationIDs: Set<String>, _ snapshot: Snapshot) -> Void

    let database: Database
    private let published: Published

    package init(database: Database, published: @escaping Published) {
        self.database = database
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
    /// - Throws: `not_found` where the target does not exist or is no business of the caller's; `forbidden` where the
    ///   caller has another right there; what an earlier call with the same idempotency key left; what `body` throws;
    ///   `unavailable` where the database cannot be written, and then nothing has changed.
    package func change<T: Codable & Sendable>(
        _ intent: Intent, on target: Target, _ body: @escaping @Sendable (Change) throws(Failure) -> T
    ) async throws(Failure) -> Changed<T> {
        let publish: @Sendable (Attempt<T>, any Connection) -> Void = { [published] attempt, connection in
            if !attempt.touched.isEmpty { published(attempt.touched, Snapshot(connection)) }
        }
        let attempt = try await database.write(
            { connection throws(Failure) in try Store.attempt(intent, on: target, connection, body) },
            committed: publish, unknown: publish)
        return try attempt.result.get()
    }

    /// Enters an attempt in the audit log that was refused before any target was looked at.
    package func recordRefusal(_ intent: Intent, on target: Target?, _ failure: Failure) async throws(Failure) {
        try await database.write { connection throws(Failure) in
            let change = Change(Snapshot(connection), intent)
            if let target { change.note(target, tenant: change.snapshot.tenantIfKnown(of: target)) }
            try change.enter(.refused, code: failure.code)
        }
    }

    package func close() async {
        await database.close()
    }

    private struct Attempt<T: Sendable>: Sendable {
        let result: Result<Changed<T>, Failure>
        let touched: Set<String>
    }

    private static func attempt<T: Codable & Sendable>(
        _ intent: Intent, on target: Target, _ connection: any Connection, _ body: (Change) throws(Failure) -> T
    ) throws(Failure) -> Attempt<T> {
        let change = Change(Snapshot(connection), intent)
        try change.run("SAVEPOINT attempt")
        do throws(Failure) {
            let answer = try perform(change, on: target, body)
            if intent.isDryRun {
                try change.run("ROLLBACK TO attempt")
                try change.run("RELEASE attempt")
                return Attempt(result: .success(Changed(answer: answer, effect: change.effect)), touched: [])
            }
            try change.run("RELEASE attempt")
            return Attempt(result: .success(Changed(answer: answer, effect: change.effect)), touched: change.touched)
        } catch {
            // What the database itself could not do is not the operator's doing: all of it is undone.
            if error.code == .internal || error.code == .unavailable { throw error }
            try change.run("ROLLBACK TO attempt")
            try change.run("RELEASE attempt")
            if !intent.isDryRun { try change.enter(.refused, code: error.code) }
            var refusal = error
            refusal.isSettled = true
            return Attempt(result: .failure(refusal), touched: [])
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
        if let earlier: T = try change.earlierAnswer() { return earlier }
        let answer = try body(change)
        try change.keepAnswer(answer)
        if !intent.isDryRun { try change.enter(.done, code: nil) }
        return answer
    }
}

/// What a change answers, and what a dry run says of its effect beyond that.
package struct Changed<Answer: Sendable>: Sendable {
    package let answer: Answer
    package let effect: JSONValue?

    package func replacing(_ answer: Answer) -> Changed {
        Changed(answer: answer, effect: effect)
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

/// What a caller is about to do: everything that is the same for every operation.
package struct Intent: Sendable {
    package let caller: Caller
    package let action: Action
    package let right: Right
    package let at: Instant
    package let isDryRun: Bool
    package let idempotency: Idempotency?
    package let precondition: Precondition
    /// What the path names, so that the audit log can tell what was meant also where nothing was looked at.
    package let named: Named

    package struct Named: Sendable {
        /// A tenant's slug.
        package var tenant: String?
        /// An operator's name, or an id.
        package var subject: String?

        package init(tenant: String? = nil, subject: String? = nil) {
            self.tenant = tenant
            self.subject = subject
        }
    }

    package init(
        caller: Caller, action: Action, right: Right, at: Instant, isDryRun: Bool, idempotency: Idempotency?,
        precondition: Precondition, named: Named = Named()
    ) {
        self.caller = caller
        self.action = action
        self.right = right
        self.at = at
        self.isDryRun = isDryRun
        self.idempotency = idempotency
        self.precondition = precondition
        self.named = named
    }
}

/// What `If-Match` stated.
package enum Precondition: Sendable, Equatable {
    case none
    /// Strong tags, quoted as on the wire; weak ones never match and are left out.
    case matches([String])
}

/// An `Idempotency-Key`, which belongs to the operator and the path (contract section 3).
package struct Idempotency: Sendable {
    package static let keptSeconds: Int64 = 86_400

    package let key: String
    package let path: String
    /// SHA-256 of the body's canonical JSON: equal bodies are equal as JSON.
    package let bodyDigest: [UInt8]

    package init(key: String, path: String, bodyDigest: [UInt8]) {
        self.key = key
        self.path = path
        self.bodyDigest = bodyDigest
    }
}
