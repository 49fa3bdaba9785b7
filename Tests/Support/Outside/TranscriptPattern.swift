/// What a line of a transcript expects: its words, with placeholders for what differs from run to run.
///
/// `<kind>` matches anything of that kind. `<kind:1>` is kept at its first match; from then on it stands for exactly that,
/// also in commands.
package struct TranscriptPattern {
    /// Kinds, each as a regular expression.
    package static let kinds: [String: String] = [
        "id": "[0-9a-f]{24}", "request": "[0-9a-f]{16}", "fingerprint": "[0-9a-f]{12}", "digest": "[0-9a-f]{64}",
        "key": "sdk1_[a-z]{2}_[0-9a-f]{24}_[0-9a-f]{32}", "secret": "ssis1_[0-9a-f]{64}_[0-9a-f]{8}",
        "token": "ssat1_[0-9a-f]{24}_[0-9a-f]{64}_[0-9a-f]{8}",
        "wrapped": "sswt1_[0-9a-f]{24}_[0-9a-f]{64}_[0-9a-f]{8}",
        "etag": "\"[0-9a-f]{32}\"",
        "time": #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z"#, "revision": #"\d{13}"#, "port": #"\d{2,5}"#,
        "folder": #"/[^\s"]*/ssadmin-[0-9A-F-]{36}"#, "any": ".*",
    ]

    /// Kinds in the order in which an actual line is searched for them, where a transcript is written anew.
    private static let recorded = ["key", "secret", "token", "wrapped", "id", "fingerprint"]
    private static let recordedUnnamed = ["folder", "digest", "etag", "request"]

    private let expected: String

    package init(_ expected: String) { self.expected = expected }

    /// Whether the line is as expected; what it names for the first time is added to `known`.
    package func matches(_ line: String, known: inout [String: String]) throws -> Bool {
        var pattern = ""
        var names: [String] = []
        for part in Self.parts(expected) {
            switch part {
            case .text(let text): pattern += Self.quoted(text)
            case .placeholder(let kind, nil): pattern += "(?:\(Self.kinds[kind]!))"
            case .placeholder(let kind, let name?):
                if let value = known["\(kind):\(name)"] {
                    pattern += Self.quoted(value)
                } else {
                    names.append("\(kind):\(name)")
                    pattern += "(\(Self.kinds[kind]!))"
                }
            }
        }
        guard let match = try Regex(pattern).wholeMatch(in: line) else { return false }
        for (index, name) in names.enumerated() {
            known[name] = match.output[index + 1].substring.map(String.init)
        }
        return true
    }

    /// A command with what is known in the place of its placeholders.
    package static func command(_ text: String, known: [String: String]) throws -> String {
        try parts(text).map { part in
            switch part {
            case .text(let text): return text
            case .placeholder(let kind, let name):
                guard let name, let value = known["\(kind):\(name)"] else {
                    throw OutsideError("'\(text)' uses <\(kind):\(name ?? "")>, which nothing before it has named")
                }
                return value
            }
        }.joined()
    }

    /// A line that was said, as a transcript would expect it: what differs from run to run gets a name at its first sight.
    package static func recording(_ line: String, known: inout [String: String]) throws -> String {
        var line = line
        for kind in recorded {
            let regex = try Regex(#"\b\#(kinds[kind]!)\b"#)
            while let match = line.firstMatch(of: regex) {
                let value = String(line[match.range])
                let count = known.keys.count { $0.hasPrefix("\(kind):") }
                let name = known.first { $0.value == value }?.key ?? "\(kind):\(count + 1)"
                known[name] = value
                line.replaceSubrange(match.range, with: "<\(name)>")
            }
        }
        for kind in recordedUnnamed {
            line.replace(try Regex(#"(?:\b|(?=/))\#(kinds[kind]!)\b"#), with: "<\(kind)>")
        }
        return line
    }

    // MARK: Reading

    private enum Part {
        case text(String)
        case placeholder(kind: String, name: String?)
    }

    private static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /<([a-z]+)(?::([a-z0-9]+))?>/) {
            let kind = String(match.output.1)
            if kinds[kind] == nil {
                parts.append(.text(String(rest[..<match.range.upperBound])))
            } else {
                parts.append(.text(String(rest[..<match.range.lowerBound])))
                parts.append(.placeholder(kind: kind, name: match.output.2.map(String.init)))
            }
            rest = rest[match.range.upperBound...]
        }
        return parts + [.text(String(rest))]
    }

    private static func quoted(_ text: String) -> String {
        text.map { #"\.^$|?*+()[]{}/"#.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
