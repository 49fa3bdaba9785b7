/// The first line of a request: `method SP target SP HTTP/1.x CRLF` (RFC 9112, 3).
struct RequestLine {
    let method: String
    let path: String
    let query: String?
    let isHTTP10: Bool

    /// - Returns: nil while the line is not whole.
    static func parse(_ cursor: inout Cursor) throws(Refusal) -> RequestLine? {
        let methodStart = cursor.position
        while let byte = cursor.byte, byte.isToken { cursor.advance() }
        let method = cursor.bytes(since: methodStart)
        if cursor.byte != nil, method.isEmpty { throw .malformed(.requestLine) }
        guard try cursor.expect(.space, or: .requestLine) else { return nil }

        let pathStart = cursor.position
        guard let first = cursor.byte else { return nil }
        let isAsterisk = first == UInt8(ascii: "*") && method.elementsEqual("OPTIONS".utf8)
        guard first == .slash || isAsterisk else { throw .malformed(.target) }
        cursor.advance()
        while !isAsterisk, let byte = cursor.byte, byte.isPath { cursor.advance() }
        let path = cursor.bytes(since: pathStart)

        var query: UnsafeRawBufferPointer?
        if cursor.byte == UInt8(ascii: "?"), !isAsterisk {
            cursor.advance()
            let queryStart = cursor.position
            // Common clients leave brackets and bars of a query unescaped; only a fragment has no business here.
            while let byte = cursor.byte, byte.isVisible, byte != UInt8(ascii: "#") { cursor.advance() }
            query = cursor.bytes(since: queryStart)
        }
        guard try cursor.expect(.space, or: .target) else { return nil }

        guard let minor = try version(&cursor) else { return nil }
        return RequestLine(
            method: String(ascii: method), path: String(ascii: path), query: query.map { String(ascii: $0) },
            isHTTP10: minor == 0)
    }

    /// The minor version of an HTTP/1, with the end of the line behind it.
    private static func version(_ cursor: inout Cursor) throws(Refusal) -> UInt8? {
        for byte in "HTTP/".utf8 {
            guard try cursor.expect(byte, or: .requestLine) else { return nil }
        }
        guard let major = try digit(&cursor) else { return nil }
        guard try cursor.expect(UInt8(ascii: "."), or: .requestLine) else { return nil }
        guard let minor = try digit(&cursor) else { return nil }
        guard try cursor.expect(.carriageReturn, or: .requestLine) else { return nil }
        guard try cursor.expect(.lineFeed, or: .requestLine) else { return nil }
        guard major == 1 else { throw .versionNotSupported }
        return minor
    }

    private static func digit(_ cursor: inout Cursor) throws(Refusal) -> UInt8? {
        guard let byte = cursor.byte else { return nil }
        guard byte.isDigit else { throw .malformed(.requestLine) }
        cursor.advance()
        return byte &- 0x30
    }
}
