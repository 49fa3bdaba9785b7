import API
import Crypto

/// Encrypts what must come back in clear, under the deployment's master key: AES-256-GCM with the row's identity as
/// associated data, so that a ciphertext moved to another row does not open.
package struct Vault: Sendable, CustomStringConvertible, CustomReflectable {
    package static let keyBytesCount = 32

    /// Tells with which master key a row was sealed; says nothing of the key.
    package let keyID: String
    private let key: [UInt8]

    package init(masterKey: [UInt8]) {
        precondition(masterKey.count == Vault.keyBytesCount)
        key = masterKey
        keyID = String(
            Hex.encode(HMACSHA256.tag(key: masterKey, message: Array("ssadmin master key id".utf8))).prefix(16))
    }

    package func seal(_ secret: IdentitySecret, id: String) -> [UInt8] {
        AESGCM.seal(secret.bytes, key: key, associatedData: Vault.associatedData(id))
    }

    /// Nil where the ciphertext was made under another key, for another row, or was changed.
    package func open(_ sealed: [UInt8], id: String) -> IdentitySecret? {
        AESGCM.open(sealed, key: key, associatedData: Vault.associatedData(id)).map(IdentitySecret.init(stored:))
    }

    private static func associatedData(_ id: String) -> [UInt8] { Array("identity_secrets/\(id)".utf8) }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
