import API

/// What an exempt change takes away (contract section 6), as it is in force from memory until it is in the tables.
package enum Taking: Sendable {
    case disable(Disabling, DisableScope)
    /// These three are suspended.
    case tenant(String)
    case project(String)
    case `operator`(String)
    /// These two are revoked.
    case personalToken(id: String)
    case installation(id: String)
    /// Of a project whose devices' tokens or assertions cannot be judged without the tables.
    case judgement(applicationID: String)
}

extension Taking {
    /// Whether a project's policy is another by it, and so of another revision.
    package func concerns(_ project: ProjectPolicy) -> Bool {
        switch self {
        case .disable(let disabling, let scope): scope.covers(project) && disabling.concerns(project.product)
        case .tenant(project.tenant), .project(project.applicationID): true
        default: false
        }
    }
}

extension ProjectPolicy {
    /// The same project less what is taken away from it.
    ///
    /// - Parameter takings: each with the revision in which it came into force. The policy's is none of them lower.
    package func less(_ takings: [(taking: Taking, revision: Int64)]) -> ProjectPolicy {
        var isSuspended = isSuspended
        var disables = disables
        var revision = revision
        for (taking, since) in takings where taking.concerns(self) {
            if case .disable(let disabling, _) = taking {
                if !disables.contains(where: { $0.id == disabling.id }) { disables.append(disabling) }
            } else {
                isSuspended = true
            }
            revision = max(revision, since)
        }
        return ProjectPolicy(
            tenant: tenant, applicationID: applicationID, product: product, projectKey: projectKey,
            allowlists: allowlists, isSuspended: isSuspended, base: base, revision: revision, disables: disables)
    }
}

extension DisableScope {
    fileprivate func covers(_ project: ProjectPolicy) -> Bool {
        switch self {
        case .deployment: true
        case .tenant(let tenant): tenant == project.tenant
        case .project(let applicationID): applicationID == project.applicationID
        }
    }
}
