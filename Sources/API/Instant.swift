/// A moment: milliseconds since 1970-01-01T00:00:00Z, leap seconds aside.
///
/// On the wire RFC 3339 in UTC with `Z`, whole seconds or milliseconds. Days are 86 400 s whatever any time zone does.
package struct Instant: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package var seconds: Int64 { milliseconds.quotientFloored(by: 1000) }

    package static func < (one: Instant, other: Instant) -> Bool { one.milliseconds < other.milliseconds }

    package func advanced(bySeconds seconds: Int64) -> Instant {
        Instant(milliseconds: milliseconds + seconds * 1000)
    }
}

extension Instant: CustomStringConvertible {
    /// `2026-11-30T09:54:19.250Z`; the fraction is left out when it is zero.
    package var description: String {
        let days = seconds.quotientFloored(by: 86_400)
        let second = seconds - days * 86_400
        let (year, month, day) = Instant.civil(days: days)
        let millisecond = milliseconds - seconds * 1000
        let fraction = millisecond == 0 ? "" : "." + pad(millisecond, 3)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
            + "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))\(fraction)Z"
    }

    /// Reads the wire's form and no other: years 1970–9999, UTC, no leap second (`:60`), no offset.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        func number(_ from: Int, _ count: Int) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[from..<from + count] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z") else { return nil }
        for (index, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] where bytes[index] != mark.utf8.first
        {
            return nil
        }
        if bytes.count == 24, bytes[19] != UInt8(ascii: ".") { return nil }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2),
            let fraction = bytes.count == 24 ? number(20, 3) : 0,
            year >= 1970, (1...12).contains(month), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Instant.days(year: year, month: month, day: day)
        guard day >= 1, Instant.civil(days: days) == (year, month, day) else { return nil }
        milliseconds = ((days * 86_400) + hour * 3600 + minute * 60 + second) * 1000 + fraction
    }

    /// Days since 1970 of a date of the Gregorian calendar, counted from 1 March so that a leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.quotientFloored(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.quotientFloored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Instant: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let instant = Instant(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not an instant like 2026-11-30T09:54:19Z (RFC 3339, UTC)")
        }
        self = instant
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    /// Division that rounds down, so that moments before 1970 keep their order.
    fileprivate func quotientFloored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

private func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
