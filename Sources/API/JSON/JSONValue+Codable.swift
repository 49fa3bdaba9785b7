/// A member of this type holds any JSON.
extension JSONValue: Codable {
    /// Only `JSONReader` decodes; it hands a value over as it is and does not come here.
    package init(from decoder: any Decoder) throws {
        guard let reader = decoder as? JSONReader else {
            preconditionFailure("JSON is read by JSONReader, which keeps what other decoders lose")
        }
        self = reader.value
    }

    /// A `number` is written as the nearest finite double, the precision that RFC 8259, section 6, lets one expect.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag):
            try flag.encode(to: encoder)
        case .integer(let whole):
            try whole.encode(to: encoder)
        case .number(let text):
            let number = Double(text) ?? 0
            let limit = Double.greatestFiniteMagnitude
            try min(max(number, -limit), limit).encode(to: encoder)
        case .string(let text):
            try text.encode(to: encoder)
        case .array(let elements):
            try elements.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: JSONStep.self)
            for member in members {
                try container.encode(member.value, forKey: JSONStep(stringValue: member.name))
            }
        }
    }
}

extension JSONValue {
    /// What a value is on the wire.
    package init(encoding value: some Encodable) {
        do {
            self = try JSONScanner.scan(JSONWriter.encode(value))
        } catch {
            preconditionFailure("our own JSON does not read back: \(error)")
        }
    }
}
