import API
import Crypto

/// An installation token in clear: `ssit1_<32 hex id>_<64 hex>_<8 hex>` (contract section 5.1). Issued once; only its
/// SHA-256 is stored.
package struct InstallationToken: Sendable, CustomStringConvertible, CustomReflectable {
    package static let idBytesCount = 16
    package static let randomBytesCount = 32

    package let installationID: String
    private let text: String

    package init(installationID: String, random: [UInt8]) {
        precondition(random.count == InstallationToken.randomBytesCount)
        self.installationID = installationID
        text = Checksummed.text("ssit1_\(installationID)_\(Hex.encode(random))")
    }

    /// Nil for what is none or was cut: that costs no look-up.
    package init?(_ text: String) {
        guard let parts = Checksummed.parts(of: text, prefix: "ssit1", hexLengths: [32, 64]) else { return nil }
        installationID = parts[0]
        self.text = text
    }

    package var digest: [UInt8] { SHA256.digest(Array(text.utf8)) }

    package func revealed() -> Revealed { Revealed(text) }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
