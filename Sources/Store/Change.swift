import API
import Crypto
import Domain
import SQL

/// One change under way, inside its transaction. Made only by `Store.change`.
package final class Change {
    package let snapshot: Snapshot
    package let intent: Intent
    /// Projects whose policy may differ from now on.
    private(set) var touched: Set<String> = []
    /// The revision that they got.
    private(set) var revision: Int64?
    /// What it must be above, beside those in the tables.
    let revisionFloor: Int64
    /// What a dry run says beyond the answer, as members of an object.
    package var effect: JSONValue?
    /// Whether nothing was done, because the same call was answered before.
    var isRepeat = false
    /// Whether what it repeats is kept outside the tables.
    var isKept = false

    private var tenant: String?
    private var applicationID: String?
    private var subject: String?
    private var reason: String?
    private var before: JSONValue?
    private var after: JSONValue?

    init(_ snapshot: Snapshot, _ intent: Intent, revisionFloor: Int64) {
        self.snapshot = snapshot
        self.intent = intent
        self.revisionFloor = revisionFloor
        tenant = intent.named.tenant
        subject = intent.named.subject
    }

    package var at: Instant { intent.at }

    @discardableResult
    func run(_ statement: Statement) throws(Failure) -> [Row] {
        try snapshot.rows(statement)
    }

    func touch(_ applicationIDs: some Sequence<String>, revision: Int64? = nil) {
        touched.formUnion(applicationIDs)
        self.revision = revision ?? self.revision
    }

    // MARK: What the audit log will say

    func note(_ target: Target, tenant: String?) {
        self.tenant = tenant ?? self.tenant
        switch target {
        case .deployment, .tenant: break
        case .project(let id): applicationID = id
        case .disable(let id): subject = id
        }
    }

    /// Never a secret; of a list or map its size and digest (see `digest`).
    package func record(
        tenant: String? = nil, applicationID: String? = nil, subject: String? = nil, reason: String? = nil,
        before: JSONValue? = nil, after: JSONValue? = nil
    ) {
        self.tenant = tenant ?? self.tenant
        self.applicationID = applicationID ?? self.applicationID
        self.subject = subject ?? self.subject
        self.reason = reason ?? self.reason
        self.before = before ?? self.before
        self.after = after ?? self.after
    }

    func enter(_ outcome: AuditEntry.Outcome, code: ErrorCode?) throws(Failure) {
        // What was refused may hold a reason that no rule has looked at, of any length and with any characters.
        let reason = outcome == .done ? reason : reason.flatMap { try? Identifiers.reason($0) }
        // And what a path named may be anything, a whole token that was pasted by a slip too. What was done has names that
        // the rules know, and is found by them.
        let named = [tenant, applicationID, subject].map { outcome == .done ? $0 : $0.map(shownToOperators) }
        try snapshot.enter(
            AuditRow(
                at: at, actor: intent.caller.name, source: intent.caller.source, action: intent.action,
                outcome: outcome, code: code, tenant: named[0], applicationID: named[1], subject: named[2],
                reason: reason, before: before, after: after, requestID: intent.caller.requestID))
    }

    // MARK: If-Match

    /// - Parameter isExempt: contract section 6: what only takes away is not stopped by a revision, neither a missing nor a
    ///   stale one.
    /// - Throws: `precondition_required` without `If-Match`, `stale` where another change came between.
    package func requireMatch(_ representation: some Encodable, isExempt: Bool = false) throws(Failure) {
        if isExempt { return }
        switch intent.precondition {
        case .none:
            throw Failure(.preconditionRequired, "Say with If-Match which state you saw: the ETag that GET answers.")
        case .matches(let tags):
            let current = entityTag(of: representation)
            guard tags.contains(current) else {
                throw Failure(
                    .stale, "Somebody changed this after you read it. Read it again; its ETag is now \(current).",
                    currentETag: current)
            }
        }
    }
}

/// A list or map as the audit log holds it: how many, and which, without the values.
package func digest(of value: some Encodable, count: Int) -> JSONValue {
    .object([
        .init("count", .integer(Int64(count))),
        .init("sha256", .string(Hex.encode(SHA256.digest(JSONWriter.canonical(value))))),
    ])
}
