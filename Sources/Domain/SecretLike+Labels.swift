/// What stands with a word such as "password". Words do not tell whether it is one: so what is handed over says where the
/// password is arranged and nothing that may be one, and in a record only what is written as a value counts.
extension SecretLike {
    /// How much of a text after a mark is looked at: a clause, in bytes and in words.
    private static let clauseBytesMax = 300
    private static let clauseWordsMax = 8

    /// `api key` is `api_key` and `api-key` too.
    private static let labels = [
        "password", "passwd", "pwd", "passphrase", "passcode", "token", "secret", "api key", "apikey", "access key",
        "accesskey", "private key", "privatekey", "credential", "cookie", "authorization", "pin", "pin код", "passwort",
        "kennwort", "пароль", "парол", "токен", "секрет", "ключ доступа", "ключи доступа", "ключ api", "ключи api",
        "пин", "пин код", "пинкод",
    ]
    /// Words of other trades too.
    private static let looseLabels = [
        "key", "pass", "pw", "session", "signature", "login", "admin", "root", "auth", "доступ", "ключ", "логин",
    ]
    /// They are labels inside other words too; "spin", "monkey" and "compass" have none.
    private static let labelsInWords: Set = ["password", "token", "secret"]
    private static let endings: Set = [
        "", "s", "а", "у", "ом", "е", "ы", "и", "ов", "ам", "ами", "ах", "я", "ю", "ем", "ей", "ям", "ями", "ях",
    ]

