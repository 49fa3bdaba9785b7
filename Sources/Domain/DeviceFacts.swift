import API

/// What a device says of itself. None of it is a reason to refuse it: what cannot be read is not kept, and counted
/// (a decision of the contract, section 5.1: apps in shoppers' hands cannot be mended).
package struct DeviceFacts: Sendable, Equatable {
    package static let lengthMax = 64

    package let sdkVersion: String?
    package let hostAppVersion: String?
    package let locale: String?
    package let timeZone: String?
    /// How many were given and not kept.
    package let unreadable: Int

    package init(
        sdkVersion: JSONValue?, hostAppVersion: JSONValue?, locale: JSONValue?, timeZone: JSONValue?
    ) {
        var unreadable = 0
        func read(_ value: JSONValue?, _ isReadable: (String) -> Bool) -> String? {
            guard let value else { return nil }
            if case .string(let text) = value, text.utf8.count <= DeviceFacts.lengthMax, isReadable(text) {
                return text
            }
            unreadable += 1
            return nil
        }
        self.sdkVersion = read(sdkVersion) { Version($0) != nil }
        self.hostAppVersion = read(hostAppVersion) { Version($0) != nil }
        self.locale = read(locale, Self.isLanguageTag)
        self.timeZone = read(timeZone, Self.isTimeZone)
        self.unreadable = unreadable
    }

    /// The form of a BCP 47 tag (RFC 5646 section 2.1): a language of 2–8 letters, then subtags of 1–8 letters and digits.
    private static func isLanguageTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = parts.first, (2...8).contains(language.count), language.allSatisfy(ASCII.isLetter) else {
            return false
        }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
        }
    }

    /// The form of an IANA name, `Area/City`; names come and go faster than services are updated.
    private static func isTimeZone(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            part.first.map(ASCII.isLetter) ?? false
                && part.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "_+-".utf8.contains($0) }
        }
    }
}
