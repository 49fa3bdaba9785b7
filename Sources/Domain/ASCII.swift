@_spi(_Unicode) import Swift

/// Folding and classes of ASCII bytes. Swift's own work on Unicode: "K" for Kelvin lower-cases to "k", and full-width
/// digits are numbers, which an identifier must not allow.
package enum ASCII {
    package static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    package static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    package static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    package static func isLetter(_ byte: UInt8) -> Bool { isLower(byte) || isUpper(byte) }

    package static func isLowerHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// The value of a hexadecimal digit of either case.
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    package static func isHex(_ byte: UInt8) -> Bool { hexValue(byte) != nil }

    package static func lowercased(_ text: String) -> String {
        guard text.utf8.contains(where: isUpper) else { return text }
        return String(decoding: text.utf8.map { isUpper($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Without leading and trailing space, tab, LF, VT, FF and CR.
    package static func trimmed(_ text: String) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}

/// Unicode normalisation form C. The standard library's own tables, behind its SPI: Foundation's way to them links ICU
/// (44 MB, twice the start-up time).
package func nfc(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfc)
    return String(scalars)
}
