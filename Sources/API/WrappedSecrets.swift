/// Delivering an identity secret: in the place of the secret an operator gets a token, with which somebody at the retailer
/// fetches it from the SDK plane, once.
package enum WrappedSecrets {
    /// At least as long as people need to paste a line, at most half as long as the secret before goes on verifying: the other
    /// half is for going back to it where the token was never used.
    package static let secondsAllowed: ClosedRange<Int64> = 60...43_200
}

/// What stands in an answer in the secret's place.
package struct OneShotToken: Codable, Sendable {
    /// Shown here and never again.
    package let token: Revealed?
    /// Where it is to be sent; null where the service was not told the public address of its SDK plane.
    package let url: Nullable<String>
    /// From this moment on it fetches nothing.
    package let expiresAt: Instant

    package init(token: Revealed?, url: String?, expiresAt: Instant) {
        self.token = token
        self.url = Nullable(url)
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case token, url
        case expiresAt = "expires_at"
    }

    var withoutToken: OneShotToken { OneShotToken(token: nil, url: url.optional, expiresAt: expiresAt) }
}

/// What became of the token that was issued in a secret's place.
package struct SecretDelivery: Codable, Sendable, Equatable {
    package let expiresAt: Instant
    /// When the secret was fetched.
    package let openedAt: Nullable<Instant>
    /// It ran out and nobody had fetched the secret, which is lost.
    package let expired: Bool
    /// Somebody used the token in vain: a second time, too late, or with only a part of it right.
    package let alarm: Bool

    package init(expiresAt: Instant, openedAt: Instant?, expired: Bool, alarm: Bool) {
        self.expiresAt = expiresAt
        self.openedAt = Nullable(openedAt)
        self.expired = expired
        self.alarm = alarm
    }

    enum CodingKeys: String, CodingKey {
        case expired, alarm
        case expiresAt = "expires_at"
        case openedAt = "opened_at"
    }
}

/// What the token fetches: all that a retailer's backend needs to sign assertions.
package struct UnwrappedSecret: Codable, Sendable {
    package let identitySecret: Revealed
    package let projectKey: String
    package let applicationID: String

    package init(identitySecret: Revealed, projectKey: String, applicationID: String) {
        self.identitySecret = identitySecret
        self.projectKey = projectKey
        self.applicationID = applicationID
    }

    enum CodingKeys: String, CodingKey {
        case identitySecret = "identity_secret"
        case projectKey = "project_key"
        case applicationID = "application_id"
    }
}
