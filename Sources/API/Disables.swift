/// Disables: what takes the SDK, or a part of it, away from apps that are already in shoppers' hands.
package enum Disables {
    package static let create = Endpoint<CreateDisable, CreatedDisable>(
        .post, "/api/v1/disables", scope: .policyWrite, action: .disableCreate, status: 201, [.idempotent],
        withholds: ["id"])
    package static let list = Endpoint<Nothing, Page<Disable>>(
        .get, "/api/v1/disables", scope: .customerSDKRead, query: ["active", "tenant", "application_id"], [.list])
    package static let get = Endpoint<Nothing, Disable>(.get, "/api/v1/disables/{id}", scope: .customerSDKRead)
    package static let lift = Endpoint<LiftDisable, LiftedDisable>(
        .post, "/api/v1/disables/{id}/lift", scope: .policyWrite, action: .disableLift)
}

/// Whose apps a disable can touch.
package enum DisableScope: Sendable, Hashable {
    case deployment
    case tenant(String)
    case project(applicationID: String)
}

extension DisableScope: Codable {
    private enum Kind: String, Codable, CaseIterable {
        case deployment, tenant, project
    }

    private enum CodingKeys: String, CodingKey {
        case kind, tenant
        case applicationID = "application_id"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(Kind.self, forKey: .kind)
        // A member that belongs to another kind is a mistake about how far the disable will reach.
        for (key, owner) in [(CodingKeys.tenant, Kind.tenant), (.applicationID, .project)]
        where owner != kind && container.contains(key) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "does not go with kind \"\(kind.rawValue)\"")
        }
        switch kind {
        case .deployment: self = .deployment
        case .tenant: self = .tenant(try container.decode(String.self, forKey: .tenant))
        case .project: self = .project(applicationID: try container.decode(String.self, forKey: .applicationID))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .deployment: try container.encode(Kind.deployment, forKey: .kind)
        case .tenant(let tenant):
            try container.encode(Kind.tenant, forKey: .kind)
            try container.encode(tenant, forKey: .tenant)
        case .project(let applicationID):
            try container.encode(Kind.project, forKey: .kind)
            try container.encode(applicationID, forKey: .applicationID)
        }
    }
}

/// Which of the apps in its scope a disable is for. All that are given must hold; what a caller did not send, and a version
/// that cannot be read, satisfies any condition on it: when in doubt, off (contract section 6).
package struct DisableConditions: Codable, Sendable, Equatable {
    package var products: [Product]?
    package var platform: Platform?
    package var appIdentifiers: [String]?
    /// A range, e.g. `>=0.1.0 <0.2.0`.
    package var sdkVersions: String?
    /// A range.
    package var hostAppVersions: String?

    package init(
        products: [Product]? = nil, platform: Platform? = nil, appIdentifiers: [String]? = nil,
        sdkVersions: String? = nil, hostAppVersions: String? = nil
    ) {
        self.products = products
        self.platform = platform
        self.appIdentifiers = appIdentifiers
        self.sdkVersions = sdkVersions
        self.hostAppVersions = hostAppVersions
    }

    enum CodingKeys: String, CodingKey {
        case products, platform
        case appIdentifiers = "app_identifiers"
        case sdkVersions = "sdk_versions"
        case hostAppVersions = "host_app_versions"
    }
}

package struct CreateDisable: Codable, Sendable {
    package var scope: DisableScope
    /// `sdk`, `follow_me_player`, `manual_minimize` or `surface:<name>`, one or more.
    package let targets: [String]
    package let products: [Product]?
    package let platform: Platform?
    package let appIdentifiers: [String]?
    package let sdkVersions: String?
    package let hostAppVersions: String?
    package let reason: String
    /// Of the incident, e.g. its number.
    package let reference: String?
    /// When somebody should look whether it is still needed. It does not end by itself.
    package let reviewAt: Instant?

    package init(
        scope: DisableScope, targets: [String], conditions: DisableConditions = DisableConditions(), reason: String,
        reference: String? = nil, reviewAt: Instant? = nil
    ) {
        self.scope = scope
        self.targets = targets
        products = conditions.products
        platform = conditions.platform
        appIdentifiers = conditions.appIdentifiers
        sdkVersions = conditions.sdkVersions
        hostAppVersions = conditions.hostAppVersions
        self.reason = reason
        self.reference = reference
        self.reviewAt = reviewAt
    }

    package var conditions: DisableConditions {
        DisableConditions(
            products: products, platform: platform, appIdentifiers: appIdentifiers, sdkVersions: sdkVersions,
            hostAppVersions: hostAppVersions)
    }

    enum CodingKeys: String, CodingKey {
        case scope, targets, products, platform, reason, reference
        case appIdentifiers = "app_identifiers"
        case sdkVersions = "sdk_versions"
        case hostAppVersions = "host_app_versions"
        case reviewAt = "review_at"
    }
}

