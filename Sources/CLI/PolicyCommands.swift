import API

/// Policies: what the SDK may show, and where.
enum PolicyCommands {
    static let app = ProjectCommands.app
    private static let surface = Argument("NAME", "the surface, e.g. home or a custom one")
    private static let file = Option("file", "FILE", "the policy as JSON; - is standard input", letter: "f").required
    private static let switches = ["on", "off"]
    private static let player = Option("player", "on|off", "whether the player may show there", choices: switches)
    private static let followMe = Option(
        "follow-me", "on|off", "whether the follow-me player may", choices: switches)
    static let reason = Option("reason", "TEXT", "why; required where something is turned on")

    /// How often to think again about what somebody else wrote meanwhile; setting one surface touches no other.
    private static let attempts = 5

    static let commands =
        [
            Command(
                words: ["policy", "show"], summary: "Show a project's policy, before any disable.", arguments: [app],
                examples: ["ssadmin policy show shop-ios"], run: show),
            Command(
                words: ["policy", "set"], summary: "Replace a project's policy.",
                details: ["The file has the members that 'policy show --json' prints, all of them."],
                arguments: [app], options: [file, reason, .dryRun],
                examples: ["ssadmin policy set shop-ios -f policy.json --reason 'launch of the app'"], run: set),
            Command(
                words: ["policy", "surface"], summary: "Turn the player on one surface on or off.",
                arguments: [app, surface], options: [player, followMe, reason, .dryRun],
                examples: [
                    "ssadmin policy surface shop-ios home --player on --follow-me off --reason 'launch of the app'"
                ],
                run: setSurface),
        ] + versionCommands + [effectiveCommand]

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Policies.get, [invocation[app]]).output {
            lines($0, invocation)
                + ["", "Disables take away from this: " + invocation.commandLine("disables", "list")]
        }
    }

    @Sendable private static func set(_ invocation: Invocation) throws(Trouble) -> Output {
        var body: SetPolicy = try invocation.read(
            invocation[file]!, as: "a policy", like: ["policy", "show", invocation[app], "--json"])
        if let reason = invocation[reason] { body.reason = reason }
        let reply = try invocation.update(Policies.get, Policies.set, [invocation[app]]) { _ in body }
        return reply.output { ["The policy of \(invocation[app]) is set."] + lines($0, invocation) }
    }

    @Sendable private static func setSurface(_ invocation: Invocation) throws(Trouble) -> Output {
        let name = invocation[surface]
        guard invocation[player] != nil || invocation[followMe] != nil else {
            throw .usage(
                "Say what to turn: --player on|off, --follow-me on|off, or both.",
                next: [invocation.command.examples[0]])
        }
        let reply = try invocation.update(
            Policies.get, Policies.set, [invocation[app]], attempts: attempts
        ) { policy in
            var policy = policy
            let before = policy.surfaces[name] ?? .off
            policy.surfaces[name] = SurfaceDecision(
                player: invocation[player].map { $0 == "on" } ?? before.player,
                followMe: invocation[followMe].map { $0 == "on" } ?? before.followMe)
            return SetPolicy(policy, reason: invocation[reason])
        }
        return reply.output { ["The surface \(name) of \(invocation[app]) is set."] + lines($0, invocation) }
    }

    static func lines(_ policy: BasePolicy, of revision: Int64? = nil, _ invocation: Invocation) -> [String] {
        func word(_ flag: Bool) -> String { flag ? "on" : "off" }
        var table = Table(columns: [.init("SURFACE"), .init("PLAYER"), .init("FOLLOW-ME")])
        table.rows = policy.surfaces.sorted { $0.key < $1.key }.map {
            [$0.key, word($0.value.player), word($0.value.followMe)]
        }
        return fields([
            ("revision", revision.map { String($0) }), ("sdk", word(policy.isEnabled)),
            ("follow-me player", word(policy.followMePlayerEnabled)),
            ("manual minimize", word(policy.manualMinimizeEnabled)), ("ttl", Times.span(Int64(policy.ttlSeconds))),
        ]) + [""] + table.lines(width: invocation.width)
    }
}
