import API

/// Holds a value against a schema of an OpenAPI document, as far as our documents use JSON Schema (2020-12). A keyword that is
/// not known here is a fault too: nothing is passed over in silence.
struct SchemaCheck {
    let document: OpenAPIDocument

    private static let annotations: Set<String> = ["description", "format", "default", "example", "examples"]

    /// What does not match, each with its place.
    func faults(of value: JSONValue, against schema: JSONValue, at place: String = "") throws -> [String] {
        let schema = try document.resolved(schema)
        var faults: [String] = []
        for keyword in schema.members where !Self.annotations.contains(keyword.name) {
            faults += try self.faults(of: value, keyword.name, keyword.value, in: schema, at: place)
        }
        return faults
    }

    private func faults(
        of value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue, at place: String
    ) throws -> [String] {
        func fault(_ holds: Bool) -> [String] {
            holds ? [] : ["\(place): \(value.noun) is not \(keyword) \(argument.written)"]
        }
        switch keyword {
        case "type":
            let types = argument.word.map { [$0] } ?? argument.words
            return fault(types.contains(value.schemaType))
        case "const": return fault(value == argument)
        case "enum": return fault(argument.elements.contains(value))
        case "pattern":
            guard let text = value.word, let pattern = argument.word else { return [] }
            return fault(try Regex(pattern).wholeMatch(in: text) != nil)
        case "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "maxProperties":
            guard let measure = value.measure(for: keyword), case .integer(let limit) = argument else { return [] }
            return fault(keyword.hasPrefix("min") ? measure >= limit : measure <= limit)
        case "items":
            return try value.elements.enumerated().flatMap {
                try faults(of: $1, against: argument, at: "\(place)/\($0)")
            }
        case "required":
            guard case .object = value else { return [] }
            return argument.words.filter { value[$0] == nil }.map { "\(place)/\($0) is missing" }
        case "properties":
            return try argument.members.flatMap { property in
                try value[property.name].map {
                    try faults(of: $0, against: property.value, at: "\(place)/\(property.name)")
                } ?? []
            }
        case "additionalProperties":
            let others = value.members.filter { schema["properties"]?[$0.name] == nil }
            switch argument {
            case .bool(true): return []
            case .bool: return others.map { "\(place)/\($0.name) is unknown" }
            default:
                return try others.flatMap { try faults(of: $0.value, against: argument, at: "\(place)/\($0.name)") }
            }
        case "allOf": return try argument.elements.flatMap { try faults(of: value, against: $0, at: place) }
        case "oneOf":
            let each = try argument.elements.map { try faults(of: value, against: $0, at: place) }
            return each.count(where: \.isEmpty) == 1 ? [] : ["\(place): not one of \(each.count): \(each)"]
        default: return ["\(place): the keyword \(keyword) is not known to this check"]
        }
    }
}

extension JSONValue {
    fileprivate var schemaType: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// What a limit counts; nil for a value that it does not speak of.
    fileprivate func measure(for keyword: String) -> Int64? {
        switch (self, keyword.dropFirst(3)) {
        case (.integer(let whole), "imum"): whole
        case (.string(let text), "Length"): Int64(text.unicodeScalars.count)
        case (.array(let elements), "Items"): Int64(elements.count)
        case (.object(let members), "Properties"): Int64(members.count)
        default: nil
        }
    }
}
