import API
import Domain
import Store

extension Operations {
    func listInstallations(_ call: Call<Nothing>) async throws(Failure) -> Page<Installation> {
        let applicationID = try call.applicationID()
        let page = try call.keyset()
        var filter = InstallationFilter()
        filter.platform = try call.word("platform")
        filter.appIdentifier = call.text("app_identifier")
        filter.userID = call.text("user_id")
        filter.isIdentified = try call.flag("identified")
        filter.status = try call.word("status")
        return try await store.read { [filter] snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.installations(of: applicationID, filter, page)
        }
    }

    func getInstallation(_ call: Call<Nothing>) async throws(Failure) -> Installation {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.installation(call.parameter("id"), of: applicationID)
        }
    }

    /// Ends one installation's access, again and again. It is not a ban: the project key is public, and the device may
    /// register anew.
    func revokeInstallation(_ call: Call<Nothing>) async throws(Failure) -> Changed<Nothing> {
        let applicationID = try call.applicationID()
        let reason = call.text("reason")
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.installation(call.parameter("id"), of: applicationID)
            change.record(subject: before.id, reason: reason, before: before.audited)
            try checkReason(reason, isRequired: false)
            try change.revokeInstallation(before.id, of: applicationID, reason: reason)
            change.record(after: try change.snapshot.installation(before.id, of: applicationID).audited)
            return Nothing()
        }
    }

    func revokeInstallations(
        _ call: Call<RevokeInstallations>
    ) async throws(Failure) -> Changed<RevokedInstallations> {
        let body = call.body
        let applicationID = try call.applicationID()
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            change.record(reason: body.reason)
            guard
                body.userID != nil || body.appIdentifier != nil || body.sdkVersions != nil
                    || body.identifiedSince != nil
            else {
                throw Failure(
                    .noCondition,
                    "Say which installations: user_id, app_identifier, sdk_versions or identified_since. All of a project "
                        + "at once is a suspension.")
            }
            _ = try Identifiers.reason(body.reason)
            let range = try body.sdkVersions.map { text throws(Failure) in try VersionRange(text, at: "/sdk_versions") }
            let ids = try change.revokeInstallations(
                body, of: applicationID, isInside: range.map { range in { range.holds(for: $0.flatMap(Version.init)) } }
            )
            change.record(after: digest(of: ids.sorted(), count: ids.count))
            return RevokedInstallations(revoked: Int64(ids.count))
        }
    }
}

extension Installation {
    fileprivate var audited: JSONValue {
        .object([.init("status", .string(status.rawValue)), .init("identified", .bool(identified))])
    }
}
