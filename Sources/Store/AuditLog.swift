import API
import Domain
import SQL

/// What to look for in the audit log; nil is anything.
package struct AuditFilter: Sendable {
    package var tenant: String?
    package var applicationID: String?
    package var actor: String?
    package var action: Action?
    package var since: Instant?
    /// Half-open: entries before this moment.
    package var until: Instant?

    package init() {}
}

/// An entry as it is written.
struct AuditRow {
    let at: Instant
    let actor: String
    let source: String
    let action: Action
    let outcome: AuditEntry.Outcome
    let code: ErrorCode?
    let tenant: String?
    let applicationID: String?
    let subject: String?
    let reason: String?
    let before: JSONValue?
    let after: JSONValue?
    let requestID: String
}

extension Snapshot {
    /// The one place that adds to the audit log. Only `Change` and `DeviceChange` have a snapshot that can write.
    func enter(_ row: AuditRow) throws(Failure) {
        _ = try rows(
            """
            INSERT INTO audit_log (at, actor, source, action, outcome, code, tenant, application_id, subject, reason,
                                   before, after, request_id)
            VALUES (\(row.at.milliseconds), \(row.actor), \(row.source), \(row.action.rawValue),
                    \(row.outcome.rawValue), \(row.code?.rawValue), \(row.tenant), \(row.applicationID), \(row.subject),
                    \(row.reason), \(row.before.map(storing)), \(row.after.map(storing)), \(row.requestID))
            """)
    }

    /// Whether an operator's request was carried out.
    package func isAudited(_ requestID: String, of actor: String) throws(Failure) -> Bool {
        try row(
            """
            SELECT 1 FROM audit_log
            WHERE actor = \(actor) AND request_id = \(requestID) AND outcome = \(AuditEntry.Outcome.done.rawValue)
            """) != nil
    }

    /// - Parameter visible: tenants whose entries may be seen; nil for all, and then also those of no tenant.
    package func audit(_ filter: AuditFilter, visible: [String]?, _ page: Keyset) throws(Failure) -> Page<AuditEntry> {
        let conditions: [Statement] = [
            filter.tenant.map { "tenant = \($0)" }, filter.applicationID.map { "application_id = \($0)" },
            filter.actor.map { "actor = \($0)" }, filter.action.map { "action = \($0.rawValue)" },
            filter.since.map { "at >= \($0.milliseconds)" }, filter.until.map { "at < \($0.milliseconds)" },
        ].compactMap { $0 }
        let filtered = conditions.reduce("TRUE" as Statement) { "\($0) AND \($1)" }
        let rows = try rows(
            """
            SELECT * FROM audit_log
            WHERE \(filtered) AND \(among(visible, "tenant")) AND \(page.condition(at: "id", id: "''"))
            ORDER BY id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("id") }, id: { _ in "" }, AuditEntry.init)
    }
}

extension AuditEntry {
    fileprivate init(_ row: Row) {
        func json(_ column: String) -> JSONValue? {
            (row.get(column) as String?).map { stored(JSONValue.self, $0) }
        }
        self.init(
            id: row.get("id"), at: row.instant("at"), actor: row.get("actor"), from: row.get("source"),
            action: row.word("action"), outcome: row.word("outcome"),
            code: (row.get("code") as String?).flatMap(ErrorCode.init(rawValue:)), tenant: row.get("tenant"),
            applicationID: row.get("application_id"), subject: row.get("subject"), reason: row.get("reason"),
            before: json("before"), after: json("after"), requestID: row.get("request_id"))
    }
}
