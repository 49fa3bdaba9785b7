import API

/// Refusals: why devices were turned away. The devices are all told the same; here it is said to those who can mend it.
enum RefusalCommands {
    private static let app = Argument("APP", "a project; without it, those of no known project", isOptional: true)

    static let commands = [
        Command(
            words: ["refusals"], summary: "Show why devices were turned away.",
            details: [
                "Of a project: apps that are not on its list. Keys and application ids that are of no project are the "
                    + "deployment's, without APP."
            ],
            arguments: [app], options: [.limit], examples: ["ssadmin refusals shop-ios", "ssadmin refusals"],
            run: list)
    ]

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let project = invocation.all(app).first
        let limit = try invocation.limit()
        let client = try invocation.client()
        let (refusals, document) =
            if let project {
                try client.all(Refusals.ofProject, [project], limit: limit)
            } else {
                try client.all(Refusals.ofDeployment, limit: limit)
            }
        var table = Table(columns: [
            .init("COUNT", alignsRight: true), .init("FIRST SEEN"), .init("LAST SEEN"), .init("REASON"),
        ])
        table.rows = refusals.map { refusal in
            [
                String(refusal.count), Times.relative(refusal.firstSeen, to: invocation.now),
                Times.relative(refusal.lastSeen, to: invocation.now), refusal.reason.rawValue,
            ]
        }
        table.details = refusals.map { details(of: $0, invocation) }
        guard let project else {
            return invocation.list(table, document, nothing: "No device was turned away for its key.")
        }
        return invocation.list(
            table, document, nothing: "No app was turned away from \(project).",
            after: ["Keys that are of no project: " + invocation.commandLine("refusals")])
    }

    private static func details(of refusal: DeviceRefusal, _ invocation: Invocation) -> [String] {
        let platform = refusal.platform.optional
        let received = "\"\(refusal.value)\"" + (platform.map { " on \($0.rawValue)" } ?? "")
        return broken(received, indent: "  ", width: invocation.width)
            + wrapped(refusal.cause, first: "  ", rest: "  ", width: invocation.width)
            + mending(refusal, invocation).map { "  " + $0 }
    }

    /// What is typed where the device was right.
    private static func mending(_ refusal: DeviceRefusal, _ invocation: Invocation) -> [String] {
        guard refusal.reason == .appNotListed, let project = invocation.all(app).first else { return [] }
        return refusal.lists.map { platform in
            // A value that looks like an option is one only after an equals sign.
            let entry =
                refusal.value.hasPrefix("-")
                ? ["--\(platform.rawValue)=\(refusal.value)"] : ["--\(platform.rawValue)", refusal.value]
            return invocation.commandLine(["allowlist", "add", project] + entry)
        }
    }
}

extension DeviceRefusal {
    /// The likely cause, as people would say it.
    fileprivate var cause: String {
        switch reason {
        case .malformedKey:
            "The key was cut or changed when it was copied into the app: a whole one is sdk1_, the region, 24 and 32 "
                + "hex digits, as 'project show' prints it."
        case .badTag:
            "The key has the right form, but this deployment has not signed it: is it another environment's, or was a "
                + "digit of it changed?"
        case .unknownKey:
            "The key is as it must be, but no project has it: is it another environment's, or from before a restore?"
        case .deletedProject:
            "The project of this key was deleted, for ever: the app needs the key of another one."
        case .unknownApplicationID:
            "No project has this application id, or none has it any more: a slip in the app, or another environment's?"
        case .appNotListed: absence
        }
    }

    private var absence: String {
        let list = platform.optional.map { "the project's \($0.rawValue) list" } ?? "any list of the project"
        let way = lists.isEmpty ? " It is no app's identifier." : " If it is right, let it in:"
        guard let nearest = nearest.optional else { return "The app is not on \(list), nor anything like it." + way }
        // Package names are compared with case, and people overlook it.
        if nearest.lowercased() == value.lowercased() {
            return "The app is not on \(list), but \(nearest) is, which differs by upper and lower case." + way
        }
        return "The app is not on \(list); the most like it there is \(nearest)." + way
    }

    /// On which lists the value could stand: on none where it was cut, escaped or kept as a fingerprint.
    fileprivate var lists: [Platform] {
        let segments = value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count >= 2, segments.allSatisfy({ !$0.isEmpty }) else { return [] }
        return (platform.optional.map { [$0] } ?? Platform.allCases).filter { platform in
            let other = UInt8(ascii: platform == .ios ? "-" : "_")
            return segments.joined().allSatisfy { isLetterOrDigit($0) || $0 == other }
        }
    }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}
