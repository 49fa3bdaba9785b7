/// Policies: what the SDK may show, and where (contract sections 5.6 and 6).
package enum Policies {
    package static let get = Endpoint<Nothing, BasePolicy>(
        .get, "/api/v1/projects/{app}/policy", scope: .customerSDKRead)
    package static let set = Endpoint<SetPolicy, BasePolicy>(
        .put, "/api/v1/projects/{app}/policy", scope: .policyWrite, action: .policySet, [.conditional])
    package static let effective = Endpoint<Nothing, EffectivePolicy>(
        .get, "/api/v1/projects/{app}/policy/effective", scope: .customerSDKRead,
        query: ["platform", "app_identifier", "sdk_version", "host_app_version"])
    package static let versions = Endpoint<Nothing, Page<PolicyVersion>>(
        .get, "/api/v1/projects/{app}/policy/versions", scope: .customerSDKRead, [.list])
    package static let version = Endpoint<Nothing, PolicyVersion>(
        .get, "/api/v1/projects/{app}/policy/versions/{version}", scope: .customerSDKRead)
}

/// What is decided for one surface of the app.
package struct SurfaceDecision: Codable, Sendable, Equatable {
    package let player: Bool
    package let followMe: Bool

    package init(player: Bool, followMe: Bool) {
        self.player = player
        self.followMe = followMe
    }

    package static let off = SurfaceDecision(player: false, followMe: false)

    enum CodingKeys: String, CodingKey {
        case player
        case followMe = "follow_me"
    }
}

/// A project's policy before any disable.
package struct BasePolicy: Codable, Sendable, Equatable {
    package var isEnabled: Bool
    package var followMePlayerEnabled: Bool
    package var manualMinimizeEnabled: Bool
    package var surfaces: [String: SurfaceDecision]
    /// How long an app may use an answer before it asks again, 10–300 s.
    package var ttlSeconds: Int

    package init(
        isEnabled: Bool, followMePlayerEnabled: Bool, manualMinimizeEnabled: Bool,
        surfaces: [String: SurfaceDecision], ttlSeconds: Int
    ) {
        self.isEnabled = isEnabled
        self.followMePlayerEnabled = followMePlayerEnabled
        self.manualMinimizeEnabled = manualMinimizeEnabled
        self.surfaces = surfaces
        self.ttlSeconds = ttlSeconds
    }

    enum CodingKeys: String, CodingKey {
        case surfaces
        case isEnabled = "is_enabled"
        case followMePlayerEnabled = "follow_me_player_enabled"
        case manualMinimizeEnabled = "manual_minimize_enabled"
        case ttlSeconds = "ttl_seconds"
    }
}

/// The whole base policy anew.
package struct SetPolicy: Codable, Sendable {
    package var isEnabled: Bool
    package var followMePlayerEnabled: Bool
    package var manualMinimizeEnabled: Bool
    package var surfaces: [String: SurfaceDecision]
    package var ttlSeconds: Int
    /// Required where a decision goes from false to true.
    package var reason: String?

    package init(_ policy: BasePolicy, reason: String? = nil) {
        isEnabled = policy.isEnabled
        followMePlayerEnabled = policy.followMePlayerEnabled
        manualMinimizeEnabled = policy.manualMinimizeEnabled
        surfaces = policy.surfaces
        ttlSeconds = policy.ttlSeconds
        self.reason = reason
    }

    enum CodingKeys: String, CodingKey {
        case surfaces, reason
        case isEnabled = "is_enabled"
        case followMePlayerEnabled = "follow_me_player_enabled"
        case manualMinimizeEnabled = "manual_minimize_enabled"
        case ttlSeconds = "ttl_seconds"
    }
}

/// One of the base policies that a project had.
package struct PolicyVersion: Codable, Sendable, Equatable {
    /// Counts them from 1.
    package let version: Int64
    package let policy: BasePolicy
    package let reason: Nullable<String>
    /// Null where it was set before versions were kept.
    package let setBy: Nullable<String>
    package let setAt: Instant

    package init(version: Int64, policy: BasePolicy, reason: String?, setBy: String?, setAt: Instant) {
        self.version = version
        self.policy = policy
        self.reason = Nullable(reason)
        self.setBy = Nullable(setBy)
        self.setAt = setAt
    }

    enum CodingKeys: String, CodingKey {
        case version, policy, reason
        case setBy = "set_by"
        case setAt = "set_at"
    }
}

/// What a device that says so much of itself is told, and why.
package struct EffectivePolicy: Codable, Sendable {
    /// Null for an app that is not on the allowlist: it is answered 401.
    package let policy: Nullable<PolicyDocument>
    /// Those that hold for it.
    package let disables: [Disable]
    /// Whether the project or its tenant is suspended, and so everything off.
    package let suspended: Bool
    /// In words, e.g. a version that cannot be read.
    package let warnings: [String]

    package init(policy: PolicyDocument?, disables: [Disable], suspended: Bool, warnings: [String]) {
        self.policy = Nullable(policy)
        self.disables = disables
        self.suspended = suspended
        self.warnings = warnings
    }
}

/// What one caller gets: the base policy less what the disables take away.
package struct PolicyDocument: Codable, Sendable, Equatable {
    package let revision: Int64
    package let applicationID: Nullable<String>
    package let isEnabled: Bool
    package let followMePlayerEnabled: Bool
    package let manualMinimizeEnabled: Bool
    package let ttlSeconds: Int
    package let surfaces: [String: SurfaceDecision]

    package init(revision: Int64, applicationID: String?, policy: BasePolicy) {
        self.revision = revision
        self.applicationID = Nullable(applicationID)
        isEnabled = policy.isEnabled
        followMePlayerEnabled = policy.followMePlayerEnabled
        manualMinimizeEnabled = policy.manualMinimizeEnabled
        ttlSeconds = policy.ttlSeconds
        surfaces = policy.surfaces
    }

    enum CodingKeys: String, CodingKey {
        case revision, surfaces
        case applicationID = "application_id"
        case isEnabled = "is_enabled"
        case followMePlayerEnabled = "follow_me_player_enabled"
        case manualMinimizeEnabled = "manual_minimize_enabled"
        case ttlSeconds = "ttl_seconds"
    }
}
