import API

/// Routes: which screen of an app is which surface, so that the policy has something to decide about.
enum RouteCommands {
    static let app = ProjectCommands.app
    static let route = Argument("ROUTE", "a route as the app's router has it, e.g. /product/1")
    static let version = Option("at-version", "N", "as it was in that version")
    private static let file = Option("file", "FILE", "the map as JSON; - is standard input", letter: "f").required

    static let commands = [
        Command(
            words: ["route", "list"], summary: "Show a project's route map.", arguments: [app], options: [version],
            examples: ["ssadmin route list shop-ios", "ssadmin route list shop-ios --at-version 3 --json"], run: list),
        Command(
            words: ["route", "versions"], summary: "List the versions of a project's route map, newest first.",
            arguments: [app], options: [.limit], examples: ["ssadmin route versions shop-ios"], run: versions),
        Command(
            words: ["route", "set"], summary: "Replace a project's route map.",
            details: [
                "The file is {\"entries\": [{\"pattern\": …, \"surface\": …}, …]}; what 'route list --json' prints is one. "
                    + "The whole map is replaced, and every version is kept.",
                "A pattern that begins with '/' is a path: ':id' stands for one segment, a last '*' for any rest. Anything "
                    + "else is a name, compared whole: ProductViewController. The most specific pattern wins.",
                "To go back to version 3: ssadmin route list APP --at-version 3 --json | ssadmin route set APP -f -",
            ],
            arguments: [app], options: [file, .dryRun],
            examples: [
                "ssadmin route set shop-ios -f routes.json", "ssadmin route set shop-ios -f routes.json --dry-run",
            ],
            run: set),
        Command(
            words: ["route", "test"], summary: "Say which surface a route is, and what may show there now.",
            details: [
                "By the base policy and the disables without conditions; those with conditions, which may take away more from some "
                    + "apps, are named beside it."
            ],
            arguments: [app, route],
            examples: ["ssadmin route test shop-ios /product/1", "ssadmin route test shop-ios CartViewController"],
            run: test),
        Command(
            words: ["route", "lint"], summary: "Find what is lawful in a route map and probably not meant.",
            details: ["Exit status 0 where nothing was found, 1 where something was."],
            arguments: [app], examples: ["ssadmin route lint shop-ios"], run: lint),
    ]

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let query = [(name: "version", value: invocation[version])]
        return try invocation.client().call(RouteMaps.get, [invocation[app]], query: query).output {
            lines($0, invocation)
        }
    }

    @Sendable private static func versions(_ invocation: Invocation) throws(Trouble) -> Output {
        let (versions, document) = try invocation.client().all(
            RouteMaps.versions, [invocation[app]], limit: try invocation.limit())
        var table = Table(columns: [
            .init("VERSION", alignsRight: true), .init("ENTRIES", alignsRight: true), .init("SET"), .init("BY"),
        ])
        table.rows = versions.map {
            [
                String($0.version), String($0.entryCount), Times.relative($0.setAt, to: invocation.now), $0.setBy,
            ]
        }
        return invocation.list(table, document, nothing: "No map was ever set for \(invocation[app]).")
    }

    @Sendable private static func set(_ invocation: Invocation) throws(Trouble) -> Output {
        let body: SetRouteMap = try invocation.read(
            invocation[file]!, as: "a route map", like: ["route", "list", invocation[app], "--json"],
            ignoring: ["version"])
        var changes: [JSONChange] = []
        let reply = try invocation.update(RouteMaps.get, RouteMaps.set, [invocation[app]]) { map in
            changes = Self.changes(from: map.entries, to: body.entries)
            return body
        }
        let words = changes.isEmpty ? ["Nothing changes."] : ["Changes:"] + changes.map { "  \($0.words)" }
        return reply.output(tried: words) { map in
            ["The route map of \(invocation[app]) is set: version \(map.version), \(entries(map.entries.count))."]
                + words + ["Look for slips: " + invocation.commandLine("route", "lint", invocation[app])]
        }
    }

    /// By pattern: in which order a map has its entries says nothing.
    private static func changes(from old: [RouteEntry], to new: [RouteEntry]) -> [JSONChange] {
        // By their bytes: two strings that Swift calls equal may be two patterns.
        func surfaces(_ entries: [RouteEntry]) -> [[UInt8]: String] {
            Dictionary(entries.map { (Array($0.pattern.utf8), $0.surface) }) { first, _ in first }
        }
        let (before, after) = (surfaces(old), surfaces(new))
        func change(_ pattern: String) -> JSONChange? {
            let key = Array(pattern.utf8)
            guard before[key] != after[key] else { return nil }
            return JSONChange(
                path: pattern, before: before[key].map(JSONValue.string), after: after[key].map(JSONValue.string))
        }
        let gone = old.filter { after[Array($0.pattern.utf8)] == nil }
        return (new + gone).compactMap { change($0.pattern) }
    }

    @Sendable private static func lint(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.client().call(RouteMaps.lint, [invocation[app]])
        let findings = try reply.required().findings
        let width = invocation.width
        var output = reply.output { _ in
            findings.isEmpty
                ? ["Nothing was found in the route map of \(invocation[app])."]
                : findings.flatMap { finding in
                    broken(finding.pattern.optional ?? "the whole map", indent: "", width: width)
                        + wrapped(finding.detail, first: "  ", rest: "  ", width: width)
                        + ["  (\(finding.code.rawValue))"]
                }
        }
        if !findings.isEmpty { output.status = .failed }
        return output
    }

    private static func lines(_ map: RouteMap, _ invocation: Invocation) -> [String] {
        guard map.version > 0 else { return ["No map was ever set for \(invocation[app]): every route is unknown."] }
        var table = Table(columns: [.init("PATTERN"), .init("SURFACE")])
        table.rows = map.entries.map { [$0.pattern, $0.surface] }
        return ["version \(map.version), \(entries(map.entries.count))"]
            + (map.entries.isEmpty ? [] : [""] + table.lines(width: invocation.width))
    }

    private static func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }
}
