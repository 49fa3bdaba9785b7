/// What stands with a word such as "password". A reference there is no secret: "Token: ticket OPS-1042".
extension SecretLike {
    /// What of a text after a label is looked at: a clause, in bytes and in words.
    private static let clauseBytesMax = 300
    private static let clauseWordsMax = 8
    /// How far a label reaches where nothing joins it to a word: "the password of the demo account hunter2".
    private static let reachWords = 6
    /// From so many digits on, a number can be a PIN.
    private static let pinMin = 4

    private enum Weight {
        /// What stands with it is a secret unless it begins like a reference.
        case strict
        /// It is a word of other trades too ("key points", "the second pass"): what stands with it is a secret where it
        /// looks like one, or is one word.
        case loose
        /// The name beside a password, which is none itself.
        case name
    }

    private static let labels: [(label: String, weight: Weight)] =
        [
            "password", "passwd", "pwd", "psw", "pw", "passw0rd", "p@ssword", "pa$$word", "passphrase", "passcode",
            "token", "secret", "api_key", "api-key", "apikey",
            "api key", "access_key", "access-key", "accesskey", "access key", "private_key", "private-key",
            "privatekey", "access code", "pin code", "pin-code", "pin-код", "sms code", "verification code",
            "security code", "backup code", "код подтверждения", "authorization", "phpsessid", "credential", "pin",
            "otp", "пароль", "парол",
            "токен", "секрет", "пин-код", "пинкод", "пин", "код доступа", "ключ доступа", "ключ api", "пасс",
            "passwort", "kennwort",
        ].map { ($0, .strict) }
        + [
            "cookie", "sessionid", "session_id", "session", "signature", "pass", "key", "creds", "ключ", "куки",
            "auth", "sig", "sid", "jwt",
        ].map { ($0, .loose) }
        + ["login", "логин", "username", "учетка", "учётка", "доступ", "admin", "root"].map { ($0, .name) }

    /// Found inside other words they are those: "compass", "monkey", "spin".
    private static let labelsOfTheirOwn: Set = [
        "pass", "pw", "key", "pin", "otp", "auth", "sig", "sid", "jwt", "psw", "пин", "ключ", "session", "куки",
        "login", "логин", "admin", "root", "доступ", "пасс",
    ]
    /// What Confluence and Jira have in their URLs.
    private static let publicKeys = ["spacekey", "issuekey", "projectkey", "pagekey"]
    private static let endings: Set = [
        "", "s", "es", "а", "у", "ом", "е", "ы", "и", "ов", "ам", "ами", "ах", "ь", "я", "ю", "ем", "ей", "ям", "ями",
        "ях",
    ]
    /// Of the people of the text: "the password is", "пароль это", "password - hunter2".
    private static let links: Set = [
        "is", "was", "are", "will", "be", "this", "это", "-", "->", "=>", "ist", "lautet", "equals", "равен", "такой",
        "будет",
    ]

    /// Of the links, those after which a sentence may go on: "the token is refreshed".
    private static let verbs: Set = ["is", "was", "are", "be", "ist"]

    static func label(in bytes: [UInt8], folded: [UInt8]) -> String? {
        labels.first { label, weight in
            places(of: label, in: folded).contains { place in
                guard !isPublicKey(label, at: place, in: folded) else { return false }
                let isOwn = isBegin(place, in: bytes) || !labelsOfTheirOwn.contains(label)
                var end = place + label.utf8.count
                let ending = folded[end...].prefix(8).prefix(while: isLetter)
                // In `token2=` the number belongs to the name.
                end += ending.count
                end += folded[end...].prefix(2).prefix(while: ASCII.isDigit).count
                guard endings.contains(String(decoding: ending, as: UTF8.self)) else { return false }
                let isWord = place == 0 || " (\"".utf8.contains(bytes[place - 1])
                return isAnswered(bytes[end...].prefix(clauseBytesMax), weight, isOwn: isOwn, isWord: isWord)
                    || (weight == .strict && isNamed(bytes[..<place].suffix(clauseBytesMax)))
            }
        }?.label
    }

