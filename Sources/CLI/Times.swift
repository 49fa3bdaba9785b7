import API

/// Spans and moments in people's words.
package enum Times {
    private static let units: [(letter: Character, short: String, long: String, seconds: Int64)] = [
        ("w", "w", "week", 604_800), ("d", "d", "day", 86_400), ("h", "h", "hour", 3600), ("m", "min", "minute", 60),
        ("s", "s", "second", 1),
    ]

    /// `90d`, `12h`, `30m`, `45s`, `2w`; nil for anything else.
    package static func seconds(_ text: String) -> Int64? {
        guard let unit = units.first(where: { $0.letter == text.last }) else { return nil }
        let digits = text.dropLast()
        // Ten digits of weeks are no overflow, and Int64(_:) would take a sign.
        guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(digits), count > 0
        else { return nil }
        return count * unit.seconds
    }

    /// `23 h 59 min`: the two largest units, weeks left out.
    package static func span(_ seconds: Int64) -> String {
        let days = units.dropFirst()
        guard let first = days.firstIndex(where: { seconds >= $0.seconds }) else { return "0 s" }
        var text = "\(seconds / units[first].seconds) \(units[first].short)"
        if first + 1 < units.count {
            let rest = seconds % units[first].seconds / units[first + 1].seconds
            if rest > 0 { text += " \(rest) \(units[first + 1].short)" }
        }
        return text
    }

    /// `3 minutes ago`, `in 23 h 59 min`.
    package static func relative(_ instant: Instant, to now: Instant) -> String {
        let seconds = instant.seconds - now.seconds
        if seconds > 0 { return "in \(span(seconds))" }
        guard let unit = units.dropFirst().first(where: { -seconds >= $0.seconds }) else { return "just now" }
        let count = -seconds / unit.seconds
        return "\(count) \(unit.long)\(count == 1 ? "" : "s") ago"
    }

    /// `2026-11-30T09:54:19Z (3 minutes ago)`.
    static func both(_ instant: Instant, to now: Instant) -> String {
        "\(Instant(milliseconds: instant.seconds * 1000)) (\(relative(instant, to: now)))"
    }

    /// An instant of the wire's form, or a span that lies before now. Errors: neither.
    static func past(_ text: String, option: Option, now: Instant) throws(Trouble) -> Instant {
        if let instant = Instant(text) { return instant }
        if let seconds = seconds(text) { return now.advanced(bySeconds: -seconds) }
        throw .usage("--\(option.name) is 2h, 3d (that long ago), or 2026-11-30T09:54:19Z, not \(text).")
    }
}
