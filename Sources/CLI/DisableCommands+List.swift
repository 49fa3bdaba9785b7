import API

/// What is off now, and whatever is to be known of one disable.
extension DisableCommands {
    private static let all = Option("all", "also those that were lifted")

    static let listCommands = [
        Command(
            words: ["disables", "list"], summary: "List what is off now.", options: [all],
            examples: ["ssadmin disables list", "ssadmin disables list --all"], run: list),
        Command(
            words: ["disables", "show"], summary: "Show a disable.", arguments: [id],
            examples: ["ssadmin disables show e4a2bb5614b40f58efadf896"], run: show),
    ]

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (disables, document) = try invocation.client().all(
            Disables.list, query: [("active", invocation.has(all) ? nil : "true")])
        var table = Table(columns: [
            .init("ID"), .init("OFF", shrinks: true), .init("FOR", shrinks: true), .init("SINCE"), .init("REVIEW"),
            .init("BY", shrinks: true),
        ])
        table.rows = disables.map { disable in
            [
                disable.id, words(disable.targets), short(disable.scope),
                Times.relative(disable.createdAt, to: invocation.now), review(of: disable, at: invocation.now),
                disable.createdBy,
            ]
        }
        table.details = disables.map { disable in
            let conditions = disable.conditions.words
            return invocation.reason(disable.reason)
                + (conditions.isEmpty ? [] : ["  only " + conditions])
        }
        let suspended = invocation.isForPeople ? suspended(invocation) : nil
        return invocation.list(
            table, document,
            nothing: suspended == nil ? "No disable is in force, and nothing is suspended." : "No disable is in force.",
            after: suspended ?? [])
    }

    /// Where there is little room: whose apps it is for must be seen, also where the end is cut off.
    private static func short(_ scope: DisableScope) -> String {
        switch scope {
        case .deployment: "everywhere"
        case .tenant(let tenant): "tenant \(tenant)"
        case .project(let id): id
        }
    }

    private static func review(of disable: Disable, at now: Instant) -> String {
        if disable.lift.optional != nil { return "lifted" }
        if disable.overdue { return "OVERDUE" }
        return disable.reviewAt.optional.map { Times.relative($0, to: now) } ?? "none"
    }

    /// What is off without a disable, by name as far as one reads it; nil where nothing is. Where that cannot be read it says
    /// so: the disables are shown all the same.
    private static func suspended(_ invocation: Invocation) -> [String]? {
        let shown = 10
        let projects: [Project]
        let next: String?
        do throws(Trouble) {
            (projects, _, next) = try invocation.client().page(
                Projects.list, query: [("suspended", "true")], cursor: nil)
        } catch {
            return ["What is suspended could not be read: \(error.message)"]
        }
        guard !projects.isEmpty else { return nil }
        let names = projects.prefix(shown).map { project in
            project.applicationID + (project.status == .active ? " (with its tenant \(project.tenant))" : "")
        }
        let rest = projects.count - names.count
        let more = rest > 0 ? [next == nil ? "and \(rest) more" : "and at least \(rest) more"] : []
        return wrapped(
            "Off as well, for it is suspended: " + (names + more).joined(separator: ", ") + ".", first: "", rest: "  ",
            width: invocation.width) + (rest > 0 ? [invocation.commandLine("project", "list", "--suspended")] : [])
    }

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Disables.get, [try disableID(invocation)]).output { disable in
            let lift = disable.lift.optional
            return fields([
                ("disable", disable.id), ("off", words(disable.targets)), ("for", disable.scope.words),
                ("only", disable.conditions.words.isEmpty ? nil : disable.conditions.words),
                ("reason", disable.reason), ("reference", disable.reference.optional),
                ("by", disable.createdBy), ("since", Times.both(disable.createdAt, to: invocation.now)),
                (
                    "review",
                    disable.reviewAt.optional.map {
                        "\(Times.both($0, to: invocation.now))\(disable.overdue ? ", OVERDUE" : "")"
                    }
                ),
                ("lifted", lift.map { "\(Times.both($0.at, to: invocation.now)) by \($0.by): \($0.reason)" }),
            ]) + (lift == nil ? ["Undo: " + invocation.commandLine("lift", disable.id, "--reason", "TEXT")] : [])
        }
    }
}
