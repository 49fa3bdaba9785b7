/// Whether a word is a reference, a word of a language, or one that somebody chose for a password.
extension SecretLike {
    struct Word {
        let text: String
        let folded: String
        let endsInColon: Bool
        private let bytes: [UInt8]

        init(_ raw: String) {
            let marks = Array(".,;:!?\"'…<>".utf8)
            let all = Array(raw.utf8)
            let begin = all.firstIndex { !marks.contains($0) } ?? all.count
            let end = all.lastIndex { !marks.contains($0) } ?? -1
            bytes = begin <= end ? Array(all[begin...end]) : []
            text = String(decoding: bytes, as: UTF8.self)
            folded = text.lowercased()
            endsInColon = all.last == UInt8(ascii: ":")
        }

        /// What somebody chose to be hard to guess: letters with digits or marks among them that are no reference, no
        /// quantity, no date, no version and nothing that is known.
        var isChosen: Bool {
            guard bytes.contains(where: SecretLike.isLetter), bytes.count >= 5 else { return false }
            if SecretLike.placeNames.contains(folded) { return false }
            if isReference || isQuantity || isVersionOrDate || isAddress || SecretLike.isKnown(bytes[...]) {
                return false
            }
            // What operators see of a secret is its fingerprint, 12 hex digits.
            if bytes.count == 12, bytes.allSatisfy(ASCII.isLowerHex) { return false }
            return bytes.contains(where: ASCII.isDigit)
                || bytes.dropFirst().dropLast().contains { "!@$^*~=".utf8.contains($0) }
        }

        /// Digits only, `count` or more.
        func isNumber(of count: Int) -> Bool { bytes.count >= count && bytes.allSatisfy(ASCII.isDigit) }

        /// A number after it, or after a phone number's beginning, is one of its own.
        var counts: Bool { SecretLike.counted.contains(folded) || bytes.first == UInt8(ascii: "+") || isReference }

        /// How a reference begins, or what says that there is nothing to say.
        var isOpener: Bool { SecretLike.openers.contains(folded) }

        /// How a sentence goes on after "is" that says what becomes of a secret: "refreshed", "now", "automatically".
        var isStatement: Bool {
            let isForm = ["ed", "ly", "en"].contains { folded.hasSuffix($0) }
            return isOpener || SecretLike.adverbs.contains(folded) || (isForm && bytes.count > 4 && !isChosen)
        }

        // MARK: References

        /// A ticket's key, a number of one, an HTTPS URL, or a path in a vault.
        var isReference: Bool { isTicket || isHTTPS || isPath }

        /// `OPS-1042`, `ОПС-12`, `#1042`
        var isTicket: Bool {
            if let first = bytes.first, first == UInt8(ascii: "#") {
                return (1...8).contains(bytes.count - 1) && bytes.dropFirst().allSatisfy(ASCII.isDigit)
            }
            let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, (1...7).contains(parts[1].count), let first = parts[0].first else { return false }
            return (2...10).contains(parts[0].count) && first.properties.isUppercase
                && parts[0].allSatisfy { $0.properties.isUppercase || ("0"..."9").contains($0) }
                && parts[1].allSatisfy { ("0"..."9").contains($0) }
        }

        var isHTTPS: Bool { folded.utf8.starts(with: "https://".utf8) && bytes.count > "https://".utf8.count }

        /// `vault:shop/content`, `op://vault/item/field`, `secret/data/shop#content`: of words, none of them chosen.
        var isPath: Bool {
            guard bytes.contains(UInt8(ascii: "/")) else { return false }
            let roots = ["vault:", "op://", "secret/", "secrets/", "kv/", "vault/", "keychain:", "keychain/"]
            let hasRoot = roots.contains { folded.utf8.starts(with: $0.utf8) }
            let parts = bytes.split { "/:#".utf8.contains($0) }
            guard hasRoot || parts.count >= 3 else { return false }
            return parts.count >= 2
                && !parts.contains { Word(String(decoding: $0, as: UTF8.self)).isChosenPart }
        }

        /// In a path a name may have a number at its end, but not among its letters.
        private var isChosenPart: Bool {
            let stem = bytes.reversed().drop(while: ASCII.isDigit)
            return stem.contains(where: ASCII.isDigit)
                || bytes.count - stem.count > 2
                    && !stem.isEmpty
                || bytes.contains { "!@$^*~=".utf8.contains($0) }
        }

        // MARK: What letters and digits have together

        /// `30d`, `15min`, `32-byte`, `2FA`
        var isQuantity: Bool {
            let rest = bytes.drop(while: ASCII.isDigit)
            let digits = bytes.count - rest.count
            guard (1...4).contains(digits) else { return false }
            if rest.first == UInt8(ascii: "-") { return rest.dropFirst().allSatisfy(SecretLike.isLetter) }
            return (1...3).contains(rest.count) && rest.allSatisfy(ASCII.isLetter)
        }

