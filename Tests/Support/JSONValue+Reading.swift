import API

/// How tests look into an answer. What is of another type is nil, and so unequal to whatever is expected.
extension JSONValue {
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    package var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    package var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }

    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// One step for each name: `json["project", "status"]`.
    package subscript(names: String...) -> JSONValue? {
        var value: JSONValue? = self
        for name in names { value = value?[name] }
        return value
    }
}
