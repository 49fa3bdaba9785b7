import API
import Domain
import Store

extension Operations {
    func createRelease(_ call: Call<CreateRelease>) async throws(Failure) -> Changed<Release> {
        let id = call.newID
        return try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            try ReleaseRules.check(call.body, registered: try change.snapshot.releasedProducts())
            let release = try change.createRelease(id: id, call.body)
            change.record(subject: id, after: audited(release))
            return release
        }
    }

    /// Releases are the deployment's, and concern everybody who may look at anything.
    func listReleases(_ call: Call<Nothing>) async throws(Failure) -> Page<Release> {
        let page = try call.keyset()
        let status: Release.Status? = try call.word("status")
        _ = try call.caller.tenants(for: call.right)
        return try await store.read { snapshot throws(Failure) in
            try snapshot.releases(of: call.text("product"), status: status, page)
        }
    }

    func getRelease(_ call: Call<Nothing>) async throws(Failure) -> Release {
        _ = try call.caller.tenants(for: call.right)
        return try await store.read { snapshot throws(Failure) in try snapshot.release(call.parameter("id")) }
    }

    /// What a release is never changes: its version, archive and requirements are of one build. Its status and notes do.
    func updateRelease(_ call: Call<UpdateRelease>) async throws(Failure) -> Changed<Release> {
        let body = call.body
        try refuseNothingToChange(body.status != nil || body.notes != nil)
        return try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let before = try change.snapshot.release(call.parameter("id"))
            change.record(subject: before.id, reason: body.reason, before: audited(before))
            try change.requireMatch(before)
            let status = body.status ?? before.status
            // What the call does not bring is not judged again: a withdrawal must not wait for better words.
            let notes = try body.notes.map { notes throws(Failure) in
                Nullable(try notes.optional.map { text throws(Failure) in try Identifiers.notes(text) })
            }
            if let reason = body.reason { _ = try Identifiers.reason(reason) }
            var withdrawal = status == .withdrawn ? before.withdrawal.optional : nil
            if ReleaseRules.wantsReason(from: before.status, to: status) {
                guard let reason = body.reason else {
                    throw Failure(
                        .reasonRequired,
                        "From \(before.status.rawValue) to \(status.rawValue) wants a reason: whoever has the release asks why.",
                        faults: [Fault("/reason", ErrorCode.reasonRequired.rawValue, "missing")])
                }
                if status == .withdrawn {
                    withdrawal = Release.Withdrawal(by: call.caller.name, at: change.at, reason: reason)
                }
            }
            var release = try change.updateRelease(
                before.id, status: status, notes: (notes ?? before.notes).optional, withdrawal: withdrawal)
            change.record(after: audited(release))
            if body.status == .withdrawn { release.handedTo = try change.snapshot.projects(handed: release) }
            return release
        }
    }
}

/// As the audit log holds it: of the requirements, how many and which.
private func audited(_ release: Release) -> JSONValue {
    guard case .object(let members) = JSONValue(encoding: release) else { return .null }
    return .object(
        members.map { member in
            guard member.name == "requirements" else { return member }
            return .init(member.name, digest(of: release.requirements, count: release.requirements.count))
        })
}
