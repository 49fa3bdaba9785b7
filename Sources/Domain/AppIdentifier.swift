import API

/// The identifier of a retailer's app: an iOS bundle identifier or an Android package name (contract section 1).
package enum AppIdentifier {
    package static let bundleIDLengthMax = 155
    package static let packageNameLengthMax = 150

    package static func isWellFormed(_ text: String, on platform: Platform) -> Bool {
        let bytes = Array(text.utf8)
        let segments = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count >= 2, segments.allSatisfy({ !$0.isEmpty }) else { return false }
        switch platform {
        case .ios:
            return bytes.count <= bundleIDLengthMax
                && segments.joined().allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        case .android:
            return bytes.count <= packageNameLengthMax
                && segments.allSatisfy { segment in
                    ASCII.isLetter(segment[segment.startIndex])
                        && segment.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
                }
        }
    }

    /// What identifiers are compared by: bundle identifiers without ASCII case (a decision of the contract: Apple's
    /// pages disagree, and no two apps differ by case alone), package names as they are.
    package static func folded(_ text: String, on platform: Platform) -> String {
        switch platform {
        case .ios: ASCII.lowercased(text)
        case .android: text
        }
    }
}

/// The apps of a project, one list for each platform. Never empty, so that "no list" cannot come to mean "any app".
package struct Allowlists: Sendable, Equatable {
    package static let entriesMax = 64

    package let ios: [String]
    package let android: [String]

    /// As read back from where validated lists were stored.
    package init(stored ios: [String], _ android: [String]) {
        self.ios = ios
        self.android = android
    }

    /// - Throws: `invalid_allowlist` with every fault of both lists.
    package init(ios: [String], android: [String]) throws(Failure) {
        var faults = Allowlists.faults(of: ios, on: .ios, at: "/ios_bundle_ids")
        faults += Allowlists.faults(of: android, on: .android, at: "/android_package_names")
        if ios.isEmpty && android.isEmpty {
            faults.append(
                Fault(
                    "", "none",
                    "At least one app must be listed, in ios_bundle_ids or android_package_names: a project without apps admits nobody."
                ))
        }
        guard faults.isEmpty else {
            throw Failure(
                .invalidAllowlist,
                "The allowlists have \(faults.count == 1 ? "a fault" : "\(faults.count) faults"): "
                    + (faults.first.map(\.detail) ?? ""), faults: faults)
        }
        self.init(stored: ios, android)
    }

    package func entries(for platform: Platform) -> [String] {
        switch platform {
        case .ios: ios
        case .android: android
        }
    }

    private static func faults(of entries: [String], on platform: Platform, at pointer: String) -> [Fault] {
        var faults: [Fault] = []
        if entries.count > entriesMax {
            faults.append(
                Fault(pointer, "too_many", "A list holds at most \(entriesMax) entries; this one has \(entries.count).")
            )
        }
        var seen: [String: Int] = [:]
        // What is too many is not judged one by one: the answer stays bounded.
        for (index, entry) in entries.prefix(entriesMax * 2).enumerated() {
            guard AppIdentifier.isWellFormed(entry, on: platform) else {
                faults.append(Fault("\(pointer)/\(index)", "malformed", malformed(entry, on: platform)))
                continue
            }
            let folded = AppIdentifier.folded(entry, on: platform)
            if let first = seen[folded] {
                faults.append(Fault("\(pointer)/\(index)", "duplicate", "'\(entry)' is entry \(first) again."))
            } else {
                seen[folded] = index
            }
        }
        return faults
    }

    private static func malformed(_ entry: String, on platform: Platform) -> String {
        switch platform {
        case .ios:
            "\(quoted(entry)) is no bundle identifier: 1–155 of A–Z, a–z, 0–9, '-' and '.', at least two parts, no wildcard, like com.example.shop."
        case .android:
            "\(quoted(entry)) is no package name: 1–150 characters, at least two parts, each a letter and then letters, digits or '_', like com.example.shop."
        }
    }
}

/// A project's allowlists, ready to be asked.
package struct ListedApps: Sendable {
    /// By bytes: strings that differ only in their normalisation are different apps.
    private let folded: [Platform: Set<[UInt8]>]

    package init(_ allowlists: Allowlists) {
        folded = Dictionary(
            uniqueKeysWithValues: Platform.allCases.map { platform in
                let entries = allowlists.entries(for: platform)
                return (platform, Set(entries.map { Array(AppIdentifier.folded($0, on: platform).utf8) }))
            })
    }

    package func contain(_ app: String, on platform: Platform) -> Bool {
        folded[platform]?.contains(Array(AppIdentifier.folded(app, on: platform).utf8)) ?? false
    }

    /// Without a platform either list will do. An app that was not sent is not refused.
    package func admit(_ app: String?, on platform: Platform?) -> Bool {
        guard let app else { return true }
        return (platform.map { [$0] } ?? Platform.allCases).contains { contain(app, on: $0) }
    }
}

/// A value that was received, short and printable, for an error message: nothing in it can play with a terminal.
package func quoted(_ text: String) -> String {
    let shown = 80
    var out = "'"
    for scalar in text.unicodeScalars.prefix(shown) {
        out +=
            (0x20...0x7E).contains(scalar.value) || scalar.properties.isAlphabetic
            ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return out + (text.unicodeScalars.count > shown ? "…'" : "'")
}
