import API

/// Allowlists: which apps may use a project's key.
enum AllowlistCommands {
    private static let app = ProjectCommands.app
    private static let ios = ProjectCommands.ios
    private static let android = ProjectCommands.android

    /// How often to think again about what somebody else wrote meanwhile.
    private static let attempts = 5

    static let commands = [
        Command(
            words: ["allowlist", "show"], summary: "Show which apps may use a project's key.", arguments: [app],
            examples: ["ssadmin allowlist show shop-ios"], run: show),
        Command(
            words: ["allowlist", "add"], summary: "Let more apps use a project's key.", arguments: [app],
            options: [ios, android, .dryRun],
            examples: ["ssadmin allowlist add shop-ios --ios com.acme.shop.beta --dry-run"]
        ) { invocation throws(Trouble) in
            try change(invocation) { lists, given throws(Trouble) in lists.adding(given) }
        },
        Command(
            words: ["allowlist", "remove"], summary: "Take apps off a project's lists; their devices lose access.",
            arguments: [app], options: [ios, android, .dryRun],
            examples: ["ssadmin allowlist remove shop-ios --android com.acme.old"]
        ) { invocation throws(Trouble) in
            try change(invocation) { lists, given throws(Trouble) in try lists.removing(given, of: invocation[app]) }
        },
        Command(
            words: ["allowlist", "set"], summary: "Replace a project's lists.",
            details: ["A list of which nothing is given stays as it is."],
            arguments: [app], options: [ios, android, .dryRun],
            examples: ["ssadmin allowlist set shop-ios --ios com.acme.shop --ios com.acme.shop.beta"]
        ) { invocation throws(Trouble) in
            try change(invocation) { lists, given throws(Trouble) in
                Allowlists(
                    ios: given.ios.isEmpty ? lists.ios : given.ios,
                    android: given.android.isEmpty ? lists.android : given.android)
            }
        },
    ]

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Projects.get, [invocation[app]]).output { Allowlists($0).lines(mark: "") }
    }

    private static func change(
        _ invocation: Invocation, _ make: (Allowlists, Allowlists) throws(Trouble) -> Allowlists
    ) throws(Trouble) -> Output {
        let given = Allowlists(ios: invocation.all(ios), android: invocation.all(android))
        guard !given.isEmpty else {
            throw .usage("Name at least one app: --ios ID or --android ID.", next: [invocation.command.examples[0]])
        }
        var preview: [String] = []
        let reply = try invocation.update(
            Projects.get, Projects.update, [invocation[app]], attempts: attempts
        ) { project throws(Trouble) -> UpdateProject? in
            let before = Allowlists(project)
            let after = try make(before, given)
            let gone = before.subtracting(after)
            let new = after.subtracting(before)
            preview = gone.lines(mark: "- ") + new.lines(mark: "+ ")
            if preview.isEmpty { return nil }
            return UpdateProject(
                iosBundleIDs: after.ios == before.ios ? nil : after.ios,
                androidPackageNames: after.android == before.android ? nil : after.android)
        }
        if preview.isEmpty {
            return Output(document: reply.json, people: ["Nothing to change: the lists are so already."])
        }
        let effect = reply.json["effect"] ?? .null
        if reply.isDryRun {
            return Output(
                document: reply.json,
                people: ["Dry run: nothing was changed. It would change:"] + preview + effect.lines(indent: "  "))
        }
        return reply.output { project in
            preview + ["Now on the lists of \(project.applicationID):"] + Allowlists(project).lines(mark: "  ")
        }
    }
}

/// A project's two lists.
struct Allowlists: Equatable {
    var ios: [String]
    var android: [String]

    init(ios: [String], android: [String]) {
        self.ios = ios
        self.android = android
    }

    init(_ project: Project) {
        self.init(ios: project.iosBundleIDs, android: project.androidPackageNames)
    }

    var isEmpty: Bool { ios.isEmpty && android.isEmpty }

    func adding(_ other: Allowlists) -> Allowlists {
        let new = other.subtracting(self)
        return Allowlists(ios: ios + new.ios, android: android + new.android)
    }

    /// Errors: an app that is on no list; it is a slip, and the app that was meant would keep its access.
    func removing(_ other: Allowlists, of project: String) throws(Trouble) -> Allowlists {
        let unknown = other.subtracting(self)
        if let first = unknown.ios.first ?? unknown.android.first {
            let near = nearest(to: first, among: unknown.ios.isEmpty ? android : ios)
            throw Trouble(
                .notFound, code: "not_listed",
                "\(first) is not on that list of \(project)." + (near.map { " Did you mean \($0)?" } ?? ""),
                next: ["ssadmin allowlist show \(shellQuoted(project))"])
        }
        return subtracting(other)
    }

    func subtracting(_ other: Allowlists) -> Allowlists {
        Allowlists(
            ios: ios.filter { id in !other.ios.contains { Self.areOne(id, $0) } },
            android: android.filter { id in !other.android.contains { $0.utf8.elementsEqual(id.utf8) } })
    }

    func lines(mark: String) -> [String] {
        ios.map { "\(mark)ios      \($0)" } + android.map { "\(mark)android  \($0)" }
    }

    /// Bundle identifiers differ by no case (contract section 1); ASCII folded by hand.
    private static func areOne(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { folded($0) == folded($1) }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
