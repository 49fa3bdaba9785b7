/// A URL of the web as ours are: `http` or `https` in lower case, a host, perhaps a port, path, query and fragment, in the
/// characters of RFC 3986. A user before the host is none of it.
package struct WebURL: Equatable, Sendable {
    package enum Host: Equatable, Sendable {
        /// RFC 1123, section 2.1: labels of letters, digits and hyphens.
        case name(String)
        case ipv4(String)
        /// With its brackets.
        case ipv6(String)
    }

    package let isHTTPS: Bool
    package let host: Host
    /// Where it is said, 1–65535.
    package let port: UInt16?
    /// Empty, or with a `/` at its beginning.
    package let path: String
    package let query: String?
    package let fragment: String?

    /// Nil for what is none.
    package init?(_ text: String) {
        let isHTTPS = text.utf8.starts(with: "https://".utf8)
        guard isHTTPS || text.utf8.starts(with: "http://".utf8) else { return nil }
        let rest = Array(text.utf8)[(isHTTPS ? 8 : 7)...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard let (host, port) = Self.hostAndPort(authority) else { return nil }
        let (whole, fragment) = Self.cut(rest[authority.endIndex...], at: "#")
        let (path, query) = Self.cut(whole, at: "?")
        for part in [path, query ?? [], fragment ?? []] where !Self.isWritten(part) { return nil }
        self.isHTTPS = isHTTPS
        self.host = host
        self.port = port
        self.path = String(decoding: path, as: UTF8.self)
        self.query = query.map { String(decoding: $0, as: UTF8.self) }
        self.fragment = fragment.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func cut(
        _ bytes: ArraySlice<UInt8>, at mark: Unicode.Scalar
    ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>?) {
        guard let place = bytes.firstIndex(of: UInt8(ascii: mark)) else { return (bytes, nil) }
        return (bytes[..<place], bytes[(place + 1)...])
    }

    /// RFC 3986, section 3.3–3.5: what stands in a path, a query or a fragment.
    private static func isWritten(_ part: ArraySlice<UInt8>) -> Bool {
        var place = part.startIndex
        while place < part.endIndex {
            let byte = part[place]
            if byte == UInt8(ascii: "%") {
                let digits = part[(place + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(ASCII.isHex) else { return false }
                place += 2
            } else if !ASCII.isLetter(byte), !ASCII.isDigit(byte), !"-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
                return false
            }
            place += 1
        }
        return true
    }

    // MARK: Where it leads

    private static func hostAndPort(_ authority: ArraySlice<UInt8>) -> (host: Host, port: UInt16?)? {
        var end = authority.endIndex
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = bracket + 1
        } else if let colon = authority.firstIndex(of: UInt8(ascii: ":")) {
            end = colon
        }
        guard let host = host(authority[..<end]) else { return nil }
        guard end < authority.endIndex else { return (host, nil) }
        let digits = authority[end...].dropFirst()
        guard authority[end] == UInt8(ascii: ":"), digits.allSatisfy(ASCII.isDigit),
            digits.first != UInt8(ascii: "0"), let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { return nil }
        return (host, port)
    }

    private static func host(_ bytes: ArraySlice<UInt8>) -> Host? {
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.first == UInt8(ascii: "[") { return isIPv6(bytes.dropFirst().dropLast()) ? .ipv6(text) : nil }
        if isIPv4(bytes) { return .ipv4(text) }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...253).contains(bytes.count), let last = labels.last, !isNumber(last) else { return nil }
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        }
        return isName ? .name(text) : nil
    }

    /// What a client takes for the end of an IPv4 address, in hexadecimal too.
    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        label.allSatisfy(ASCII.isDigit)
            || ([UInt8(ascii: "x"), UInt8(ascii: "X")].contains(label.dropFirst().first)
                && label.first == UInt8(ascii: "0") && label.dropFirst(2).allSatisfy(ASCII.isHex))
    }

    /// RFC 3986, section 3.2.2: four numbers up to 255, without zeros before them.
    private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(ASCII.isDigit)
                    && (part.count == 1 || part.first != UInt8(ascii: "0"))
                    && UInt8(String(decoding: part, as: UTF8.self)) != nil
            }
    }

    /// RFC 3986, section 3.2.2: eight groups, or fewer with one `::` for the rest; an IPv4 address may be the last two.
    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        func count(_ groups: [ArraySlice<UInt8>], isEnd: Bool) -> Int? {
            var count = 0
            for (index, group) in groups.enumerated() {
                if isEnd, index == groups.count - 1, isIPv4(group) {
                    count += 2
                } else {
                    guard (1...4).contains(group.count), group.allSatisfy(ASCII.isHex) else {
                        return nil
                    }
                    count += 1
                }
            }
            return count
        }
        func groups(_ half: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
            half.isEmpty ? [] : half.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        }
        let colons = bytes.indices.dropLast().first { bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == bytes[$0] }
        guard let colons else { return count(groups(bytes), isEnd: true) == 8 }
        guard let before = count(groups(bytes[..<colons]), isEnd: false),
            let after = count(groups(bytes[(colons + 2)...]), isEnd: true)
        else { return false }
        return before + after < 8
    }
}
