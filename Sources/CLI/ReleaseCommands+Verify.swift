import API

extension ReleaseCommands {
    private static let file = Argument("FILE", "the archive")
    private static let expected = Option("release", "RELEASE", "which one it should be: PRODUCT@VERSION, or its id")

    static let verifyCommand = Command(
        words: ["release", "verify"], summary: "Say which release an archive is.",
        details: [
            "Its SHA-256 is taken here and compared with those of the releases. The file is not sent anywhere.",
            "Exit status 0 where it is a release that holds, or the one of --release; 4 where it is none; 5 where it is not the "
                + "one of --release, or one that was withdrawn.",
        ],
        arguments: [file], options: [expected],
        examples: [
            "ssadmin release verify sdk.zip",
            "ssadmin release verify sdk.zip --release ShopStoryPlayerSDK@0.2.0-preview.2",
        ], run: verify)

    @Sendable private static func verify(_ invocation: Invocation) throws(Trouble) -> Output {
        let wanted = try invocation[expected].map { text throws(Trouble) in try id(text, invocation) }
        let (releases, document) = try invocation.client().all(Releases.list)
        let digest = try invocation.archiveDigest(of: invocation[file])
        let same = releases.filter { $0.archiveSHA256 == digest }
        let named = same.map(\.name).joined(separator: ", ")
        let path = invocation[file]
        if let wanted, !same.contains(where: { $0.id == wanted }) {
            guard let release = releases.first(where: { $0.id == wanted }) else {
                throw Trouble(
                    .notFound, code: ErrorCode.notFound.rawValue, "There is no release \(wanted).",
                    next: [invocation.commandLine("release", "list")])
            }
            let other = same.isEmpty ? "it is no release at all" : "it is \(named)"
            throw Trouble(
                .conflict, code: "other_archive",
                "\(path) is not the archive of \(release.title): its SHA-256 is \(digest), that of the release is "
                    + "\(release.archiveSHA256); \(other). Do not use it.")
        }
        guard !same.isEmpty else {
            throw Trouble(
                .notFound, code: "unknown_archive",
                "\(path) is the archive of no release: its SHA-256 is \(digest). Do not use it as one.",
                next: [invocation.commandLine("release", "list")])
        }
        let meant = wanted.map { wanted in same.filter { $0.id == wanted } } ?? same
        // Withdrawn bytes are not good for having been released twice.
        let holds = meant.allSatisfy { $0.status != .withdrawn }
        return Output(
            document: .object([
                .init("archive_sha256", .string(digest)),
                .init(
                    "releases", .array(document.elements { element in meant.contains { element == .string($0.id) } })),
            ]),
            people: ["\(path) is " + meant.map { "\($0.title) (\($0.status.rawValue))" }.joined(separator: ", ") + "."]
                + fields([("sha256", digest)])
                + meant.compactMap { release in
                    release.withdrawal.optional.map { "WITHDRAWN by \($0.by): \($0.reason)" }
                },
            status: holds ? .done : .conflict)
    }
}

extension JSONValue {
    /// The items of a page whose id is wanted, as they came.
    fileprivate func elements(where isWanted: (JSONValue) -> Bool) -> [JSONValue] {
        guard case .array(let items)? = self["items"] else { return [] }
        return items.filter { $0["id"].map(isWanted) ?? false }
    }
}
