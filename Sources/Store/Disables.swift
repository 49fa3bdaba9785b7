import API
import Domain
import SQL

extension Snapshot {
    /// - Parameter now: what decides whether its review is due.
    package func disable(_ id: String, at now: Instant) throws(Failure) -> Disable {
        guard let row = try row("SELECT * FROM disables WHERE id = \(id)") else { throw .notFound }
        return Disable(row, at: now)
    }

    /// Those that can touch what is asked for.
    ///
    /// - Parameters:
    ///   - isActive: true for those in force, false for the lifted ones, nil for both.
    ///   - tenant: its own, its projects', and the deployment's.
    ///   - applicationID: its own, its tenant's, and the deployment's.
    ///   - visible: tenants whose disables may be seen; nil for all. The deployment's concern everybody.
    package func disables(
        isActive: Bool?, tenant: String?, applicationID: String?, visible: [String]?, at now: Instant, _ page: Keyset
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
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("id") }) { Disable($0, at: now) }
    }

    /// In force, their review due.
    package func overdueDisables(at now: Instant) throws(Failure) -> [Disable] {
        try rows(
            "SELECT * FROM disables WHERE lifted_at IS NULL AND review_at <= \(now.milliseconds) ORDER BY review_at, id"
        ).map { Disable($0, at: now) }
    }

    /// The oldest in force that takes the same away from the same apps; nil where none does.
    package func disable(like disable: CreateDisable, besides id: String, at now: Instant) throws(Failure) -> Disable? {
        let scope: Statement =
            switch disable.scope {
            case .deployment: "scope = 'deployment'"
            case .tenant(let tenant): "scope = 'tenant' AND tenant = \(tenant)"
            case .project(let applicationID): "scope = 'project' AND application_id = \(applicationID)"
            }
        let rows = try rows(
            "SELECT * FROM disables WHERE lifted_at IS NULL AND id <> \(id) AND \(scope) ORDER BY created_at, id")
        return rows.lazy.map { Disable($0, at: now) }.first { other in
            Set(other.targets) == Set(disable.targets) && other.conditions.sorted == disable.conditions.sorted
        }
    }

    /// Those in force that touch a project.
    func disablings(of applicationID: String) throws(Failure) -> [Disabling] {
        var disablings: [Disabling] = []
        for row in try rows(
            """
            SELECT id, targets, conditions FROM disables
            WHERE lifted_at IS NULL AND \(touching(.project(applicationID: applicationID)))
            """)
        {
            disablings.append(
                Disabling(storedID: row.get("id"), targets: row.json("targets"), row.disableConditions))
        }
        return disablings
    }

    /// Of the disables in force the first 50 that can touch a project that the given one does, in whole or in part.
    package func othersInForce(besides disable: Disable) throws(Failure) -> [String] {
        let rows = try rows(
            """
            SELECT id, conditions FROM disables
            WHERE lifted_at IS NULL AND id <> \(disable.id) AND \(touching(disable.scope)) ORDER BY created_at, id
            """)
        var products = Set(disable.products.optional ?? Product.allCases)
        // A project that is deleted too: its disables are lifted like any.
        if case .project(let applicationID) = disable.scope,
            let row = try row("SELECT product FROM projects WHERE application_id = \(applicationID)")
        {
            products = [row.word("product")]
        }
        return rows.filter { row in
            row.disableConditions.products.map { !products.isDisjoint(with: $0) } ?? true
        }.prefix(50).map { $0.get("id") }
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
}

extension Change {
    package func createDisable(
        id: String, _ disable: CreateDisable, tenant: String?, revision: Int64
    ) throws(Failure) {
        let (kind, applicationID): (String, String?) =
            switch disable.scope {
            case .deployment: ("deployment", nil)
            case .tenant: ("tenant", nil)
            case .project(let applicationID): ("project", applicationID)
            }
        try run(
            """
            INSERT INTO disables (id, scope, tenant, application_id, targets, conditions, reason, reference, created_by,
                                  created_at, review_at, revision)
            VALUES (\(id), \(kind), \(tenant), \(applicationID), \(storing(Set(disable.targets).sorted())),
                    \(storing(disable.conditions)), \(disable.reason), \(disable.reference), \(intent.caller.name),
                    \(at.milliseconds), \(disable.reviewAt?.milliseconds), \(revision))
            """)
    }

    package func liftDisable(_ id: String, reason: String) throws(Failure) -> Disable {
        try run(
            """
            UPDATE disables SET lifted_by = \(intent.caller.name), lifted_at = \(at.milliseconds), lift_reason = \(reason)
            WHERE id = \(id)
            """)
        return try snapshot.disable(id, at: at)
    }
}

extension Disable {
    fileprivate init(_ row: Row, at now: Instant) {
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
        let reviewAt = row.instantIfAny("review_at")
        self.init(
            id: row.get("id"), scope: scope, targets: row.json("targets"), conditions: row.disableConditions,
            reason: row.get("reason"), reference: row.get("reference"), createdBy: row.get("created_by"),
            createdAt: row.instant("created_at"), reviewAt: reviewAt,
            overdue: lift == nil && reviewAt.map { $0 <= now } ?? false, lift: lift)
    }
}

extension DisableConditions {
    /// The order in which something is listed says nothing.
    fileprivate var sorted: DisableConditions {
        DisableConditions(
            products: products?.sorted { $0.rawValue < $1.rawValue }, platform: platform,
            appIdentifiers: appIdentifiers?.sorted(), sdkVersions: sdkVersions, hostAppVersions: hostAppVersions)
    }
}

extension Row {
    /// Conditions that another version of this program knows are passed over: without one a disable holds for more, and when
    /// in doubt it is off.
    fileprivate var disableConditions: DisableConditions {
        guard let json = try? JSONScanner.scan(Array((get("conditions") as String).utf8)) else {
            return DisableConditions()
        }
        return (try? JSONReader.decode(DisableConditions.self, from: json, unknown: .ignore { _ in }))
            ?? DisableConditions()
    }
}
