import API
import Domain
import SQL

extension Snapshot {
    package func project(_ applicationID: String) throws(Failure) -> Project {
        guard
            let row = try row("SELECT * FROM projects WHERE application_id = \(applicationID) AND status <> 'deleted'")
        else { throw .notFound }
        return try project(row)
    }

    /// - Parameters:
    ///   - tenants: one, or those in which the caller may look; nil for all.
    ///   - isSuspended: whether the project or its tenant is; nil for both.
    package func projects(
        in tenants: [String]?, isSuspended: Bool? = nil, _ page: Keyset
    ) throws(Failure) -> Page<Project> {
        let suspended: Statement =
            """
            (status = \(Status.suspended.rawValue)
             OR tenant IN (SELECT slug FROM tenants WHERE status = \(Status.suspended.rawValue)))
            """
        let meant: Statement = isSuspended.map { $0 ? suspended : "NOT \(suspended)" } ?? "TRUE"
        let rows = try rows(
            """
            SELECT * FROM projects
            WHERE status <> 'deleted' AND \(among(tenants, "tenant")) AND \(meant)
              AND \(page.condition(at: "created_at", id: "application_id"))
            ORDER BY created_at DESC, application_id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("application_id") }, project)
    }

    /// Keys of projects that are not deleted: what the deployment's key secret must go on verifying.
    package func projectKeys() throws(Failure) -> [String] {
        try rows("SELECT project_key FROM projects WHERE status <> 'deleted'").map { $0.get("project_key") }
    }

    package func deletedProjectKeys() throws(Failure) -> [String] {
        try rows("SELECT project_key FROM projects WHERE status = 'deleted'").map { $0.get("project_key") }
    }

    /// Whether an app is on the list of a project that is there.
    package func isListed(_ app: String, on platform: Platform, of applicationID: String) throws(Failure) -> Bool {
        try row(
            """
            SELECT 1 FROM allowlist_entries JOIN projects ON projects.application_id = allowlist_entries.application_id
            WHERE projects.application_id = \(applicationID) AND projects.status <> 'deleted'
              AND platform = \(platform.rawValue) AND folded = \(AppIdentifier.folded(app, on: platform))
            """) != nil
    }

    package func allowlists(of applicationID: String) throws(Failure) -> Allowlists {
        let rows = try rows(
            """
            SELECT platform, identifier FROM allowlist_entries WHERE application_id = \(applicationID)
            ORDER BY platform, position
            """)
        func entries(_ platform: Platform) -> [String] {
            rows.filter { $0.word("platform") == platform }.map { $0.get("identifier") }
        }
        return Allowlists(stored: entries(.ios), entries(.android))
    }

    /// Installations of apps that are on the lists now and would not be.
    package func installations(of applicationID: String, losingAccessUnder lists: Allowlists) throws(Failure) -> Int64 {
        var count: Int64 = 0
        for platform in Platform.allCases {
            let kept = Set(lists.entries(for: platform).map { AppIdentifier.folded($0, on: platform) })
            let rows = try rows(
                """
                SELECT app_folded, count(*) AS installations FROM installations
                WHERE application_id = \(applicationID) AND platform = \(platform.rawValue) AND revoked_at IS NULL
                  AND app_folded IN (SELECT folded FROM allowlist_entries
                                     WHERE application_id = \(applicationID) AND platform = \(platform.rawValue))
                GROUP BY app_folded
                """)
            for row in rows where !kept.contains(row.get("app_folded")) { count += row.get("installations") }
        }
        return count
    }

    func among(_ values: [String]?, _ column: Statement) -> Statement {
        guard let values else { return "TRUE" }
        return values.isEmpty ? "FALSE" : "\(column) IN (\(list: values))"
    }

    private func project(_ row: Row) throws(Failure) -> Project {
        let applicationID: String = row.get("application_id")
        let lists = try allowlists(of: applicationID)
        let secret = try currentSecret(of: applicationID)
        return Project(
            tenant: row.get("tenant"), applicationID: applicationID, name: row.get("name"),
            product: row.word("product"),
            environment: row.word("environment"), iosBundleIDs: lists.ios, androidPackageNames: lists.android,
            projectKey: row.get("project_key"), status: row.word("status"), createdAt: row.instant("created_at"),
            revision: row.get("revision"),
            identitySecret: IdentitySecretSummary(fingerprint: secret.fingerprint, createdAt: secret.createdAt))
    }
}

extension Change {
    /// Enters the project with its lists and its first secret, in this one transaction.
    ///
    /// - Throws: `conflict` where the application id was ever used, by any tenant: the one thing of another tenant's
    ///   that a caller may learn.
    package func createProject(
        _ project: CreateProject, applicationID: String, name: String, key: ProjectKey, lists: Allowlists,
        secret: IdentitySecretRecord, sealed: SealedSecret
    ) throws(Failure) -> Project {
        guard try snapshot.row("SELECT 1 FROM projects WHERE application_id = \(applicationID)") == nil else {
            throw Failure(
                .conflict, "The application id '\(applicationID)' is taken, or was: an id is never used again.",
                faults: [Fault("/application_id", "conflict", "taken")])
        }
        // Above every disable that could touch it, one that is not in the tables too.
        let last = try snapshot.row(
            """
            SELECT max(revision) AS revision
            FROM (SELECT revision FROM projects UNION ALL SELECT revision FROM disables UNION ALL SELECT 0) AS revisions
            """)
        let revision = Revision.next(after: max(last?.get("revision") ?? 0, revisionFloor), at: at)
        try run(
            """
            INSERT INTO projects (application_id, tenant, name, product, environment, status, project_key, policy,
                                  revision, created_at)
            VALUES (\(applicationID), \(project.tenant), \(name), \((project.product ?? .shopstory).rawValue),
                    \((project.environment ?? .production).rawValue), \(Status.active.rawValue), \(key.text),
                    \(storing(BasePolicy.standard)), \(revision), \(at.milliseconds))
            """)
        try keepPolicyVersion(.standard, of: applicationID, reason: nil)
        try replaceAllowlists(of: applicationID, with: lists)
        try insertSecret(secret, sealed, of: applicationID)
        touch([applicationID])
        return try snapshot.project(applicationID)
    }

    package func updateProject(
        _ before: Project, name: String, status: Status, lists: Allowlists
    ) throws(Failure) -> Project {
        let applicationID = before.applicationID
        try run(
            """
            UPDATE projects SET name = \(name), status = \(status.rawValue) WHERE application_id = \(applicationID)
            """)
        let listed = Allowlists(stored: before.iosBundleIDs, before.androidPackageNames)
        if lists != listed {
            try replaceAllowlists(of: applicationID, with: lists)
            try revokeUnlistedInstallations(of: applicationID)
        }
        if lists != listed || status != before.status { try raiseRevision(of: .project(applicationID: applicationID)) }
        return try snapshot.project(applicationID)
    }

    /// The row stays, so that neither the id nor the key is ever issued again; all that gives access goes.
    package func deleteProject(_ applicationID: String) throws(Failure) {
        try raiseRevision(of: .project(applicationID: applicationID))
        try run("UPDATE projects SET status = 'deleted' WHERE application_id = \(applicationID)")
        try run(
            """
            UPDATE identity_secrets SET ends_at = \(at.milliseconds), retired_at = coalesce(retired_at, \(at.milliseconds))
            WHERE application_id = \(applicationID) AND (ends_at IS NULL OR ends_at > \(at.milliseconds))
            """)
        try run(
            """
            UPDATE installations
            SET revoked_at = \(at.milliseconds), revoked_by = \(intent.caller.name), revoke_reason = 'its project was deleted'
            WHERE application_id = \(applicationID) AND revoked_at IS NULL
            """)
    }

    private func replaceAllowlists(of applicationID: String, with lists: Allowlists) throws(Failure) {
        try run("DELETE FROM allowlist_entries WHERE application_id = \(applicationID)")
        for platform in Platform.allCases {
            for (position, entry) in lists.entries(for: platform).enumerated() {
                try run(
                    """
                    INSERT INTO allowlist_entries (application_id, platform, folded, identifier, position)
                    VALUES (\(applicationID), \(platform.rawValue), \(AppIdentifier.folded(entry, on: platform)),
                            \(entry), \(position))
                    """)
            }
        }
    }
}