package struct Disable: Codable, Sendable, Equatable {
    package let id: String
    package let scope: DisableScope
    package let targets: [String]
    package let products: Nullable<[Product]>
    package let platform: Nullable<Platform>
    package let appIdentifiers: Nullable<[String]>
    package let sdkVersions: Nullable<String>
    package let hostAppVersions: Nullable<String>
    package let reason: String
    package let reference: Nullable<String>
    package let createdBy: String
    package let createdAt: Instant
    package let reviewAt: Nullable<Instant>
    /// In force, and its review is due.
    package let overdue: Bool
    package let lift: Nullable<Lift>

    package struct Lift: Codable, Sendable, Equatable {
        package let by: String
        package let at: Instant
        package let reason: String

        package init(by: String, at: Instant, reason: String) {
            self.by = by
            self.at = at
            self.reason = reason
        }
    }

    package init(
        id: String, scope: DisableScope, targets: [String], conditions: DisableConditions, reason: String,
        reference: String?, createdBy: String, createdAt: Instant, reviewAt: Instant?, overdue: Bool, lift: Lift?
    ) {
        self.id = id
        self.scope = scope
        self.targets = targets
        products = Nullable(conditions.products)
        platform = Nullable(conditions.platform)
        appIdentifiers = Nullable(conditions.appIdentifiers)
        sdkVersions = Nullable(conditions.sdkVersions)
        hostAppVersions = Nullable(conditions.hostAppVersions)
        self.reason = reason
        self.reference = Nullable(reference)
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.reviewAt = Nullable(reviewAt)
        self.overdue = overdue
        self.lift = Nullable(lift)
    }

    package var conditions: DisableConditions {
        DisableConditions(
            products: products.optional, platform: platform.optional, appIdentifiers: appIdentifiers.optional,
            sdkVersions: sdkVersions.optional, hostAppVersions: hostAppVersions.optional)
    }

    enum CodingKeys: String, CodingKey {
        case id, scope, targets, products, platform, reason, reference, overdue, lift
        case appIdentifiers = "app_identifiers"
        case sdkVersions = "sdk_versions"
        case hostAppVersions = "host_app_versions"
        case createdBy = "created_by"
        case createdAt = "created_at"
        case reviewAt = "review_at"
    }
}

/// How far a disable reaches.
package struct Reach: Codable, Sendable, Equatable {
    /// One of the version pairs that installations run.
    package struct Version: Codable, Sendable, Equatable {
        package let sdkVersion: Nullable<String>
        package let hostAppVersion: Nullable<String>
        package let installations: Int64
        /// Whether the disable holds for this pair.
        package let inside: Bool

        package init(sdkVersion: String?, hostAppVersion: String?, installations: Int64, inside: Bool) {
            self.sdkVersion = Nullable(sdkVersion)
            self.hostAppVersion = Nullable(hostAppVersion)
            self.installations = installations
            self.inside = inside
        }

        enum CodingKeys: String, CodingKey {
            case installations, inside
            case sdkVersion = "sdk_version"
            case hostAppVersion = "host_app_version"
        }
    }

    package struct Project: Codable, Sendable, Equatable {
        package let applicationID: String
        package let installations: Int64

        package init(applicationID: String, installations: Int64) {
            self.applicationID = applicationID
            self.installations = installations
        }

        enum CodingKeys: String, CodingKey {
            case installations
            case applicationID = "application_id"
        }
    }

    package let tenants: Int64
    package let projects: Int64
    /// Active ones for which all conditions hold.
    package let installations: Int64
    /// The 50 projects with the most of these.
    package let byProject: [Project]
    /// The 50 most frequent of those that meet the other conditions.
    package let versions: [Version]

    package init(tenants: Int64, projects: Int64, installations: Int64, byProject: [Project], versions: [Version]) {
        self.tenants = tenants
        self.projects = projects
        self.installations = installations
        self.byProject = byProject
        self.versions = versions
    }

    enum CodingKeys: String, CodingKey {
        case tenants, projects, installations, versions
        case byProject = "by_project"
    }
}

package struct CreatedDisable: Codable, Sendable {
    package let id: String
    /// Every project that the disable can touch has this revision or a higher one from now on.
    package let revision: Int64
    package let reach: Reach
    /// In words, e.g. a surface that no project has.
    package let warnings: [String]
    /// By when apps that poll obey: twice the longest ttl.
    package let obeyedWithinSeconds: Int

    package init(id: String, revision: Int64, reach: Reach, warnings: [String], obeyedWithinSeconds: Int) {
        self.id = id
        self.revision = revision
        self.reach = reach
        self.warnings = warnings
        self.obeyedWithinSeconds = obeyedWithinSeconds
    }

    enum CodingKeys: String, CodingKey {
        case id, revision, reach, warnings
        case obeyedWithinSeconds = "obeyed_within_seconds"
    }
}

package struct LiftDisable: Codable, Sendable {
    /// Required: 422 `reason_required` without.
    package var reason: String?

    package init(reason: String?) {
        self.reason = reason
    }
}

package struct LiftedDisable: Codable, Sendable {
    package let disable: Disable
    package let revision: Int64
    /// What still holds the same projects off: disables by their ids.
    package let stillActive: [String]
    /// Whether the project, or its tenant, is suspended and so is off all the same.
    package let suspended: Bool

    package init(disable: Disable, revision: Int64, stillActive: [String], suspended: Bool) {
        self.disable = disable
        self.revision = revision
        self.stillActive = stillActive
        self.suspended = suspended
    }

    enum CodingKeys: String, CodingKey {
        case disable, revision, suspended
        case stillActive = "still_active"
    }
}
