import API

/// What looks like a token, a key, a cookie or a password. The one detector of all that leaves for people outside: what is
/// prepared for a handoff is refused by it, and no handoff is issued that it finds something in.
///
/// It judges by looks alone, and errs to the side of refusing: whoever meant no secret can write it in other words, and
/// what was handed over cannot be taken back.
package enum SecretLike: Equatable, Sendable {
    /// By the prefix that its issuer gave it, ours too: `ssat1_`, `ghp_`, `AKIA`.
    case issuedToken(prefix: String)
    case jwt
    case bearer
    case privateKey
    /// `password=…`, `cookie: …`
    case labelled(String)
    /// `https://user@host`
    case userInfo
    /// So many characters without a word in them.
    case random

    /// - Parameter isIdentifier: of a member whose form may look like chance: a product's id, a digest.
    package static func first(in text: String, isIdentifier: Bool = false) -> SecretLike? {
        let text = plain(text)
        let bytes = Array(text.utf8)
        if let prefix = issuedPrefix(in: bytes) { return .issuedToken(prefix: prefix) }
        if isJWT(in: bytes) { return .jwt }
        if contains(Array("-----BEGIN ".utf8), in: bytes) { return .privateKey }
        if hasUserInfo(bytes) { return .userInfo }
        let folded = Array(text.lowercased().utf8)
        if ["bearer ", "basic "].contains(where: { isCredential(after: $0, in: folded) }) { return .bearer }
        if let label = label(in: folded) { return .labelled(label) }
        return !isIdentifier && hasRandomRun(bytes) ? .random : nil
    }

    /// With blanks, colons and equals signs of one kind, and without what cannot be seen: neither may hide anything.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            switch scalar {
            case "\u{FF1A}": plain.append(":")
            case "\u{FF1D}": plain.append("=")
            default: plain.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(plain)
    }

    /// For whoever gave it. It never repeats what was found.
    package var words: String {
        switch self {
        case .issuedToken(let prefix): "what begins with \(prefix) is a token or a secret"
        case .jwt: "what begins with eyJ is a JWT"
        case .bearer: "what stands after Bearer or Basic is a credential"
        case .privateKey: "this is a key in PEM form"
        case .labelled(let label): "what stands after '\(label)' reads like one"
        case .userInfo: "a URL names a user before its host"
        case .random: "so many characters without a word in them read like a token or a key"
        }
    }

    // MARK: By their looks

    /// Of tokens that say themselves what they are: ours, and those of the places where packages lie.
    private static let prefixes = [
        "ssis1_", "ssit1_", "ssat1_", "sswt1_", "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-",
        "xoxb-",
        "xoxp-", "xapp-", "sk_live_", "sk_test_", "rk_live_", "sk-ant-", "sk-proj-", "pypi-", "dop_v1_", "AIza", "AKIA",
        "ASIA", "npm_",
    ]
    /// A longer one is found inside other words too: whatever stands before it must not hide it.
    private static let prefixInWordsMax = 4
    /// After its prefix; the shortest of these have 16.
    private static let tokenTailMin = 16

    private static func issuedPrefix(in bytes: [UInt8]) -> String? {
        prefixes.first { prefix in
            places(of: Array(prefix.utf8), in: bytes).contains { place in
                let isBegin = place == 0 || !isTokenByte(bytes[place - 1])
                return (isBegin || prefix.utf8.count > prefixInWordsMax)
                    && bytes[(place + prefix.utf8.count)...].prefix(while: isTokenByte).count >= tokenTailMin
            }
        }
    }

    /// `{"` in base64url, and enough of it to be no word.
    private static func isJWT(in bytes: [UInt8]) -> Bool {
        places(of: Array("eyJ".utf8), in: bytes).contains { place in
            (place == 0 || !isTokenByte(bytes[place - 1]))
                && bytes[place...].prefix { isTokenByte($0) || $0 == UInt8(ascii: ".") }.count >= 20
        }
    }

    /// "Bearer of good news" and "Bearer authentication" are none.
    private static func isCredential(after word: String, in folded: [UInt8]) -> Bool {
        places(of: Array(word.utf8), in: folded).contains { place in
            let token = folded[(place + word.utf8.count)...].drop { $0 == UInt8(ascii: " ") }.prefix {
                isTokenByte($0) || ".~+/=".utf8.contains($0)
            }
            return token.count >= 20 || (token.count >= 8 && token.contains(where: ASCII.isDigit))
        }
    }

    private static let labels = [
        "password", "passwd", "pwd", "passphrase", "token", "secret", "api_key", "api-key", "apikey", "access_key",
        "access-key", "accesskey", "private_key", "private-key", "privatekey", "cookie", "authorization", "sessionid",
        "session_id", "session", "phpsessid", "signature", "credentials", "pass", "key", "пароль", "токен", "секрет",
    ]

    /// After `=` anything is one. After a colon it may be a sentence: "Token: as agreed in the ticket" goes on with plain
    /// words, and "token: hunter2" does not.
    private static func label(in folded: [UInt8]) -> String? {
        func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") }
        return labels.first { label in
            places(of: Array(label.utf8), in: folded).contains { place in
                let rest = folded[(place + label.utf8.count)...].drop { isQuote($0) || isBlank($0) }
                guard let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") else {
                    return false
                }
                let value = rest.dropFirst().drop { isQuote($0) || isBlank($0) }
                if value.isEmpty { return false }
                if mark == UInt8(ascii: "=") { return true }
                let first = value.prefix { !isBlank($0) }
                let isPlain = first.allSatisfy { ASCII.isLetter($0) || $0 >= 0x80 }
                return !isPlain || first.count == value.count
            }
        }
    }

    private static func hasUserInfo(_ bytes: [UInt8]) -> Bool {
        places(of: Array("://".utf8), in: bytes).contains { place in
            bytes[(place + 3)...].prefix { $0 > 0x20 && !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
        }
    }

    // MARK: By chance

    /// The shortest that is worth guessing at: 128 bits in hex.
    private static let randomMin = 32
    /// Of a run that has no separators: in those of base64 they are rare.
    private static let pieceMin = 16

    /// Hex digits without anything between, or what of base64 changes between lower case, upper case and digits oftener than
    /// words do. A UUID has its hyphens, a URL its words.
    private static func hasRandomRun(_ bytes: [UInt8]) -> Bool {
        for run in bytes.split(whereSeparator: { !isTokenByte($0) && !"+/=".utf8.contains($0) })
        where run.count >= randomMin {
            let pieces = run.split { !ASCII.isLetter($0) && !ASCII.isDigit($0) }
            if pieces.contains(where: { isRandom($0) }) { return true }
        }
        return false
    }

    private static func isRandom(_ piece: ArraySlice<UInt8>) -> Bool {
        if piece.count >= randomMin, piece.allSatisfy({ ASCII.isLowerHex($0) || ASCII.isLowerHex($0 | 0x20) }) {
            return true
        }
        guard piece.count >= pieceMin else { return false }
        // A capital before small letters begins a word: that is no change.
        let changes = zip(piece, piece.dropFirst()).filter { one, next in
            kind(one) != kind(next) && !(ASCII.isUpper(one) && ASCII.isLower(next))
        }.count
        return changes * 4 > piece.count
    }

    private static func kind(_ byte: UInt8) -> Int { ASCII.isDigit(byte) ? 0 : ASCII.isLower(byte) ? 1 : 2 }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    // MARK: Looking

    private static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        !places(of: needle, in: bytes).isEmpty
    }

    private static func places(of needle: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard bytes.count >= needle.count, let first = needle.first else { return [] }
        return (0...(bytes.count - needle.count)).filter { place in
            bytes[place] == first && bytes[place..<(place + needle.count)].elementsEqual(needle)
        }
    }
}

extension SecretLike {
    /// In a document, with the pointer of the first place (RFC 6901).
    ///
    /// - Parameter identifiers: names of members that may look like chance, or whose elements may.
    package static func first(
        in document: JSONValue, identifiers: Set<String>, at pointer: String = "", isIdentifier: Bool = false
    ) -> (pointer: String, found: SecretLike)? {
        switch document {
        case .string(let text):
            return first(in: text, isIdentifier: isIdentifier).map { (pointer, $0) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                let place = "\(pointer)/\(index)"
                if let found = first(
                    in: element, identifiers: identifiers, at: place, isIdentifier: isIdentifier)
                {
                    return found
                }
            }
        case .object(let members):
            for member in members {
                let place = "\(pointer)/\(member.name)"
                if let found = first(
                    in: member.value, identifiers: identifiers, at: place,
                    isIdentifier: identifiers.contains(member.name))
                {
                    return found
                }
            }
        case .null, .bool, .integer, .number: break
        }
        return nil
    }
}
