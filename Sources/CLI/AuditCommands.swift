import API

/// The audit log: who did what.
enum AuditCommands {
    private static let tenant = Option("tenant", "TENANT", "only what concerns a tenant")
    private static let app = Option("app", "APP", "only what concerns a project")
    private static let actor = Option("actor", "NAME", "only what one operator did")
    private static let action = Option(
        "action", "ACTION", "only one action, e.g. \(Action.disableCreate.rawValue)",
        choices: Action.allCases.map(\.rawValue))
    private static let since = Option("since", "TIME", "from then on: 2h, 3d (that long ago), or an RFC 3339 time")
    private static let until = Option("until", "TIME", "before then, in the same forms")
    private static let file = Option("out", "FILE", "a new file for them (0600), in the place of stdout")
    private static let filters = [tenant, app, actor, action, since, until]

    static let commands = [
        Command(
            words: ["audit", "list"], summary: "Show who did what, the newest first.",
            details: ["Below each is its reason, where it has one; --json has also what it changed."],
            options: filters + [.limit],
            examples: ["ssadmin audit list --since 2h", "ssadmin audit list --app shop-ios --action project.update"],
            run: list),
        Command(
            words: ["audit", "export"], summary: "Write all entries as JSON lines, the newest first.",
            details: ["In the place of a text that looks like a secret stands what it looks like."],
            options: filters + [file],
            examples: ["ssadmin audit export --since 30d --out audit.jsonl"], run: export),
    ]

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (entries, document) = try invocation.client().all(
            AuditLog.list, query: try query(invocation), limit: try invocation.limit())
        var table = Table(columns: [
            .init("WHEN"), .init("ACTOR", shrinks: true), .init("ACTION"), .init("ON", shrinks: true),
            .init("OUTCOME", shrinks: true),
        ])
        table.rows = entries.map { entry in
            let thing = [entry.applicationID.optional ?? entry.tenant.optional, entry.subject.optional]
            return [
                Times.relative(entry.at, to: invocation.now), entry.actor, entry.action.rawValue,
                thing.compactMap { $0 }.joined(separator: " "),
                entry.code.optional?.rawValue ?? entry.outcome.rawValue,
            ]
        }
        table.details = entries.map { invocation.reason($0.reason.optional) }
        return invocation.list(table, document, nothing: "There is no such entry.")
    }

    @Sendable private static func export(_ invocation: Invocation) throws(Trouble) -> Output {
        let query = try query(invocation)
        let environment = invocation.environment
        let client = try invocation.client()
        let file = try invocation[file].map { path throws(Trouble) in try environment.newFile(path) }
        let isTerminal = environment.isTerminal
        let write: ([UInt8]) -> Bool = { bytes in
            if let file { return file.append(bytes) }
            let text = isTerminal ? Array(escapedJSON(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
            return environment.writeOutput(text)
        }
        var count = 0
        var cursor: String?
        do throws(Trouble) {
            repeat {
                let page = try client.page(AuditLog.list, query: query, cursor: cursor)
                guard write(page.elements.flatMap { $0.canonical + [0x0a] }) else {
                    throw Trouble(.failed, code: "output", "The entries could not be written; \(count) were before.")
                }
                count += page.items.count
                cursor = page.next
            } while cursor != nil
        } catch {
            // Half a log must not be taken for a whole one.
            file?.remove()
            throw error
        }
        guard let file else { return .written }
        return Output(
            document: .object([.init("entries", .integer(Int64(count))), .init("file", .string(file.path))]),
            people: ["\(count) entries are in \(file.path)."])
    }

    private static func query(_ invocation: Invocation) throws(Trouble) -> [(name: String, value: String?)] {
        func moment(_ option: Option) throws(Trouble) -> String? {
            guard let text = invocation[option] else { return nil }
            return try Times.past(text, option: option, now: invocation.now).description
        }
        return [
            ("tenant", invocation[tenant]), ("application_id", invocation[app]), ("actor", invocation[actor]),
            ("action", invocation[action]), ("since", try moment(since)), ("until", try moment(until)),
        ]
    }
}