    static func label(in bytes: [UInt8], folded: [UInt8], of kind: Kind) -> String? {
        let spaced = folded.map { "_-".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
        func first(of labels: [String], where isSecret: (Int, ArraySlice<UInt8>) -> Bool) -> String? {
            labels.first { label in
                places(of: label, in: spaced).contains { place in
                    end(of: label, at: place, in: bytes, spaced).map { isSecret(place, bytes[$0...]) } ?? false
                }
            }
        }
        switch kind {
        case .prose:
            lazy var isArranged = isArranged(bytes)
            return first(of: labels) { _, rest in
                !isArranged || words(rest).first?.isPIN ?? false || value(after: rest)?.mark == UInt8(ascii: "=")
            }
                ?? first(of: looseLabels) { place, rest in
                    guard let (mark, words) = value(after: rest) else { return false }
                    // "admin / hunter2" is a pair, and in `https://example.com/admin/page2?spaceKey=A` there is none.
                    let word = bytes[..<place].suffix(clauseBytesMax).reversed().prefix { !" \"(".utf8.contains($0) }
                    return !word.contains(UInt8(ascii: "/"))
                        && (mark == UInt8(ascii: "=") || words[0].isChosen
                            || (words.count > 2 && words[1].text == "/" && words[2].isChosen))
                }
        case .record:
            return first(of: labels) {
                guard let (mark, words) = value(after: $1) else { return false }
                switch mark {
                case UInt8(ascii: "="): return !isLed(words[...]) || words.contains(where: \.isChosen)
                // "token: null in every answer" is a sentence, and "token: hunter2" or "password: swordfish" is none.
                case UInt8(ascii: ":"):
                    return words.prefix(2).contains(where: \.isPIN) || words.prefix(4).contains(where: \.isChosen)
                        || (words.count == 1 && !isLed(words[...])) || (words.count > 1 && words[1].text == "/")
                        || (words.count == 2 && ["basic", "bearer", "apikey"].contains(words[0].folded))
                default: return false
                }
            }
        case .identifier, .published:
            return first(of: labels + looseLabels) { value(after: $1)?.mark == UInt8(ascii: "=") }
        }
    }

    /// Behind the ending of its case and a number (`token2`). Nil where it is a part of another word, and not of a name of
    /// several such as `db_password` or `userPassword`.
    private static func end(of label: String, at place: Int, in bytes: [UInt8], _ folded: [UInt8]) -> Int? {
        func isHump(_ place: Int) -> Bool { ASCII.isUpper(bytes[place]) && ASCII.isLower(bytes[place - 1]) }
        guard place == 0 || !isLetter(bytes[place - 1]) || isHump(place) || labelsInWords.contains(label) else {
            return nil
        }
        let end = place + label.utf8.count
        guard end < bytes.count, !isHump(end) else { return end }
        let ending = folded[end...].prefix(8).prefix(while: isLetter)
        guard endings.contains(String(decoding: ending, as: UTF8.self)) else { return nil }
        return ending.endIndex + bytes[ending.endIndex...].prefix(2).prefix(while: ASCII.isDigit).count
    }

    /// What stands directly behind `=`, `:` or `/`; nil where nothing does. `token_prod=` is a label still, and
    /// `token-refresh:` is none.
    private static func value(after label: ArraySlice<UInt8>) -> (mark: UInt8, words: [Word])? {
        func isBetween(_ byte: UInt8) -> Bool { "\" ])".utf8.contains(byte) }
        let clause = label.prefix(clauseBytesMax)
        let name = clause.prefix(while: isTokenByte)
        let rest = clause[name.endIndex...].drop(while: isBetween)
        guard let mark = rest.first, "=:/".utf8.contains(mark), name.isEmpty || mark == UInt8(ascii: "=") else {
            return nil
        }
        let words = words(rest.dropFirst())
        return words.isEmpty ? nil : (mark, words)
    }

    // MARK: Where it is arranged

    /// Whether a text says where a secret is arranged, and nothing that may be one.
    private static func isArranged(_ bytes: [UInt8]) -> Bool {
        let words = words(bytes[...], bytesMax: bytes.count)
        return words.contains(where: \.isPlace) && !words.contains(where: \.isChosen)
            && words.indices.allSatisfy { index in
                guard let (mark, rest) = words[index].marked else { return true }
                let value = (rest.isEmpty ? [] : [Word(rest)]) + words[(index + 1)...].prefix(clauseWordsMax)
                return mark == UInt8(ascii: "=") ? value.isEmpty : isLed(value[...])
            }
    }

    /// Whether they are a reference, or lead to one: "ask Anna in ticket OPS-1042".
    private static func isLed(_ words: ArraySlice<Word>) -> Bool {
        guard let first = words.first else { return true }
        return first.isPlace || (leads.contains(first.folded) && words.contains(where: \.isPlace))
    }

    private static let leads: Set = [
        "see", "ask", "by", "via", "in", "at", "from", "with", "per", "through", "on", "as", "the", "a", "under",
        "issued", "arranged", "kept", "stored", "см", "смотри", "смотрите", "спросите", "у", "в", "во", "по", "через",
        "из", "от", "на", "согласно", "выдаётся", "выдается", "хранится", "хранятся", "siehe", "bei", "im", "über",
    ]

    /// Whether a text says where something is written down: it is a reference, or two words or more with a place among them
    /// and none that somebody chose.
    static func isReference(_ text: String) -> Bool {
        let bytes = Array(plain(text).utf8)
        let words = words(bytes[...], bytesMax: bytes.count)
        guard words.count > 1 else { return words.first?.isReference ?? false }
        return words.contains(where: \.isPlace) && !words.contains(where: \.isChosen)
    }

    private static func words(_ clause: ArraySlice<UInt8>, bytesMax: Int = clauseBytesMax) -> [Word] {
        clause.prefix(bytesMax).split { $0 <= 0x20 || "\",;()[]{}|<>".utf8.contains($0) }.map(Word.init)
    }

    private struct Word {
        private let raw: ArraySlice<UInt8>
        /// Without the marks of a sentence around it.
        private let bytes: ArraySlice<UInt8>
        let text: String
        let folded: String

        init(_ raw: ArraySlice<UInt8>) {
            func isMark(_ byte: UInt8) -> Bool { ".,;:!?".utf8.contains(byte) }
            self.raw = raw
            bytes = raw[..<(raw.lastIndex { !isMark($0) }.map { $0 + 1 } ?? raw.startIndex)].drop(while: isMark)
            text = String(decoding: bytes, as: UTF8.self)
            folded = text.lowercased()
        }

        /// What stands in it behind a mark that may give a value; nil where none does, as in a time or a reference.
        var marked: (mark: UInt8, rest: ArraySlice<UInt8>)? {
            if raw.elementsEqual("/".utf8) { return (UInt8(ascii: "/"), []) }
            let place = (isReference ? raw[bytes.endIndex...] : raw).indices.first { place in
                let isTime = [raw[..<place].last, raw[(place + 1)...].first].allSatisfy {
                    $0.map(ASCII.isDigit) ?? false
                }
                return raw[place] == UInt8(ascii: "=") || (raw[place] == UInt8(ascii: ":") && !isTime)
            }
            return place.map { (raw[$0], raw[($0 + 1)...]) }
        }

        // MARK: References

        var isPlace: Bool { isReference || placeNames.contains(folded) }
        var isReference: Bool { isTicket || isHTTPS || isPath }

        private var isHTTPS: Bool { WebURL(text)?.isHTTPS ?? false }

        /// `OPS-1042`, `ОПС-12`, `#1042`
        private var isTicket: Bool {
            let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false)
            let number = parts.count == 2 ? String(parts[1]) : text.hasPrefix("#") ? String(text.dropFirst()) : ""
            return (1...8).contains(number.utf8.count) && number.utf8.allSatisfy(ASCII.isDigit)
                && (parts.count == 1
                    || (2...10).contains(parts[0].count) && parts[0].allSatisfy(\.properties.isUppercase))
        }

        /// `vault:shop/content`, `op://vault/item/field`, `secret/data/shop#content`: of words, with a number at their ends
        /// perhaps.
        private var isPath: Bool {
            guard roots.contains(where: { folded.utf8.starts(with: $0.utf8) }) else { return false }
            let parts = bytes.split { "/:#".utf8.contains($0) }
            return parts.count >= 2 && bytes.contains(UInt8(ascii: "/"))
                && parts.allSatisfy { part in
                    let stem = part.prefix { isLetter($0) || "._-".utf8.contains($0) }
                    return part[stem.endIndex...].count <= 2 && part[stem.endIndex...].allSatisfy(ASCII.isDigit)
                }
        }

        // MARK: What somebody chose

        /// From so many digits on, a number can be a PIN.
        var isPIN: Bool { bytes.count >= 4 && bytes.allSatisfy(ASCII.isDigit) }

        /// To be hard to guess: letters with digits or marks that are no reference, quantity, version, date, address or
        /// known name.
        var isChosen: Bool {
            let isMixed =
                bytes.contains(where: ASCII.isDigit)
                || bytes.dropFirst().dropLast().contains { "!@$^*~=".utf8.contains($0) }
            // What operators see of a secret is its fingerprint, 12 hex digits.
            let isFingerprint = bytes.count == 12 && bytes.allSatisfy(ASCII.isLowerHex)
            return isMixed && bytes.count >= 5 && bytes.contains(where: isLetter) && !isFingerprint && !isPlace
                && !isQuantityOrDate && !isAddress && !isKnown(bytes)
        }

        /// `15min`, `32-byte`, `v1.2`, `0.2.0-preview.2`, `2026-11-30T10:15:00Z`
        private var isQuantityOrDate: Bool {
            let number = bytes.drop { $0 == UInt8(ascii: "v") }
            let rest = number.drop(while: ASCII.isDigit)
            guard rest.count < number.count, let mark = rest.first, let next = rest.dropFirst().first else {
                return false
            }
            if ".-".utf8.contains(mark), ASCII.isDigit(next) { return true }
            let unit = rest.drop { $0 == UInt8(ascii: "-") }
            return number.count - rest.count <= 4 && unit.allSatisfy(isLetter)
                && (unit.count < rest.count || unit.count <= 3)
        }

        /// `support@example.com`
        private var isAddress: Bool {
            let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && !bytes.contains(UInt8(ascii: ":"))
                && WebURL("https://\(String(decoding: parts[1], as: UTF8.self))")?.path == ""
                && parts[1].contains(UInt8(ascii: "."))
        }
    }

