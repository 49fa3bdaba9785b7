import API

/// Handoffs: what a retailer's engineers are given to build with.
enum HandoffCommands {
    private static let app = ProjectCommands.app
    private static let number = Argument("N", "a handoff's number, as 'handoff list' shows it")
    private static let from = Argument(
        "N", "a handoff's number; the one before where it is left out", isOptional: true)
    private static let to = Option("to", "N", "a later handoff's number, instead of the newest")
    private static let file = Option("file", "FILE", "the handoff as JSON; - is standard input", letter: "f").required
    private static let format = Option(
        "format", "FORMAT", "json, md or html", choices: HandoffFormat.allCases.map(\.rawValue))
    private static let language = Option(
        "lang", "LANGUAGE", "of md and html: ru (unless said) or en", choices: HandoffLanguage.allCases.map(\.rawValue))
    private static let out = Option("out", "FILE", "a new file (0600); of JSON its SHA-256 is the handoff's")

    static let commands = [
        Command(
            words: ["handoff", "show"], summary: "Show the handoff of a project that is being prepared.",
            arguments: [app], examples: ["ssadmin handoff show shop-ios", "ssadmin handoff show shop-ios --json"],
            run: show),
        Command(
            words: ["handoff", "set"], summary: "Replace the handoff that is being prepared.",
            details: [
                "The file is what 'handoff show --json' prints; every member may be left out until the handoff is issued, "
                    + "and 'handoff check' says which are missing.",
                "{\"platform\": \"ios\" (or flutter_ios, other), \"agreement\": of another platform, \"release_id\": "
                    + "PRODUCT@VERSION or an id, \"rollback_release_id\": the same, \"test_products\": [{\"feed_product_id\": …, \"expected\": \"live\" (or "
                    + "vod, no_content)}], \"cart\": {\"mode\": \"open_product\" (or direct_cart with merchant_api and "
                    + "fallback); not of livemarket}, \"branding\": [what it may change], \"support\": …, \"rollout\": [{\"name\": …, "
                    + "\"percent\": …}], \"package_access\": where it is arranged, \"livemarket\": of such a project, in the place of routes, test "
                    + "products and cart}",
                "{\"client_id\": …, \"environment\": \"staging\" (or production), \"cart_mode\": \"message\" (or post), "
                    + "\"image_origins\": [\"https://images.example.com\"], \"placement_tags\": […], \"consent\": \"disabled\" "
                    + "(or asked_by_host, which takes a collector token), \"content_token_reference\": where it is "
                    + "written down, \"collector_token_reference\": the same} is 'livemarket'.",
                "It holds no secret: what looks like a token, a key, a cookie or a password is refused.",
            ],
            arguments: [app], options: [file, .dryRun],
            examples: [
                "ssadmin handoff set shop-ios -f handoff.json",
                "ssadmin handoff set shop-ios -f handoff.json --dry-run",
            ], run: set),
        Command(
            words: ["handoff", "check"], summary: "Say what is missing before a handoff can be issued.",
            details: ["Exit status 0 where nothing stops it, 1 where something does."],
            arguments: [app], examples: ["ssadmin handoff check shop-ios"], run: check),
        Command(
            words: ["handoff", "issue"], summary: "Issue the handoff: numbered, and never changed again.",
            details: [
                "It holds the project, the releases, the route map and the policy as they are now. A new release or route "
                    + "map takes a new handoff."
            ],
            arguments: [app], options: [.dryRun, .idempotencyKey], examples: ["ssadmin handoff issue shop-ios"],
            run: issue),
        Command(
            words: ["handoff", "list"], summary: "List a project's issued handoffs, newest first.", arguments: [app],
            options: [.limit], examples: ["ssadmin handoff list shop-ios"], run: list),
        Command(
            words: ["handoff", "get"], summary: "Get an issued handoff, as JSON or as a page for the engineers.",
            arguments: [app, number], options: [format, language, out],
            examples: [
                "ssadmin handoff get shop-ios 1 --out handoff-1.json",
                "ssadmin handoff get shop-ios 1 --format html --lang en --out handoff-1.html",
            ], run: get),
        Command(
            words: ["handoff", "diff"], summary: "Show what changed between two issued handoffs.",
            arguments: [app, from], options: [to],
            examples: ["ssadmin handoff diff shop-ios", "ssadmin handoff diff shop-ios 1 --to 3"], run: diff),
    ]

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        let client = try invocation.client()
        let reply = try client.call(Handoffs.get, [invocation[app]])
        let handoff = try reply.required()
        let named = [("release", handoff.releaseID), ("rollback", handoff.rollbackReleaseID)]
        var releases: [(String, String?)] = []
        for (what, id) in named {
            guard let id else { continue }
            let release = try client.call(Releases.get, [id]).required()
            releases.append((what, "\(release.name) (\(release.status.rawValue))"))
        }
        return reply.output { handoff in
            handoff == Handoff()
                ? ["Nothing is prepared for \(invocation[app]) yet."] + checkNext(invocation)
                : fields(releases) + reply.json.lines()
        }
    }

    @Sendable private static func set(_ invocation: Invocation) throws(Trouble) -> Output {
        var body: Handoff = try invocation.read(
            invocation[file]!, as: "a handoff", like: ["handoff", "show", invocation[app], "--json"])
        body.releaseID = try releaseID(body.releaseID, invocation)
        body.rollbackReleaseID = try releaseID(body.rollbackReleaseID, invocation)
        var changes: [JSONChange] = []
        let reply = try invocation.update(Handoffs.get, Handoffs.set, [invocation[app]]) { before in
            changes = JSONChange.changes(from: JSONValue(encoding: before), to: JSONValue(encoding: body))
            return body
        }
        // What the file leaves out is gone, and only this tells.
        let words =
            changes.isEmpty
            ? ["Nothing changes."]
            : ["Changes:"]
                + changes.flatMap { wrapped($0.words, first: "  ", rest: "    ", width: invocation.width) }
        return reply.output(tried: words) { _ in
            ["The handoff of \(invocation[app]) is prepared."] + words + checkNext(invocation)
        }
    }

    /// Of what a file names a release by. What is not PRODUCT@VERSION is the service's to judge, which says where it stands.
    private static func releaseID(_ text: String?, _ invocation: Invocation) throws(Trouble) -> String? {
        guard let text, text.utf8.contains(UInt8(ascii: "@")) else { return text }
        return try ReleaseCommands.id(text, invocation)
    }

    private static func checkNext(_ invocation: Invocation) -> [String] {
        ["What is missing: " + invocation.commandLine("handoff", "check", invocation[app])]
    }

    @Sendable private static func check(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.client().call(Handoffs.check, [invocation[app]])
        let readiness = try reply.required()
        let width = invocation.width
        var output = reply.output { readiness in
            let last =
                readiness.ready
                ? "Nothing stops it. Issue it: " + invocation.commandLine("handoff", "issue", invocation[app])
                : "It cannot be issued: \(readiness.findings.filter(\.blocks).count) missing."
            return readiness.findings.flatMap { finding in
                wrapped(
                    "\(finding.blocks ? "MISSING" : "look at") \(finding.detail)", first: "", rest: "        ",
                    width: width) + ["        \(finding.mend)"]
            } + [last]
        }
        if !readiness.ready { output.status = .failed }
        return output
    }

    @Sendable private static func issue(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.change(Handoffs.issue, [invocation[app]], body: IssueHandoff())
        // It is issued: whether the one before can be read, which takes another right, changes nothing of that.
        guard let issued = reply.answer, issued.number > 1,
            let before = try? invocation.client().call(Handoffs.issued, [invocation[app], String(issued.number - 1)])
        else { return reply.output { title($0, invocation) } }
        let changes = changes(from: before.json, to: reply.json)
        return reply.output {
            title($0, invocation) + changeLines(changes, from: $0.number - 1, to: $0.number, width: invocation.width)
        }
    }

    private static func title(_ issued: IssuedHandoff, _ invocation: Invocation) -> [String] {
        ["Handoff \(issued.number) of \(invocation[app]) is issued."]
            + fields([
                ("release", "\(issued.document.release.product)@\(issued.document.release.version)"),
                (
                    "rollback",
                    "\(issued.document.rollbackRelease.product)@\(issued.document.rollbackRelease.version)"
                ),
                ("routes", issued.document.routes.version > 0 ? "version \(issued.document.routes.version)" : nil),
                ("issued", "\(Times.both(issued.issuedAt, to: invocation.now)) by \(issued.issuedBy)"),
                ("sha256", issued.sha256),
            ])
    }

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (issues, document) = try invocation.client().all(
            Handoffs.issues, [invocation[app]], limit: try invocation.limit())
        var table = Table(columns: [
            .init("N", alignsRight: true), .init("ISSUED"), .init("BY", shrinks: true), .init("SHA256"),
        ])
        table.rows = issues.map {
            [
                String($0.number), Times.relative($0.issuedAt, to: invocation.now), $0.issuedBy,
                String($0.sha256.prefix(12)),
            ]
        }
        return invocation.list(table, document, nothing: "No handoff of \(invocation[app]) was ever issued.")
    }

    /// The file holds the document alone, in its canonical form, so that its SHA-256 is the handoff's.
    @Sendable private static func get(_ invocation: Invocation) throws(Trouble) -> Output {
        if let format = invocation[format], format != HandoffFormat.json.rawValue {
            return try page(invocation, format)
        }
        let reply = try invocation.client().call(Handoffs.issued, [invocation[app], invocation[number]])
        let issued = try reply.required()
        let document = reply.json["document"] ?? .null
        guard let path = invocation[out] else {
            return reply.output { _ in
                title(issued, invocation) + withdrawals(issued, invocation) + [""] + document.lines()
            }
        }
        try write(document.canonical, to: path, invocation)
        return Output(
            document: .object([
                .init("number", .integer(issued.number)), .init("sha256", .string(issued.sha256)),
                .init("file", .string(path)),
            ]),
            people: ["Handoff \(issued.number) is in \(path); its SHA-256 is \(issued.sha256)."]
                + withdrawals(issued, invocation))
    }

    /// What became of its releases since it was issued, where that can be read.
    private static func withdrawals(_ issued: IssuedHandoff, _ invocation: Invocation) -> [String] {
        guard invocation.isForPeople,
            let withdrawn = try? invocation.client().all(
                Releases.list, query: [("status", Release.Status.withdrawn.rawValue)]
            ).items
        else { return [] }
        let handed = [issued.document.release, issued.document.rollbackRelease].flatMap { release in
            ["\(release.product)@\(release.version)"] + (release.paired.map { ["\($0.product)@\($0.version)"] } ?? [])
        }
        return fields(
            withdrawn.filter { handed.contains($0.name) }.map {
                ("WARNING", "\($0.name) is withdrawn: \($0.withdrawal.optional?.reason ?? ""). Issue another handoff.")
            })
    }

    private static func page(_ invocation: Invocation, _ format: String) throws(Trouble) -> Output {
        let page = try invocation.client().page(
            Handoffs.issued, [invocation[app], invocation[number]],
            query: [("format", format), ("lang", invocation[language])])
        guard let path = invocation[out] else { return .text(String(decoding: page, as: UTF8.self)) }
        try write(page, to: path, invocation)
        // A page says nothing of what became of its releases, and a script does not ask.
        let issued =
            invocation.isForPeople
            ? try? invocation.client().call(Handoffs.issued, [invocation[app], invocation[number]]).answer : nil
        return Output(
            document: .object([.init("file", .string(path))]),
            people: ["Handoff \(invocation[number]) is in \(path)."]
                + (issued.map { withdrawals($0, invocation) } ?? []))
    }

    private static func write(_ bytes: [UInt8], to path: String, _ invocation: Invocation) throws(Trouble) {
        let new = try invocation.environment.newFile(path)
        guard new.append(bytes) else {
            new.remove()
            throw Trouble(.failed, code: "output", "\(path) could not be written, and was removed.")
        }
    }

    @Sendable private static func diff(_ invocation: Invocation) throws(Trouble) -> Output {
        let client = try invocation.client()
        func issued(_ number: String) throws(Trouble) -> Reply<IssuedHandoff> {
            try client.call(Handoffs.issued, [invocation[app], number])
        }
        var newest = invocation[to]
        if newest == nil {
            newest = try client.all(Handoffs.issues, [invocation[app]], limit: 1).items.first.map { String($0.number) }
        }
        guard let newest else {
            throw .usage(
                "No handoff of \(invocation[app]) was ever issued.",
                next: [invocation.commandLine("handoff", "check", invocation[app])])
        }
        let newer = try issued(newest)
        let last = try newer.required().number
        guard let number = invocation.all(from).first ?? (last > 1 ? String(last - 1) : nil) else {
            throw .usage("Handoff 1 has none before it: there is nothing to compare it with.")
        }
        let older = try issued(number)
        let first = try older.required().number
        let changes = changes(from: older.json, to: newer.json)
        return Output(
            document: .object([
                .init("from", .integer(first)), .init("to", .integer(last)),
                .init("changes", .array(changes.map(\.json))),
            ]),
            people: changeLines(changes, from: first, to: last, width: invocation.width))
    }

    /// Between the documents of two handoffs; that their numbers differ says nothing.
    private static func changes(from old: JSONValue, to new: JSONValue) -> [JSONChange] {
        JSONChange.changes(from: old["document"] ?? .null, to: new["document"] ?? .null).filter { $0.path != "/number" }
    }

    private static func changeLines(_ changes: [JSONChange], from: Int64, to: Int64, width: Int) -> [String] {
        ["From handoff \(from) to \(to):"]
            + (changes.isEmpty
                ? ["  nothing"] : changes.flatMap { wrapped($0.words, first: "  ", rest: "    ", width: width) })
    }
}
