import API
import Domain
import SQL

/// How far a disable reaches.
extension Snapshot {
    /// What a scope covers now: its projects of the products meant, the longest ttl among them in seconds, the surfaces that
    /// they have, and those of the given apps that none of them lists.
    package func coverage(
        of scope: DisableScope, _ conditions: DisableConditions
    ) throws(Failure) -> (
        tenants: Int64, projects: Int64, ttlSecondsMax: Int, surfaces: Set<String>, unlistedApps: [String]
    ) {
        let within = scope.projects(of: conditions.products)
        let projects = try rows("SELECT tenant, policy FROM projects WHERE \(within)")
        let policies = projects.map { $0.json("policy", as: BasePolicy.self) }
        var unlistedApps: [String] = []
        for app in conditions.appIdentifiers ?? []
        where try row(
            """
            SELECT 1 FROM allowlist_entries WHERE \(among([app], on: conditions.platform, folded: "folded"))
              AND application_id IN (SELECT application_id FROM projects WHERE \(within)) LIMIT 1
            """) == nil
        {
            unlistedApps.append(app)
        }
        return (
            Int64(Set(projects.map { $0.get("tenant") as String }).count), Int64(projects.count),
            policies.map(\.ttlSeconds).max() ?? BasePolicy.standard.ttlSeconds,
            policies.reduce(into: Set(Surfaces.standard)) { $0.formUnion($1.surfaces.keys) }, unlistedApps
        )
    }

    /// Of the different pairs of versions in different projects so many are told apart, the most frequent ones: devices say
    /// what they like, and a flood of odd versions must not fill the memory.
    private static let groupsMax = 100_000

    /// The devices of a disable, and the 50 most frequent pairs of versions among those that meet its other conditions. It
    /// looks at every one: not for a transaction that others wait for.
    ///
    /// - Returns: also whether all were counted.
    package func reach(
        of disable: CreateDisable, _ disabling: Disabling
    ) throws(Failure) -> (
        installations: Int64, byProject: [Reach.Project], versions: [Reach.Version], isWhole: Bool
    ) {
        let conditions = disable.conditions
        let apps = conditions.appIdentifiers.map { among($0, on: conditions.platform, folded: "app_folded") } ?? "TRUE"
        let rows = try rows(
            """
            SELECT projects.application_id, sdk_version, host_app_version, count(installations.id) AS installations
            FROM projects LEFT JOIN installations
              ON installations.application_id = projects.application_id AND revoked_at IS NULL
              AND \(conditions.platform.installations) AND \(apps)
            WHERE \(disable.scope.projects(of: conditions.products))
            GROUP BY projects.application_id, sdk_version, host_app_version
            ORDER BY installations DESC LIMIT \(Int64(Self.groupsMax + 1))
            """)
        var byProject: [String: Int64] = [:]
        var byPair: [VersionPair: Int64] = [:]
        var inside: [VersionPair: Bool] = [:]
        for row in rows.prefix(Self.groupsMax) {
            let pair = VersionPair(sdk: row.get("sdk_version"), hostApp: row.get("host_app_version"))
            let count: Int64 = row.get("installations")
            let isInside = inside[pair] ?? pair.isInside(disabling)
            inside[pair] = isInside
            byProject[row.get("application_id"), default: 0] += isInside ? count : 0
            // A project without installations has one row all the same.
            if count > 0 { byPair[pair, default: 0] += count }
        }
        let projects = byProject.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let versions = byPair.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return (
            byProject.values.reduce(0, +),
            projects.prefix(50).map { Reach.Project(applicationID: $0.key, installations: $0.value) },
            versions.prefix(50).map {
                Reach.Version(
                    sdkVersion: $0.key.sdk, hostAppVersion: $0.key.hostApp, installations: $0.value,
                    inside: inside[$0.key] ?? false)
            }, rows.count <= Self.groupsMax
        )
    }

    /// Where the platform is not said, an identifier may be meant for either.
    private func among(_ apps: [String], on platform: Platform?, folded: Statement) -> Statement {
        let either = (platform.map { [$0] } ?? Platform.allCases).map { platform -> Statement in
            "(platform = \(platform.rawValue) AND \(folded) IN (\(list: apps.map { AppIdentifier.folded($0, on: platform) })))"
        }
        return "(\(either.joined(separator: " OR ")))"
    }
}

/// What an installation runs.
private struct VersionPair: Hashable, Comparable {
    let sdk: String?
    let hostApp: String?

    func isInside(_ disabling: Disabling) -> Bool {
        disabling.holds(forSDK: sdk.flatMap(Version.init), hostApp: hostApp.flatMap(Version.init))
    }

    static func < (one: VersionPair, other: VersionPair) -> Bool {
        (one.sdk ?? "", one.hostApp ?? "") < (other.sdk ?? "", other.hostApp ?? "")
    }
}

extension DisableScope {
    /// A condition on `projects`: those in the scope that are not deleted, of these products where they are said.
    func projects(of products: [Product]? = nil) -> Statement {
        let within: Statement =
            switch self {
            case .deployment: "status <> 'deleted'"
            case .tenant(let tenant): "status <> 'deleted' AND tenant = \(tenant)"
            case .project(let applicationID): "status <> 'deleted' AND projects.application_id = \(applicationID)"
            }
        guard let products else { return within }
        return "\(within) AND product IN (\(list: products.map(\.rawValue)))"
    }
}

extension Platform? {
    /// A condition on `installations`.
    fileprivate var installations: Statement {
        map { platform in "installations.platform = \(platform.rawValue)" } ?? "TRUE"
    }
}
