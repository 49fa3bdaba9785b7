import API

/// All that decides what a project's apps are told, as of one moment, and the one place where that is made: what devices
/// are answered and sent, and what operators are shown, comes from here.
package struct ProjectPolicy: Sendable {
    package let tenant: String
    package let applicationID: String
    package let product: Product
    package let projectKey: String
    package let allowlists: Allowlists
    /// The project or its tenant.
    package let isSuspended: Bool
    package let base: BasePolicy
    package let revision: Int64
    /// In force, in whose scope the project is.
    package let disables: [Disabling]

    package init(
        tenant: String, applicationID: String, product: Product, projectKey: String, allowlists: Allowlists,
        isSuspended: Bool, base: BasePolicy, revision: Int64, disables: [Disabling]
    ) {
        self.tenant = tenant
        self.applicationID = applicationID
        self.product = product
        self.projectKey = projectKey
        self.allowlists = allowlists
        self.isSuspended = isSuspended
        self.base = base
        self.revision = revision
        self.disables = disables
    }

    /// The same project with everything off, in a later revision.
    package func suspended(in revision: Int64) -> ProjectPolicy {
        ProjectPolicy(
            tenant: tenant, applicationID: applicationID, product: product, projectKey: projectKey,
            allowlists: allowlists, isSuspended: true, base: base, revision: revision, disables: disables)
    }

    /// What is taken away from a caller: with the same project, this alone decides what it is told.
    package enum Taken: Hashable, Sendable {
        case targets(Set<DisableTarget>)
        case everything
    }

    /// The disables that hold for a caller.
    package func disables(for caller: PolicyCaller) -> [Disabling] {
        disables.filter { $0.holds(for: caller, of: product) }
    }

    package func taken(from caller: PolicyCaller) -> Taken {
        taken { $0.holds(for: caller, of: product) }
    }

    /// What the disables without conditions take away (contract section 8, of a route's surface).
    package var takenUnconditionally: Taken { taken(where: \.isUnconditional) }

    /// What is taken from every app of the project, whatever it says of itself.
    package var takenFromAll: Taken { taken { $0.holdsForAll(of: product) } }

    /// Whether a caller can be thought of that is told that the SDK is on.
    package var isEnabledForSome: Bool { document(without: takenFromAll).isEnabled }

    private func taken(where counts: (Disabling) -> Bool) -> Taken {
        if isSuspended { return .everything }
        return .targets(disables.filter(counts).reduce(into: []) { $0.formUnion($1.targets) })
    }

    package func document(without taken: Taken) -> PolicyDocument {
        let policy =
            switch taken {
            case .targets(let targets): base.without(targets)
            case .everything: base.everythingOff
            }
        return PolicyDocument(revision: revision, applicationID: applicationID, policy: policy)
    }

    package func document(for caller: PolicyCaller) -> PolicyDocument {
        document(without: taken(from: caller))
    }
}
