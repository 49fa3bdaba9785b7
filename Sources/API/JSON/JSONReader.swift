/// Makes a `Decodable` type of a `JSONValue`, to the letter.
///
/// Foundation's decoder is not used for reading: it cannot tell an absent member from a `null`, says nothing of unknown
/// members, and takes `1.0` for an `Int`. The types stay plain structs with synthesized conformances; the rules are here:
///
/// - A member that is not optional must be there. An optional one may be absent, but is never `null`: where `null` means
///   something, the member's type is `Nullable`.
/// - An integer is a plain integer within the range of its type. Nothing is converted.
/// - A member that the type does not declare is refused, or ignored and counted.
/// - A word outside a `CaseIterable` enum is answered with the words inside.
///
/// A declared member is one that `CodingKeys` knows. A dictionary declares every name; since its keys are Swift strings,
/// two names that differ only in their normalisation are refused there. Where one object is decoded
/// as two types, what either does not declare counts as unknown.
package final class JSONReader: Decoder {
    package enum UnknownMembers {
        case refuse
        /// Called once, after success, with how many were ignored; not called where there were none.
        case ignore(count: (Int) -> Void)
    }

    /// Errors: the first mismatch of the declared members, after all unknown ones that were seen until then.
    package static func decode<T: Decodable>(
        _ type: T.Type, from value: JSONValue, unknown: UnknownMembers = .refuse
    ) throws(JSONMismatch) -> T {
        let undeclared = UndeclaredMembers()
        let reader = JSONReader(value, at: [], undeclared: undeclared)
        let result: Result<T, JSONMismatch>
        do {
            result = .success(try reader.decode(type))
        } catch let mismatch as JSONMismatch {
            result = .failure(mismatch)
        } catch {
            preconditionFailure("decode(_:) turns every other error into a mismatch: \(error)")
        }
        switch (result, unknown) {
        case (.success(let decoded), .refuse):
            if undeclared.count > 0 { throw JSONMismatch(undeclared.items) }
            return decoded
        case (.success(let decoded), .ignore(let count)):
            if undeclared.count > 0 { count(undeclared.count) }
            return decoded
        case (.failure(let mismatch), .refuse): throw JSONMismatch(undeclared.items + mismatch.items)
        case (.failure(let mismatch), .ignore): throw mismatch
        }
    }

    let value: JSONValue
    package let codingPath: [any CodingKey]
    package var userInfo: [CodingUserInfoKey: Any] { [:] }
    let undeclared: UndeclaredMembers

    init(_ value: JSONValue, at path: [any CodingKey], undeclared: UndeclaredMembers) {
        self.value = value
        self.codingPath = path
        self.undeclared = undeclared
    }

    func reader(of value: JSONValue, at key: any CodingKey) -> JSONReader {
        JSONReader(value, at: codingPath + [key], undeclared: undeclared)
    }

    func mismatch(_ code: JSONMismatch.Code, _ detail: String) -> JSONMismatch {
        JSONMismatch(code, at: codingPath, detail)
    }

    func wrongType(_ expected: String) -> JSONMismatch {
        if case .null = value { return mismatch(.null, "expected \(expected), found null") }
        return mismatch(.wrongType, "expected \(expected), found \(value.noun)")
    }

    // MARK: Decoder

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONObjectReader<Key>(self))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try JSONArrayReader(self)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer {
        JSONScalarReader(reader: self)
    }
}

/// The members that no declared type asked for, over one whole decoding. One decoding happens in one thread.
final class UndeclaredMembers {
    private(set) var count = 0
    /// The first ones, as many as an answer names.
    private(set) var items: [JSONMismatch.Item] = []

    func add(_ path: [any CodingKey]) {
        count += 1
        guard items.count < JSONMismatch.itemsMax else { return }
        items.append(JSONMismatch.Item(.unknownMember, at: path, "there is no such member"))
    }
}

/// The place of an element or a member within a pointer.
struct JSONStep: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        self.intValue = nil
    }

    init(intValue: Int) {
        self.stringValue = String(intValue)
        self.intValue = intValue
    }
}
