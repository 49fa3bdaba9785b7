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
    private static let new = Option("new", "the name is right, though it is much like one that is there")
    static let reason = Option("reason", "TEXT", "why; required where something is turned on")

    /// How often to think again about what somebody else wrote meanwhile; setting one surface touches no other.
    private static let attempts = 5
    /// Two letters that changed places, one too many: names of surfaces differ by more.
    private static let slipEditsMax = 2

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
                details: [
                    "A surface that the policy does not have is made. A name that is within \(slipEditsMax) letters of one that the "
                        + "policy or the route map has is taken for a slip, unless --new says that it is none."
                ],
                arguments: [app, surface], options: [player, followMe, new, reason, .dryRun],
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
        var newSurfaces: [String] = []
        let reply = try invocation.update(Policies.get, Policies.set, [invocation[app]]) { policy in
            newSurfaces = body.surfaces.keys.filter { policy.surfaces[$0] == nil }.sorted().map { name in
                let meant = nearest(to: name, among: policy.surfaces.keys, editsMax: slipEditsMax)
                return "New surface: \(name)" + (meant.map { ". A slip of \($0)?" } ?? "")
            }
            return body
        }
        return reply.output(tried: newSurfaces) {
            ["The policy of \(invocation[app]) is set."] + newSurfaces + lines($0, invocation)
        }
    }

    @Sendable private static func setSurface(_ invocation: Invocation) throws(Trouble) -> Output {
        let name = invocation[surface]
        guard invocation[player] != nil || invocation[followMe] != nil else {
            throw .usage(
                "Say what to turn: --player on|off, --follow-me on|off, or both.",
                next: [invocation.command.examples[0]])
        }
        var isNew = false
        var changes: [String] = []
        let reply = try invocation.update(
            Policies.get, Policies.set, [invocation[app]], attempts: attempts
        ) { current throws(Trouble) in
            isNew = current.surfaces[name] == nil
            if isNew, !invocation.has(new) { try refuseSlip(name, current, invocation) }
            var policy = current
            let before = policy.surfaces[name] ?? .off
            policy.surfaces[name] = SurfaceDecision(
                player: invocation[player].map { $0 == "on" } ?? before.player,
                followMe: invocation[followMe].map { $0 == "on" } ?? before.followMe)
            changes = words(differences(current, policy))
            return SetPolicy(policy, reason: invocation[reason])
        }
        return reply.output(tried: changes) {
            ["The \(isNew ? "new surface" : "surface") \(name) of \(invocation[app]) is set."] + lines($0, invocation)
        }
    }

    /// A surface that no screen reports would be switched in vain, without a word from anybody. Errors: a name that is neither
    /// in the policy nor in the route map, and much like one that is.
    private static func refuseSlip(
        _ name: String, _ policy: BasePolicy, _ invocation: Invocation
    ) throws(Trouble) {
        let map = try invocation.client().call(RouteMaps.get, [invocation[app]]).required()
        let known = Set(policy.surfaces.keys).union(map.entries.map(\.surface))
        guard !known.contains(name), let meant = nearest(to: name, among: known, editsMax: slipEditsMax) else { return }
        throw .usage(
            "\(invocation[app]) has no surface \(name). Did you mean \(meant)? If not, say --new.",
            next: [invocation.commandLine("policy", "show", invocation[app])])
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