        /// `0.2.0-preview.2`, `v1.2`, `2026-11-30T10:15:00Z`
        private var isVersionOrDate: Bool {
            let number = bytes.first == UInt8(ascii: "v") ? bytes.dropFirst() : bytes[...]
            let rest = number.drop(while: ASCII.isDigit)
            guard rest.count < number.count, let mark = rest.first else { return false }
            return ".-".utf8.contains(mark) && (rest.dropFirst().first.map { ASCII.isDigit($0) } ?? false)
        }

        /// `support@example.com`
        private var isAddress: Bool {
            let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !bytes.contains(UInt8(ascii: ":")) else { return false }
            let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
                && labels.last?.allSatisfy(SecretLike.isLetter) ?? false
        }
    }

    /// Whether a text says where something is written down: it is a reference, or two words or more with a place among them
    /// and none that somebody chose.
    static func isReference(_ text: String) -> Bool {
        let words = text.split(whereSeparator: { $0.isWhitespace || ",;()".contains($0) }).map { Word(String($0)) }
        guard words.count > 1 else { return words.first?.isReference ?? false }
        return words.contains { $0.isReference || placeNames.contains($0.folded) } && !words.contains(where: \.isChosen)
    }

    private static let placeNames: Set = [
        "vault", "ticket", "entry", "page", "wiki", "keychain", "safe", "store", "folder", "1password", "bitwarden",
        "keepass", "lockbox", "manager", "хранилище", "хранилища", "хранилищу", "сейф", "сейфе", "тикет", "тикете",
        "тикету", "заявка", "заявке", "заявки", "вики", "волт",
    ]

    /// Of a system, a device or an algorithm, with its number: `iPhone15`, `HS256`.
    static func isKnown(_ word: ArraySlice<UInt8>) -> Bool {
        let name = word.prefix(while: ASCII.isLetter)
        let rest = word[name.endIndex...]
        return known.contains(ASCII.lowercased(String(decoding: name, as: UTF8.self)))
            && rest.allSatisfy { ASCII.isDigit($0) || ".-".utf8.contains($0) }
    }

    private static let known: Set = [
        "ios", "ipados", "macos", "tvos", "iphone", "ipad", "android", "xcode", "swift", "flutter", "dart", "kotlin",
        "oauth", "tls", "http", "sha", "hs", "rs", "es", "aes", "md", "utf", "base", "ed", "x", "iso", "rfc",
    ]

    /// After these a number is that of a page or a phone.
    private static let counted: Set = [
        "ticket", "tickets", "page", "issue", "case", "request", "extension", "ext", "phone", "tel", "room", "no", "№",
        "тикет", "тикете", "тикету", "заявка", "заявке", "заявки", "страница", "странице", "доб", "тел", "телефон",
        "кабинет", "обращение",
    ]

    private static let adverbs: Set = [
        "now", "then", "still", "also", "always", "again", "longer", "too", "more", "less", "being", "an", "any", "all",
    ]

    private static let openers: Set = [
        // Where it is.
        "see", "ask", "as", "via", "by", "in", "at", "from", "with", "per", "on", "under", "through", "ticket",
        "tickets",
        "issue", "request", "reference", "the", "to", "for", "one", "what", "that", "whoever", "vault",
        "sso", "jwt", "oidc", "saml", "oauth", "oauth2",
        // What becomes of it.
        "arranged", "agreed", "provided", "issued", "delivered", "sent", "stored", "kept", "held", "handed", "shared",
        "requested", "managed", "rotated", "given", "required", "needed", "known", "set", "created", "generated",
        "granted", "available", "separate", "separately", "taken", "fetched", "passed", "used", "encrypted",
        "configured", "defined", "described", "documented", "written", "injected", "obtained", "wrapped", "revoked",
        "expired", "signed", "bound", "checked", "read", "read-only", "public", "valid", "optional", "unknown",
        // That there is none.
        "not", "no", "none", "never", "only", "n/a", "nothing", "missing", "wrong", "lost",
        // The same in Russian, and what German tickets say.
        "см", "смотри", "смотрите", "спросите", "спросить", "спроси", "у", "в", "во", "по", "через", "от", "из", "на",
        "при", "согласно", "тикет", "тикете", "тикету", "заявка", "заявке", "как", "отдельно", "лично", "не", "нет",
        "выдаётся", "выдается", "выдаются", "выдаёт", "выдает", "выдан", "выдаст", "передаётся", "передается",
        "передаются", "передадим", "хранится", "хранятся", "находится", "лежит", "запросить", "запросите", "получить",
        "получите", "нужен", "нужны", "известен", "siehe", "bei", "über", "im", "nach",
    ]
}
