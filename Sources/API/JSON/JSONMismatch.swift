/// Why a JSON value is not the one that a type wants: well-formed, but of another shape.
package struct JSONMismatch: Error, Sendable, Equatable, CustomStringConvertible {
    /// At least one; at most `itemsMax`, the rest is dropped.
    package let items: [Item]

    package struct Item: Sendable, Equatable {
        /// Where, as a JSON pointer (RFC 6901); the empty one is the whole value.
        package let pointer: String
        package let code: Code
        /// What was found and what would be right.
        package let detail: String
    }

    package enum Code: String, Sendable {
        case missing
        case unknownMember = "unknown_member"
        case wrongType = "wrong_type"
        case notAnInteger = "not_an_integer"
        case outOfRange = "out_of_range"
        case null
        /// A word outside a closed list, or a text that its type does not take.
        case unknownWord = "unknown_word"
    }

    /// One answer names at most so many; a text of 256 KiB holds fifty thousand unknown members.
    package static let itemsMax = 20

    package init(_ items: [Item]) {
        precondition(!items.isEmpty, "a mismatch says what does not match")
        self.items = Array(items.prefix(Self.itemsMax))
    }

    init(_ code: Code, at path: [any CodingKey], _ detail: String) {
        self.init([Item(code, at: path, detail)])
    }

    package var description: String {
        items.map { "\($0.pointer.isEmpty ? "the value" : $0.pointer): \($0.detail)" }.joined(separator: "; ")
    }
}

extension JSONMismatch.Item {
    init(_ code: JSONMismatch.Code, at path: [any CodingKey], _ detail: String) {
        var pointer = ""
        for key in path {
            pointer += "/"
            for character in key.stringValue.unicodeScalars {
                switch character {
                case "~": pointer += "~0"
                case "/": pointer += "~1"
                default: pointer.unicodeScalars.append(character)
                }
            }
        }
        self.init(pointer: pointer, code: code, detail: detail)
    }
}
