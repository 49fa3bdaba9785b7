import API
import Domain
import Store

extension Operations {
    func createTenant(_ call: Call<CreateTenant>) async throws(Failure) -> Changed<Tenant> {
        try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let slug = try Identifiers.tenantSlug(call.body.slug)
            let name = try Identifiers.displayName(call.body.name)
            let tenant = try change.createTenant(slug: slug, name: name)
            change.record(tenant: slug, after: JSONValue(encoding: tenant))
            return tenant
        }
    }

    func listTenants(_ call: Call<Nothing>) async throws(Failure) -> Page<Tenant> {
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .deployment)
            return try snapshot.tenants(page)
        }
    }

    func getTenant(_ call: Call<Nothing>) async throws(Failure) -> Tenant {
        try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .deployment)
            return try snapshot.tenant(call.parameter("tenant"))
        }
    }

    /// Suspending says 503 to every device of the tenant, and all its policies are off, until it is active again.
    func updateTenant(_ call: Call<UpdateTenant>) async throws(Failure) -> Changed<Tenant> {
        let body = call.body
        try refuseNothingToChange(body.name != nil || body.status != nil)
        return try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let before = try change.snapshot.tenant(call.parameter("tenant"))
            change.record(tenant: before.slug, reason: body.reason, before: JSONValue(encoding: before))
            try change.requireMatch(before, isExempt: body.onlySuspends)
            let name = try body.name.map { name throws(Failure) in try Identifiers.displayName(name) } ?? before.name
            let status = body.status ?? before.status
            try checkReason(body.reason, isRequired: status == .active && before.status == .suspended)
            let tenant = try change.updateTenant(before.slug, name: name, status: status)
            change.record(after: JSONValue(encoding: tenant))
            return tenant
        }
    }
}

/// - Throws: `reason_required` or `invalid_reason`.
func checkReason(_ reason: String?, isRequired: Bool) throws(Failure) {
    if let reason {
        _ = try Identifiers.reason(reason)
    } else if isRequired {
        throw Failure(
            .reasonRequired, "What gives back wants a reason: say why it is safe now.",
            faults: [Fault("/reason", ErrorCode.reasonRequired.rawValue, "missing")])
    }
}

/// - Throws: `invalid_request`.
func refuseNothingToChange(_ changes: Bool) throws(Failure) {
    guard changes else { throw Failure(.invalidRequest, "The body names nothing to change.") }
}
