import API
import Domain
import SQL

/// All that decides what a project's apps are told, as of one moment.
package struct ProjectPolicy: Sendable {
    package let tenant: String
    package let applicationID: String
    package let projectKey: String
    package let allowlists: Allowlists
    /// The project or its tenant.
    package let isSuspended: Bool
    package let base: BasePolicy
    package let revision: Int64
    /// Of the disables in force.
    package let targets: Set<DisableTarget>

    package init(
        tenant: String, applicationID: String, projectKey: String, allowlists: Allowlists, isSuspended: Bool,
        base: BasePolicy, revision: Int64, targets: Set<DisableTarget>
    ) {
        self.tenant = tenant
        self.applicationID = applicationID
        self.projectKey = projectKey
        self.allowlists = allowlists
        self.isSuspended = isSuspended
        self.base = base
        self.revision = revision
        self.targets = targets
    }
}

extension Snapshot {
    package func basePolicy(of applicationID: String) throws(Failure) -> BasePolicy {
        guard let row = try row("SELECT policy FROM projects WHERE application_id = \(applicationID)") else {
            throw .notFound
        }
        return row.json("policy")
    }

    /// Every project that is not deleted.
    package func applicationIDs() throws(Failure) -> [String] {
        try rows("SELECT application_id FROM projects WHERE status <> 'deleted'").map { $0.get("application_id") }
    }

    /// Nil for a project that is deleted or never was.
    package func projectPolicy(_ applicationID: String) throws(Failure) -> ProjectPolicy? {
        guard
            let row = try row(
                """
                SELECT projects.*, tenants.status AS tenant_status FROM projects
                JOIN tenants ON tenants.slug = projects.tenant
                WHERE application_id = \(applicationID) AND projects.status <> 'deleted'
                """)
        else { return nil }
        let tenant: String = row.get("tenant")
        var targets: Set<DisableTarget> = []
        for row in try rows(
            """
            SELECT targets FROM disables
            WHERE lifted_at IS NULL
              AND (scope = 'deployment' OR (scope = 'tenant' AND tenant = \(tenant))
                   OR (scope = 'project' AND application_id = \(applicationID)))
            """)
        {
            targets.formUnion(try DisableTarget.targets(row.json("targets")))
        }
        return ProjectPolicy(
            tenant: tenant, applicationID: applicationID, projectKey: row.get("project_key"),
            allowlists: try allowlists(of: applicationID),
            isSuspended: row.word("status") == Status.suspended || row.word("tenant_status") == Status.suspended,
            base: row.json("policy"), revision: row.get("revision"), targets: targets)
    }
}

extension Snapshot {
    /// Whether all that a scope means is off by a suspension of itself or of its tenant.
    package func isSuspended(_ scope: DisableScope) throws(Failure) -> Bool {
        switch scope {
        case .deployment: false
        case .tenant(let slug): try self.tenant(slug).status == .suspended
        case .project(let applicationID): try projectPolicy(applicationID)?.isSuspended ?? false
        }
    }
}

extension Change {
    package func setPolicy(_ policy: BasePolicy, of applicationID: String) throws(Failure) {
        try run("UPDATE projects SET policy = \(storing(policy)) WHERE application_id = \(applicationID)")
        try raiseRevision(of: .project(applicationID: applicationID))
    }

    /// Gives every project in the scope one new revision, above all that any of them had.
    @discardableResult
    package func raiseRevision(of scope: DisableScope) throws(Failure) -> Int64 {
        let within: Statement =
            switch scope {
            case .deployment: "status <> 'deleted'"
            case .tenant(let tenant): "status <> 'deleted' AND tenant = \(tenant)"
            case .project(let applicationID): "application_id = \(applicationID)"
            }
        let last = try snapshot.row("SELECT coalesce(max(revision), 0) AS revision FROM projects WHERE \(within)")
        let revision = Revision.next(after: last?.get("revision") ?? 0, at: at)
        let rows = try run("UPDATE projects SET revision = \(revision) WHERE \(within) RETURNING application_id")
        touch(rows.map { $0.get("application_id") })
        return revision
    }
}
