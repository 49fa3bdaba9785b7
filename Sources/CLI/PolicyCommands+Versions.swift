import API

/// Versions of a policy: what was set when, what changed between two, and the way back to one.
extension PolicyCommands {
    private static let version = Argument("VERSION", "a version's number, as 'policy versions' shows it")
    private static let from = Argument(
        "FROM", "a version's number; the one before where it is left out", isOptional: true)
    private static let to = Option("to", "VERSION", "a version's number, instead of the newest")

    static let versionCommands = [
        Command(
            words: ["policy", "versions"], summary: "List the policies that a project had.", arguments: [app],
            options: [.limit], examples: ["ssadmin policy versions shop-ios"], run: versions),
        Command(
            words: ["policy", "diff"], summary: "Show what changed between two versions of a policy.",
            arguments: [app, from], options: [to],
            examples: ["ssadmin policy diff shop-ios", "ssadmin policy diff shop-ios 3 --to 7"], run: diff),
        Command(
            words: ["policy", "restore"], summary: "Put an older policy back, as a new version and revision.",
            arguments: [app, version], options: [reason, .dryRun],
            examples: ["ssadmin policy restore shop-ios 3 --reason 'the launch was put off'"], run: restore),
    ]

    @Sendable private static func versions(_ invocation: Invocation) throws(Trouble) -> Output {
        let (versions, document) = try invocation.client().all(
            Policies.versions, [invocation[app]], limit: try invocation.limit())
        var table = Table(columns: [
            .init("VERSION", alignsRight: true), .init("SET"), .init("BY", shrinks: true),
        ])
        table.rows = versions.map { version in
            [
                String(version.version), Times.relative(version.setAt, to: invocation.now),
                version.setBy.optional ?? "unknown",
            ]
        }
        table.details = versions.map { invocation.reason($0.reason.optional) }
        return invocation.list(table, document, nothing: "The project has no policy.")
    }

    @Sendable private static func diff(_ invocation: Invocation) throws(Trouble) -> Output {
        let client = try invocation.client()
        func version(_ number: String) throws(Trouble) -> PolicyVersion {
            try client.call(Policies.version, [invocation[app], number]).required()
        }
        let newer: PolicyVersion
        if let number = invocation[to] {
            newer = try version(number)
        } else {
            let newest = try client.all(Policies.versions, [invocation[app]], limit: 1).items
            guard let first = newest.first else { throw .usage("The project has no policy.") }
            newer = first
        }
        guard let number = invocation.all(from).first ?? (newer.version > 1 ? String(newer.version - 1) : nil) else {
            throw .usage("Version 1 is the only one: there is nothing to compare it with.")
        }
        let older = try version(number)
        let changes = differences(older.policy, newer.policy)
        let document: JSONValue = .object([
            .init("from", .integer(older.version)), .init("to", .integer(newer.version)),
            .init(
                "changes",
                .array(
                    changes.map {
                        .object([
                            .init("what", .string($0.what)), .init("before", .string($0.before)),
                            .init("after", .string($0.after)),
                        ])
                    })),
        ])
        return Output(
            document: document,
            people: ["From version \(older.version) to \(newer.version):"]
                + words(changes))
    }

    @Sendable private static func restore(_ invocation: Invocation) throws(Trouble) -> Output {
        let number = invocation[version]
        let old = try invocation.client().call(Policies.version, [invocation[app], number]).required()
        var isSame = false
        var changes: [String] = []
        let reply = try invocation.update(Policies.get, Policies.set, [invocation[app]]) { current in
            isSame = current == old.policy
            changes = Self.words(differences(current, old.policy))
            return isSame ? nil : SetPolicy(old.policy, reason: invocation[reason])
        }
        let words =
            isSame
            ? "is already as it was in version \(number): nothing was changed." : "is as it was in version \(number)."
        return reply.output(tried: changes) { ["The policy of \(invocation[app]) \(words)"] + lines($0, invocation) }
    }

    static func words(_ changes: [(what: String, before: String, after: String)]) -> [String] {
        changes.isEmpty ? ["  nothing"] : changes.map { "  \($0.what): \($0.before) → \($0.after)" }
    }

    /// In words, each decision that differs.
    static func differences(
        _ old: BasePolicy, _ new: BasePolicy
    ) -> [(what: String, before: String, after: String)] {
        func word(_ flag: Bool) -> String { flag ? "on" : "off" }
        func words(_ decision: SurfaceDecision?) -> String {
            decision.map { "player \(word($0.player)), follow-me \(word($0.followMe))" } ?? "not there"
        }
        let surfaces = Set(old.surfaces.keys).union(new.surfaces.keys).sorted()
        let all: [(what: String, before: String, after: String)] =
            [
                ("sdk", word(old.isEnabled), word(new.isEnabled)),
                ("follow-me player", word(old.followMePlayerEnabled), word(new.followMePlayerEnabled)),
                ("manual minimize", word(old.manualMinimizeEnabled), word(new.manualMinimizeEnabled)),
                ("ttl", Times.span(Int64(old.ttlSeconds)), Times.span(Int64(new.ttlSeconds))),
            ] + surfaces.map { ($0, words(old.surfaces[$0]), words(new.surfaces[$0])) }
        return all.filter { $0.before != $0.after }
    }
}
