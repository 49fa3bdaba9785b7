/// A validator of one representation (RFC 9110, 8.8.3).
package struct EntityTag: Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    package let opaque: String
    package let isWeak: Bool

    /// A tag that this service gives out: always strong, and visible ASCII without a quote, or it traps.
    package init(_ opaque: String) {
        precondition(opaque.utf8.allSatisfy { $0.isVisible && $0 != .quote }, "not an entity tag")
        self.init(opaque: opaque, isWeak: false)
    }

    init(opaque: String, isWeak: Bool) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// With its quotes, as it goes into an `ETag` field.
    package var description: String { (isWeak ? "W/" : "") + "\"" + opaque + "\"" }

    /// Equal, whether strong or weak: for `If-None-Match` (RFC 9110, 8.8.3.2).
    package func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque.utf8.elementsEqual(other.opaque.utf8)
    }
}

/// The value of an `If-Match` or `If-None-Match` field (RFC 9110, 13.1.1 and 13.1.2).
package enum EntityTags: Sendable {
    /// `*`
    case any
    /// The well-formed members of the list. What is malformed, an unquoted tag say, is passed over: it can match nothing.
    case tags([EntityTag])

    /// - Parameter values: the fields of one name; several make one list. Nil when there is none.
    package init?(_ values: [String]) {
        if values.isEmpty { return nil }
        if values.count == 1, values[0] == "*" {
            self = .any
        } else {
            self = .tags(values.flatMap { Self.parse(Array($0.utf8)) })
        }
    }

    private static func parse(_ bytes: [UInt8]) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = bytes[...]
        while true {
            rest = rest.drop { $0 == .space || $0 == .tab || $0 == .comma }
            if rest.isEmpty { return tags }
            let isWeak = rest.starts(with: "W/".utf8)
            let quoted = isWeak ? rest.dropFirst(2) : rest
            if quoted.first == .quote, let close = quoted.dropFirst().firstIndex(of: .quote) {
                let opaque = quoted[(quoted.startIndex + 1)..<close]
                rest = quoted[(close + 1)...]
                let isAlone = rest.drop { $0 == .space || $0 == .tab }.first.map { $0 == .comma } ?? true
                // A blank inside a tag is not allowed by the grammar.
                if isAlone, opaque.allSatisfy({ $0 > .space && $0 != 0x7F }) {
                    tags.append(EntityTag(opaque: String(decoding: opaque, as: UTF8.self), isWeak: isWeak))
                }
            }
            rest = rest.drop { $0 != .comma }
        }
    }
}

extension Headers {
    /// Whether `If-None-Match` holds a tag of the representation at hand, so that a GET is answered 304.
    package func noneMatchFails(_ current: EntityTag) -> Bool {
        switch EntityTags(all("If-None-Match")) {
        case nil: false
        case .any: true
        case .tags(let tags): tags.contains { $0.matchesWeakly(current) }
        }
    }
}
