import API

/// Identity secrets: what a retailer's backend signs with.
enum SecretCommands {
    private static let app = ProjectCommands.app
    private static let endOverlap = Option("end-overlap", "end the overlap of a rotation before this one")
    private static let compromised = Option("compromised", "the old secret is known to others: it ends at once")
    private static let inUse = Option("compromised", "also where that cuts off a secret in use")

    static let commands = [
        Command(
            words: ["secret", "rotate"], summary: "Issue a new identity secret.",
            details: [
                "The present one verifies for 24 h more, so that backends can change over.",
                "The new secret is shown once: give --out, a pipe, or --show. With --wrap that is a token, with which the "
                    + "customer's engineer fetches the secret, once.",
            ],
            arguments: [app],
            options: [endOverlap, compromised, HandingOver.wrap, .out, .show, .idempotencyKey, .dryRun],
            examples: [
                "ssadmin secret rotate shop-ios --out secret.txt",
                "ssadmin secret rotate shop-ios --wrap 15m --out token.txt",
                "ssadmin secret rotate shop-ios --compromised --show",
            ], run: rotate),
        Command(
            words: ["secret", "status"], summary: "Show which secrets verify, and which are in use.", arguments: [app],
            examples: ["ssadmin secret status shop-ios"], run: status),
        Command(
            words: ["secret", "cancel"], summary: "Undo a rotation whose secret was lost or never deployed.",
            details: ["The current secret ends at once, and the previous one is current again."],
            arguments: [app], options: [inUse, .idempotencyKey, .dryRun],
            examples: ["ssadmin secret cancel shop-ios --dry-run"], run: cancel),
        Command(
            words: ["secret", "end-overlap"], summary: "End the previous secret before its 24 h are over.",
            arguments: [app], options: [inUse, .dryRun], examples: ["ssadmin secret end-overlap shop-ios"],
            run: endTheOverlap),
        Command(
            words: ["secret", "explain"],
            summary: "Say what is wrong with an identity assertion.",
            details: [
                "The assertion comes from standard input: whoever sees it can be that person while it lasts.",
                "Judged at present and as of its own iat, for a pasted one has nearly always expired. It is not used up, "
                    + "and nothing is changed. Exit status 0 whatever the verdict.",
            ],
            arguments: [app], examples: ["ssadmin secret explain shop-ios < assertion.txt"], run: explain),
    ]

    @Sendable private static func rotate(_ invocation: Invocation) throws(Trouble) -> Output {
        let id = invocation[app]
        let body = RotateSecret(
            endOverlap: invocation.flag(endOverlap), compromised: invocation.flag(compromised),
            wrapSeconds: try HandingOver.seconds(invocation))
        let undo = invocation.commandLine("secret", "cancel", id)
        let place = try SecretPlace.choose(invocation)
        // Before the call: when there is a secret to be shown, nothing may hold that up.
        let before = invocation.isDryRun || invocation.has(compromised) ? nil : status(forPeopleOf: invocation)
        return try place.keep(
            body.wrapSeconds == nil ? .identitySecret : .oneShotToken,
            of: { () throws(Trouble) in try invocation.change(IdentitySecrets.rotate, [id], body: body) },
            secret: { $0.wrapped?.token ?? $0.identitySecret },
            wayBack: { metadata in
                // With nothing before it there is nothing to go back to.
                if case .null? = metadata["previous"] { return invocation.commandLine("secret", "rotate", id) }
                return undo
            },
            lines: { rotated in
                let previous = rotated.previous.optional
                let now = invocation.now
                let end = previous.map { "\($0.fingerprint), verifies until \(Times.both($0.verifiesUntil, to: now))" }
                return ["The identity secret of \(id) is rotated."]
                    + fields([("now", rotated.fingerprint), ("previous", end ?? "none verifies any more")])
                    + (before.map { neverFetched($0.current, invocation) } ?? [])
                    + (previous == nil ? [] : ["Undo: \(undo)"]) + HandingOver.lines(rotated.wrapped, invocation)
            })
    }

    @Sendable private static func status(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(IdentitySecrets.status, [invocation[app]]).output { lines($0, invocation) }
    }

    @Sendable private static func cancel(_ invocation: Invocation) throws(Trouble) -> Output {
        let body = CancelRotation(compromised: invocation.flag(inUse))
        return try invocation.change(IdentitySecrets.cancel, [invocation[app]], body: body).output { status in
            ["The rotation is undone: \(status.current.fingerprint) is current again."] + lines(status, invocation)
        }
    }

