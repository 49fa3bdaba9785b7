/// Policies: what the SDK may show, and where (contract sections 5.6 and 6).
package enum Policies {
    package static let get = Endpoint<Nothing, BasePolicy>(
        .get, "/api/v1/projects/{app}/policy", scope: .customerSDKRead)
    package static let set = Endpoint<SetPolicy, BasePolicy>(
        .put, "/api/v1/projects/{app}/policy", scope: .policyWrite, action: .policySet, [.conditional])
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
