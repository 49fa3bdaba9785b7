import API
import Crypto

/// A verified identity assertion (contract section 4, seed S2).
package struct Assertion: Sendable {
    package static let bytesMax = 8 * 1024
    package static let lifetimeSecondsMax: Int64 = 300
    package static let userIDBytesMax = 256
    package static let propertyNames = ["account_id", "plan", "role", "locale"]
    package static let propertiesMax = 16
    package static let propertyBytesMax = 256

    package let jti: String
    package let expiresAt: Instant
    package let userID: String
    /// Nil where it had no `properties`: then those that were signed before stay.
    package let properties: [String: String]?
    /// Which of the secrets signed it.
    package let secretID: String
    /// Of the whole text: by it a repeat is the same assertion.
    package let digest: [UInt8]

    /// A secret that verifies now, and its row.
    package typealias Key = (id: String, secret: IdentitySecret)

    /// - Throws: the first rule that fails, in the order of the contract.
    package init(
        _ text: String, keys: [Key], projectKey: String, audience: String, at now: Instant
    ) throws(AssertionRule) {
        let parts = try Self.parts(text)
        let header = try Self.object(parts[0])
        let payload = try Self.object(parts[1])
        guard let signature = Base64URL.decode(parts[2]) else { throw .malformed }
        guard header["alg"] == .string("HS256") else { throw .algorithm }
        for member in header.members where member.name != "alg" {
            guard member.name == "typ", member.value == .string("JWT") else { throw .header }
        }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        // Every key is tried, in constant time each.
        var signers: [String] = []
        for key in keys
        where constantTimeEquals(HMACSHA256.tag(key: key.secret.bytes, message: signed), signature) {
            signers.append(key.id)
        }
        guard let signer = signers.first else { throw .signature }
        secretID = signer
        let claims = try Claims(payload, projectKey: projectKey, audience: audience, at: now)
        jti = claims.jti
        expiresAt = claims.expiresAt
        userID = claims.userID
        properties = claims.properties
        digest = SHA256.digest(Array(text.utf8))
    }

    /// The `iat` of an assertion that may be otherwise wrong, for `explain`.
    package static func issuedAt(_ text: String) -> Instant? {
        guard let parts = try? parts(text), let payload = try? object(parts[1]),
            case .integer(let iat) = payload["iat"],
            Claims.isInstant(iat)
        else { return nil }
        return Instant(milliseconds: iat * 1000)
    }

    /// The `jti` of an assertion that may be otherwise wrong, for `explain`.
    package static func jti(_ text: String) -> String? {
        guard let parts = try? parts(text), let payload = try? object(parts[1]), case .string(let jti) = payload["jti"]
        else { return nil }
        return jti
    }

    private static func parts(_ text: String) throws(AssertionRule) -> [Substring] {
        guard (1...bytesMax).contains(text.utf8.count) else { throw .malformed }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed }
        return parts
    }

    private static func object(_ part: Substring) throws(AssertionRule) -> JSONValue {
        guard let bytes = Base64URL.decode(part), let value = try? JSONScanner.scan(bytes), case .object = value else {
            throw .malformed
        }
        return value
    }
}

/// The rules by which an assertion is refused, in the order in which they are looked at.
package enum AssertionRule: String, Error, Sendable, Codable, CaseIterable {
    case malformed, algorithm, header, signature
    case forbiddenClaim = "forbidden_claim"
    case unknownClaim = "unknown_claim"
    case audience
    case projectKey = "project_key"
    case jti, lifetime
    case issuedInFuture = "issued_in_future"
    case expired
    case userID = "user_id"
    case properties, replayed
}

/// The payload, claim by claim.
private struct Claims {
    /// Beyond it milliseconds would not fit; no clock is that wrong.
    private static let secondsMax: UInt64 = 1 << 50

    /// By the magnitude: the least `Int64` has no absolute value, and asking for it traps.
    static func isInstant(_ seconds: Int64) -> Bool { seconds.magnitude < secondsMax }

    let jti: String
    let expiresAt: Instant
    let userID: String
    let properties: [String: String]?

    init(_ payload: JSONValue, projectKey: String, audience: String, at now: Instant) throws(AssertionRule) {
        let names = payload.members.map(\.name)
        guard !names.contains(where: ["iss", "sub", "nbf"].contains) else { throw .forbiddenClaim }
        let known = ["project_key", "aud", "jti", "iat", "exp", "user_id", "properties"]
        guard names.allSatisfy(known.contains) else { throw .unknownClaim }
        guard payload["aud"] == .string(audience) else { throw .audience }
        guard payload["project_key"] == .string(projectKey) else { throw .projectKey }
        guard case .string(let jti) = payload["jti"], Self.isUUIDv4(jti) else { throw .jti }
        self.jti = jti

        guard case .integer(let iat) = payload["iat"], case .integer(let exp) = payload["exp"],
            Self.isInstant(iat), Self.isInstant(exp), exp > iat,
            exp - iat <= Assertion.lifetimeSecondsMax
        else { throw .lifetime }
        // No leeway (S2): backends set iat ten seconds back.
        guard iat * 1000 <= now.milliseconds else { throw .issuedInFuture }
        guard now.milliseconds < exp * 1000 else { throw .expired }
        expiresAt = Instant(milliseconds: exp * 1000)

        guard case .string(let userID) = payload["user_id"], (1...Assertion.userIDBytesMax).contains(userID.utf8.count),
            !userID.utf8.contains(0)
        else { throw .userID }
        self.userID = userID
        properties = try payload["properties"].map(Self.properties)
    }

    private static func properties(_ value: JSONValue) throws(AssertionRule) -> [String: String] {
        guard case .object(let members) = value, members.count <= Assertion.propertiesMax else { throw .properties }
        var properties: [String: String] = [:]
        for member in members {
            guard Assertion.propertyNames.contains(member.name), case .string(let text) = member.value,
                text.utf8.count <= Assertion.propertyBytesMax
            else { throw .properties }
            properties[member.name] = text
        }
        return properties
    }

    /// Canonical: lower case, hyphens at their places, version 4, variant 10xx (RFC 9562 section 5.4).
    private static func isUUIDv4(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            case 14: if byte != UInt8(ascii: "4") { return false }
            case 19: if !"89ab".utf8.contains(byte) { return false }
            default: if !ASCII.isLowerHex(byte) { return false }
            }
        }
        return true
    }
}

extension JSONValue {
    fileprivate var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }
}
