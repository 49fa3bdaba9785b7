/// Identity secrets: what a retailer's backend signs identity assertions with (contract section 3).
package enum IdentitySecrets {
    package static let rotate = Endpoint<RotateSecret, RotatedSecret>(
        .post, "/api/v1/projects/{app}/identity-secret/rotate", scope: .secretWrite, action: .identitySecretRotate,
        [.idempotent],
        withholds: ["identity_secret", "fingerprint", "wrapped/token"])
    package static let cancel = Endpoint<CancelRotation, IdentitySecretStatus>(
        .post, "/api/v1/projects/{app}/identity-secret/cancel", scope: .secretWrite, action: .identitySecretCancel,
        [.idempotent])
    package static let endOverlap = Endpoint<Nothing, Nothing>(
        .delete, "/api/v1/projects/{app}/identity-secret/previous", scope: .secretWrite,
        action: .identitySecretEndOverlap, status: 204,
        query: ["compromised"])
    package static let status = Endpoint<Nothing, IdentitySecretStatus>(
        .get, "/api/v1/projects/{app}/identity-secret", scope: .customerSDKRead)
    /// Says what becomes of an assertion, and changes nothing.
    package static let explain = Endpoint<ExplainAssertion, ExplainedAssertion>(
        .post, "/api/v1/projects/{app}/identity-secret/explain", scope: .customerSDKRead)
}

package struct RotateSecret: Codable, Sendable {
    /// Ends the overlap of a rotation before this one.
    package var endOverlap: Bool?
    /// Nothing but the new secret verifies from now on; implies `end_overlap`.
    package var compromised: Bool?
    /// For how long a one-shot token may fetch the secret, which is not shown then (`WrappedSecrets.secondsAllowed`).
    package var wrapSeconds: Int64?

    package init(endOverlap: Bool? = nil, compromised: Bool? = nil, wrapSeconds: Int64? = nil) {
        self.endOverlap = endOverlap
        self.compromised = compromised
        self.wrapSeconds = wrapSeconds
    }

    enum CodingKeys: String, CodingKey {
        case compromised
        case endOverlap = "end_overlap"
        case wrapSeconds = "wrap_seconds"
    }
}

package struct RotatedSecret: Codable, Sendable {
    package struct Previous: Codable, Sendable, Equatable {
        package let fingerprint: String
        package let verifiesUntil: Instant

        package init(fingerprint: String, verifiesUntil: Instant) {
            self.fingerprint = fingerprint
            self.verifiesUntil = verifiesUntil
        }

        enum CodingKeys: String, CodingKey {
            case fingerprint
            case verifiesUntil = "verifies_until"
        }
    }

    /// Shown here and never again; absent where it is wrapped.
    package let identitySecret: Revealed?
    package let wrapped: OneShotToken?
    package let fingerprint: String
    package let previous: Nullable<Previous>

    package init(identitySecret: Revealed?, wrapped: OneShotToken?, fingerprint: String, previous: Previous?) {
        self.identitySecret = identitySecret
        self.wrapped = wrapped
        self.fingerprint = fingerprint
        self.previous = Nullable(previous)
    }

    enum CodingKeys: String, CodingKey {
        case fingerprint, previous, wrapped
        case identitySecret = "identity_secret"
    }
}

package struct CancelRotation: Codable, Sendable {
    /// Cancels although the current secret has verified.
    package var compromised: Bool?

    package init(compromised: Bool? = nil) {
        self.compromised = compromised
    }
}

package struct IdentitySecretStatus: Codable, Sendable, Equatable {
    package struct Current: Codable, Sendable, Equatable {
        package let fingerprint: String
        package let createdAt: Instant
        /// Accepted assertions.
        package let verifiedCount: Int64
        package let lastVerifiedAt: Nullable<Instant>
        /// Null where it was shown to the operator.
        package let wrapped: Nullable<SecretDelivery>

        package init(
            fingerprint: String, createdAt: Instant, verifiedCount: Int64, lastVerifiedAt: Instant?,
            wrapped: SecretDelivery?
        ) {
            self.fingerprint = fingerprint
            self.createdAt = createdAt
            self.verifiedCount = verifiedCount
            self.lastVerifiedAt = Nullable(lastVerifiedAt)
            self.wrapped = Nullable(wrapped)
        }

        enum CodingKeys: String, CodingKey {
            case fingerprint, wrapped
            case createdAt = "created_at"
            case verifiedCount = "verified_count"
            case lastVerifiedAt = "last_verified_at"
        }
    }

    package struct Previous: Codable, Sendable, Equatable {
        package let fingerprint: String
        package let createdAt: Instant
        package let retiredAt: Instant
        /// At this moment it no longer verifies.
        package let verifiesUntil: Instant
        package let verifiedCount: Int64
        package let lastVerifiedAt: Nullable<Instant>
        package let wrapped: Nullable<SecretDelivery>

        package init(
            fingerprint: String, createdAt: Instant, retiredAt: Instant, verifiesUntil: Instant, verifiedCount: Int64,
            lastVerifiedAt: Instant?, wrapped: SecretDelivery?
        ) {
            self.fingerprint = fingerprint
            self.createdAt = createdAt
            self.retiredAt = retiredAt
            self.verifiesUntil = verifiesUntil
            self.verifiedCount = verifiedCount
            self.lastVerifiedAt = Nullable(lastVerifiedAt)
            self.wrapped = Nullable(wrapped)
        }

        enum CodingKeys: String, CodingKey {
            case fingerprint, wrapped
            case createdAt = "created_at"
            case retiredAt = "retired_at"
            case verifiesUntil = "verifies_until"
            case verifiedCount = "verified_count"
            case lastVerifiedAt = "last_verified_at"
        }
    }

    package let current: Current
    package let previous: Nullable<Previous>
    /// True when ending the overlap cuts off nobody who was seen in the last hour (contract section 3).
    package let safeToEndOverlap: Bool

    package init(current: Current, previous: Previous?, safeToEndOverlap: Bool) {
        self.current = current
        self.previous = Nullable(previous)
        self.safeToEndOverlap = safeToEndOverlap
    }

    enum CodingKeys: String, CodingKey {
        case current, previous
        case safeToEndOverlap = "safe_to_end_overlap"
    }
}

package struct ExplainAssertion: Codable, Sendable {
    package let assertion: String

    package init(assertion: String) {
        self.assertion = assertion
    }
}

package struct ExplainedAssertion: Codable, Sendable, Equatable {
    package struct Verdict: Codable, Sendable, Equatable {
        package let accepted: Bool
        /// The first rule that fails.
        package let rule: String?

        package init(rule: String?) {
            accepted = rule == nil
            self.rule = rule
        }
    }

    /// At present.
    package let accepted: Bool
    package let rule: String?
    /// As of its own `iat`, by the secrets that verify now: a pasted assertion has nearly always expired.
    package let asIssued: Verdict
    package let jtiSeen: Bool

    package init(rule: String?, asIssued: Verdict, jtiSeen: Bool) {
        accepted = rule == nil
        self.rule = rule
        self.asIssued = asIssued
        self.jtiSeen = jtiSeen
    }

    enum CodingKeys: String, CodingKey {
        case accepted, rule
        case asIssued = "as_issued"
        case jtiSeen = "jti_seen"
    }
}
