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
            if case .project(let applicationID) = disable.scope {
                try Self.checkSurfaces(of: disabling.targets, in: change.snapshot.basePolicy(of: applicationID))
            }
            let revision = try change.raiseRevision(of: disable.scope, products: disable.products)
            try change.createDisable(id: id, disable, tenant: tenant, revision: revision)
            change.record(subject: id, after: JSONValue(encoding: try change.snapshot.disable(id, at: change.at)))
            return CreatedDisable(
                id: id, revision: revision,
                reach: Reach(tenants: 0, projects: 0, installations: 0, byProject: [], versions: []), warnings: [],
                obeyedWithinSeconds: 2 * BasePolicy.ttlSecondsAllowed.upperBound)
        }
        return changed.replacing(await reached(changed.answer, disable))
    }

    /// With what it reaches, which is counted when it is in force: a million devices must not hold back the switch, and that
    /// they cannot be counted must not look as if it had failed.
    private func reached(_ made: CreatedDisable, _ disable: CreateDisable) async -> CreatedDisable {
        do throws(Failure) {
            let disabling = try Disabling(id: made.id, targets: disable.targets, disable.conditions)
            let now = world.now()
            let (covered, counted, like) = try await store.read { snapshot throws(Failure) in
                (
                    try snapshot.coverage(of: disable.scope, disable.conditions),
                    try snapshot.reach(of: disable, disabling),
                    try snapshot.disable(like: disable, besides: made.id, at: now)
                )
            }
            var warnings = covered.unlistedApps.map { "No project in this scope lists the app \(quoted($0))." }
            if let like {
                warnings.append(
                    "Disable \(like.id) of \(like.createdBy) does the same already, since \(like.createdAt): "
                        + "what it takes away comes back when both are lifted.")
            }
            if covered.projects == 0 { warnings.append(disable.wordsOfNoProject) }
            for case .surface(let name) in disabling.targets.sorted(by: { $0.word < $1.word })
            where !covered.surfaces.contains(name) && covered.projects > 0 {
                warnings.append("No project in this scope has a surface '\(name)'.")
            }
            if !counted.isWhole {
                warnings.append("There are so many versions that not all installations were counted.")
            }
            return CreatedDisable(
                id: made.id, revision: made.revision,
                reach: Reach(
                    tenants: covered.tenants, projects: covered.projects, installations: counted.installations,
                    byProject: counted.byProject, versions: counted.versions),
                warnings: warnings, obeyedWithinSeconds: 2 * covered.ttlSecondsMax)
        } catch {
            log.error("the reach of a disable was not counted", ["disable": made.id, "detail": error.detail])
            return CreatedDisable(
                id: made.id, revision: made.revision, reach: made.reach,
                warnings: ["What it reaches could not be counted just now; it is in force."],
                obeyedWithinSeconds: made.obeyedWithinSeconds)
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
            let revision = try change.raiseRevision(of: before.scope, products: before.products.optional)
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
    private static func checkSurfaces(of targets: Set<DisableTarget>, in policy: BasePolicy) throws(Failure) {
        let known = Set(Surfaces.standard).union(policy.surfaces.keys)
        for case .surface(let name) in targets.sorted(by: { $0.word < $1.word }) where !known.contains(name) {
            let words = "the project has no surface '\(name)'; it has \(known.sorted().joined(separator: ", "))"
            throw Failure(
                .unknownSurface, "Nothing was switched off: \(words).",
                faults: [Fault("/targets", "unknown_surface", words)])
        }
    }
}

extension CreateDisable {
    fileprivate var wordsOfNoProject: String {
        if let products, case .project(let applicationID) = scope {
            let words = products.map(\.rawValue).joined(separator: " or ")
            return "\(applicationID) is not of product \(words): this holds for nobody."
        }
        return "No project in this scope is meant now; those that come will be."
    }

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
