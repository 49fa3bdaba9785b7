/// The head of a response: `HTTP/1.x SP status SP reason CRLF`, fields, a blank line (RFC 9112, 4).
struct ResponseHead {
    /// 100...599
    let status: Int
    let headers: Headers

    /// Bytes from the first one given to the end of the blank line.
    let length: Int

    /// - Returns: nil while the head is not whole.
    static func parse(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> ResponseHead? {
        var cursor = Cursor(bytes, from: 0, limit: Limits.headBytesMax)
        guard let status = try status(&cursor), let headers = try Headers.parse(&cursor) else {
            if bytes.count < Limits.headBytesMax { return nil }
            throw .headTooLarge
        }
        return ResponseHead(status: status, headers: headers, length: cursor.position)
    }

    private static func status(_ cursor: inout Cursor) throws(Refusal) -> Int? {
        for byte in "HTTP/1.".utf8 {
            guard try cursor.expect(byte, or: .requestLine) else { return nil }
        }
        guard try digit(&cursor) != nil, try cursor.expect(.space, or: .requestLine) else { return nil }
        var status = 0
        for _ in 0..<3 {
            guard let digit = try digit(&cursor) else { return nil }
            status = status * 10 + digit
        }
        guard (100...599).contains(status) else { throw .malformed(.requestLine) }
        // The blank before an empty reason may be missing; many servers leave it out.
        while let byte = cursor.byte, byte.isFieldValue { cursor.advance() }
        guard try cursor.expect(.carriageReturn, or: .requestLine) else { return nil }
        return try cursor.expect(.lineFeed, or: .requestLine) ? status : nil
    }

    private static func digit(_ cursor: inout Cursor) throws(Refusal) -> Int? {
        guard let byte = cursor.byte else { return nil }
        guard byte.isDigit else { throw .malformed(.requestLine) }
        cursor.advance()
        return Int(byte &- 0x30)
    }
}
