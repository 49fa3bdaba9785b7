import API
import Domain
import Store

extension Operations {
    /// The one way out of the audit log, which lists and exports go: what looks like a secret stays inside.
    func listAudit(_ call: Call<Nothing>) async throws(Failure) -> Page<AuditEntry> {
        let page = try call.keyset()
        var filter = AuditFilter()
        filter.tenant = call.text("tenant")
        filter.applicationID = call.text("application_id").map { Identifiers.foldedApplicationID($0) ?? $0 }
        filter.actor = call.text("actor")
        filter.action = try call.word("action")
        filter.since = try call.instant("since")
        filter.until = try call.instant("until")
        return try await store.read { [filter] snapshot throws(Failure) in
            if let tenant = filter.tenant { try snapshot.admit(call.caller, to: call.right, on: .tenant(tenant)) }
            let found = try snapshot.audit(filter, visible: try call.caller.tenants(for: call.right), page)
            return Page(items: found.items.map(\.withoutSecrets), nextCursor: found.nextCursor.optional)
        }
    }
}
