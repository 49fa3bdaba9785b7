import API
import Domain
import Store

extension Operations {
    /// Switches off, now. Everything here serves one moment: it must go through, say how far it reached and by when it is
    /// obeyed.
    func createDisable(_ call: Call<CreateDisable>) async throws(Failure) -> Changed<CreatedDisable> {
        let disable = try call.body.folded()
        let id = call.newID
        let changed = try await store.change(call.intent, on: disable.target) { change throws(Failure) in
            change.record(reason: disable.reason)
            let tenant = try change.snapshot.tenant(of: disable.scope)
            let disabling = try Disabling(id: id, targets: disable.targets, disable.conditions)
            _ = try Identifiers.reason(disable.reason)
            if let reference = disable.reference { _ = try Identifiers.reference(reference) }
            try Self.checkReview(disable.reviewAt, at: change.at)
            let covered = try change.snapshot.coverage(of: disable.scope, disable.conditions)
            let warnings =
                try Self.warnings(
                    for: disabling.targets, surfaces: covered.surfaces, disable.scope, projects: covered.projects)
                + covered.unlistedApps.map { "No project in this scope lists the app \(quoted($0))." }
            let revision = try change.raiseRevision(of: disable.scope)
            try change.createDisable(id: id, disable, tenant: tenant, revision: revision)
            change.record(subject: id, after: JSONValue(encoding: try change.snapshot.disable(id, at: change.at)))
            return CreatedDisable(
                id: id, revision: revision,
                reach: Reach(
                    tenants: covered.tenants, projects: covered.projects, installations: 0, byProject: [], versions: []),
                warnings: warnings, obeyedWithinSeconds: 2 * covered.ttlSecondsMax)
        }
        return changed.replacing(await counted(changed.answer, disable))
    }

    /// With the devices that it reaches, which are counted when it is in force: a million of them must not hold back the
    /// switch, and that they cannot be counted must not look as if it had failed.
    private func counted(_ answer: CreatedDisable, _ disable: CreateDisable) async -> CreatedDisable {
        do throws(Failure) {
            let disabling = try Disabling(id: answer.id, targets: disable.targets, disable.conditions)
            let (installations, byProject, versions) = try await store.read { snapshot throws(Failure) in
                try snapshot.reach(of: disable, disabling)
            }
            return answer.reaching(installations, byProject, versions)
        } catch {
            return answer.reaching(
                0, [], [], warning: "The installations could not be counted just now.")
        }
    }

    func listDisables(_ call: Call<Nothing>) async throws(Failure) -> Page<Disable> {
        let page = try call.keyset()
        let isActive = try call.flag("active")
        return try await store.read { snapshot throws(Failure) in
            let tenant = call.text("tenant")
            if let tenant { try snapshot.admit(call.caller, to: call.right, on: .tenant(tenant)) }
            var applicationID: String?
            if let app = call.text("application_id") {
                guard let folded = Identifiers.foldedApplicationID(app) else { throw .notFound }
                try snapshot.admit(call.caller, to: call.right, on: .project(folded))
                applicationID = folded
            }
            return try snapshot.disables(
                isActive: isActive, tenant: tenant, applicationID: applicationID,
                visible: try call.caller.tenants(for: call.right), at: call.at, page)
        }
    }

    func getDisable(_ call: Call<Nothing>) async throws(Failure) -> Disable {
        try await store.read { snapshot throws(Failure) in
            let disable = try snapshot.disable(call.parameter("id"), at: call.at)
            // One of the deployment concerns everybody who may look at anything.
            if disable.scope == .deployment {
                _ = try call.caller.tenants(for: call.right)
            } else {
                try snapshot.admit(call.caller, to: call.right, on: .disable(id: disable.id))
            }
            return disable
        }
    }

    /// - Throws: `conflict` for one that was lifted before.
    func liftDisable(_ call: Call<LiftDisable>) async throws(Failure) -> Changed<LiftedDisable> {
        let id = call.parameter("id")
        return try await store.change(call.intent, on: .disable(id: id)) { change throws(Failure) in
            let before = try change.snapshot.disable(id, at: change.at)
            change.record(
                applicationID: before.scope.applicationID, reason: call.body.reason, before: JSONValue(encoding: before)
            )
            try checkReason(call.body.reason, isRequired: true)
            if let lift = before.lift.optional {
                throw Failure(.conflict, "It was lifted by \(lift.by) at \(lift.at): \(lift.reason)")
            }
            let lifted = try change.liftDisable(id, reason: call.body.reason ?? "")
            let revision = try change.raiseRevision(of: before.scope)
            change.record(after: JSONValue(encoding: lifted))
            return LiftedDisable(
                disable: lifted, revision: revision, stillActive: try change.snapshot.othersInForce(besides: lifted),
                suspended: try change.snapshot.isSuspended(lifted.scope))
        }
    }

    /// - Throws: `in_the_past` for a review that would be overdue from the beginning.
    private static func checkReview(_ reviewAt: Instant?, at now: Instant) throws(Failure) {
        guard let reviewAt, reviewAt <= now else { return }
        let words = "review_at is \(reviewAt), and it is \(now): name a moment to come, or leave it out."
        throw Failure(.inThePast, words, faults: [Fault("/review_at", ErrorCode.inThePast.rawValue, words)])
    }

    /// - Throws: `unknown_surface` for one that the project does not have; a wider scope only warns.
    private static func warnings(
        for targets: Set<DisableTarget>, surfaces: Set<String>, _ scope: DisableScope, projects: Int64
    ) throws(Failure) -> [String] {
        var warnings: [String] = []
        if projects == 0 { warnings.append("No project is in this scope now; those that come will be.") }
        for case .surface(let name) in targets.sorted(by: { $0.word < $1.word }) where !surfaces.contains(name) {
            guard case .project = scope else {
                warnings.append("No project in this scope has a surface '\(name)'.")
                continue
            }
            let words = "the project has no surface '\(name)'; it has \(surfaces.sorted().joined(separator: ", "))"
            throw Failure(
                .unknownSurface, "Nothing was switched off: \(words).",
                faults: [Fault("/targets", "unknown_surface", words)])
        }
        return warnings
    }
}

extension CreateDisable {
    /// A project is meant however its id is spelled.
    func folded() throws(Failure) -> CreateDisable {
        guard case .project(let text) = scope else { return self }
        guard let applicationID = Identifiers.foldedApplicationID(text) else { throw .notFound }
        var disable = self
        disable.scope = .project(applicationID: applicationID)
        return disable
    }

    fileprivate var target: Target {
        switch scope {
        case .deployment: .deployment
        case .tenant(let tenant): .tenant(tenant)
        case .project(let applicationID): .project(applicationID)
        }
    }
}

extension DisableScope {
    fileprivate var applicationID: String? {
        if case .project(let applicationID) = self { applicationID } else { nil }
    }
}
