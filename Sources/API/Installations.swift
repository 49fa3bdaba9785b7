/// Installations: one app on one device, from its registration to its revocation.
package enum Installations {
    package static let list = Endpoint<Nothing, Page<Installation>>(
        .get, "/api/v1/projects/{app}/installations", scope: .customerSDKRead,
        query: ["platform", "app_identifier", "user_id", "identified", "status"], [.list])
    package static let get = Endpoint<Nothing, Installation>(
        .get, "/api/v1/projects/{app}/installations/{id}", scope: .customerSDKRead)
    package static let revoke = Endpoint<Nothing, Nothing>(
        .delete, "/api/v1/projects/{app}/installations/{id}", scope: .customerSDKWrite, action: .installationRevoke,
        status: 204, query: ["reason"])
    package static let revokeMany = Endpoint<RevokeInstallations, RevokedInstallations>(
        .post, "/api/v1/projects/{app}/installations/revoke", scope: .customerSDKWrite, action: .installationRevokeMany)
}

package struct Installation: Codable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable, CaseIterable {
        case active, revoked
    }

    package struct Revocation: Codable, Sendable, Equatable {
        package let by: String
        package let at: Instant
        package let reason: Nullable<String>

        package init(by: String, at: Instant, reason: String?) {
            self.by = by
            self.at = at
            self.reason = Nullable(reason)
        }
    }

    package let id: String
    package let applicationID: String
    package let platform: Platform
    package let appIdentifier: String
    package let sdkVersion: Nullable<String>
    package let hostAppVersion: Nullable<String>
    package let locale: Nullable<String>
    package let timeZone: Nullable<String>
    package let identified: Bool
    /// Rises by one with each logout.
    package let epoch: Int64
    package let createdAt: Instant
    package let lastActivityAt: Instant
    package let status: Status
    package let revocation: Nullable<Revocation>

    package init(
        id: String, applicationID: String, platform: Platform, appIdentifier: String, sdkVersion: String?,
        hostAppVersion: String?, locale: String?, timeZone: String?, identified: Bool, epoch: Int64,
        createdAt: Instant, lastActivityAt: Instant, revocation: Revocation?
    ) {
        self.id = id
        self.applicationID = applicationID
        self.platform = platform
        self.appIdentifier = appIdentifier
        self.sdkVersion = Nullable(sdkVersion)
        self.hostAppVersion = Nullable(hostAppVersion)
        self.locale = Nullable(locale)
        self.timeZone = Nullable(timeZone)
        self.identified = identified
        self.epoch = epoch
        self.createdAt = createdAt
        self.lastActivityAt = lastActivityAt
        status = revocation == nil ? .active : .revoked
        self.revocation = Nullable(revocation)
    }

    enum CodingKeys: String, CodingKey {
        case id, platform, locale, identified, epoch, status, revocation
        case applicationID = "application_id"
        case appIdentifier = "app_identifier"
        case sdkVersion = "sdk_version"
        case hostAppVersion = "host_app_version"
        case timeZone = "time_zone"
        case createdAt = "created_at"
        case lastActivityAt = "last_activity_at"
    }
}

/// All conditions that are given must hold, and at least one must be given.
package struct RevokeInstallations: Codable, Sendable {
    package var userID: String?
    package var appIdentifier: String?
    /// A range; a version that is not known is inside it.
    package var sdkVersions: String?
    package var identifiedSince: Instant?
    package let reason: String

    package init(
        userID: String? = nil, appIdentifier: String? = nil, sdkVersions: String? = nil,
        identifiedSince: Instant? = nil, reason: String
    ) {
        self.userID = userID
        self.appIdentifier = appIdentifier
        self.sdkVersions = sdkVersions
        self.identifiedSince = identifiedSince
        self.reason = reason
    }

    enum CodingKeys: String, CodingKey {
        case reason
        case userID = "user_id"
        case appIdentifier = "app_identifier"
        case sdkVersions = "sdk_versions"
        case identifiedSince = "identified_since"
    }
}

package struct RevokedInstallations: Codable, Sendable, Equatable {
    /// How many were active and are no more.
    package let revoked: Int64

    package init(revoked: Int64) {
        self.revoked = revoked
    }
}
