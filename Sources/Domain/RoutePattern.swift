/// A pattern of a route map (contract section 7). Two that are equal can match the same route with the same specificity,
/// and no other two can: for one route they would differ in a literal, or in the kind of some segment.
package enum RoutePattern: Sendable, Hashable {
    /// What begins with a slash.
    case path([Segment])
    /// Anything else, compared whole.
    case name([UInt8])

    package enum Segment: Sendable, Hashable {
        /// Percent-decoded once; any bytes.
        case literal([UInt8])
        /// `:name`: one segment that is not empty. The name is for people.
        case parameter
        /// A last `*`: any rest, also none.
        case rest
    }

    /// Why a text is no pattern, in words.
    package struct Malformed: Error {
        package let words: String
    }

    package static let pathCharactersMax = 1_000
    package static let nameCharactersMax = 200

    package init(_ text: String) throws(Malformed) {
        let characters = text.unicodeScalars.count
        guard text.utf8.first == slash else {
            guard (1...Self.nameCharactersMax).contains(characters) else {
                throw Malformed(words: "a name has 1–\(Self.nameCharactersMax) characters, and a path begins with '/'")
            }
            self = .name(Array(text.utf8))
            return
        }
        guard characters <= Self.pathCharactersMax else {
            throw Malformed(words: "a path pattern has at most \(Self.pathCharactersMax) characters")
        }
        guard !text.utf8.contains(questionMark), !text.utf8.contains(numberSign) else {
            throw Malformed(words: "a pattern has neither query nor fragment: those of a route are dropped")
        }
        let raw = segments(of: Array(text.utf8)[...])
        var segments: [Segment] = []
        for (index, segment) in raw.enumerated() {
            segments.append(try Segment(segment, isLast: index == raw.count - 1))
        }
        self = .path(segments)
    }

    package func matches(_ route: Route) -> Bool {
        switch (self, route) {
        case (.name(let name), .name(let other)): name == other
        case (.path(let segments), .path(let parts)): Self.match(segments, parts)
        default: false
        }
    }

    private static func match(_ segments: [Segment], _ parts: [[UInt8]]) -> Bool {
        for (index, segment) in segments.enumerated() {
            if segment == .rest { return true }
            guard index < parts.count else { return false }
            switch segment {
            case .literal(let bytes): if bytes != parts[index] { return false }
            case .parameter: if parts[index].isEmpty { return false }
            case .rest: return true
            }
        }
        return segments.count == parts.count
    }

    /// Which of two that match one and the same route wins: at the first segment in which their kinds differ, a literal or
    /// the end before `:name` before `*`.
    package func isMoreSpecific(than other: RoutePattern) -> Bool {
        guard case .path(let mine) = self, case .path(let others) = other else { return false }
        for (segment, another) in zip(mine, others) where segment.rank != another.rank {
            return segment.rank < another.rank
        }
        // As far as the shorter one goes they are alike, and both match: the longer one goes on with `*`.
        return mine.count < others.count
    }
}

extension RoutePattern.Segment {
    fileprivate var rank: Int {
        switch self {
        case .literal: 0
        case .parameter: 1
        case .rest: 2
        }
    }

    fileprivate init(_ raw: ArraySlice<UInt8>, isLast: Bool) throws(RoutePattern.Malformed) {
        guard let first = raw.first else { throw RoutePattern.Malformed(words: "it has an empty segment") }
        if raw.contains(asterisk) {
            guard raw.count == 1, isLast else {
                throw RoutePattern.Malformed(words: "'*' stands alone, and as the last segment")
            }
            self = .rest
        } else if first == colon {
            let name = raw.dropFirst()
            let isName = name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == underscore }
            guard isName, let initial = name.first, !ASCII.isDigit(initial) else {
                throw RoutePattern.Malformed(
                    words: "after ':' comes a name of letters, digits and '_' that does not begin with a digit")
            }
            self = .parameter
        } else {
            guard let bytes = percentDecoded(raw) else {
                throw RoutePattern.Malformed(words: "a '%' without two hex digits after it; a real one is %25")
            }
            self = .literal(bytes)
        }
    }
}

/// Where an app is, in its own words.
package enum Route: Sendable {
    /// Segments, each percent-decoded once; without query, fragment and one trailing slash. None is the root.
    case path([[UInt8]])
    case name([UInt8])

    /// Nil for a path with an escape that is none, which matches nothing.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == slash else {
            self = .name(bytes)
            return
        }
        var parts: [[UInt8]] = []
        for segment in segments(of: bytes.prefix { $0 != questionMark && $0 != numberSign }) {
            guard let part = percentDecoded(segment) else { return nil }
            parts.append(part)
        }
        self = .path(parts)
    }
}

private let slash = UInt8(ascii: "/")
private let asterisk = UInt8(ascii: "*")
private let colon = UInt8(ascii: ":")
private let underscore = UInt8(ascii: "_")
private let questionMark = UInt8(ascii: "?")
private let numberSign = UInt8(ascii: "#")
private let percent = UInt8(ascii: "%")

/// Of a path, less one trailing slash. The root has none.
private func segments(of path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let whole = path.last == slash ? path.dropLast() : path
    return Array(whole.split(separator: slash, omittingEmptySubsequences: false).dropFirst())
}

/// To bytes, which need not be UTF-8 and may hold a NUL: a segment is only ever compared.
private func percentDecoded(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(raw.count)
    var bytes = raw.makeIterator()
    while let byte = bytes.next() {
        if byte == percent {
            guard let high = bytes.next().flatMap(ASCII.hexValue), let low = bytes.next().flatMap(ASCII.hexValue) else {
                return nil
            }
            decoded.append(high << 4 | low)
        } else {
            decoded.append(byte)
        }
    }
    return decoded
}
