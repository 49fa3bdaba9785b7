import API
import Domain
import Store

extension Operations {
    func getPolicy(_ call: Call<Nothing>) async throws(Failure) -> BasePolicy {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.basePolicy(of: applicationID)
        }
    }

    /// The same document again changes nothing, and so makes no new revision.
    func setPolicy(_ call: Call<SetPolicy>) async throws(Failure) -> Changed<BasePolicy> {
        let applicationID = try call.applicationID()
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.basePolicy(of: applicationID)
            change.record(reason: call.body.reason, before: before.audited)
            try change.requireMatch(before)
            let policy = try BasePolicy(call.body)
            try checkReason(call.body.reason, isRequired: policy.givesBack(comparedTo: before))
            if policy != before { try change.setPolicy(policy, of: applicationID) }
            change.record(after: policy.audited)
            return policy
        }
    }
}

extension BasePolicy {
    /// As the audit log holds it: the surfaces as their digest.
    fileprivate var audited: JSONValue {
        .object([
            .init("is_enabled", .bool(isEnabled)), .init("follow_me_player_enabled", .bool(followMePlayerEnabled)),
            .init("manual_minimize_enabled", .bool(manualMinimizeEnabled)),
            .init("ttl_seconds", .integer(Int64(ttlSeconds))),
            .init("surfaces", digest(of: surfaces, count: surfaces.count)),
        ])
    }
}