    /// Whether a secret stands after a label.
    ///
    /// - Parameters:
    ///   - isOwn: whether the label begins a word, of several in a name perhaps.
    ///   - isWord: whether nothing stands before it in its word.
    private static func isAnswered(
        _ clause: ArraySlice<UInt8>, _ weight: Weight, isOwn: Bool, isWord: Bool
    ) -> Bool {
        let isQuoted = clause.first == UInt8(ascii: "\"")
        let rest = clause.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "]") }
        if rest.first == UInt8(ascii: "=") {
            // After an equals sign anything is one, `==` in an expression too.
            return weight != .name && !words(rest.dropFirst()).isEmpty
        }
        guard isOwn else { return false }
        if rest.first == UInt8(ascii: ":") { return isSecret(words(rest.dropFirst()), weight) }
        // In a path or a name the label is a part of another word.
        guard let next = clause.first, isQuoted || " ,;([/.|".utf8.contains(next) else { return false }
        if next == UInt8(ascii: "/"), isWord, words(clause.dropFirst()).first?.isChosen ?? false { return true }
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "."), clause.dropFirst().first != UInt8(ascii: " ") {
            return false
        }
        let words = words(rest)
        guard let first = words.first else { return false }
        if links.contains(first.folded) {
            let value = words.drop { links.contains($0.folded) }
            return isSecret(Array(value), weight, isSaid: verbs.contains(words[value.startIndex - 1].folded))
        }
        return isQualified(words, isBracketed: rest.first == UInt8(ascii: "("), weight)
            || isNear(words, isQuoted: rest.first != clause.first, clause, weight)
    }

    /// "password for admin: swordfish", "password (prod): …", "the token of the demo account is hunter2"
    private static func isQualified(_ words: [Word], isBracketed: Bool, _ weight: Weight) -> Bool {
        let reach = words.prefix(reachWords)
        guard
            let joint = reach.firstIndex(where: { $0.endsInColon || $0.text.last == "=" || links.contains($0.folded) })
        else { return false }
        let value = Array(words[(joint + 1)...].drop { links.contains($0.folded) })
        guard let first = value.first else { return false }
        if value.prefix(2).contains(where: \.isChosen) { return true }
        // "Token rotation: monthly" is a sentence, and "Password for admin: swordfish" is none.
        let qualifiers = ["for", "of", "to", "для", "от", "к", "на", "für", "should", "must"]
        let isOfSomething = isBracketed || qualifiers.contains(words[0].folded)
        return weight == .strict && isOfSomething && value.count == 1 && !first.isReference && !first.isStatement
    }

    /// "password hunter2", "пароль от стенда hunter2", "PIN 4821", `token "swordfish"`
    private static func isNear(
        _ words: [Word], isQuoted: Bool, _ clause: ArraySlice<UInt8>, _ weight: Weight
    ) -> Bool {
        switch weight {
        case .strict:
            if words.prefix(reachWords).contains(where: \.isChosen) { return true }
            let rest = words.drop { ["code", "код", "number"].contains($0.folded) }
            if rest.first?.isNumber(of: pinMin) ?? false { return true }
            let quoted = clause.drop { $0 == UInt8(ascii: " ") }
            return quoted.first == UInt8(ascii: "\"") && clause.first == UInt8(ascii: " ") && !words[0].isOpener
                && !words[0].isReference
        case .loose: return words[0].isChosen
        case .name: return words.prefix(3).contains(where: \.isChosen)
        }
    }

    /// "hunter2 is the password", "hunter2 (password)"
    private static func isNamed(_ before: ArraySlice<UInt8>) -> Bool {
        // In `shop2-token` and `vault/shop2/token` it is no word of its own.
        guard let last = before.last, " (\"".utf8.contains(last) else { return false }
        let words = words(before, isLast: true)
        let articles: Set = ["the", "a", "as", "our", "my", "your", "как", "наш", "der", "das", "demo", "test"]
        let rest = words.reversed().drop { articles.contains($0.folded) || links.contains($0.folded) }
        return rest.first?.isChosen ?? false
    }

    /// What stands after a mark, or, where it is said in a sentence, after "is".
    private static func isSecret(_ words: [Word], _ weight: Weight, isSaid: Bool = false) -> Bool {
        guard let first = words.first else { return false }
        // "Lifetime of a token: 30 days"
        let isAmount = first.isQuantity || (words.count > 1 && first.isNumber(of: 1) && !first.isNumber(of: pinMin))
        if first.isReference || first.isOpener || isAmount || (isSaid && first.isStatement) {
            // "Password: ask Anna in OPS-1042", and not "Password: see hunter2" or "PIN: see 4821".
            var isCounted = first.counts
            return words.dropFirst().contains { word in
                defer { isCounted = isCounted || word.counts }
                return word.isChosen || (!isCounted && word.isNumber(of: pinMin))
            }
        }
        switch weight {
        case .strict: return true
        case .loose: return words.count == 1 || words.prefix(4).contains(where: \.isChosen)
        case .name: return words.prefix(4).contains(where: \.isChosen)
        }
    }

    // MARK: Where a label stands

    static func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte >= 0x80 }

    /// Of a word, also of one in a name such as `userPass` or `db_pass`.
    private static func isBegin(_ place: Int, in bytes: [UInt8]) -> Bool {
        place == 0 || !isLetter(bytes[place - 1]) || (ASCII.isUpper(bytes[place]) && ASCII.isLower(bytes[place - 1]))
    }

    private static func isPublicKey(_ label: String, at place: Int, in folded: [UInt8]) -> Bool {
        label == "key" && publicKeys.contains { folded[..<(place + 3)].suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// - Parameter isLast: the last of them count, and not the first.
    private static func words(_ clause: ArraySlice<UInt8>, isLast: Bool = false) -> [Word] {
        let all = clause.split { " \",;()[]{}|".utf8.contains($0) }
        return (isLast ? all.suffix(4) : all.prefix(clauseWordsMax)).map {
            Word(String(decoding: $0, as: UTF8.self))
        }.filter { !$0.text.isEmpty || $0.endsInColon }
    }
}
