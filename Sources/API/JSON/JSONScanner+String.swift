extension JSONScanner {
    /// RFC 8259, section 7, from quote to quote.
    mutating func scanString() throws(JSONFault) -> String {
        position += 1
        let start = position
        var unescaped: [UInt8]?
        var plainStart = position
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                try checkUTF8(plainStart..<position)
                defer { position += 1 }
                guard var text = unescaped else { return String(decoding: bytes[start..<position], as: UTF8.self) }
                text += bytes[plainStart..<position]
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try checkUTF8(plainStart..<position)
                var text = unescaped ?? []
                unescaped = nil
                text += bytes[plainStart..<position]
                try scanEscape(to: &text)
                unescaped = text
                plainStart = position
            case 0..<0x20:
                throw fault(
                    "a control character (byte \(byte)) in a string; write it as an escape, such as \\n or \\u0000")
            default: position += 1
            }
        }
        throw fault("the string that starts here has no end", at: start - 1)
    }

    /// Refuses overlong forms, surrogates, and what is beyond U+10FFFF (RFC 3629), and names the first such byte.
    private func checkUTF8(_ range: Range<Int>) throws(JSONFault) {
        do {
            _ = try UTF8Span(validating: bytes.span.extracting(range))
        } catch {
            throw fault("invalid UTF-8 in a string", at: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    private mutating func scanEscape(to text: inout [UInt8]) throws(JSONFault) {
        let start = position
        position += 1
        let escaped = byte
        position += 1
        switch escaped {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escaped!)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(try scanScalar(from: start)).utf8)
        default:
            throw fault(#"an unknown escape; known are \" \\ \/ \b \f \n \r \t and \u with four digits"#, at: start)
        }
    }

    /// The four digits after `\u`, or a pair of surrogates; one alone has no UTF-8 form and is refused.
    private mutating func scanScalar(from start: Int) throws(JSONFault) -> Unicode.Scalar {
        let first = try scanFourDigits(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xdc00, take("\\"), take("u") {
            let second = try scanFourDigits(from: position - 2)
            if (0xdc00...0xdfff).contains(second) {
                let value = 0x10000 + ((UInt32(first) - 0xd800) << 10 | (UInt32(second) - 0xdc00))
                return Unicode.Scalar(value)!
            }
        }
        throw fault("half of a surrogate pair; write both halves, or the character itself", at: start)
    }

    private mutating func scanFourDigits(from start: Int) throws(JSONFault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch byte {
            case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                digit = byte - UInt8(ascii: "0")
            case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
                digit = (byte | 0x20) - UInt8(ascii: "a") + 10
            default: throw fault(#"\u wants four hexadecimal digits"#, at: start)
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
