import API

/// Disables: what people type at three in the morning. Nothing asks back, and each answer says how to undo it.
enum DisableCommands {
    private static let app = Argument("APP", "the project's application id", isOptional: true)
    static let id = Argument("ID", "the disable's id")
    private static let tenant = Option("tenant", "TENANT", "all apps of a tenant")
    private static let everywhere = Option("everywhere", "all apps of all tenants")
    private static let target = Option(
        "target", "TARGET", "sdk (the default), follow_me_player, manual_minimize or surface:NAME", isRepeatable: true)
    private static let product = Option(
        "product", "PRODUCT", "only projects of this product", isRepeatable: true,
        choices: Product.allCases.map(\.rawValue))
    private static let platform = Option(
        "platform", "PLATFORM", "only apps on this platform", choices: Platform.allCases.map(\.rawValue))
    private static let appIdentifier = Option(
        "app", "ID", "only the app with this bundle identifier or package name", isRepeatable: true)
    private static let sdk = Option("sdk", "RANGE", "only these SDK versions, e.g. '>=0.1.0 <0.2.0'")
    private static let host = Option("host", "RANGE", "only these versions of the host app")
    private static let reviewIn = Option(
        "review-in", "24h", "when to look whether it is still needed: 24h, 3d, or an RFC 3339 time")
    private static let reference = Option("reference", "INCIDENT", "the incident's number")
    private static let reason = Option("reason", "TEXT", "why, for the audit log and whoever lifts it").required

    static let commands =
        [
            Command(
                words: ["disable"], summary: "Turn the SDK, or a part of it, off in apps that shoppers have.",
                details: [
                    "For one project, for --tenant T, or --everywhere. It stays off until somebody lifts it.",
                    "All conditions that are given must hold; what an app does not say of itself satisfies any of them.",
                    "Nothing asks back; --dry-run says how far it would reach.",
                ],
                arguments: [app],
                options: [
                    tenant, everywhere, reason, target, product, platform, appIdentifier, sdk, host, reference,
                    reviewIn,
                    .idempotencyKey, .dryRun,
                ],
                examples: [
                    "ssadmin disable shop-ios --reason 'crash at checkout' --reference INC-42",
                    "ssadmin disable shop-ios --sdk '>=0.1.0 <0.2.0' --platform ios --reason 'crash' --review-in 24h",
                    "ssadmin disable --tenant acme --reason 'crash' --target surface:home",
                    "ssadmin disable --everywhere --reason 'the player breaks apps' --dry-run",
                ], run: disable),
            Command(
                words: ["lift"], summary: "End a disable.", details: ["Says which other disables still hold."],
                arguments: [id], options: [reason, .dryRun],
                examples: ["ssadmin lift e4a2bb5614b40f58efadf896 --reason 'fixed in 2.4.1'"], run: lift),
        ] + listCommands

    @Sendable private static func disable(_ invocation: Invocation) throws(Trouble) -> Output {
        let scope = try scope(invocation)
        let given = invocation.all(target)
        let targets = given.isEmpty ? ["sdk"] : given
        let body = CreateDisable(
            scope: scope, targets: targets, conditions: conditions(invocation), reason: invocation[reason]!,
            reference: invocation[reference], reviewAt: try reviewAt(invocation))
        let reply = try invocation.change(Disables.create, body: body)
        let what = "\(words(targets)) for \(scope.words)\(only(body.conditions))"
        if reply.isDryRun,
            let preview = try? JSONReader.decode(Preview.self, from: reply.json, unknown: .ignore { _ in })
        {
            return Output(
                document: reply.json,
                people: ["Dry run: nothing was changed. It would turn off: \(what)."]
                    + fields(
                        [("reach", preview.reach.words), obeyed(within: preview.obeyedWithinSeconds)]
                            + preview.warnings.map { ("WARNING", $0) })
                    + projects(preview.reach) + versions(preview.reach, targets))
        }
        return reply.output { made in
            let by = invocation.now.advanced(bySeconds: Int64(made.obeyedWithinSeconds))
            return ["OFF: \(what)."]
                + fields(
                    [
                        ("disable", made.id), ("reach", made.reach.words), ("revision", String(made.revision)),
                        obeyed(within: made.obeyedWithinSeconds), ("", "(\(Instant(milliseconds: by.seconds * 1000)))"),
                    ] + made.warnings.map { ("WARNING", $0) })
                + projects(made.reach) + versions(made.reach, targets)
                + ["Undo: " + invocation.commandLine("lift", made.id, "--reason", "TEXT")]
        }
    }

    /// What a dry run tells of a disable: all but the id, which there is none of.
    private struct Preview: Decodable {
        let reach: Reach
        let warnings: [String]
        let obeyedWithinSeconds: Int

        enum CodingKeys: String, CodingKey {
            case reach, warnings
            case obeyedWithinSeconds = "obeyed_within_seconds"
        }
    }

    private static func obeyed(within seconds: Int) -> (String, String?) {
        ("obeyed", "at once by apps that listen, within \(Times.span(Int64(seconds))) by those that ask")
    }

