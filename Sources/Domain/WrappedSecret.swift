import API
import Crypto

/// The one-shot token that fetches an identity secret, in clear: `sswt1_<24 hex id>_<64 hex>_<8 hex>`. Only its SHA-256 is
/// stored.
///
/// The copy of the secret that waits for it is encrypted under a key that is made of the token's random part: what lies
/// there is of no use to whoever has not got the token, the service and its master key included.
package struct OneShotSecret: Sendable, CustomStringConvertible, CustomReflectable {
    package static let idBytesCount = 12
    package static let randomBytesCount = 32

    package let id: String
    private let random: [UInt8]
    private let text: String

    package init(id: [UInt8], random: [UInt8]) {
        precondition(id.count == OneShotSecret.idBytesCount && random.count == OneShotSecret.randomBytesCount)
        self.id = Hex.encode(id)
        self.random = random
        text = Checksummed.text("sswt1_\(self.id)_\(Hex.encode(random))")
    }

    /// Nil for what is none or was cut: that costs no look-up.
    package init?(_ text: String) {
        guard let parts = Checksummed.parts(of: text, prefix: "sswt1", hexLengths: [24, 64]),
            let random = Hex.decode(parts[1])
        else { return nil }
        id = parts[0]
        self.random = random
        self.text = text
    }

    package var digest: [UInt8] { SHA256.digest(Array(text.utf8)) }

    package func seal(_ secret: IdentitySecret, id secretID: String) -> [UInt8] {
        AESGCM.seal(secret.bytes, key: key, associatedData: associatedData(secretID))
    }

    /// Nil where it was sealed for another token or another secret, or was changed.
    package func open(_ sealed: [UInt8], id secretID: String) -> IdentitySecret? {
        AESGCM.open(sealed, key: key, associatedData: associatedData(secretID)).map(IdentitySecret.init(stored:))
    }

    package func revealed() -> Revealed { Revealed(text) }

    /// By another function than the digest, which is stored.
    private var key: [UInt8] { HMACSHA256.tag(key: random, message: Array("ssadmin wrapped secret key".utf8)) }

    private func associatedData(_ secretID: String) -> [UInt8] { Array("wrapped_secrets/\(id)/\(secretID)".utf8) }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret that was issued wrapped, as it is stored beside the secret itself.
package struct WrappedSecret: Sendable {
    /// Uses of one token that are refused for the same reason and stand in the audit log. More are only counted: whoever
    /// repeats one must not fill the disk.
    package static let alarmsMax = 5

    /// Why a token whose id is known fetches nothing. Each is an alarm: somebody has what was meant for another, or too late.
    package enum Refusal: String, Error, CaseIterable {
        case wrongToken = "wrong_token"
        case used
        case expired
        /// The secret does not verify any more, or its project was deleted.
        case ended

        /// For people, in the audit log.
        package var reason: String {
            switch self {
            case .wrongToken: "the token has a known id and is not the one that was issued"
            case .used: "the secret was fetched before with this token"
            case .expired: "the token had run out"
            case .ended: "the secret does not verify any more"
            }
        }
    }

    /// The token's.
    package let id: String
    package let digest: [UInt8]
    /// Nil once it was fetched or can never be.
    package let sealed: [UInt8]?
    package let wrapping: Wrapping
    package let secretID: String
    package let fingerprint: String
    /// When the secret ends; nil for a current one.
    package let endsAt: Instant?
    package let applicationID: String
    package let tenant: String
    package let projectKey: String

    package init(
        id: String, digest: [UInt8], sealed: [UInt8]?, wrapping: Wrapping, secretID: String, fingerprint: String,
        endsAt: Instant?, applicationID: String, tenant: String, projectKey: String
    ) {
        self.id = id
        self.digest = digest
        self.sealed = sealed
        self.wrapping = wrapping
        self.secretID = secretID
        self.fingerprint = fingerprint
        self.endsAt = endsAt
        self.applicationID = applicationID
        self.tenant = tenant
        self.projectKey = projectKey
    }

    /// - Throws: why the token does not fetch it at this moment.
    package func open(with token: OneShotSecret, at now: Instant) throws(Refusal) -> [UInt8] {
        guard constantTimeEquals(token.digest, digest) else { throw .wrongToken }
        guard wrapping.openedAt == nil else { throw .used }
        // An ended one is erased at the first such use, and is ended still at the next.
        guard endsAt.map({ now < $0 }) ?? true else { throw .ended }
        guard let sealed, !wrapping.isOver(at: now) else { throw .expired }
        return sealed
    }

    /// Nil where it would be given out.
    package func refusal(of token: OneShotSecret, at now: Instant) -> Refusal? {
        do throws(Refusal) {
            _ = try open(with: token, at: now)
            return nil
        } catch {
            return error
        }
    }
}

/// How far the delivery of a wrapped secret is.
package struct Wrapping: Sendable, Equatable {
    package let expiresAt: Instant
    package let openedAt: Instant?
    /// Whether the copy that waits for the token is gone. It does not come back with a clock that is set back.
    package let isErased: Bool
    /// Whether the audit log has a use of the token that got nothing.
    package let isAlarmed: Bool

    package init(expiresAt: Instant, openedAt: Instant?, isErased: Bool, isAlarmed: Bool = false) {
        self.expiresAt = expiresAt
        self.openedAt = openedAt
        self.isErased = isErased
        self.isAlarmed = isAlarmed
    }

    /// - Throws: `out_of_range`.
    package static func check(seconds: Int64) throws(Failure) {
        guard !WrappedSecrets.secondsAllowed.contains(seconds) else { return }
        let detail = "wrap_seconds is 60–43200 (12 h); \(seconds) is not."
        throw Failure(
            .outOfRange, detail, faults: [Fault("/wrap_seconds", ErrorCode.outOfRange.rawValue, detail)])
    }

    package func delivery(at now: Instant) -> SecretDelivery {
        SecretDelivery(
            expiresAt: expiresAt, openedAt: openedAt, expired: openedAt == nil && isOver(at: now), alarm: isAlarmed)
    }

    func isOver(at now: Instant) -> Bool { isErased || now >= expiresAt }
}
