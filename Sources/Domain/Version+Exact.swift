extension Version {
    /// Whether a text is one exact version by semver.org 2.0.0, as a release has it: three numbers, then perhaps a
    /// pre-release and build metadata, no number with a zero before it. A range, a tag or `latest` is none. It has at most
    /// `lengthMax` characters, so that a disable can name it.
    package static func isExact(_ text: String) -> Bool {
        // What of it could not be read elsewhere need not be looked at here.
        guard Version(text) != nil else { return false }
        let withoutBuild = text.utf8.prefix { $0 != UInt8(ascii: "+") }
        let parts = withoutBuild.split(separator: UInt8(ascii: "-"), maxSplits: 1)
        let numbers = parts[0].split(separator: UInt8(ascii: "."))
        guard numbers.count == 3, numbers.allSatisfy(isPlain) else { return false }
        guard parts.count == 2 else { return true }
        return parts[1].split(separator: UInt8(ascii: ".")).allSatisfy { part in
            !part.allSatisfy(ASCII.isDigit) || isPlain(part)
        }
    }

    /// Of a number: one spelling for each.
    private static func isPlain(_ digits: Substring.UTF8View) -> Bool {
        digits.count == 1 || digits.first != UInt8(ascii: "0")
    }
}
