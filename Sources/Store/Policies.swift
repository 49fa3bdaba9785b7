import API
import Domain
import SQL

extension Snapshot {
    package func basePolicy(of applicationID: String) throws(Failure) -> BasePolicy {
        guard let row = try row("SELECT policy FROM projects WHERE application_id = \(applicationID)") else {
            throw .notFound
        }
        return row.json("policy")
    }

    /// Newest first.
    package func policyVersions(
        of applicationID: String, _ page: Keyset
    ) throws(Failure) -> Page<PolicyVersion> {
        let rows = try rows(
            """
            SELECT * FROM policy_versions
            WHERE application_id = \(applicationID) AND \(page.condition(at: "version", id: "application_id"))
            ORDER BY version DESC, application_id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(
            rows, at: { $0.get("version") }, id: { $0.get("application_id") }, PolicyVersion.init)
    }

    package func policyVersion(_ version: Int64, of applicationID: String) throws(Failure) -> PolicyVersion {
        guard
            let row = try row(
                "SELECT * FROM policy_versions WHERE application_id = \(applicationID) AND version = \(version)")
        else { throw Failure(.notFound, "The policy has no version \(version).") }
        return PolicyVersion(row)
    }

    /// Every project that is not deleted.
    package func applicationIDs() throws(Failure) -> [String] {
        try rows("SELECT application_id FROM projects WHERE status <> 'deleted'").map { $0.get("application_id") }
    }

    /// Also of a project that is deleted; nil for one that never was.
    package func revision(of applicationID: String) throws(Failure) -> Int64? {
        try row("SELECT revision FROM projects WHERE application_id = \(applicationID)")?.get("revision")
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
        return ProjectPolicy(
            tenant: row.get("tenant"), applicationID: applicationID, product: row.word("product"),
            projectKey: row.get("project_key"), allowlists: try allowlists(of: applicationID),
            isSuspended: row.word("status") == Status.suspended || row.word("tenant_status") == Status.suspended,
            base: row.json("policy"), revision: row.get("revision"),
            disables: try disablings(of: applicationID))
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
    package func setPolicy(_ policy: BasePolicy, of applicationID: String, reason: String?) throws(Failure) {
        try run("UPDATE projects SET policy = \(storing(policy)) WHERE application_id = \(applicationID)")
        try keepPolicyVersion(policy, of: applicationID, reason: reason)
        try raiseRevision(of: .project(applicationID: applicationID))
    }

    func keepPolicyVersion(_ policy: BasePolicy, of applicationID: String, reason: String?) throws(Failure) {
        try run(
            """
            INSERT INTO policy_versions (application_id, version, policy, reason, set_by, set_at)
            SELECT \(applicationID), coalesce(max(version), 0) + 1, \(storing(policy)), \(reason), \(intent.caller.name),
                   \(at.milliseconds)
            FROM policy_versions WHERE application_id = \(applicationID)
            """)
    }

    /// Gives every project in the scope, of these products where they are said, one new revision above all that any of them
    /// had.
    @discardableResult
    package func raiseRevision(of scope: DisableScope, products: [Product]? = nil) throws(Failure) -> Int64 {
        let within = scope.projects(of: products)
        let last = try snapshot.row("SELECT coalesce(max(revision), 0) AS revision FROM projects WHERE \(within)")
        let revision = Revision.next(after: max(last?.get("revision") ?? 0, revisionFloor), at: at)
        let rows = try run("UPDATE projects SET revision = \(revision) WHERE \(within) RETURNING application_id")
        touch(rows.map { $0.get("application_id") }, revision: revision)
        return revision
    }
}

extension PolicyVersion {
    fileprivate init(_ row: Row) {
        self.init(
            version: row.get("version"), policy: row.json("policy"), reason: row.get("reason"),
            setBy: row.get("set_by"), setAt: row.instant("set_at"))
    }
}
