import API

/// Installations: one app on one device, from its registration to its revocation.
enum InstallationCommands {
    private static let app = ProjectCommands.app
    private static let id = Argument("ID", "the installation's id, from 'installation list'")
    private static let one = Argument("ID", "one installation; or else conditions", isOptional: true)
    private static let platform = Option(
        "platform", "PLATFORM", "only of ios or android", choices: Platform.allCases.map(\.rawValue))
    private static let identifier = Option("app", "ID", "only of one app: a bundle identifier or package name")
    private static let user = Option("user", "ID", "only of one person, by the backend's user id")
    private static let identified = Option(
        "identified", "yes|no", "only those whose person is known, or is not", choices: ["yes", "no"])
    private static let status = Option(
        "status", "STATUS", "only active or revoked ones", choices: Installation.Status.allCases.map(\.rawValue))
    private static let sdk = Option(
        "sdk", "RANGE", "only with such an SDK, e.g. '<0.2.0'; an unknown version is inside")
    private static let since = Option(
        "identified-since", "TIME", "only those identified from then on: 2h, 3d, or an RFC 3339 time")
    private static let reason = Option("reason", "TEXT", "why, for the audit log; required but for one ID")
    private static let conditions = [user, identifier, sdk, since]

    static let commands = [
        Command(
            words: ["installation", "list"], summary: "List installations, recently active ones first.",
            arguments: [app], options: [platform, identifier, user, identified, status, .limit],
            examples: [
                "ssadmin installation list shop-ios --status active",
                "ssadmin installation list shop-ios --user acct_1042",
            ], run: list),
        Command(
            words: ["installation", "show"], summary: "Show an installation.", arguments: [app, id],
            examples: ["ssadmin installation show shop-ios 0123456789abcdef0123456789abcdef"], run: show),
        Command(
            words: ["installation", "revoke"], summary: "End the access of one installation, or of many.",
            details: [
                "Of many: all conditions that are given must hold; --dry-run says how many would end.",
                "It is no ban: the project key is public, and a device may register anew.",
            ],
            arguments: [app, one], options: conditions + [reason, .dryRun],
            examples: [
                "ssadmin installation revoke shop-ios 0123456789abcdef0123456789abcdef --reason 'lost phone'",
                "ssadmin installation revoke shop-ios --user acct_1042 --reason 'account taken over'",
                "ssadmin installation revoke shop-ios --identified-since 2h --reason 'leaked secret' --dry-run",
            ], run: revoke),
    ]

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (installations, document) = try invocation.client().all(
            Installations.list, [invocation[app]],
            query: [
                ("platform", invocation[platform]), ("app_identifier", invocation[identifier]),
                ("user_id", invocation[user]),
                ("identified", invocation[identified].map { $0 == "yes" ? "true" : "false" }),
                ("status", invocation[status]),
            ], limit: try invocation.limit())
        // An id is copied and so never cut, which leaves too little of a line for the rest: that stands below.
        var table = Table(columns: [.init("INSTALLATION"), .init("ACTIVE"), .init("STATE")])
        table.rows = installations.map {
            [$0.id, Times.relative($0.lastActivityAt, to: invocation.now), $0.state]
        }
        table.details = installations.map { $0.details(invocation) }
        return invocation.list(table, document, nothing: "No installation is like that.")
    }

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Installations.get, [invocation[app], invocation[id]]).output { installation in
            let revocation = installation.revocation.optional
            let now = invocation.now
            return fields([
                ("installation", installation.id), ("state", installation.state),
                ("platform", installation.platform.rawValue), ("app", installation.appIdentifier),
                ("app version", installation.hostAppVersion.optional ?? "unknown"),
                ("sdk", installation.sdkVersion.optional ?? "unknown"),
                ("locale", installation.locale.optional ?? "unknown"),
                ("time zone", installation.timeZone.optional ?? "unknown"),
                ("epoch", "\(installation.epoch), after \(counted(installation.epoch - 1, "logout"))"),
                ("registered", Times.both(installation.createdAt, to: now)),
                ("active", Times.both(installation.lastActivityAt, to: now)),
                ("revoked", revocation.map { "\(Times.both($0.at, to: now)) by \($0.by)" }),
                ("because", revocation?.reason.optional),
            ])
                + (revocation == nil
                    ? ["Revoke: " + invocation.commandLine("installation", "revoke", invocation[app], installation.id)]
                    : [])
        }
    }

    // MARK: Revoking

    @Sendable private static func revoke(_ invocation: Invocation) throws(Trouble) -> Output {
        let given = conditions.filter { invocation[$0] != nil }.map { "--\($0.name)" }
        switch (invocation.all(one).first, given.isEmpty) {
        case (let id?, true): return try revoke(id, invocation)
        case (nil, false): return try revokeMany(invocation)
        case (_?, false):
            throw .usage(
                "ID is one installation and \(given.joined(separator: ", ")) may be many: give the one or the other.",
                next: [invocation.command.examples[0]])
        case (nil, true):
            let ways = conditions.map { "--\($0.name) \($0.value ?? "")" }.joined(separator: ", ")
            throw .usage(
                "Say which installations: one ID, or conditions (\(ways)). All of a project at once is a suspension.",
                next: invocation.command.examples)
        }
    }

    private static func revoke(_ id: String, _ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.change(
            Installations.revoke, [invocation[app], id], query: [("reason", invocation[reason])], body: Nothing())
        return reply.output { _ in
            ["The installation \(id) of \(invocation[app]) is revoked."] + whatItIsNot(invocation)
        }
    }

    private static func revokeMany(_ invocation: Invocation) throws(Trouble) -> Output {
        guard let reason = invocation[reason] else {
            throw .usage(
                "Revoking by conditions needs --reason TEXT: why, for the audit log.",
                next: [invocation.command.examples[1]])
        }
        let since = try invocation[since].map { text throws(Trouble) in
            try Times.past(text, option: Self.since, now: invocation.now)
        }
        let body = RevokeInstallations(
            userID: invocation[user], appIdentifier: invocation[identifier], sdkVersions: invocation[sdk],
            identifiedSince: since, reason: reason)
        let reply = try invocation.change(Installations.revokeMany, [invocation[app]], body: body)
        if reply.isDryRun, case .integer(let count)? = reply.json["revoked"] {
            let words = "Dry run: nothing was changed. It would revoke \(counted(count, "active installation"))."
            return Output(document: reply.json, people: [words] + whatItIsNot(invocation))
        }
        return reply.output { answer in
            if answer.revoked == 0 { return ["No active installation is so: nothing was revoked."] }
            return ["\(counted(answer.revoked, "installation")) of \(invocation[app]) revoked."]
                + whatItIsNot(invocation)
        }
    }

    /// What people take a revocation for, and what does that.
    private static func whatItIsNot(_ invocation: Invocation) -> [String] {
        let app = invocation[app]
        let words =
            "This is no ban: the project key is public, and a device may register anew. To keep an app out, take it off "
            + "the allowlist; to stop everybody, suspend the project:"
        return wrapped(words, first: "", rest: "", width: invocation.width) + [
            "  " + invocation.commandLine("allowlist", "remove", app, "--ios", "ID"),
            "  " + invocation.commandLine("project", "suspend", app, "--reason", "TEXT"),
        ]
    }
}

extension Installation {
    fileprivate var state: String {
        if status == .revoked { return "revoked" }
        return identified ? "identified" : "anonymous"
    }

    fileprivate func details(_ invocation: Invocation) -> [String] {
        let app = ["\(platform.rawValue) \(appIdentifier)", hostAppVersion.optional].compactMap { $0 }
        let parts = [
            app.joined(separator: " "), "SDK \(sdkVersion.optional ?? "unknown")", locale.optional, timeZone.optional,
        ].compactMap { $0 }
        let words = parts.dropLast().map { $0 + "," } + parts.suffix(1)
        var lines = wrapped(words, first: "  ", rest: "    ", width: invocation.width)
        if let revocation = revocation.optional {
            let reason = revocation.reason.optional.map { ": \($0)" } ?? ""
            let words = "revoked \(Times.relative(revocation.at, to: invocation.now)) by \(revocation.by)\(reason)"
            lines += wrapped(words, first: "  ", rest: "    ", width: invocation.width)
        }
        return lines
    }
}
