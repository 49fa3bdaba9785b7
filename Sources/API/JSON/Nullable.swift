/// A member whose `null` means something: "cleared" in a PATCH, "there is none" in an answer.
///
/// `Nullable<T>?` tells three things apart: absent, `null`, and a value. A plain `T?` is absent or a value.
package enum Nullable<Wrapped> {
    case null
    case value(Wrapped)

    package init(_ optional: Wrapped?) {
        self = optional.map(Nullable.value) ?? .null
    }

    package var optional: Wrapped? {
        switch self {
        case .null: nil
        case .value(let value): value
        }
    }
}

extension Nullable: Sendable where Wrapped: Sendable {}
extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

extension Nullable: Decodable where Wrapped: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
    }
}

extension Nullable: Encodable where Wrapped: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}