    @Sendable private static func lift(_ invocation: Invocation) throws(Trouble) -> Output {
        let body = LiftDisable(reason: invocation[reason])
        return try invocation.change(Disables.lift, [try disableID(invocation)], body: body).output { lifted in
            let disable = lifted.disable
            let held = lifted.stillActive
            return ["Lifted: \(words(disable.targets)) for \(disable.scope.words)\(only(disable.conditions))."]
                + fields([("disable", disable.id), ("revision", String(lifted.revision))])
                + (lifted.suspended ? ["STILL OFF: it is suspended, and that is ended by restoring it."] : [])
                + (held.isEmpty
                    ? (lifted.suspended || invocation.waiting.count > 0 ? [] : ["Nothing else holds it off."])
                    : [held.count == 1 ? "Another disable holds here:" : "\(held.count) other disables hold here:"]
                        + held.map { "  " + invocation.commandLine("disables", "show", $0) })
        }
    }

    /// An app's name in the place of the id is the slip that is made at 3 a.m.
    static func disableID(_ invocation: Invocation) throws(Trouble) -> String {
        let text = invocation[id]
        guard text.utf8.count == 24, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            throw .usage(
                "\(text) is no disable's id: 24 digits of 0–9 and a–f, as 'ssadmin disables list' shows them.",
                next: [invocation.commandLine("disables", "list")])
        }
        return text
    }

    private static func scope(_ invocation: Invocation) throws(Trouble) -> DisableScope {
        switch (invocation.all(app).first, invocation[tenant], invocation.has(everywhere)) {
        case (let app?, nil, false): return .project(applicationID: app)
        case (nil, let tenant?, false): return .tenant(tenant)
        case (nil, nil, true): return .deployment
        default:
            throw .usage(
                "Say for whom, in one way: APP, --tenant TENANT, or --everywhere.",
                next: [invocation.command.examples[0]])
        }
    }

    private static func conditions(_ invocation: Invocation) -> DisableConditions {
        let products = invocation.all(product).compactMap(Product.init)
        let apps = invocation.all(appIdentifier)
        return DisableConditions(
            products: products.isEmpty ? nil : products, platform: invocation[platform].flatMap(Platform.init),
            appIdentifiers: apps.isEmpty ? nil : apps, sdkVersions: invocation[sdk], hostAppVersions: invocation[host])
    }

    private static func reviewAt(_ invocation: Invocation) throws(Trouble) -> Instant? {
        guard let text = invocation[reviewIn] else { return nil }
        if let instant = Instant(text) { return instant }
        guard let seconds = Times.seconds(text) else {
            throw .usage("--review-in is 90m, 24h, 3d (from now), or 2026-11-30T09:54:19Z, not \(text).")
        }
        guard invocation[.idempotencyKey] == nil else {
            throw .usage(
                "A span would be another moment at each repeat: with --idempotency-key say --review-in as an instant.")
        }
        return invocation.now.advanced(bySeconds: seconds)
    }

    private static func only(_ conditions: DisableConditions) -> String {
        conditions.words.isEmpty ? "" : ", only \(conditions.words)"
    }

    static func words(_ targets: [String]) -> String {
        targets.joined(separator: ", ")
    }

    /// Where it reaches more than one.
    private static func projects(_ reach: Reach) -> [String] {
        guard reach.byProject.count > 1 else { return [] }
        let shown = 10
        var table = Table(columns: [.init("PROJECT"), .init("INSTALLATIONS", alignsRight: true)])
        table.rows = reach.byProject.prefix(shown).map { [$0.applicationID, String($0.installations)] }
        let rest = reach.projects - Int64(table.rows.count)
        return [""] + table.lines(width: Help.width) + (rest > 0 ? ["and \(counted(rest, "more project"))"] : [])
    }

    /// Of the versions that installations run, those that people look at first; some of the SDK may stay on in those that are
    /// inside.
    private static func versions(_ reach: Reach, _ targets: [String]) -> [String] {
        guard !reach.versions.isEmpty else { return [] }
        let shown = 5
        let off = targets.contains("sdk") ? "yes" : "in part"
        var table = Table(columns: [
            .init("SDK VERSION"), .init("APP VERSION"), .init("INSTALLATIONS", alignsRight: true), .init("OFF"),
        ])
        table.rows = reach.versions.prefix(shown).map { version in
            [
                version.sdkVersion.optional ?? "unknown", version.hostAppVersion.optional ?? "unknown",
                String(version.installations), version.inside ? off : "no",
            ]
        }
        let more = reach.versions.count > shown ? ["and more pairs of versions: --json has the 50 most frequent"] : []
        return [""] + table.lines(width: Help.width) + more + [""]
    }
}

extension DisableScope {
    var words: String {
        switch self {
        case .deployment: "all apps of all tenants"
        case .tenant(let tenant): "all apps of \(tenant)"
        case .project(let id): id
        }
    }
}

extension DisableConditions {
    /// `ios, SDK <0.2.0`; empty where it has none.
    var words: String {
        var words: [String] = []
        if let products { words.append("product \(products.map(\.rawValue).joined(separator: " or "))") }
        if let platform { words.append(platform.rawValue) }
        if let appIdentifiers { words.append("app \(appIdentifiers.joined(separator: " or "))") }
        if let sdkVersions { words.append("SDK \(sdkVersions)") }
        if let hostAppVersions { words.append("host app \(hostAppVersions)") }
        return words.joined(separator: ", ")
    }
}

extension Reach {
    var words: String {
        [counted(tenants, "tenant"), counted(projects, "project"), counted(installations, "installation")]
            .joined(separator: ", ")
    }
}
