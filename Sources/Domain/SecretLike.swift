import API

/// What looks like a token, a key, a cookie or a password. The one detector of all that leaves for people outside: what is
/// prepared for a handoff is refused by it, no handoff is issued that it finds something in, and the audit log shows in its
/// place that something was there.
///
/// It judges by looks alone, and errs to the side of refusing: whoever meant no secret can write it in other words, and
/// what was handed over cannot be taken back. Each kind of looks has a file of its own.
///
/// The time it takes grows with the length of the text, and not faster: each list is looked for once in all of the text, and
/// from a place where something of it stands no more is read than its word or a clause of a fixed length. Whoever takes texts
/// in has checked their lengths before.
package enum SecretLike: Equatable, Sendable {
    /// By the prefix that its issuer gave it, ours too: `ssat1_`, `ghp_`, `AKIA`.
    case issuedToken(prefix: String)
    case jwt
    case bearer
    case privateKey
    /// `ssh-ed25519 AAAA…`
    case sshKey
    /// An address that lets whoever knows it write or read: `hooks.slack.com/`.
    case webhook(String)
    /// `?sig=…`
    case parameter(String)
    /// `password=…`, `cookie: …`, a password of which nobody says where it is arranged
    case labelled(String)
    /// `https://user@host`, `user:password@host`
    case userInfo
    /// So many characters without a word in them.
    case random

    /// What a text is for, which decides how much like chance it may look.
    package enum Kind: Sendable {
        /// Words for people that are handed over. Those that speak of a secret say where it is arranged.
        case prose
        /// Names, release notes, and words of operators in the audit log, which name installations and disables by their
        /// ids. They speak of secrets as they like, and give none as a value.
        case record
        /// A name of somebody's making: a UUID, a number, an MD5 pass, and what is longer does not.
        case identifier
        /// Public and of a fixed form that other rules hold it to, such as a digest: by chance it is not judged.
        case published
    }

    package static func first(in text: String, of kind: Kind = .prose) -> SecretLike? {
        let text = plain(text)
        if let found = seen(in: text, of: kind) { return found }
        // Nor may it be hidden by the letters of another script, or by what a URL makes of a mark (RFC 3986, section 2.1).
        for unmixed in unmixed(text) {
            if let found = seen(in: unmixed, of: kind) { return found }
        }
        return percentDecoded(text).flatMap { seen(in: plain($0), of: kind) }
    }

    private static func seen(in text: String, of kind: Kind) -> SecretLike? {
        let bytes = Array(text.utf8)
        let folded = Array(lowercased(text).utf8)
        if let found = byForm(bytes, folded: folded) { return found }
        if let label = label(in: bytes, folded: folded, of: kind) { return .labelled(label) }
        return switch kind {
        case .prose: hasRandomRun(bytes) ? .random : nil
        case .record: hasRandomRun(bytes, but: isID) ? .random : nil
        case .identifier:
            // Shops number their products in base64 too: what that says is judged.
            isLongerThanIdentifiers(bytes) ? (encodedText(bytes).map { first(in: $0, of: kind) } ?? .random) : nil
        case .published: nil
        }
    }

    /// For whoever gave it. It never repeats what was found.
    package var words: String {
        switch self {
        case .issuedToken(let prefix): "what begins with \(prefix) is a token or a secret"
        case .jwt: "what begins with eyJ is a JWT"
        case .bearer: "what stands after Bearer, Basic or the like is a credential"
        case .privateKey: "this is a private key"
        case .sshKey: "this is a key of SSH"
        case .webhook(let address): "whoever knows an address of \(address) may use it"
        case .parameter(let name): "what a URL has as its '\(name)' is a credential"
        case .labelled(let label): "what stands with '\(label)' reads like one"
        case .userInfo: "a user, or a user and a password, stand before an '@' and a host"
        case .random: "so many characters without a word in them read like a token or a key"
        }
    }

    // MARK: The text as it reads

    /// With blanks, quotes, dashes, colons and equals signs of one kind, full-width letters as plain ones, and without what
    /// cannot be seen: none of it may hide anything.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            switch scalar {
            case "\u{A789}", "\u{2236}", "\u{2D0}", "\u{FE55}", "→", "⇒": plain.append(":")
            case "\u{FE66}": plain.append("=")
            case "«", "»", "“", "”", "„", "‘", "’", "'", "`": plain.append("\"")
            case "–", "—", "―", "−": plain.append(contentsOf: " - ".unicodeScalars)
            case "\u{FF01}"..."\u{FF5E}": plain.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
            case "\u{212A}": plain.append("K")
            case "\u{17F}": plain.append("s")
            default: plain.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(plain)
    }

    /// In lower case and byte for byte as long, so that places in it are places of the text.
    private static func lowercased(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let lower = scalar.properties.lowercaseMapping
            folded.append(
                contentsOf: lower.utf8.count == UTF8.width(scalar) ? lower.unicodeScalars : .init([scalar]))
        }
        return String(folded)
    }

    /// With words that mix Cyrillic and Latin letters in the one script and in the other, as far as letters look alike; none
    /// where no word does.
    private static func unmixed(_ text: String) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let isMixed = words.map { word in
            word.utf8.contains(where: ASCII.isLetter) && word.unicodeScalars.contains { cyrillic.contains($0) }
        }
        guard isMixed.contains(true) else { return [] }
        return [lookalikes, latinLookalikes].map { alphabet in
            zip(words, isMixed).map { word, isMixed in
                guard isMixed else { return String(word) }
                var written = String.UnicodeScalarView()
                for scalar in word.unicodeScalars { written.append(alphabet[scalar] ?? scalar) }
                return String(written)
            }.joined(separator: " ")
        }
    }

    private static let cyrillic: ClosedRange<Unicode.Scalar> = "\u{400}"..."\u{52F}"
    private static let latinLookalikes = Dictionary(uniqueKeysWithValues: lookalikes.map { ($1, $0) })
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "к": "k", "і": "i", "ѕ": "s", "ԁ": "d",
        "А": "A", "Е": "E", "О": "O", "Р": "P", "С": "C", "Х": "X", "К": "K", "І": "I", "Т": "T", "В": "B", "М": "M",
        "Н": "H",
    ]

    /// Nil where nothing is escaped.
    private static func percentDecoded(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let high = ASCII.hexValue(bytes[place + 1]), let low = ASCII.hexValue(bytes[place + 2])
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return decoded.count == bytes.count ? nil : String(decoding: decoded, as: UTF8.self)
    }

    // MARK: Looking

    static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// Each place of the text where it stands.
    static func places(of needle: some StringProtocol, in bytes: [UInt8]) -> [Int] {
        let needle = Array(needle.utf8)
        guard bytes.count >= needle.count, let first = needle.first else { return [] }
        return (0...(bytes.count - needle.count)).filter { place in
            bytes[place] == first && bytes[place..<(place + needle.count)].elementsEqual(needle)
        }
    }
}

extension SecretLike {
    /// In a document, with the pointer of each place (RFC 6901).
    ///
    /// - Parameter kinds: of members by their names, and of their elements; of all others it is `prose`.
    package static func all(
        in document: JSONValue, kinds: [String: Kind], at pointer: String = "", of kind: Kind = .prose
    ) -> [(pointer: String, found: SecretLike)] {
        switch document {
        case .string(let text): first(in: text, of: kind).map { [(pointer, $0)] } ?? []
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                all(in: element, kinds: kinds, at: "\(pointer)/\(index)", of: kind)
            }
        case .object(let members):
            members.flatMap { member in
                all(in: member.value, kinds: kinds, at: "\(pointer)/\(member.name)", of: kinds[member.name] ?? .prose)
            }
        case .null, .bool, .integer, .number: []
        }
    }
}