    @Sendable private static func endTheOverlap(_ invocation: Invocation) throws(Trouble) -> Output {
        let query = [(name: "compromised", value: invocation.has(inUse) ? "true" : nil)]
        // As it is before the end, for what has ended is in no status.
        let before = status(forPeopleOf: invocation)
        let reply = try invocation.change(
            IdentitySecrets.endOverlap, [invocation[app]], query: query, body: Nothing())
        let words = before.map { ended($0, invocation) } ?? []
        return reply.output(tried: words) { _ in
            ["The overlap is over: only the current secret of \(invocation[app]) verifies."] + words
        }
    }

    /// Whom the end of an overlap cuts off, by what 'secret status' says.
    private static func ended(_ status: IdentitySecretStatus, _ invocation: Invocation) -> [String] {
        guard let previous = status.previous.optional else { return ["No previous secret verified any more."] }
        let current = status.current
        return fields([
            (
                "ends",
                "\(previous.fingerprint), \(use(previous.verifiedCount, previous.lastVerifiedAt.optional, invocation))"
            ),
            (
                "stays",
                "\(current.fingerprint), \(use(current.verifiedCount, current.lastVerifiedAt.optional, invocation))"
            ),
            (
                "WARNING",
                status.safeToEndOverlap
                    ? nil
                    : "Not yet safe: shoppers whose backend still signs with \(previous.fingerprint) are refused."
            ),
        ])
    }

    /// Of the secret that a rotation takes over from: one that reached nobody is no way back, and one whose token is about still
    /// can reach somebody.
    private static func neverFetched(
        _ before: IdentitySecretStatus.Current, _ invocation: Invocation
    ) -> [String] {
        guard let wrapped = before.wrapped.optional, wrapped.openedAt.optional == nil else { return [] }
        let rest =
            wrapped.expired
            ? "ran out: nobody has that secret."
            : "fetches that secret until \(Times.both(wrapped.expiresAt, to: invocation.now))."
        return fields([
            ("WARNING", "\(before.fingerprint) was handed over and never fetched. Its token \(rest)")
        ])
    }

    /// What a command says beside its own work; nil where nobody reads it, or it cannot be read.
    private static func status(forPeopleOf invocation: Invocation) -> IdentitySecretStatus? {
        guard invocation.isForPeople else { return nil }
        return try? invocation.client().call(IdentitySecrets.status, [invocation[app]]).required()
    }

    private static func use(_ count: Int64, _ last: Instant?, _ invocation: Invocation) -> String {
        "\(count) accepted" + (last.map { ", the last \(Times.relative($0, to: invocation.now))" } ?? "")
    }

    private static func lines(_ status: IdentitySecretStatus, _ invocation: Invocation) -> [String] {
        let current = status.current
        var pairs: [(String, String?)] = [
            ("current", "\(current.fingerprint), made \(Times.both(current.createdAt, to: invocation.now))"),
            ("  in use", use(current.verifiedCount, current.lastVerifiedAt.optional, invocation)),
            ("  handed over", current.wrapped.optional.map { HandingOver.words($0, invocation) }),
        ]
        if let previous = status.previous.optional {
            pairs += [
                ("previous", "\(previous.fingerprint), replaced \(Times.both(previous.retiredAt, to: invocation.now))"),
                ("  verifies", "until \(Times.both(previous.verifiesUntil, to: invocation.now))"),
                ("  in use", use(previous.verifiedCount, previous.lastVerifiedAt.optional, invocation)),
                ("  handed over", previous.wrapped.optional.map { HandingOver.words($0, invocation) }),
                (
                    "end overlap",
                    status.safeToEndOverlap ? "safe" : "not yet safe: see what was verified in the last hour"
                ),
            ]
        } else {
            pairs.append(("previous", "none verifies"))
        }
        let deliveries = [current.wrapped.optional, status.previous.optional?.wrapped.optional]
        return fields(pairs) + wayBack(status, invocation)
            + HandingOver.alarmLines(deliveries.map { $0 ?? nil }, invocation)
    }

    /// What to do where the current secret reached nobody.
    private static func wayBack(_ status: IdentitySecretStatus, _ invocation: Invocation) -> [String] {
        guard status.current.wrapped.optional?.expired ?? false else { return [] }
        let app = invocation[app]
        // With nothing before it there is nothing to go back to.
        return status.previous.optional == nil
            ? ["Issue another: " + invocation.commandLine("secret", "rotate", app, "--wrap", "15m")]
            : ["Undo the rotation: " + invocation.commandLine("secret", "cancel", app)]
    }
}
