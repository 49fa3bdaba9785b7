// The alphabets of HTTP, as predicates on bytes: a `Character` would take digits of other scripts for digits.

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let percent = UInt8(ascii: "%")
    static let slash = UInt8(ascii: "/")
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")

    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }

    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Without case, for ASCII letters only.
    @inline(__always) var folded: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit, either case.
    @inline(__always) var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// `tchar` of a token (RFC 9110, 5.6.2).
    @inline(__always) var isToken: Bool {
        if isLetter || isDigit { return true }
        switch Unicode.Scalar(self) {
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": return true
        default: return false
        }
    }

    /// A byte of a field value: visible, a blank, or opaque above ASCII (RFC 9110, 5.5).
    @inline(__always) var isFieldValue: Bool { (self >= .space && self != 0x7F) || self == .tab }

    /// A visible ASCII byte.
    @inline(__always) var isVisible: Bool { self &- 0x21 < 94 }

    /// A byte of a path: `pchar` or `/` (RFC 3986, 3.3).
    @inline(__always) var isPath: Bool {
        if isLetter || isDigit { return true }
        switch Unicode.Scalar(self) {
        case "-", ".", "_", "~", "%", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@", "/": return true
        default: return false
        }
    }

    /// A byte of a registered name in a Host field (RFC 3986, 3.2.2), the percent of an escape included.
    @inline(__always) var isRegisteredName: Bool { isPath && self != .slash && self != 0x3A && self != 0x40 }
}

extension String {
    /// ASCII that a parser has checked.
    init(ascii bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// Equal but for the case of ASCII letters, byte by byte: `lowercased()` would fold a Kelvin sign into a `k`.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.folded == $1.folded }
    }
}
