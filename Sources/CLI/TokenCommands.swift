import API

/// Personal tokens: what an operator's scripts call with.
enum TokenCommands {
    static let holder = Argument("OPERATOR", "whose token it is")
    private static let id = Argument("ID", "the token's id, from 'token list'")
    private static let scope = Option(
        "scope", "SCOPE", "what it may be used for, e.g. \(Scope.customerSDKRead.rawValue)", isRepeatable: true,
        choices: Scope.allCases.map(\.rawValue)
    ).required
    private static let name = Option("name", "NAME", "what it is for")
    private static let expiresIn = Option("expires-in", "SPAN", "when it ends, e.g. 90d or 12h; never by default")

    static let commands = [
        Command(
            words: ["token", "create"], summary: "Issue a personal token.",
            details: ["The token is shown once: give --out, a pipe, or --show."],
            arguments: [holder], options: [scope, name, expiresIn, .out, .show, .idempotencyKey, .dryRun],
            examples: ["ssadmin token create ann --scope audit:read --expires-in 90d --out token.txt"], run: create),
        Command(
            words: ["token", "list"], summary: "List an operator's tokens.", arguments: [holder],
            examples: ["ssadmin token list ann"], run: list),
        Command(
            words: ["token", "revoke"], summary: "End a token at once.", arguments: [holder, id], options: [.dryRun],
            examples: ["ssadmin token revoke ann 0123456789abcdef01234567"], run: revoke),
    ]

    @Sendable private static func create(_ invocation: Invocation) throws(Trouble) -> Output {
        let owner = invocation[holder]
        var expiry: Instant?
        if let span = invocation[expiresIn] {
            guard let seconds = Times.seconds(span) else {
                throw .usage("--expires-in is a span like 90d, 12h or 30m, not \(span).")
            }
            expiry = Instant(milliseconds: (invocation.now.seconds + seconds) * 1000)
        }
        let body = CreatePersonalToken(
            scopes: invocation.all(scope).compactMap(Scope.init), name: invocation[name], expiresAt: expiry)
        return try SecretPlace.choose(invocation).keep(
            .personalToken,
            of: { () throws(Trouble) in try invocation.change(PersonalTokens.create, [owner], body: body) },
            secret: { $0.token },
            wayBack: { metadata in
                guard case .string(let id)? = metadata["id"] else {
                    return invocation.commandLine("token", "list", owner)
                }
                return invocation.commandLine("token", "revoke", owner, id)
            },
            lines: { token in
                let end = token.expiresAt.optional.map { Times.both($0, to: invocation.now) }
                return ["A token of \(owner) is issued."]
                    + fields(
                        [("id", token.id), ("name", token.name.optional), ("ends", end ?? "never by itself")]
                            + token.scopes.map { ("scope", $0.rawValue) })
                    + ["Undo: " + invocation.commandLine("token", "revoke", owner, token.id)]
            })
    }

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (tokens, document) = try invocation.client().all(PersonalTokens.list, [invocation[holder]])
        var table = Table(columns: [
            .init("ID"), .init("NAME", shrinks: true), .init("SCOPES", shrinks: true), .init("ENDS"),
        ])
        table.rows = tokens.map { token in
            [
                token.id, token.name.optional ?? "-", token.scopes.map(\.rawValue).joined(separator: " "),
                token.revokedAt.optional.map { "revoked \(Times.relative($0, to: invocation.now))" }
                    ?? token.expiresAt.optional.map { Times.relative($0, to: invocation.now) } ?? "never",
            ]
        }
        return invocation.list(table, document, nothing: "\(invocation[holder]) has no token.")
    }

    @Sendable private static func revoke(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.change(
            PersonalTokens.revoke, [invocation[holder], invocation[id]], body: Nothing())
        return reply.output { _ in ["The token \(invocation[id]) of \(invocation[holder]) has ended."] }
    }
}
