/// A version as apps write them: dot-separated numbers of any count, then a pre-release as semver has it; build metadata
/// is ignored (contract section 6). `05.1` and `5.1.0` are the same.
package struct Version: Sendable {
    package static let lengthMax = 64

    /// Decimal digits without leading zeros, so that numbers of any size compare; trailing zeros are dropped.
    private let numbers: [String]
    /// Nil for a release, which comes after its pre-releases.
    private let preRelease: [Identifier]?

    private enum Identifier: Equatable {
        case number(String)
        case text([UInt8])
    }

    /// Nil for what cannot be read.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Version.lengthMax).contains(bytes.count) else { return nil }
        let versionAndBuild = bytes.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
        if versionAndBuild.count == 2, !Self.areIdentifiers(versionAndBuild[1]) { return nil }
        let coreAndPreRelease = versionAndBuild[0].split(
            separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        var numbers: [String] = []
        for part in coreAndPreRelease[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy(ASCII.isDigit) else { return nil }
            numbers.append(Self.withoutLeadingZeros(part))
        }
        while numbers.last == "0" { numbers.removeLast() }
        self.numbers = numbers
        guard coreAndPreRelease.count == 2 else {
            preRelease = nil
            return
        }
        guard Self.areIdentifiers(coreAndPreRelease[1]) else { return nil }
        preRelease = coreAndPreRelease[1].split(separator: UInt8(ascii: ".")).map { part in
            part.allSatisfy(ASCII.isDigit) ? .number(Self.withoutLeadingZeros(part)) : .text(Array(part))
        }
    }

    private static func areIdentifiers(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func withoutLeadingZeros(_ digits: ArraySlice<UInt8>) -> String {
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        return significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    }
}

extension Version: Comparable {
    package static func == (one: Version, other: Version) -> Bool { compare(one, other) == 0 }
    package static func < (one: Version, other: Version) -> Bool { compare(one, other) < 0 }

    private static func compare(_ one: Version, _ other: Version) -> Int {
        for index in 0..<max(one.numbers.count, other.numbers.count) {
            let order = compare(
                index < one.numbers.count ? one.numbers[index] : "0",
                index < other.numbers.count ? other.numbers[index] : "0")
            if order != 0 { return order }
        }
        switch (one.preRelease, other.preRelease) {
        case (nil, nil): return 0
        case (nil, _?): return 1
        case (_?, nil): return -1
        case (let left?, let right?): return compare(left, right)
        }
    }

    /// semver.org, 11.4: numbers before texts, a shorter list before a longer one that begins with it.
    private static func compare(_ left: [Identifier], _ right: [Identifier]) -> Int {
        for (one, other) in zip(left, right) {
            let order =
                switch (one, other) {
                case (.number(let one), .number(let other)): compare(one, other)
                case (.number, .text): -1
                case (.text, .number): 1
                case (.text(let one), .text(let other)):
                    one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
                }
            if order != 0 { return order }
        }
        return left.count - right.count
    }

    private static func compare(_ one: String, _ other: String) -> Int {
        if one.utf8.count != other.utf8.count { return one.utf8.count - other.utf8.count }
        return one == other ? 0 : one < other ? -1 : 1
    }
}
