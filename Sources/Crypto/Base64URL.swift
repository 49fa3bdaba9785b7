/// Base 64 with the alphabet for URLs (RFC 4648, section 5), without padding: one spelling for each value.
package enum Base64URL {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(pending >> bits & 0x3f)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(pending << (6 - bits) & 0x3f)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for any character outside the alphabet (padding too), for a length that no value has, and where the last
    /// character has bits that belong to no byte: a second spelling of a signature is a second key of a replay table.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.utf8 {
            guard let value = value(character) else { return nil }
            pending = pending << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        let spare = pending & (1 << bits - 1)
        return bits < 6 && spare == 0 ? bytes : nil
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
