import API

/// Every place in a JSON text, and the same text with something else there.
extension JSONValue {
    /// Each member and element, by its pointer; the whole value is the empty one. Names here hold neither `/` nor `~`.
    var places: [(pointer: String, value: JSONValue)] {
        [(pointer: "", value: self)]
            + inner.flatMap { step, value in
                value.places.map { (pointer: "/\(step)\($0.pointer)", value: $0.value) }
            }
    }

    private var inner: [(String, JSONValue)] {
        switch self {
        case .object(let members): members.map { ($0.name, $0.value) }
        case .array(let elements): elements.enumerated().map { (String($0), $1) }
        default: []
        }
    }

    /// - Parameter value: nil removes a member.
    func replacing(_ pointer: String, with value: JSONValue?) -> JSONValue? {
        let steps = pointer.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        return replacing(steps[...], with: value)
    }

    private func replacing(_ steps: ArraySlice<String>, with value: JSONValue?) -> JSONValue? {
        guard let step = steps.first else { return value }
        switch self {
        case .object(let members):
            return .object(
                members.compactMap { member in
                    guard member.name == step else { return member }
                    return member.value.replacing(steps.dropFirst(), with: value).map { Member(member.name, $0) }
                })
        case .array(let elements):
            return .array(
                elements.enumerated().compactMap { index, element in
                    String(index) == step ? element.replacing(steps.dropFirst(), with: value) : element
                })
        default: return self
        }
    }

    /// An object with one more member.
    func adding(_ name: String, _ value: JSONValue, at pointer: String) -> JSONValue? {
        guard let object = places.first(where: { $0.pointer == pointer })?.value, case .object(let members) = object
        else { return nil }
        return replacing(pointer, with: .object(members + [Member(name, value)]))
    }

    /// Values of every other type; for a whole number also those that another reader might take for one.
    var othersOfWrongType: [JSONValue] {
        switch self {
        case .null: []
        case .bool: [.integer(1), .string("true"), .array([]), .object([])]
        case .integer:
            [.number("1.0"), .number("1e1"), .number("-0"), .number("1.5"), .string("60"), .bool(true), .array([])]
        case .number: [.string("1")]
        case .string: [.integer(1), .bool(true), .array([.string("x")]), .object([])]
        case .array: [.object([]), .string("x"), .integer(0)]
        case .object: [.array([]), .string("x"), .bool(false)]
        }
    }

    /// As a text. Numbers that are no plain integers are written as they are.
    var written: String {
        switch self {
        case .number(let text): text
        case .array(let elements): "[\(elements.map(\.written).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(JSONValue.string($0.name).written):\($0.value.written)" }.joined(separator: ","))}"
        default: String(decoding: JSONWriter.encode(self), as: UTF8.self)
        }
    }
}
