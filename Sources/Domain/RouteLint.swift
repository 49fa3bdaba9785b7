import API

/// What a careful engineer would ask about a map before it goes live: all of it is lawful, and little of it is meant.
enum RouteLint {
    /// Those of the whole map first, then those of patterns in the map's order.
    static func findings(
        in rows: [(pattern: RoutePattern, entry: RouteEntry)], under base: BasePolicy
    ) -> [RouteFinding] {
        guard !rows.isEmpty else {
            return [
                .init(
                    .emptyMap, nil,
                    "The map has no entry, so every route is 'unknown' and nothing shows anywhere. Set one with the routes of the app."
                )
            ]
        }
        var findings: [RouteFinding] = []
        if !rows.contains(where: { $0.entry.surface == "productDetail" }) {
            findings.append(
                .init(
                    .noProductDetail, nil,
                    "No entry leads to 'productDetail', so no product's page shows its video. Add the pattern of that page."
                ))
        }
        var withoutPolicy: Set<String> = []
        for (pattern, entry) in rows {
            if let finding = catchAll(pattern, entry) { findings.append(finding) }
            if let finding = sensitiveWord(pattern, entry, base) { findings.append(finding) }
            // Said once for a surface, however many screens it has.
            if !Surfaces.standard.contains(entry.surface), base.surfaces[entry.surface] == nil,
                withoutPolicy.insert(entry.surface).inserted
            {
                findings.append(
                    .init(
                        .surfaceWithoutPolicy, entry.pattern,
                        "The base policy has no decision for '\(entry.surface)', so nothing shows there. Decide it in the policy, or correct the name."
                    ))
            }
            if let finding = literalPlaceholder(pattern, entry) { findings.append(finding) }
        }
        return findings
    }

    private static func catchAll(_ pattern: RoutePattern, _ entry: RouteEntry) -> RouteFinding? {
        guard case .path(let segments) = pattern, !segments.isEmpty, entry.surface != "unknown",
            segments.allSatisfy({ $0 == .parameter || $0 == .rest })
        else { return nil }
        let reach = segments == [.rest] ? "no path is 'unknown' any more" : "such a path is never 'unknown'"
        return .init(
            .catchAll, entry.pattern,
            "It takes whatever no other pattern does, so \(reach): a screen that is added later has at once what is decided for '\(entry.surface)'. Name the screens that are meant."
        )
    }

    private static func sensitiveWord(
        _ pattern: RoutePattern, _ entry: RouteEntry, _ base: BasePolicy
    ) -> RouteFinding? {
        let decision = base.surfaces[entry.surface] ?? .off
        guard decision != .off, let word = pattern.literals.lazy.compactMap(SensitiveWords.first).first else {
            return nil
        }
        return .init(
            .sensitiveWord, entry.pattern,
            "\(quoted(word)) sounds like paying or logging in, and the base policy lets video show on '\(entry.surface)'. Map it to cart, checkout, payment, auth or profile."
        )
    }

    /// Another router's way to write a parameter, or ours in what is compared whole.
    private static func literalPlaceholder(_ pattern: RoutePattern, _ entry: RouteEntry) -> RouteFinding? {
        switch pattern {
        case .path:
            guard let literal = pattern.literals.first(where: isBracketed) else { return nil }
            return .init(
                .literalPlaceholder, entry.pattern,
                "\(quoted(String(decoding: literal, as: UTF8.self))) is compared letter by letter. A segment that may be anything is written ':id', any rest '*'."
            )
        case .name(let name):
            let parts = name.split(separator: UInt8(ascii: "/"))
            guard parts.count > 1, parts.contains(where: { $0.first == UInt8(ascii: ":") || $0 == [UInt8(ascii: "*")] })
            else { return nil }
            return .init(
                .literalPlaceholder, entry.pattern,
                "It does not begin with '/', so it is a name and compared letter by letter. A path begins with '/'.")
        }
    }

    /// `{id}`, `<id>`, `[id]`
    private static func isBracketed(_ literal: [UInt8]) -> Bool {
        guard literal.count > 2, let first = literal.first, let last = literal.last else { return false }
        return ["{}", "<>", "[]"].contains { Array($0.utf8) == [first, last] }
    }
}

extension RoutePattern {
    fileprivate var literals: [[UInt8]] {
        switch self {
        case .name(let name): [name]
        case .path(let segments): segments.compactMap { if case .literal(let bytes) = $0 { bytes } else { nil } }
        }
    }
}

/// Words of screens on which a shopper pays or proves who they are. Whole words only: `/discard`, `/authors` and `/payloads`
/// have none of these.
enum SensitiveWords {
    private static let words: Set<String> = [
        "pay", "payment", "payments", "paypal", "applepay", "googlepay", "checkout", "cart", "basket", "card", "cards",
        "billing", "wallet", "bank", "iban", "cvv", "cvc", "3ds", "3dsecure", "login", "logon", "signin", "signup",
        "auth",
        "oauth", "sso", "otp", "password", "passwords", "passcode",
        "оплата", "оплаты", "платеж", "платёж", "корзина", "пароль",
    ]
    /// Whose card is no means of paying: a product card is the product's page.
    private static let othersCards: Set<String> = ["product", "item", "goods", "gift"]

    /// The first of them in a text, as it stands there. `CartViewController`, `sign-in` and `step_2_payment` hold one.
    static func first(in text: [UInt8]) -> String? {
        let found = split(String(decoding: text, as: UTF8.self))
        for (index, word) in found.enumerated() {
            let plain = bare(word)
            if ["card", "cards"].contains(plain), index > 0, othersCards.contains(bare(found[index - 1])) { continue }
            if words.contains(plain) { return word }
            // `sign-in`, `check_out`, `3d-secure`
            if index + 1 < found.count, words.contains(plain + bare(found[index + 1])) {
                return "\(word) \(found[index + 1])"
            }
        }
        return nil
    }

    /// In lower case, without the number after it: `oauth2` is `oauth`.
    private static func bare(_ word: String) -> String {
        var scalars = Array(word.lowercased().unicodeScalars)
        while scalars.count > 1, let last = scalars.last, isDigit(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }

    /// At what is neither letter nor digit, and where the case says so: `PDPCartView` is `PDP`, `Cart`, `View`.
    private static func split(_ text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var isAfterLetters = false
        func end() {
            words.append(String(word))
            word.removeAll()
            isAfterLetters = false
        }
        for (index, scalar) in scalars.enumerated() {
            guard scalar.properties.isAlphabetic || isDigit(scalar) else {
                end()
                continue
            }
            let isAfterUpper = word.last?.properties.isUppercase ?? false
            let isBeforeLower = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
            if scalar.properties.isUppercase, isAfterLetters, !isAfterUpper || isBeforeLower { end() }
            word.append(scalar)
            isAfterLetters = isAfterLetters || !isDigit(scalar)
        }
        end()
        return words.filter { !$0.isEmpty }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
