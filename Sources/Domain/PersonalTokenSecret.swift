import API
import Crypto

/// A personal token in clear: `ssat1_<24 hex id>_<64 hex>_<8 hex>` (contract section 5.1). Stored only as its SHA-256.
package struct PersonalTokenSecret: Sendable, CustomStringConvertible, CustomReflectable {
    package static let idBytesCount = 12
    package static let randomBytesCount = 32

    package let id: String
    private let text: String

    package init(id: [UInt8], random: [UInt8]) {
        precondition(
            id.count == PersonalTokenSecret.idBytesCount && random.count == PersonalTokenSecret.randomBytesCount)
        self.id = Hex.encode(id)
        text = Checksummed.text("ssat1_\(self.id)_\(Hex.encode(random))")
    }

    /// Nil for what is no personal token or was cut: that costs no look-up.
    package init?(_ text: String) {
        guard let parts = Checksummed.parts(of: text, prefix: "ssat1", hexLengths: [24, 64]) else { return nil }
        id = parts[0]
        self.text = text
    }

    package var digest: [UInt8] { SHA256.digest(Array(text.utf8)) }

    package func revealed() -> Revealed { Revealed(text) }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
