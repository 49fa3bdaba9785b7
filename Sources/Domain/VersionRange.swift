import API

/// Comparators `< <= > >= =` with one blank between two, all of which must hold (contract section 6).
package struct VersionRange: Sendable {
    package static let lengthMax = 512

    private enum Comparator: String, CaseIterable {
        // Longer ones first: "<=" is not "<" and a version that begins with "=".
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"
        case equal = "="
    }

    private let conditions: [(comparator: Comparator, version: Version)]

    /// - Throws: `invalid_range`.
    package init(_ text: String, at pointer: String) throws(Failure) {
        guard (1...VersionRange.lengthMax).contains(text.utf8.count), let conditions = Self.parse(text) else {
            let words =
                "\(quoted(text)) is no range: comparators < <= > >= = with one blank between two, like '>=0.1.0 <0.2.0'"
            throw Failure(.invalidRange, words, faults: [Fault(pointer, ErrorCode.invalidRange.rawValue, words)])
        }
        self.conditions = conditions
    }

    private static func parse(_ text: String) -> [(comparator: Comparator, version: Version)]? {
        var conditions: [(comparator: Comparator, version: Version)] = []
        for part in text.split(separator: " ", omittingEmptySubsequences: false) {
            guard let comparator = Comparator.allCases.first(where: { part.hasPrefix($0.rawValue) }),
                let version = Version(String(part.dropFirst(comparator.rawValue.count)))
            else { return nil }
            conditions.append((comparator, version))
        }
        return conditions
    }

    /// A version that was not sent or cannot be read is inside every range: when in doubt, off.
    package func holds(for version: Version?) -> Bool {
        guard let version else { return true }
        return conditions.allSatisfy { condition in
            switch condition.comparator {
            case .atMost: version <= condition.version
            case .atLeast: version >= condition.version
            case .below: version < condition.version
            case .above: version > condition.version
            case .equal: version == condition.version
            }
        }
    }
}
