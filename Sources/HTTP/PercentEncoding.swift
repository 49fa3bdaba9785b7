extension Sequence<UInt8> {
    /// Percent-decoded exactly once (RFC 3986, 2.1), `+` left alone.
    ///
    /// - Returns: nil for an escape that is none, for what is not UTF-8 afterwards, and for a NUL, which no name or value
    ///   here may hold and which C would take for its end.
    func percentDecoded() -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(underestimatedCount)
        var bytes = makeIterator()
        while let byte = bytes.next() {
            if byte == .percent {
                guard let high = bytes.next()?.hexValue, let low = bytes.next()?.hexValue else { return nil }
                decoded.append(high << 4 | low)
            } else {
                decoded.append(byte)
            }
        }
        if decoded.contains(0) { return nil }
        return String(validating: decoded, as: UTF8.self)
    }
}

extension String {
    /// Percent-encoded so that it is one segment of a path or one value of a query: only unreserved characters stay
    /// (RFC 3986, 2.3).
    package var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            let isMark = byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
            if byte.isLetter || byte.isDigit || isMark {
                encoded.append(byte)
            } else {
                encoded += [.percent, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
