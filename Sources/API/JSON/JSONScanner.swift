/// Reads one JSON text (RFC 8259) in one pass, and refuses whatever two readers could understand differently: duplicate
/// members, invalid UTF-8, lone surrogates, a byte order mark, anything after the value.
///
/// It keeps its own stack, so that no text can exhaust the thread's, and its work grows only with the length of the text.
package struct JSONScanner {
    /// Levels of lists and objects within each other.
    package static let levelsMax = 32

    let bytes: [UInt8]
    /// The byte to be read next.
    var position = 0

    /// Errors: the first fault of the text.
    package static func scan(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        var scanner = JSONScanner(bytes: bytes)
        return try scanner.scanText()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: Structure

    private mutating func scanText() throws(JSONFault) -> JSONValue {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            throw fault("the text starts with a byte order mark; send UTF-8 without one")
        }
        var open: [JSONContainer] = []
        while true {
            guard var value = try scanValue(opening: &open) else { continue }
            // A value is complete: it belongs to the innermost container, which it may complete in turn.
            while let last = open.indices.last {
                open[last].append(value)
                skipWhiteSpace()
                if take(",") {
                    try scanAfterComma(in: &open[last])
                    break
                }
                guard take(open[last].closer) else {
                    throw fault("expected ',' or '\(open[last].closer)', found \(found)")
                }
                value = open.removeLast().value
            }
            if open.isEmpty {
                skipWhiteSpace()
                guard position == bytes.count else {
                    throw fault("expected the end of the text after the value, found \(found)")
                }
                return value
            }
        }
    }

    /// A scalar or an empty container; nil where a container was opened, whose first value is then to be read.
    private mutating func scanValue(opening open: inout [JSONContainer]) throws(JSONFault) -> JSONValue? {
        skipWhiteSpace()
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < Self.levelsMax else {
                throw fault("more than \(Self.levelsMax) levels of lists and objects within each other")
            }
            var container = JSONContainer(isObject: byte == UInt8(ascii: "{"))
            position += 1
            skipWhiteSpace()
            if take(container.closer) { return container.value }
            if container.isObject { try scanName(into: &container) }
            open.append(container)
            return nil
        case UInt8(ascii: "\""): return .string(try scanString())
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try scanNumber()
        case UInt8(ascii: "t"): return try scan("true", as: .bool(true))
        case UInt8(ascii: "f"): return try scan("false", as: .bool(false))
        case UInt8(ascii: "n"): return try scan("null", as: .null)
        case UInt8(ascii: "'"): throw fault("strings are written in double quotes")
        default: throw fault("expected a value, found \(found)")
        }
    }

    private mutating func scanAfterComma(in container: inout JSONContainer) throws(JSONFault) {
        let comma = position - 1
        skipWhiteSpace()
        if byte == UInt8(ascii: container.closer) {
            throw fault("a comma before '\(container.closer)'; remove it", at: comma)
        }
        if container.isObject { try scanName(into: &container) }
    }

    /// The name of a member and its colon.
    private mutating func scanName(into container: inout JSONContainer) throws(JSONFault) {
        guard byte == UInt8(ascii: "\"") else {
            throw fault("expected the name of a member in double quotes, found \(found)")
        }
        let start = position
        guard container.begin(member: try scanString()) else {
            throw fault("this member is there twice in the same object; keep one", at: start)
        }
        skipWhiteSpace()
        guard take(":") else { throw fault("expected ':' after the name of a member, found \(found)") }
    }

    private mutating func scan(_ word: StaticString, as value: JSONValue) throws(JSONFault) -> JSONValue {
        let start = position
        for index in 0..<word.utf8CodeUnitCount {
            guard byte == word.utf8Start[index] else { throw fault("expected a value, such as \(word)", at: start) }
            position += 1
        }
        return value
    }

    // MARK: Bytes

    /// The byte at the position, nil at the end.
    var byte: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let byte, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
            position += 1
        }
    }

    func fault(_ detail: String, at offset: Int? = nil) -> JSONFault {
        JSONFault(at: offset ?? position, of: bytes, detail)
    }

    /// What stands at the position, for a message.
    var found: String {
        switch byte {
        case nil: "the end of the text"
        case .some(let byte) where (0x21...0x7e).contains(byte): "'\(Unicode.Scalar(byte))'"
        case 0x20: "a space"
        case .some(let byte) where byte < 0x80: "a control character (byte \(byte))"
        case .some: "a character outside ASCII"
        }
    }
}
