import API

/// Releases of the SDK: which exact version there is, and which archive it is.
enum ReleaseCommands {
    private static let newRelease = Argument("PRODUCT@VERSION", "the package and its exact version")
    private static let release = Argument("RELEASE", "PRODUCT@VERSION, or the release's id")
    private static let archive = Option("archive", "FILE", "the archive: its SHA-256 is taken here, and not its bytes")
    private static let sha256 = Option("sha256", "HEX", "the archive's SHA-256, where the file is elsewhere")
    private static let paired = Option("paired", "VERSION", "of a Flutter package: the native SDK's exact version")
    private static let requirement = Option(
        "require", "NAME=MIN", "the lowest version of a system or tool, e.g. ios=15", isRepeatable: true)
    private static let notes = Option("notes", "TEXT", "what else there is to know, in any number of lines")
    private static let product = Option("product", "PRODUCT", "only releases of this package")
    private static let status = Option(
        "status", "STATUS", "only those with this status", choices: Release.Status.allCases.map(\.rawValue))

    static let commands = [
        Command(
            words: ["release", "add"], summary: "Register a release of the SDK, as a preview.",
            details: [
                "Give --archive or --sha256. The version is exact: no range, no tag, no 'latest'; it is released once.",
                "Known packages are \(SDKPackage.known.joined(separator: ", ")). Another is registered by its first "
                    + "release; a name that is nearly one that there is is refused.",
            ],
            arguments: [newRelease],
            options: [archive, sha256, paired, requirement, notes, .idempotencyKey, .dryRun],
            examples: [
                "ssadmin release add ShopStoryPlayerSDK@0.2.0-preview.2 --archive sdk.zip --require ios=15 --require xcode=16"
            ], run: add),
        Command(
            words: ["release", "list"], summary: "List the releases, newest first.", options: [product, status],
            examples: ["ssadmin release list", "ssadmin release list --product LiveMarketSDK --status accepted"],
            run: list),
        Command(
            words: ["release", "show"], summary: "Show a release.", arguments: [release],
            examples: ["ssadmin release show ShopStoryPlayerSDK@0.2.0-preview.2"], run: show),
        Command(
            words: ["release", "accept"], summary: "Say that a release was accepted.",
            details: ["One that was withdrawn wants a reason."], arguments: [release], options: [.reason, .dryRun],
            examples: ["ssadmin release accept ShopStoryPlayerSDK@0.2.0-preview.2"], run: accept),
        Command(
            words: ["release", "withdraw"], summary: "Take a release back.",
            details: [
                "It changes nothing in apps that have it; the answer says what to type to turn that version off in them."
            ],
            arguments: [release], options: [Option.reason.required, .dryRun],
            examples: ["ssadmin release withdraw ShopStoryPlayerSDK@0.2.0-preview.2 --reason 'leaks memory'"],
            run: withdraw),
        verifyCommand,
    ]

    @Sendable private static func add(_ invocation: Invocation) throws(Trouble) -> Output {
        guard let named = productAndVersion(invocation[newRelease]) else {
            throw .usage("\(invocation[newRelease]) is not PRODUCT@VERSION.", next: [invocation.command.examples[0]])
        }
        let requirements = try requirements(invocation)
        let digest: String
        switch (invocation[archive], invocation[sha256]) {
        case (let path?, nil): digest = try invocation.archiveDigest(of: path)
        case (nil, let hex?): digest = hex
        default: throw .usage("Say which archive, in one way: --archive FILE or --sha256 HEX.")
        }
        let body = CreateRelease(
            product: named.product, version: named.version, pairedVersion: invocation[paired],
            archiveSHA256: digest, requirements: requirements, notes: invocation[notes])
        let doubts = doubts(body, invocation)
        return try invocation.change(Releases.create, body: body).output(tried: doubts) { release in
            ["\(release.title) is registered, as a \(release.status.rawValue)."] + lines(release, invocation) + doubts
                + ["When it was accepted: " + invocation.commandLine("release", "accept", release.name)]
        }
    }

