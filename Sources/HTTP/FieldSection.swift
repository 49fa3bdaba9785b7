extension Headers {
    /// Reads fields up to the blank line that ends a head (RFC 9112, 5), and leaves the cursor behind it.
    ///
    /// - Returns: nil while the section is not whole.
    static func parse(_ cursor: inout Cursor) throws(Refusal) -> Headers? {
        let origin = cursor.position
        var slots: [Slot] = []
        slots.reserveCapacity(16)
        while let byte = cursor.byte {
            if byte == .carriageReturn {
                cursor.advance()
                guard try cursor.expect(.lineFeed, or: .fieldName) else { return nil }
                return Headers(bytes: Array(cursor.bytes(since: origin)), slots: slots)
            }
            if slots.count == Limits.fieldsMax { throw .headTooLarge }
            guard let slot = try field(&cursor, origin: origin) else { return nil }
            slots.append(slot)
        }
        return nil
    }

    private static func field(_ cursor: inout Cursor, origin: Int) throws(Refusal) -> Slot? {
        // A line that begins with a blank continues the one before it; RFC 9112, 5.2 lets a server refuse that.
        if cursor.byte == .space || cursor.byte == .tab { throw .malformed(.folding) }
        let nameStart = cursor.position
        while let byte = cursor.byte, byte.isToken { cursor.advance() }
        let nameEnd = cursor.position
        if cursor.byte != nil, nameEnd == nameStart { throw .malformed(.fieldName) }
        // No blank may stand before the colon (RFC 9112, 5.1): proxies disagree about what such a name is.
        guard try cursor.expect(UInt8(ascii: ":"), or: .fieldName) else { return nil }

        while let byte = cursor.byte, byte == .space || byte == .tab { cursor.advance() }
        let valueStart = cursor.position
        var valueEnd = valueStart
        while let byte = cursor.byte, byte.isFieldValue {
            cursor.advance()
            if byte != .space && byte != .tab { valueEnd = cursor.position }
        }
        guard try cursor.expect(.carriageReturn, or: .fieldValue) else { return nil }
        guard try cursor.expect(.lineFeed, or: .fieldValue) else { return nil }
        return Slot(
            nameStart: UInt16(nameStart - origin), nameEnd: UInt16(nameEnd - origin),
            valueStart: UInt16(valueStart - origin), valueEnd: UInt16(valueEnd - origin))
    }
}
