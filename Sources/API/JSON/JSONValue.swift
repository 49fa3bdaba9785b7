/// A JSON text as it was read (RFC 8259): nothing repaired, rounded, merged or reordered.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A plain integer: `0`, or `-?[1-9][0-9]*` within `Int64`.
    case integer(Int64)
    /// Any other number, as its text: a fraction, an exponent, `-0`, or an integer beyond `Int64`.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Members in the order of the text. No two names are equal byte for byte.
    case object([Member])

    package struct Member: Sendable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of that name, compared byte for byte; nil also where this is no object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// What a person would call it: "a string", "an object".
    package var noun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .number(let text): "the number \(text.prefix(Self.numberShownMax))"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// Characters of a number that a message repeats; the sender chose its length.
    private static let numberShownMax = 40
}

/// Equal as JSON: strings byte for byte, members in any order, numbers by their text (see `canonical`).
extension JSONValue: Equatable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        left.canonical == right.canonical
    }
}
