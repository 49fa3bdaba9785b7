import API
import Crypto

/// A project key, `sdk1_<region>_<24 hex>_<32 hex>` (contract section 2, seed S2). Public: it stands in every app.
package struct ProjectKey: Sendable, Equatable {
    package static let idBytesCount = 12

    package let text: String

    /// The key as given, where it has the form; whether it was ever issued is for the signer and the store to say.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].elementsEqual("sdk1".utf8),
            parts[1].count == 2, parts[1].allSatisfy(ASCII.isLower),
            parts[2].count == 24, parts[2].allSatisfy(ASCII.isLowerHex),
            parts[3].count == 32, parts[3].allSatisfy(ASCII.isLowerHex)
        else { return nil }
        self.text = text
    }

    /// A key that nobody has: verified and looked up in place of one that has no form, so that both take as long.
    package static let nobody = ProjectKey(
        head: "sdk1_zz_" + String(repeating: "0", count: 24), tag: String(repeating: "0", count: 32))

    fileprivate init(head: String, tag: String) {
        text = "\(head)_\(tag)"
    }

    /// What the tag is computed over.
    fileprivate var head: String { String(text.dropLast(33)) }
    fileprivate var tag: String { String(text.suffix(32)) }
}

/// Makes and checks the tags of project keys: the first 16 bytes of HMAC-SHA-256 over `sdk1_<region>_<id>`.
package struct ProjectKeySigner: Sendable, CustomStringConvertible, CustomReflectable {
    package static let secretBytesMin = 32

    private let current: [UInt8]?
    /// Older secrets that still verify, so that the deployment's secret can change without breaking shipped apps.
    private let previous: [[UInt8]]

    package init(current: [UInt8]?, previous: [[UInt8]]) {
        self.current = current
        self.previous = previous
    }

    /// Without a secret keys are known only by comparing them whole with the stored ones.
    package var canVerify: Bool { current != nil || !previous.isEmpty }

    /// - Throws: `key_signing_unavailable` without a current secret.
    package func key(region: String, id: [UInt8]) throws(Failure) -> ProjectKey {
        precondition(id.count == ProjectKey.idBytesCount)
        guard let current else {
            throw Failure(
                .keySigningUnavailable,
                "This service has no CUSTOMER_SDK_KEY_SECRET and cannot sign a project key. Everything else works. Set it, and reload or restart the service."
            )
        }
        let head = "sdk1_\(region)_\(Hex.encode(id))"
        return ProjectKey(head: head, tag: ProjectKeySigner.tag(of: head, under: current))
    }

    /// Every secret is tried, in constant time each, so that how long it takes does not tell which one signed.
    package func verifies(_ key: ProjectKey) -> Bool {
        let head = key.head
        let tag = Array(key.tag.utf8)
        var verified = false
        for secret in (current.map { [$0] } ?? []) + previous
        where constantTimeEquals(Array(ProjectKeySigner.tag(of: head, under: secret).utf8), tag) {
            verified = true
        }
        return verified
    }

    private static func tag(of head: String, under secret: [UInt8]) -> String {
        Hex.encode(Array(HMACSHA256.tag(key: secret, message: Array(head.utf8)).prefix(16)))
    }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
