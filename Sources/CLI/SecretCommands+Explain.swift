import API

extension SecretCommands {
    @Sendable static func explain(_ invocation: Invocation) throws(Trouble) -> Output {
        let app = invocation[ProjectCommands.app]
        let body = ExplainAssertion(assertion: try assertion(invocation))
        return try invocation.client().call(IdentitySecrets.explain, [app], body: body).output { explained in
            let rules = [explained.rule, explained.asIssued.rule].compactMap { $0 }
            return fields([
                ("at present", verdict(explained.accepted, explained.rule)),
                ("as issued", verdict(explained.asIssued.accepted, explained.asIssued.rule)),
                (
                    "jti seen",
                    explained.jtiSeen
                        ? "yes: of any other installation it would be refused (replayed)"
                        : "no, or not since its exp"
                ),
            ])
                + (rules.first == rules.last ? Array(rules.prefix(1)) : rules).flatMap { rule in
                    [""]
                        + wrapped(
                            "\(rule): \(AssertionRules.words(for: rule))", first: "", rest: "  ",
                            width: invocation.width)
                        + next(after: rule, app, invocation)
                }
        }
    }

    /// From standard input. Errors never repeat it: it is a credential while it lasts.
    private static func assertion(_ invocation: Invocation) throws(Trouble) -> String {
        guard let bytes = invocation.environment.readInput("Assertion: ") else {
            throw .usage(
                "Standard input cannot be read, or is too long. A long assertion does not fit a line of a terminal: use a "
                    + "file.",
                next: [invocation.command.examples[0]])
        }
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
        let trimmed = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        guard !trimmed.isEmpty, let text = String(validating: trimmed, as: UTF8.self) else {
            throw .usage(
                "Standard input does not hold an assertion: three parts with a dot between two.",
                next: [invocation.command.examples[0]])
        }
        return text
    }

    private static func verdict(_ accepted: Bool, _ rule: String?) -> String {
        accepted ? "accepted" : "REFUSED by the rule \(rule ?? "?")"
    }

    /// Where what would be right can be seen.
    private static func next(after rule: String, _ app: String, _ invocation: Invocation) -> [String] {
        switch rule {
        case "signature": ["  " + invocation.commandLine("secret", "status", app)]
        case "project_key": ["  " + invocation.commandLine("project", "show", app)]
        default: []
        }
    }
}

/// The rules by which an assertion is refused: what is wrong, and what would be right.
package enum AssertionRules {
    package static func words(for rule: String) -> String {
        all[rule] ?? "this ssadmin does not know that rule; the service is newer."
    }

    private static let all = [
        "malformed":
            "It is no compact JWS. That is three parts of base64url without padding, with a dot between two and no white "
            + "space in it, at most 8 KiB; header and payload are JSON objects with no member twice.",
        "algorithm": "alg in the header is not HS256, which it must be exactly.",
        "header":
            "The header has a member too many. There may be alg, and typ, which is JWT; no kid, jwk, jku or crit.",
        "signature":
            "No secret of this project that is valid now has signed it. The key is the whole secret as text, from ssis1_ to "
            + "its last character, not decoded from hex. Compare the backend's fingerprint (the first 12 hex digits of "
            + "the SHA-256 of its secret) with those of:",
        "forbidden_claim": "The payload has iss, sub or nbf, which must be absent; the person is user_id.",
        "unknown_claim":
            "The payload has a member too many. There are project_key, aud, jti, iat, exp, user_id and, if wanted, "
            + "properties.",
        "audience":
            "aud is not this deployment's audience. It is mybot-customer-sdk where nothing else was configured, one string "
            + "and not a list.",
        "project_key": "project_key is another project's, or another environment's. The right one is shown by:",
        "jti": "jti is not a UUID of version 4 in lower case with hyphens; a new one for each assertion.",
        "lifetime":
            "iat and exp must be whole numbers of seconds, not milliseconds, with exp after iat by 300 at most.",
        "issued_in_future":
            "iat is later than this service's clock, and there is no leeway. Set iat ten seconds back, and see to the "
            + "backend's clock.",
        "expired":
            "exp has passed, as it always has of an older one: a backend makes a new one for each identification.",
        "user_id": "user_id is not a string of 1 to 256 bytes without NUL.",
        "properties":
            "properties is not an object of account_id, plan, role and locale at most, each a string of at most 256 bytes.",
        "replayed": "It was used already: by another installation, for another person, or before a logout.",
    ]
}