    /// What is lawful and probably not meant: one archive under two versions, and a pair of which one half is not there.
    private static func doubts(_ release: CreateRelease, _ invocation: Invocation) -> [String] {
        guard invocation.isForPeople, let releases = try? invocation.client().all(Releases.list).items else {
            return []
        }
        let same = releases.filter {
            $0.archiveSHA256 == release.archiveSHA256 && $0.name != "\(release.product)@\(release.version)"
        }
        // Build metadata says nothing to a disable's condition.
        let core = release.version.prefix { $0 != "+" }
        let alike = releases.filter {
            $0.product == release.product && $0.version != release.version && $0.version.prefix { $0 != "+" } == core
        }
        let native = release.pairedVersion.map { "\(SDKPackage.shopStoryPlayer)@\($0)" }
        let isMissing = native.map { native in !releases.contains { $0.name == native } } ?? false
        return fields(
            same.map { ("WARNING", "\($0.name) has the same archive: is it the right one?") }
                + alike.map {
                    ("WARNING", "a disable cannot tell it from \($0.name): it passes over what stands after '+'.")
                }
                + (isMissing
                    ? [("WARNING", "\(native ?? "") is not registered, and no handoff is issued before it is.")] : []))
    }

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let query = [(name: "product", value: invocation[product]), ("status", invocation[status])]
        let (releases, document) = try invocation.client().all(Releases.list, query: query)
        var table = Table(columns: [
            .init("RELEASE"), .init("STATUS"), .init("ADDED"), .init("BY", shrinks: true),
            .init("REQUIRES", shrinks: true),
        ])
        table.rows = releases.map { release in
            [
                release.name, release.status.rawValue, Times.relative(release.createdAt, to: invocation.now),
                release.createdBy, release.requirementWords,
            ]
        }
        return invocation.list(table, document, nothing: "There is no such release.")
    }

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Releases.get, [try id(invocation[release], invocation)]).output {
            lines($0, invocation)
        }
    }

    @Sendable private static func accept(_ invocation: Invocation) throws(Trouble) -> Output {
        let id = try id(invocation[release], invocation)
        let reply = try invocation.update(Releases.get, Releases.update, [id]) { _ in
            UpdateRelease(status: .accepted, reason: invocation[.reason])
        }
        return reply.output { ["\($0.title) is accepted."] }
    }

    @Sendable private static func withdraw(_ invocation: Invocation) throws(Trouble) -> Output {
        let id = try id(invocation[release], invocation)
        var wasAccepted = false
        let reply = try invocation.update(Releases.get, Releases.update, [id]) { before in
            wasAccepted = before.status == .accepted
            return UpdateRelease(status: .withdrawn, reason: invocation[.reason])
        }
        let undo = wasAccepted ? "Undo: " : "If it is to be used after all: "
        return reply.output { release in
            ["\(release.title) is withdrawn. Apps that have it still run it."] + handed(release, invocation)
                + disable(release, invocation)
                + [undo + invocation.commandLine("release", "accept", release.name, "--reason", "TEXT")]
        }
    }

    /// Who builds with it, or would go back to it.
    private static func handed(_ release: Release, _ invocation: Invocation) -> [String] {
        guard let apps = release.handedTo, !apps.isEmpty else { return [] }
        return wrapped(
            "It was handed to, or is prepared for, \(apps.joined(separator: ", ")): issue another handoff.", first: "",
            rest: "  ", width: invocation.width) + [
                "What that needs: " + invocation.commandLine("handoff", "check", apps[0])
            ]
    }

    /// What would turn the release off where it runs. For a package that belongs to no product that is known here, only a
    /// person can say whose version that is.
    private static func disable(_ release: Release, _ invocation: Invocation) -> [String] {
        let condition = ["--sdk", "=\(release.version)", "--reason", "TEXT"]
        guard let product = SDKPackage.product(of: release.product) else {
            return ["Off in a project that uses it: " + invocation.commandLine(["disable", "APP"] + condition)]
        }
        let everywhere = ["disable", "--everywhere", "--product", product.rawValue] + condition
        // A disable knows of products, not of packages: the native SDK and that for Flutter are one to it.
        return (release.handedTo ?? []).map { app in
            "Off in \(app) at that version: " + invocation.commandLine(["disable", app] + condition)
        } + [
            "Off in every \(product.rawValue) app of that version, whatever its package: "
                + invocation.commandLine(everywhere)
        ]
    }

    /// `NAME=MIN` of each `--require`; the service says whether they are any.
    private static func requirements(_ invocation: Invocation) throws(Trouble) -> [String: String] {
        var requirements: [String: String] = [:]
        for text in invocation.all(requirement) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw .usage("--require is NAME=MIN, e.g. ios=15, not \(text).") }
            guard requirements.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw .usage("--require says \(parts[0]) twice.")
            }
        }
        return requirements
    }

    /// The id of what a person names. Errors: neither an id nor PRODUCT@VERSION, and a release that there is not.
    static func id(_ text: String, _ invocation: Invocation) throws(Trouble) -> String {
        guard let named = productAndVersion(text) else {
            guard text.utf8.count == 24,
                text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else {
                throw .usage(
                    "\(text) is neither PRODUCT@VERSION nor a release's id.",
                    next: [invocation.commandLine("release", "list")])
            }
            return text
        }
        let releases = try invocation.client().all(Releases.list, query: [("product", named.product)]).items
        guard let release = releases.first(where: { $0.version.utf8.elementsEqual(named.version.utf8) }) else {
            throw Trouble(
                .notFound, code: ErrorCode.notFound.rawValue, "There is no release \(text).",
                next: [invocation.commandLine("release", "list")])
        }
        return release.id
    }

    /// What stands before and after the last `@`: a package of npm has one at its beginning too.
    private static func productAndVersion(_ text: String) -> (product: String, version: String)? {
        guard let mark = text.utf8.lastIndex(of: UInt8(ascii: "@")), mark != text.startIndex else { return nil }
        return (String(text[..<mark]), String(text[text.utf8.index(after: mark)...]))
    }

    private static func lines(_ release: Release, _ invocation: Invocation) -> [String] {
        let now = invocation.now
        return fields([
            ("product", release.product), ("version", release.version),
            ("goes with", release.pairedVersion.optional.map { "\(SDKPackage.shopStoryPlayer) \($0)" }),
            ("status", release.status.rawValue),
            (
                "withdrawn",
                release.withdrawal.optional.map { "\(Times.both($0.at, to: now)) by \($0.by): \($0.reason)" }
            ),
            ("requires", release.requirements.isEmpty ? "nothing that is known" : release.requirementWords),
            ("sha256", release.archiveSHA256),
            ("added", "\(Times.both(release.createdAt, to: now)) by \(release.createdBy)"),
            ("id", release.id),
        ]) + noteLines(release)
    }

    private static func noteLines(_ release: Release) -> [String] {
        guard let notes = release.notes.optional else { return [] }
        return ["notes"] + notes.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    }
}

extension Release {
    var title: String { "\(product) \(version)" }

    fileprivate var requirementWords: String {
        requirements.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
