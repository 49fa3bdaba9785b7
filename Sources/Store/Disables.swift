import API
import Domain
import SQL

extension Snapshot {
    package func disable(_ id: String) throws(Failure) -> Disable {
        guard let row = try row("SELECT * FROM disables WHERE id = \(id)") else { throw .notFound }
        return Disable(row)
    }

    /// Those that can touch what is asked for.
    ///
    /// - Parameters:
    ///   - isActive: true for those in force, false for the lifted ones, nil for both.
    ///   - tenant: its own, its projects', and the deployment's.
    ///   - applicationID: its own, its tenant's, and the deployment's.
    ///   - visible: tenants whose disables may be seen; nil for all. The deployment's concern everybody.
    package func disables(
        isActive: Bool?, tenant: String?, applicationID: String?, visible: [String]?, _ page: Keyset
    ) throws(Failure) -> Page<Disable> {
        let active: Statement = isActive.map { $0 ? "lifted_at IS NULL" : "lifted_at IS NOT NULL" } ?? "TRUE"
        let ofTenant = tenant.map { touching(.tenant($0)) } ?? "TRUE"
        let ofProject = applicationID.map { touching(.project(applicationID: $0)) } ?? "TRUE"
        let rows = try rows(
            """
            SELECT * FROM disables
            WHERE \(active) AND \(ofTenant) AND \(ofProject) AND (scope = 'deployment' OR \(among(visible, "tenant")))
              AND \(page.condition(at: "created_at", id: "id"))
            ORDER BY created_at DESC, id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("id") }, Disable.init)
    }

    /// What a scope covers now: its projects, the longest ttl among them in seconds, and the surfaces that they have.
    package func coverage(of scope: DisableScope) throws(Failure) -> (
        tenants: Int64, projects: Int64, ttlSecondsMax: Int, surfaces: Set<String>
    ) {
        let projects = try rows("SELECT tenant, policy FROM projects WHERE \(projects(in: scope))")
        let policies = projects.map { $0.json("policy", as: BasePolicy.self) }
        return (
            Int64(Set(projects.map { $0.get("tenant") as String }).count), Int64(projects.count),
            policies.map(\.ttlSeconds).max() ?? BasePolicy.standard.ttlSeconds,
            policies.reduce(into: Set(Surfaces.standard)) { $0.formUnion($1.surfaces.keys) }
        )
    }

    /// The active installations in a scope, and the 50 most frequent pairs of versions among them. It looks at every one:
    /// not for a transaction that others wait for.
    package func installationReach(
        of scope: DisableScope
    ) throws(Failure) -> (installations: Int64, versions: [Reach.Version]) {
        let rows = try rows(
            """
            SELECT sdk_version, host_app_version, count(*) AS installations FROM installations
            WHERE revoked_at IS NULL AND application_id IN (SELECT application_id FROM projects WHERE \(projects(in: scope)))
            GROUP BY sdk_version, host_app_version ORDER BY installations DESC, sdk_version, host_app_version
            """)
        let versions = rows.prefix(50).map { row in
            Reach.Version(
                sdkVersion: row.get("sdk_version"), hostAppVersion: row.get("host_app_version"),
                installations: row.get("installations"), inside: true)
        }
        return (rows.reduce(0) { $0 + $1.get("installations") }, versions)
    }

    /// Disables in force that touch one of the projects that the given one does.
    package func othersInForce(besides disable: Disable) throws(Failure) -> [String] {
        try rows(
            """
            SELECT id FROM disables WHERE lifted_at IS NULL AND id <> \(disable.id) AND \(touching(disable.scope))
            ORDER BY created_at, id LIMIT 50
            """
        ).map { $0.get("id") }
    }

    /// Of `disables`: those that can touch a project in the scope.
    private func touching(_ scope: DisableScope) -> Statement {
        switch scope {
        case .deployment: "TRUE"
        case .tenant(let tenant): "(scope = 'deployment' OR tenant = \(tenant))"
        case .project(let applicationID):
            """
            (scope = 'deployment' OR application_id = \(applicationID)
             OR (scope = 'tenant' AND tenant = (SELECT tenant FROM projects WHERE application_id = \(applicationID))))
            """
        }
    }

    private func projects(in scope: DisableScope) -> Statement {
        switch scope {
        case .deployment: "status <> 'deleted'"
        case .tenant(let tenant): "status <> 'deleted' AND tenant = \(tenant)"
        case .project(let applicationID): "status <> 'deleted' AND application_id = \(applicationID)"
        }
    }
}

extension Change {
    package func createDisable(
        id: String, _ disable: CreateDisable, tenant: String?, targets: Set<DisableTarget>, revision: Int64
    ) throws(Failure) {
        let (kind, applicationID): (String, String?) =
            switch disable.scope {
            case .deployment: ("deployment", nil)
            case .tenant: ("tenant", nil)
            case .project(let applicationID): ("project", applicationID)
            }
        try run(
            """
            INSERT INTO disables (id, scope, tenant, application_id, targets, reason, reference, created_by, created_at,
                                  revision)
            VALUES (\(id), \(kind), \(tenant), \(applicationID), \(storing(targets.map(\.word).sorted())),
                    \(disable.reason), \(disable.reference), \(intent.caller.name), \(at.milliseconds), \(revision))
            """)
    }

    package func liftDisable(_ id: String, reason: String) throws(Failure) -> Disable {
        try run(
            """
            UPDATE disables SET lifted_by = \(intent.caller.name), lifted_at = \(at.milliseconds), lift_reason = \(reason)
            WHERE id = \(id)
            """)
        return try snapshot.disable(id)
    }
}

extension Disable {
    fileprivate init(_ row: Row) {
        let kind: String = row.get("scope")
        let scope: DisableScope =
            switch kind {
            case "deployment": .deployment
            case "tenant": .tenant(row.get("tenant"))
            case "project": .project(applicationID: row.get("application_id"))
            default: preconditionFailure("a disable of scope '\(kind)'")
            }
        let lift = row.instantIfAny("lifted_at").map {
            Lift(by: row.get("lifted_by"), at: $0, reason: row.get("lift_reason"))
        }
        self.init(
            id: row.get("id"), scope: scope, targets: row.json("targets"), reason: row.get("reason"),
            reference: row.get("reference"), createdBy: row.get("created_by"), createdAt: row.instant("created_at"),
            lift: lift)
    }
}
