extension JSONReader {
    /// The one way by which a value of any type is made.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        switch type {
        case is JSONValue.Type: return value as! T
        case is String.Type:
            guard case .string(let text) = value else { throw wrongType("a string") }
            return text as! T
        case is Bool.Type:
            guard case .bool(let flag) = value else { throw wrongType("true or false") }
            return flag as! T
        case is Double.Type: return try decodeDouble() as! T
        case is Float.Type: return Float(try decodeDouble()) as! T
        case let integer as any FixedWidthInteger.Type: return try decode(integer: integer) as! T
        default: break
        }
        do {
            return try T(from: self)
        } catch let mismatch as JSONMismatch {
            throw mismatch
        } catch {
            throw refusal(of: type, error)
        }
    }

    private func decode<I: FixedWidthInteger>(integer type: I.Type) throws -> I {
        switch value {
        case .integer(let whole):
            guard let fitting = I(exactly: whole) else { throw outOfRange(type) }
            return fitting
        case .number(let text) where text != "-0" && text.utf8.allSatisfy({ $0 != 0x2e && $0 | 0x20 != 0x65 }):
            throw outOfRange(type)
        case .number: throw mismatch(.notAnInteger, "expected a plain whole number, found \(value.noun)")
        default: throw wrongType("a whole number")
        }
    }

    /// Integers beyond `Int64` are out of every range: the scanner keeps them as text.
    private func outOfRange<I: FixedWidthInteger>(_ type: I.Type) -> JSONMismatch {
        let maximum = min(UInt64(I.max), UInt64(Int64.max))
        return mismatch(.outOfRange, "expected a whole number from \(I.min) to \(maximum)")
    }

    private func decodeDouble() throws -> Double {
        switch value {
        case .integer(let whole): return Double(whole)
        case .number(let text):
            guard let number = Double(text), number.isFinite else {
                throw mismatch(.outOfRange, "the number is too large")
            }
            return number
        default: throw wrongType("a number")
        }
    }

    /// What a type's own `init(from:)` refused. An enum's message speaks Swift; ours names the words.
    private func refusal(of type: any Decodable.Type, _ error: any Error) -> JSONMismatch {
        if case .string(let text) = value, let words = (type as? any CaseIterable.Type)?.words {
            let shown = text.prefix(Self.wordShownMax)
            return mismatch(.unknownWord, "expected one of \(words.joined(separator: ", ")); found \"\(shown)\"")
        }
        if type is any RawRepresentable.Type {
            return mismatch(.unknownWord, "the value is not one of those that are known")
        }
        if case DecodingError.dataCorrupted(let context) = error {
            return mismatch(.unknownWord, context.debugDescription)
        }
        return mismatch(.unknownWord, String(describing: error))
    }

    /// Characters of an unknown word that a message repeats; the sender chose its length.
    private static let wordShownMax = 40
}

extension CaseIterable {
    /// The raw strings of all cases; nil where they are not strings.
    fileprivate static var words: [String]? {
        let words = allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        return words.isEmpty ? nil : words
    }
}

/// A `Decoder`'s view of one value that is neither list nor object.
struct JSONScalarReader: SingleValueDecodingContainer {
    let reader: JSONReader
    var codingPath: [any CodingKey] { reader.codingPath }

    func decodeNil() -> Bool {
        if case .null = reader.value { true } else { false }
    }

    // One generic function is the witness of all of the protocol's requirements, here and in the other containers.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try reader.decode(type)
    }
}
