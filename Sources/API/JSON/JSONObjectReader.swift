/// A `Decoder`'s view of an object.
struct JSONObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: JSONReader
    private let members: [JSONValue.Member]
    /// Where a name stands, once there are too many members to look through for each.
    private let places: [ExactText: Int]?
    let allKeys: [Key]

    /// Members up to which looking through is cheaper than hashing; above, n look-ups must not cost n².
    private static var lookedThroughMax: Int { 16 }

    init(_ reader: JSONReader) throws {
        guard case .object(let members) = reader.value else { throw reader.wrongType("an object") }
        self.reader = reader
        self.members = members
        var keys: [Key] = []
        for member in members {
            // The key's own text is compared too: a raw value is found up to normalisation.
            if let key = Key(stringValue: member.name), key.stringValue.utf8.elementsEqual(member.name.utf8) {
                keys.append(key)
            } else {
                reader.undeclared.add(reader.codingPath + [JSONStep(stringValue: member.name)])
            }
        }
        if keys.contains(where: { !$0.stringValue.utf8.allSatisfy { $0 < 0x80 } }),
            Set(keys.map(\.stringValue)).count < keys.count
        {
            throw reader.mismatch(.unknownWord, "two names differ only in their Unicode normalisation")
        }
        allKeys = keys
        places =
            members.count <= Self.lookedThroughMax
            ? nil : Dictionary(uniqueKeysWithValues: members.enumerated().map { (ExactText($1.name), $0) })
    }

    var codingPath: [any CodingKey] { reader.codingPath }

    func contains(_ key: Key) -> Bool {
        value(of: key) != nil
    }

    /// Always false, so that `decodeIfPresent` gives a `null` to the member's type: `Nullable` takes it, all others refuse.
    func decodeNil(forKey key: Key) throws -> Bool {
        false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try reader(of: key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try reader(of: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try reader(of: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        reader
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try reader(of: key)
    }

    private func value(of key: Key) -> JSONValue? {
        if let places { return places[ExactText(key.stringValue)].map { members[$0].value } }
        return reader.value[key.stringValue]
    }

    private func reader(of key: Key) throws -> JSONReader {
        guard let value = value(of: key) else {
            throw JSONMismatch(.missing, at: codingPath + [key], "this member is missing")
        }
        return reader.reader(of: value, at: JSONStep(stringValue: key.stringValue))
    }
}
