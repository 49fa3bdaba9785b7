import API

/// Operators: the staff, and the scripts that act for them.
enum OperatorCommands {
    private static let name = Argument("NAME", "the operator's name")
    private static let unixUser = Option("unix-user", "USER", "the Unix user whose calls on the socket are theirs")
    private static let noUnixUser = Option("no-unix-user", "unbind the operator from any Unix user")
    private static let right = Option(
        "right", "TENANT:RIGHT", "view, integrate, secure, respond or administer; * is every tenant",
        isRepeatable: true)

    static let commands = [
        Command(
            words: ["operator", "create"], summary: "Make an operator.", arguments: [name],
            options: [right.required, unixUser, .idempotencyKey, .dryRun],
            examples: [
                "ssadmin operator create ann --unix-user ann --right '*:view' --right acme:respond"
            ], run: create),
        Command(
            words: ["operator", "list"], summary: "List the operators.", examples: ["ssadmin operator list"], run: list
        ),
        Command(
            words: ["operator", "show"], summary: "Show an operator.", arguments: [name],
            examples: ["ssadmin operator show ann"], run: show),
        Command(
            words: ["operator", "set"], summary: "Replace an operator's rights, or bind it to a Unix user.",
            details: ["The --right options given are all the rights there are afterwards."],
            arguments: [name], options: [right, unixUser, noUnixUser, .dryRun],
            examples: ["ssadmin operator set ann --right acme:view --right acme:respond"], run: set),
        Command(
            words: ["operator", "suspend"], summary: "Turn an operator away, with every token of theirs.",
            arguments: [name], options: [.reason, .dryRun],
            examples: ["ssadmin operator suspend ann --reason 'left the company'"], run: suspend),
        Command(
            words: ["operator", "restore"], summary: "Let a suspended operator in again.", arguments: [name],
            options: [Option.reason.required, .dryRun],
            examples: ["ssadmin operator restore ann --reason 'is back'"], run: restore),
    ]

    @Sendable private static func create(_ invocation: Invocation) throws(Trouble) -> Output {
        let body = CreateOperator(
            name: invocation[name], unixUser: invocation[unixUser], rights: try rights(invocation.all(right)))
        return try invocation.change(Operators.create, body: body).output { made in
            ["Operator \(made.name) is made."] + lines(made, invocation)
        }
    }

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (operators, document) = try invocation.client().all(Operators.list)
        var table = Table(columns: [
            .init("NAME"), .init("UNIX USER"), .init("STATUS"), .init("RIGHTS", shrinks: true),
        ])
        table.rows = operators.map { one in
            [one.name, one.unixUser.optional ?? "-", one.status.rawValue, words(one.rights).joined(separator: " ")]
        }
        return invocation.list(table, document, nothing: "There is no operator.")
    }

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Operators.get, [invocation[name]]).output { lines($0, invocation) }
    }

    @Sendable private static func set(_ invocation: Invocation) throws(Trouble) -> Output {
        let given = invocation.all(right)
        let user: Nullable<String>?
        switch (invocation[unixUser], invocation.has(noUnixUser)) {
        case (let name?, false): user = .value(name)
        case (nil, true): user = .null
        case (nil, false): user = nil
        case (_?, true): throw .usage("--unix-user and --no-unix-user exclude each other.")
        }
        guard !given.isEmpty || user != nil else {
            throw .usage(
                "Say what to set: --right, --unix-user or --no-unix-user.", next: [invocation.command.examples[0]])
        }
        let body = UpdateOperator(rights: given.isEmpty ? nil : try rights(given), unixUser: user)
        let reply = try invocation.update(Operators.get, Operators.update, [invocation[name]]) { _ in body }
        return reply.output { lines($0, invocation) }
    }

    @Sendable private static func suspend(_ invocation: Invocation) throws(Trouble) -> Output {
        // Without If-Match: nothing may stand in the way of what only takes away.
        let body = UpdateOperator(status: .suspended, reason: invocation[.reason])
        return try invocation.change(Operators.update, [invocation[name]], body: body).output { one in
            ["Operator \(one.name) is suspended: no call of theirs is let in."]
                + ["Undo: " + invocation.commandLine("operator", "restore", one.name, "--reason", "TEXT")]
        }
    }

    @Sendable private static func restore(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.update(Operators.get, Operators.update, [invocation[name]]) { _ in
            UpdateOperator(status: .active, reason: invocation[.reason])
        }
        return reply.output { ["Operator \($0.name) is active again."] }
    }

    /// `TENANT:RIGHT` or `*:RIGHT`, gathered by tenant.
    private static func rights(_ given: [String]) throws(Trouble) -> [String: [String]] {
        var rights: [String: [String]] = [:]
        for text in given {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, Right(rawValue: parts[1]) != nil else {
                let words = Right.allCases.map(\.rawValue)
                let near = parts.last.flatMap { nearest(to: $0, among: words) }
                throw .usage(
                    "--right is TENANT:RIGHT or *:RIGHT, with one of \(words.joined(separator: ", ")), not \(text)."
                        + (near.map { " Did you mean \(parts.count == 2 ? parts[0] : "*"):\($0)?" } ?? ""))
            }
            if rights[parts[0]]?.contains(parts[1]) != true { rights[parts[0], default: []].append(parts[1]) }
        }
        return rights
    }

    static func words(_ rights: [String: [String]]) -> [String] {
        rights.sorted { $0.key < $1.key }.flatMap { tenant, rights in rights.map { "\(tenant):\($0)" } }
    }

    private static func lines(_ one: Operator, _ invocation: Invocation) -> [String] {
        fields(
            [
                ("name", one.name), ("status", one.status.rawValue), ("unix user", one.unixUser.optional ?? "none"),
                ("created", Times.both(one.createdAt, to: invocation.now)),
            ] + words(one.rights).map { ("right", $0) })
    }
}