    private static let roots = ["vault:", "op://", "secret/", "secrets/", "kv/", "vault/", "keychain:", "keychain/"]
    private static let placeNames: Set = [
        "vault", "ticket", "tickets", "wiki", "keychain", "1password", "bitwarden", "keepass", "lockbox", "хранилище",
        "хранилища", "хранилищу", "сейф", "сейфе", "тикет", "тикете", "тикету", "заявка", "заявке", "заявки", "вики",
    ]

    // MARK: Letters and names

    static func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte >= 0x80 }

    /// Of a system, a device or an algorithm, with its number: `iPhone15`, `HS256`.
    static func isKnown(_ word: ArraySlice<UInt8>) -> Bool {
        let name = word.prefix(while: ASCII.isLetter)
        return known.contains(ASCII.lowercased(String(decoding: name, as: UTF8.self)))
            && word[name.endIndex...].allSatisfy { ASCII.isDigit($0) || ".-".utf8.contains($0) }
    }

    private static let known: Set = [
        "ios", "ipados", "macos", "tvos", "iphone", "ipad", "android", "xcode", "swift", "flutter", "dart", "kotlin",
        "oauth", "tls", "http", "sha", "hs", "rs", "es", "aes", "md", "utf", "base", "ed", "x", "iso", "rfc",
    ]
}
