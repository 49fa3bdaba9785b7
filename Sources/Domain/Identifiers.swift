import API

/// The forms of contract section 1. Each function gives the value as it is stored and compared, or says what is wrong.
package enum Identifiers {
    private static let slugLengthMax = 40
    private static let longNameLengthMax = 64
    private static let notesLengthMax = 2_000
    package static let lineLengthMax = 500

    /// `^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$`, less the reserved words.
    package static func tenantSlug(_ text: String, at pointer: String = "/slug") throws(Failure) -> String {
        let reserved = ["all", "admin", "system", "default"]
        guard isLabel(text, lengthMax: slugLengthMax, marks: "-") else {
            throw invalid(
                .invalidSlug, pointer,
                "A slug is 1–40 of a–z, 0–9 and '-', and begins and ends with a letter or digit, like acme-shop.")
        }
        guard !reserved.contains(text) else {
            throw invalid(
                .invalidSlug, pointer,
                "'\(text)' is reserved, as are \(reserved.joined(separator: ", ")): choose another.")
        }
        return try named(text, .invalidSlug, pointer)
    }

    /// Folded as the SDK does it (seed S1: it trims and lower-cases), then
    /// `^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$` without two dots in a row.
    package static func applicationID(_ text: String, at pointer: String = "/application_id") throws(Failure) -> String
    {
        guard let folded = foldedApplicationID(text) else {
            throw invalid(
                .invalidApplicationID, pointer,
                "An application id is 1–64 of a–z, 0–9, '.', '_' and '-', begins and ends with a letter or digit, "
                    + "and has no two dots in a row, like shop-ios.")
        }
        return try named(folded, .invalidApplicationID, pointer)
    }

    /// The same for a lookup, where what has no form is just unknown.
    package static func foldedApplicationID(_ text: String) -> String? {
        let folded = ASCII.lowercased(ASCII.trimmed(text))
        guard isLabel(folded, lengthMax: longNameLengthMax, marks: "._-"), !hasDoubleDot(folded) else { return nil }
        return folded
    }

    /// `^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$`
    package static func operatorName(_ text: String, at pointer: String = "/name") throws(Failure) -> String {
        guard isLabel(text, lengthMax: longNameLengthMax, marks: "._-") else {
            throw invalid(
                .invalidName, pointer,
                "An operator's name is 1–64 of a–z, 0–9, '.', '_' and '-', and begins and ends with a letter or digit.")
        }
        return try named(text, .invalidName, pointer)
    }

    /// A Unix user's name as useradd(8) takes it: `^[a-z_][a-z0-9_-]{0,31}$`.
    package static func unixUser(_ text: String, at pointer: String = "/unix_user") throws(Failure) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 32, ASCII.isLower(first) || first == UInt8(ascii: "_"),
            bytes.allSatisfy({ ASCII.isLower($0) || ASCII.isDigit($0) || "_-".utf8.contains($0) })
        else {
            throw invalid(
                .invalidName, pointer,
                "A Unix user's name is 1–32 of a–z, 0–9, '_' and '-', and begins with a letter or '_'.")
        }
        return text
    }

    /// Normalised to NFC, 1–100 Unicode scalars, no control or bidirectional-override characters.
    package static func displayName(_ text: String, at pointer: String = "/name") throws(Failure) -> String {
        let name = nfc(text)
        guard (1...100).contains(name.unicodeScalars.count) else {
            throw invalid(
                .invalidName, pointer, "A name has 1–100 characters; this one has \(name.unicodeScalars.count).")
        }
        guard !name.unicodeScalars.contains(where: isForbiddenInText) else {
            throw invalid(
                .invalidName, pointer, "A name has no control characters and none that turn the writing direction.")
        }
        guard name.unicodeScalars.contains(where: isVisible) else {
            throw invalid(.invalidName, pointer, "A name has at least one character that can be seen.")
        }
        if let found = SecretLike.first(in: name, of: .record) {
            throw invalid(.invalidName, pointer, "A name holds no secret, and \(found.words): name it in other words.")
        }
        return name
    }

    /// A reason in an operator's words: 1–500 characters, kept as given. It is refused for a whole secret of ours only, and
    /// never for the looks of its words: what is switched off at night must not wait for better ones. The audit log is read
    /// without what looks like a secret (`AuditEntry.withoutSecrets`).
    package static func reason(_ text: String, at pointer: String = "/reason") throws(Failure) -> String {
        try words(text, lengthMax: 500, what: "A reason", at: pointer)
    }

    /// The reference of an incident: 1–200 characters, kept as given.
    package static func reference(_ text: String, at pointer: String = "/reference") throws(Failure) -> String {
        try words(text, lengthMax: 200, what: "A reference", at: pointer)
    }

    /// One line for people: of 1–`lengthMax` characters, kept as given.
    ///
    /// - Parameter what: what it is called where it is refused, e.g. "A support channel".
    package static func line(
        _ text: String, lengthMax: Int = lineLengthMax, what: String, at pointer: String
    ) throws(Failure) -> String {
        try words(text, lengthMax: lengthMax, what: what, at: pointer)
    }

    /// Notes for whoever reads about a thing later: 1–2 000 characters, kept as given, in as many lines as it takes.
    package static func notes(_ text: String, at pointer: String = "/notes") throws(Failure) -> String {
        // Only the line feed among control characters: notes are shown line by line.
        guard text.unicodeScalars.count <= notesLengthMax else {
            throw invalid(
                .invalidReason, pointer,
                "Notes are at most \(notesLengthMax) characters; these are \(text.unicodeScalars.count).")
        }
        let lines = text.unicodeScalars.split(separator: "\n").map { String(String.UnicodeScalarView($0)) }
        guard !lines.isEmpty else {
            throw invalid(.invalidReason, pointer, "Notes say something; leave them out where there is nothing to say.")
        }
        for line in lines { _ = try words(line, lengthMax: notesLengthMax, what: "A line of notes", at: pointer) }
        if let found = SecretLike.first(in: text, of: .record) {
            throw invalid(
                .invalidReason, pointer,
                "Notes hold no secret, and \(found.words): say where it is arranged, like 'ticket OPS-1042', or put it in other words."
            )
        }
        return text
    }

    private static func words(
        _ text: String, lengthMax: Int, what: String, at pointer: String
    ) throws(Failure) -> String {
        guard text.unicodeScalars.contains(where: isVisible), text.unicodeScalars.count <= lengthMax else {
            throw invalid(.invalidReason, pointer, "\(what) is 1–\(lengthMax) characters that say something.")
        }
        // A line break would let a reason forge a line of a log or a terminal.
        guard !text.unicodeScalars.contains(where: isForbiddenInText) else {
            throw invalid(
                .invalidReason, pointer,
                "\(what) is one line, without control characters and without those that turn the writing direction.")
        }
        guard !holdsSecret(text) else {
            throw invalid(
                .invalidReason, pointer,
                "\(what) is kept for everybody to read, and this one holds a whole secret or token: name its fingerprint or id."
            )
        }
        return text
    }

    /// What is named stands in every answer and every log.
    private static func named(_ text: String, _ code: ErrorCode, _ pointer: String) throws(Failure) -> String {
        guard let found = SecretLike.first(in: text, of: .identifier) else { return text }
        throw invalid(code, pointer, "A name is shown to everybody, and \(found.words): choose another.")
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        // The braille pattern without a dot is a symbol by its properties, and a blank to the eye.
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
    }

    /// Whether a whole secret or token stands somewhere in a text that will be kept in clear, checksum and all.
    private static func holdsSecret(_ text: String) -> Bool {
        text.utf8.split { !ASCII.isLower($0) && !ASCII.isDigit($0) && $0 != UInt8(ascii: "_") }.contains { word in
            let word = String(Substring(word))
            return SecretLike.ours.contains { prefix, hexLengths in
                Checksummed.parts(of: word, prefix: prefix, hexLengths: hexLengths) != nil
            }
        }
    }

    private static func isForbiddenInText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
        case 0x2028, 0x2029: true  // line and paragraph separators
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true  // bidirectional controls
        default: false
        }
    }

    private static func isLabel(_ text: String, lengthMax: Int, marks: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, bytes.count <= lengthMax else { return false }
        func isInner(_ byte: UInt8) -> Bool {
            ASCII.isLower(byte) || ASCII.isDigit(byte) || marks.utf8.contains(byte)
        }
        func isOuter(_ byte: UInt8) -> Bool { ASCII.isLower(byte) || ASCII.isDigit(byte) }
        return isOuter(first) && isOuter(last) && bytes.allSatisfy(isInner)
    }

    private static func hasDoubleDot(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".") }
    }

    private static func invalid(_ code: ErrorCode, _ pointer: String, _ detail: String) -> Failure {
        Failure(code, detail, faults: [Fault(pointer, code.rawValue, detail)])
    }
}
