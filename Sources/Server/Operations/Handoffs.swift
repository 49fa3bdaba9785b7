import API
import Domain
import Store

extension Operations {
    func getHandoff(_ call: Call<Nothing>) async throws(Failure) -> Handoff {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.handoff(of: applicationID)
        }
    }

    func setHandoff(_ call: Call<Handoff>) async throws(Failure) -> Changed<Handoff> {
        let applicationID = try call.applicationID()
        let handoff = call.body
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.handoff(of: applicationID)
            change.record(before: before.audited)
            try change.requireMatch(before)
            let named = [handoff.releaseID, handoff.rollbackReleaseID].compactMap(\.self)
            var released: [String] = []
            for id in named where try change.snapshot.isReleased(id) { released.append(id) }
            try HandoffRules.check(
                handoff, of: try change.snapshot.project(applicationID).product,
                isReleased: { id in released.contains { $0.utf8.elementsEqual(id.utf8) } })
            // By their bytes: two strings that Swift calls equal may be two products.
            let isSame = JSONWriter.encode(handoff) == JSONWriter.encode(before)
            if !isSame { try change.setHandoff(handoff, of: applicationID) }
            change.record(after: handoff.audited)
            return handoff
        }
    }

    func checkHandoff(_ call: Call<Nothing>) async throws(Failure) -> HandoffReadiness {
        let state = try await handoffState(call)
        return state.readiness(after: HandoffState.Looks(of: state))
    }

    private func handoffState<Body>(_ call: Call<Body>) async throws(Failure) -> HandoffState {
        let applicationID = try call.applicationID()
        let settings = deployment.settings
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.handoffState(
                of: applicationID, at: call.at, publicURL: settings.publicURL, audience: settings.audience)
        }
    }

    /// What is issued is judged, made and kept in one transaction, so that it is of one moment. A handoff that says the
    /// same as the one before would only make people look for the difference, and is refused.
    func issueHandoff(_ call: Call<IssueHandoff>) async throws(Failure) -> Changed<IssuedHandoff> {
        let applicationID = try call.applicationID()
        let settings = deployment.settings
        let looks = (try? await handoffState(call)).map(HandoffState.Looks.init)
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let state = try change.snapshot.handoffState(
                of: applicationID, at: change.at, publicURL: settings.publicURL, audience: settings.audience)
            let last = try change.snapshot.latestHandoff(of: applicationID)
            change.record(before: last?.audited)
            let readiness = state.readiness(after: looks ?? HandoffState.Looks(of: state))
            guard readiness.ready, let document = state.document(number: (last?.number ?? 0) + 1),
                let release = state.release, let rollbackRelease = state.rollbackRelease
            else {
                let missing = readiness.findings.filter(\.blocks)
                throw Failure(
                    .conflict,
                    "The handoff is not ready: \(missing.count) of what it needs is missing. Nothing was issued.",
                    faults: missing.map { Fault("", $0.code, "\($0.detail) Mend it: \($0.mend)") })
            }
            if let last, document.says(theSameAs: last.document) {
                throw Failure(
                    .conflict, "Nothing has changed since handoff \(last.number) was issued: it still stands.")
            }
            let issued = try change.issueHandoff(
                document, release: release.release, rollbackRelease: rollbackRelease.release)
            change.record(subject: String(issued.number), after: issued.audited)
            return issued
        }
    }

    func listHandoffs(_ call: Call<Nothing>) async throws(Failure) -> Page<HandoffIssue> {
        let applicationID = try call.applicationID()
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.handoffIssues(of: applicationID, page)
        }
    }

    func getIssuedHandoff(_ call: Call<Nothing>) async throws(Failure) -> IssuedHandoff {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.issuedHandoff(call.number("n"), of: applicationID)
        }
    }

    /// The one that was issued before another, which the caller has been given; nil before the first.
    func handoff(before issued: IssuedHandoff) async throws(Failure) -> IssuedHandoff? {
        guard issued.number > 1 else { return nil }
        return try await store.read { snapshot throws(Failure) in
            try snapshot.issuedHandoff(issued.number - 1, of: issued.document.applicationID)
        }
    }
}

extension Handoff {
    /// As the audit log holds it: how many members, and their digest.
    fileprivate var audited: JSONValue {
        guard case .object(let members) = JSONValue(encoding: self) else { return .null }
        return digest(of: self, count: members.count)
    }
}

extension IssuedHandoff {
    fileprivate var audited: JSONValue {
        .object([.init("number", .integer(number)), .init("sha256", .string(sha256))])
    }
}
