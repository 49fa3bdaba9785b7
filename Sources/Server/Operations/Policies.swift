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
            if policy != before { try change.setPolicy(policy, of: applicationID, reason: call.body.reason) }
            change.record(after: policy.audited)
            return policy
        }
    }

    /// By the same rule as a device's own request, from one moment of the database.
    func effectivePolicy(_ call: Call<Nothing>) async throws(Failure) -> EffectivePolicy {
        let applicationID = try call.applicationID()
        let platform: Platform? = try call.word("platform")
        let app = call.text("app_identifier")
        let caller = PolicyCaller(
            platform: platform, appIdentifier: app, sdkVersion: call.text("sdk_version"),
            hostAppVersion: call.text("host_app_version"))
        var warnings = ["sdk_version", "host_app_version"].compactMap { name in
            call.text(name).flatMap { text in
                Version(text) == nil ? "\(name) \(quoted(text)) is no version: every range holds for it." : nil
            }
        }
        if spill.count > 0 {
            warnings.append("Something holds that is not in the database yet, which cannot be written.")
        }
        return try await store.read { [spill, warnings] snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            guard let project = try snapshot.projectPolicy(applicationID).map(spill.less) else { throw .notFound }
            var disables: [Disable] = []
            for disable in project.disables(for: caller) {
                do throws(Failure) {
                    disables.append(try snapshot.disable(disable.id, at: call.at))
                } catch {
                    // One that is not in the tables yet has no row.
                    guard error.code == .notFound else { throw error }
                }
            }
            let isListed = ListedApps(project.allowlists).admit(app, on: platform)
            return EffectivePolicy(
                policy: isListed ? project.document(for: caller) : nil, disables: disables,
                suspended: project.isSuspended, warnings: warnings)
        }
    }

    func listPolicyVersions(_ call: Call<Nothing>) async throws(Failure) -> Page<PolicyVersion> {
        let applicationID = try call.applicationID()
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.policyVersions(of: applicationID, page)
        }
    }

    func getPolicyVersion(_ call: Call<Nothing>) async throws(Failure) -> PolicyVersion {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.policyVersion(call.number("version"), of: applicationID)
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
