import API

/// What a release must say of itself, and what of its status wants a reason.
package enum ReleaseRules {
    /// Operating system, toolchain and language: a release names a handful.
    package static let requirementsMax = 16

    /// - Parameter registered: the packages that have a release already.
    /// - Throws: with every fault of the release: `invalid_name` for a package or a requirement, `invalid_range` for a
    ///   version, `out_of_range` for the hash or too many requirements, `invalid_reason` for the notes. The first one's
    ///   code is the failure's.
    package static func check(_ release: CreateRelease, registered: [String]) throws(Failure) {
        var faults = productFaults(release.product, registered: registered)
        if !Version.isExact(release.version) {
            faults.append(fault(.invalidRange, "/version", "\(quoted(release.version)) is no \(exactVersion)"))
        }
        faults += pairFaults(release)
        if !isDigest(release.archiveSHA256) {
            faults.append(
                fault(
                    .outOfRange, "/archive_sha256",
                    "the SHA-256 of the archive is 64 of 0–9 and a–f, as sha256sum prints it; this is "
                        + quoted(release.archiveSHA256)))
        }
        faults += requirementFaults(release.requirements)
        if let notes = release.notes {
            do throws(Failure) { _ = try Identifiers.notes(notes) } catch { faults += error.faults }
        }
        if let failure = Failure(faults, words: { "No release: \($0.detail)." }) { throw failure }
    }

    /// A withdrawal, for the record, and a status that is taken back. From a preview to an accepted release goes without.
    package static func wantsReason(from before: Release.Status, to after: Release.Status) -> Bool {
        switch (before, after) {
        case (.preview, .preview), (.accepted, .accepted), (.withdrawn, .withdrawn), (.preview, .accepted): false
        case (_, .withdrawn), (.withdrawn, _), (.accepted, .preview): true
        }
    }

    private static let exactVersion =
        "exact version: three numbers and perhaps a pre-release (semver 2.0.0), like 1.4.0 or 0.2.0-preview.2, in at most "
        + "\(Version.lengthMax) characters; no range, no tag, no 'latest'"

    private static func fault(_ code: ErrorCode, _ pointer: String, _ words: String) -> Fault {
        Fault(pointer, code.rawValue, words)
    }

    /// A name, or that of a package of npm with its scope, and no slip of the pen: a name that is nearly one that there is
    /// would make two products of one.
    private static func productFaults(_ name: String, registered: [String]) -> [Fault] {
        let bytes = Array(name.utf8)
        let isScoped = bytes.first == UInt8(ascii: "@")
        let parts = (isScoped ? bytes.dropFirst() : bytes[...]).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard bytes.count <= 64, parts.count == (isScoped ? 2 : 1), parts.allSatisfy(isPackageName) else {
            let known = SDKPackage.known.joined(separator: ", ")
            return [
                fault(
                    .invalidName, "/product",
                    "\(quoted(name)) is no package's name: 1–64 letters, digits, '_', '.' and '-', a letter first, "
                        + "with @scope/ before it where npm has one, like \(known)")
            ]
        }
        let names = SDKPackage.known + registered
        guard !names.contains(name), let other = names.first(where: { isSlip(name, of: $0) }) else { return [] }
        return [fault(.invalidName, "/product", "'\(name)' is nearly '\(other)', which there is: write it like that")]
    }

    /// `^[A-Za-z][A-Za-z0-9_.-]*$`
    private static func isPackageName(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "_.-".utf8.contains($0) }
    }

    /// At most two letters more, fewer or changed, whatever the case, where the name is long enough for that to be little.
    private static func isSlip(_ name: String, of other: String) -> Bool {
        let editsMax = min(2, other.utf8.count / 4)
        let edits = distance(Array(ASCII.lowercased(name).utf8), Array(ASCII.lowercased(other).utf8))
        return edits <= editsMax
    }

    private static func pairFaults(_ release: CreateRelease) -> [Fault] {
        guard release.product == SDKPackage.shopStoryPlayerFlutter else {
            guard release.pairedVersion != nil else { return [] }
            return [
                fault(
                    .invalidRange, "/paired_version",
                    "only \(SDKPackage.shopStoryPlayerFlutter) goes with a version of the native SDK; leave it out")
            ]
        }
        guard let paired = release.pairedVersion else {
            return [
                fault(
                    .invalidRange, "/paired_version",
                    "\(release.product) goes with one exact version of \(SDKPackage.shopStoryPlayer): say which")
            ]
        }
        return Version.isExact(paired)
            ? [] : [fault(.invalidRange, "/paired_version", "\(quoted(paired)) is no \(exactVersion)")]
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy(ASCII.isLowerHex)
    }

    private static func requirementFaults(_ requirements: [String: String]) -> [Fault] {
        guard requirements.count <= requirementsMax else {
            let words = "at most \(requirementsMax) requirements; these are \(requirements.count)"
            return [fault(.outOfRange, "/requirements", words)]
        }
        var faults: [Fault] = []
        for (name, minimum) in requirements.sorted(by: { $0.key < $1.key }) {
            // A name that is none is in the words; as a pointer it could be anything.
            guard isRequirement(name) else {
                faults.append(
                    fault(
                        .invalidName, "/requirements",
                        "\(quoted(name)) is no requirement: 1–32 of a–z, 0–9 and '_', a letter first, like ios or xcode"
                    )
                )
                continue
            }
            guard Version(minimum) == nil else { continue }
            faults.append(
                fault(
                    .invalidRange, "/requirements/\(name)",
                    "\(quoted(minimum)) is no lowest version: numbers and dots, like 15 or 16.2, and nothing around them"
                ))
        }
        return faults
    }

    /// `^[a-z][a-z0-9_]{0,31}$`
    private static func isRequirement(_ name: String) -> Bool {
        guard let first = name.utf8.first, ASCII.isLower(first), name.utf8.count <= 32 else { return false }
        return name.utf8.allSatisfy { ASCII.isLower($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    }
}
