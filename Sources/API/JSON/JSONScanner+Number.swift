extension JSONScanner {
    /// RFC 8259, section 6. A plain integer within `Int64` becomes one; everything else keeps its text.
    mutating func scanNumber() throws(JSONFault) -> JSONValue {
        let start = position
        var isPlain = true
        if take("-") {
            guard isDigit else { throw fault("expected a digit after '-', found \(found)") }
            isPlain = byte != UInt8(ascii: "0")
        }
        if take("0") {
            if isDigit { throw fault("a number does not start with a superfluous 0", at: start) }
        } else {
            skipDigits()
        }
        if take(".") {
            isPlain = false
            guard isDigit else { throw fault("expected a digit after '.', found \(found)") }
            skipDigits()
        }
        if take("e") || take("E") {
            isPlain = false
            if !take("+") { _ = take("-") }
            guard isDigit else { throw fault("expected a digit in the exponent, found \(found)") }
            skipDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isPlain, let integer = Int64(text) { return .integer(integer) }
        return .number(text)
    }

    private var isDigit: Bool {
        guard let byte else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func skipDigits() {
        while isDigit { position += 1 }
    }
}
