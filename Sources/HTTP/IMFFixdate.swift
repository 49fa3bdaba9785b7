/// The date of a response, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7), by hand because a formatter brings ICU.
package enum IMFFixdate {
    /// - Parameter seconds: since 1970, not negative.
    package static func string(secondsSince1970 seconds: Int) -> String {
        let days = seconds / 86_400
        let (year, month, day) = date(days: days)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][days % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
        return "\(weekday), \(padded(day)) \(months[month - 1]) \(year) "
            + "\(padded(hour)):\(padded(minute)):\(padded(second)) GMT"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The civil date of a day since 1970. Years are counted from March, so that the leap day is the last of its year and
    /// a month's first day is a straight line (153 days in each five months).
    private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468  // from 1 March of the year 0
        let era = shifted / 146_097  // 400 years
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }
}
