/// A `Decoder`'s view of a list.
struct JSONArrayReader: UnkeyedDecodingContainer {
    private let reader: JSONReader
    private let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(_ reader: JSONReader) throws {
        guard case .array(let elements) = reader.value else { throw reader.wrongType("a list") }
        self.reader = reader
        self.elements = elements
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Always false, as in an object: a `null` goes to the element's type.
    mutating func decodeNil() throws -> Bool {
        false
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next().decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        try next()
    }

    private mutating func next() throws -> JSONReader {
        let step = JSONStep(intValue: currentIndex)
        guard !isAtEnd else {
            throw JSONMismatch(.missing, at: codingPath + [step], "the list ends before this element")
        }
        defer { currentIndex += 1 }
        return reader.reader(of: elements[currentIndex], at: step)
    }
}
