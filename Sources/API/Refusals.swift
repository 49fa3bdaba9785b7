/// Refusals: why devices were turned away. Devices are told nothing; operators see it here.
package enum Refusals {
    package static let ofProject = Endpoint<Nothing, Page<DeviceRefusal>>(
        .get, "/api/v1/projects/{app}/refusals", scope: .customerSDKRead, [.list])
    /// Those of no known project.
    package static let ofDeployment = Endpoint<Nothing, Page<DeviceRefusal>>(
        .get, "/api/v1/refusals", scope: .admin, [.list])
}

package struct DeviceRefusal: Codable, Sendable, Equatable {
    package enum Reason: String, Codable, Sendable, CaseIterable {
        case malformedKey = "malformed_key"
        case badTag = "bad_tag"
        case unknownKey = "unknown_key"
        case deletedProject = "deleted_project"
        case unknownApplicationID = "unknown_application_id"
        case appNotListed = "app_not_listed"
    }

    package let reason: Reason
    /// What was received, escaped; of what looks like a secret or token only its prefix and fingerprint.
    package let value: String
    package let platform: Nullable<Platform>
    /// The allowlist entry that is most like an app that is not listed.
    package let nearest: Nullable<String>
    package let count: Int64
    package let firstSeen: Instant
    package let lastSeen: Instant

    package init(
        reason: Reason, value: String, platform: Platform?, nearest: String?, count: Int64, firstSeen: Instant,
        lastSeen: Instant
    ) {
        self.reason = reason
        self.value = value
        self.platform = Nullable(platform)
        self.nearest = Nullable(nearest)
        self.count = count
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }

    enum CodingKeys: String, CodingKey {
        case reason, value, platform, nearest, count
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
    }
}
