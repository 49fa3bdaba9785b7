// What a head says about the bytes behind it. Two parties that disagree here can be made to see different requests, so
// there is one way to say it, and everything else is refused.

extension Headers {
    /// The length of the body in bytes, 0 where none is announced (RFC 9112, 6.3).
    ///
    /// Any Transfer-Encoding is 411, beside a Content-Length too: chunked bodies are not read here. A length that is
    /// repeated, even equal, a list, signed, empty or beyond `Int` is 400.
    package func bodyLength() throws(Refusal) -> Int {
        if contains("Transfer-Encoding") { throw .lengthRequired }
        guard let value = first("Content-Length") else { return 0 }
        guard count(of: "Content-Length") == 1, !value.isEmpty else { throw .malformed(.contentLength) }
        var length = 0
        for byte in value.utf8 {
            guard byte.isDigit else { throw .malformed(.contentLength) }
            let (tenfold, overflowed) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflowedToo) = tenfold.addingReportingOverflow(Int(byte &- 0x30))
            guard !overflowed, !overflowedToo else { throw .malformed(.contentLength) }
            length = sum
        }
        return length
    }

    /// Whether the sender waits for `100 Continue` before its body; any other expectation is 417 (RFC 9110, 10.1.1).
    package func expectsContinue() throws(Refusal) -> Bool {
        guard contains("Expect") else { return false }
        for value in all("Expect") where !value.equalsIgnoringASCIICase("100-continue") { throw .expectationFailed }
        return true
    }

    /// Whether a `Connection` field holds the option `close` (RFC 9112, 9.6).
    package var saysClose: Bool {
        guard contains("Connection") else { return false }
        return all("Connection").contains { value in
            value.utf8.split(separator: .comma).contains { option in
                let start = option.drop { $0 == .space || $0 == .tab }
                let word = start.prefix { $0 != .space && $0 != .tab }
                return word.count == 5 && zip(word, "close".utf8).allSatisfy { $0.folded == $1 }
            }
        }
    }

    /// Exactly one valid Host, or at most one in HTTP/1.0 (RFC 9112, 3.2).
    func checkHost(isHTTP10: Bool) throws(Refusal) {
        guard let host = first("Host") else {
            if isHTTP10 { return }
            throw .malformed(.host)
        }
        guard count(of: "Host") == 1, Self.isHost(host.utf8) else { throw .malformed(.host) }
    }

    /// `uri-host [ ":" port ]` (RFC 9110, 7.2), not empty: every URI of this service has an authority.
    private static func isHost(_ host: String.UTF8View) -> Bool {
        var rest = host[...]
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let literal = rest[rest.index(after: rest.startIndex)..<close]
            guard literal.contains(UInt8(ascii: ":")),
                literal.allSatisfy({ $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return false }
            rest = rest[rest.index(after: close)...]
        } else {
            let name = rest.prefix { $0.isRegisteredName }
            guard !name.isEmpty else { return false }
            rest = rest[name.endIndex...]
        }
        guard let colon = rest.first else { return true }
        return colon == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(\.isDigit)
    }
}
