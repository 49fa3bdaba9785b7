import API
import Crypto

/// An identity secret in clear: `ssis1_<64 hex>_<8 hex>`, 32 random bytes and the CRC-32 of all that stands before the
/// last underscore (contract section 3). Not Codable: leaving the process takes `revealed()` or the vault.
package struct IdentitySecret: Sendable, CustomStringConvertible, CustomReflectable {
    package static let randomBytesCount = 32

    /// The UTF-8 of the whole string, which is the HMAC key: what every JWT library does with a string.
    package let bytes: [UInt8]

    package init(random: [UInt8]) {
        precondition(random.count == IdentitySecret.randomBytesCount)
        bytes = Array(Checksummed.text("ssis1_" + Hex.encode(random)).utf8)
    }

    /// As it comes out of the vault.
    package init(stored bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What operators see of a secret: the first 12 hex digits of SHA-256 of the string.
    package var fingerprint: String { String(Hex.encode(SHA256.digest(bytes)).prefix(12)) }

    package func revealed() -> Revealed { Revealed(String(decoding: bytes, as: UTF8.self)) }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Texts that end in their own CRC-32, so that people and secret scanners can tell a whole one from a cut one.
package enum Checksummed {
    package static func text(_ head: String) -> String {
        "\(head)_\(crc(head))"
    }

    /// The hex parts between the prefix and the checksum, or nil where form or checksum are wrong.
    package static func parts(of text: String, prefix: String, hexLengths: [Int]) -> [String]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == hexLengths.count + 2, parts[0].elementsEqual(prefix.utf8) else { return nil }
        for (part, length) in zip(parts.dropFirst(), hexLengths + [8]) {
            guard part.count == length, part.allSatisfy(ASCII.isLowerHex) else { return nil }
        }
        let words = parts.map { String($0) ?? "" }
        guard words[parts.count - 1] == crc(words.dropLast().joined(separator: "_")) else { return nil }
        return Array(words.dropFirst().dropLast())
    }

    private static func crc(_ head: String) -> String {
        let sum = CRC32.checksum(Array(head.utf8))
        return Hex.encode([UInt8(sum >> 24), UInt8(sum >> 16 & 0xFF), UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)])
    }
}
