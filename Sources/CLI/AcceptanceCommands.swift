import API

/// Acceptance of an issued handoff: what was tried on a device, and how far the rollout has come.
enum AcceptanceCommands {
    private static let app = ProjectCommands.app
    private static let handoff = Argument(
        "N", "a handoff's number; the newest where it is left out", isOptional: true)
    private static let checks = Argument(
        "CHECK", "a row or a scenario, as 'acceptance list' shows it", isRepeatable: true)
    private static let result = Argument("RESULT", "pass, fail or blocked (it could not be tried)")
    private static let stage = Argument("NAME", "a stage of the handoff's rollout")
    private static let number = Option("number", "N", "a handoff's number, instead of the newest")
    private static let device = Option("device", "TEXT", "what it was tried on, e.g. 'iPhone 15 Pro'").required
    private static let os = Option("os", "TEXT", "its operating system, e.g. 'iOS 17.2'").required
    private static let sdk = Option("sdk", "VERSION", "the exact version of the SDK that was tried").required
    private static let note = Option("note", "TEXT", "what there is to say, in a line")
    /// Several people try things at once, each its own.
    private static let attemptsMax = 5

    static let commands = [
        Command(
            words: ["acceptance", "list"], summary: "Show what was tried of an issued handoff, and its rollout.",
            details: [
                "Below each check stand its note and how it went in the handoff before. Last come the stages, and what keeps "
                    + "the next one back.",
                "What each check wants is written on the handoff's page, under Acceptance: 'ssadmin handoff get APP N "
                    + "--format md --lang en'.",
            ],
            arguments: [app, handoff],
            examples: ["ssadmin acceptance list shop-ios", "ssadmin acceptance list shop-ios 1 --json"], run: list),
        Command(
            words: ["acceptance", "set"], summary: "Record how checks of an issued handoff went.",
            details: [
                "Several checks of one session are recorded at once: they get the same result, device, system, version and "
                    + "note, all of them or none.",
                "A result stays until another takes its place.",
                "A check passes only with the version that was handed over; on the way back also with the one to go back to.",
                "What is of one row or scenario alone may be named without 'row:' or 'scenario:'.",
            ],
            arguments: [app, checks, result], options: [device, os, sdk, note, number, .dryRun],
            examples: [
                "ssadmin acceptance set shop-ios live vod no_content pass --device 'iPhone 15' --os 'iOS 17.2' --sdk 0.2.0",
                "ssadmin acceptance set shop-ios row:rollback fail --device 'iPhone 15' --os 'iOS 17.2' --sdk 0.1.9 --note 'crashes at start'",
            ], run: set),
        Command(
            words: ["acceptance", "stage"], summary: "Mark a stage of the rollout as done.",
            details: [
                "In order, and not before every check that applies has passed and the release to go back to is accepted. A "
                    + "stage stays done when a check fails later. Of a handoff that has a newer one no more stages are marked."
            ],
            arguments: [app, stage], options: [number, .dryRun],
            examples: ["ssadmin acceptance stage shop-ios staff"], run: mark),
    ]

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let path = try path(invocation, invocation.all(handoff).first)
        return try invocation.client().call(Acceptances.get, path).output { lines($0, invocation) }
    }

    @Sendable private static func set(_ invocation: Invocation) throws(Trouble) -> Output {
        guard let result = CheckResult(rawValue: invocation[result]) else {
            let words = CheckResult.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("'\(invocation[result])' is no result; it is one of \(words).")
        }
        var names: [String] = []
        let path = try path(invocation, invocation[number])
        let reply = try invocation.update(Acceptances.get, Acceptances.set, path, attempts: attemptsMax) {
            current throws(Trouble) in
            let known = current.checks.map(\.check)
            let given = try invocation.all(checks).map { text throws(Trouble) in
                try named(text, among: known, invocation)
            }
            names = known.filter(given.contains)
            var stated = SetAcceptance(of: current)
            stated.results.removeAll { names.contains($0.check) }
            stated.results += names.map {
                StatedCheck(
                    check: $0, result: result, device: invocation[device]!, os: invocation[os]!,
                    sdkVersion: invocation[sdk]!, note: invocation[note])
            }
            return stated
        }
        let what = "recorded for handoff \(path[1]) of \(invocation[app]): \(result.rawValue)."
        let (all, isOne) = (names.joined(separator: ", "), names.count == 1)
        if reply.isDryRun {
            return dryRun(
                reply, "It would record \(all) for handoff \(path[1]) of \(invocation[app]): \(result.rawValue).",
                invocation)
        }
        return reply.output { acceptance in
            wrapped("\(all) \(isOne ? "is" : "are") \(what)", first: "", rest: "  ", width: invocation.width)
                + nextLines(acceptance, invocation, names: false)
        }
    }

    private static func dryRun(_ reply: Reply<Acceptance>, _ words: String, _ invocation: Invocation) -> Output {
        Output(
            document: reply.json,
            people: wrapped(
                "Dry run: nothing was changed. \(words)", first: "", rest: "  ", width: invocation.width))
    }

    @Sendable private static func mark(_ invocation: Invocation) throws(Trouble) -> Output {
        let name = invocation[stage]
        let path = try path(invocation, invocation[number])
        let reply = try invocation.update(Acceptances.get, Acceptances.set, path, attempts: attemptsMax) { current in
            if current.stages.contains(where: { $0.name == name && $0.done.optional != nil }) { return nil }
            var stated = SetAcceptance(of: current)
            stated.stagesDone.append(name)
            return stated
        }
        if reply.isDryRun {
            return dryRun(reply, "It would mark '\(name)' of handoff \(path[1]) of \(invocation[app]).", invocation)
        }
        return reply.output { stageLines($0, invocation) }
    }

    /// Of a handoff of the project: the one with that number, or the newest.
    private static func path(_ invocation: Invocation, _ number: String?) throws(Trouble) -> [String] {
        if let number { return [invocation[app], number] }
        let newest = try invocation.client().all(Handoffs.issues, [invocation[app]], limit: 1).items.first
        guard let newest else {
            throw .usage(
                "No handoff of \(invocation[app]) was ever issued: there is nothing to accept.",
                next: [invocation.commandLine("handoff", "check", invocation[app])])
        }
        return [invocation[app], String(newest.number)]
    }

    /// The check that is meant: `live` is `scenario:live`, but `rollback` is a row and a scenario.
    private static func named(
        _ text: String, among checks: [String], _ invocation: Invocation
    ) throws(Trouble) -> String {
        if checks.contains(text) { return text }
        let meant = checks.filter { $0.hasSuffix(":\(text)") }
        if meant.count == 1 { return meant[0] }
        throw .usage(
            meant.isEmpty
                ? "There is no check '\(text)'." : "'\(text)' is \(meant.joined(separator: " or ")): say which.",
            next: [invocation.commandLine("acceptance", "list", invocation[app])])
    }

    // MARK: For people

    private static func lines(_ acceptance: Acceptance, _ invocation: Invocation) -> [String] {
        var table = Table(columns: [
            .init("CHECK"), .init("RESULT"), .init("BY", shrinks: true), .init("WHEN"), .init("ON", shrinks: true),
        ])
        for check in acceptance.checks {
            let recorded = check.recorded.optional
            let untried = check.needed ? "-" : "does not apply"
            table.rows.append([
                check.check, recorded?.result.rawValue ?? untried, recorded?.by ?? "",
                recorded.map { Times.relative($0.at, to: invocation.now) } ?? "",
                recorded.map { "\($0.device), \($0.os), \($0.sdkVersion)" } ?? "",
            ])
            var details: [String] = []
            if let recorded {
                details +=
                    recorded.note.optional.map { wrapped($0, first: "  ", rest: "  ", width: invocation.width) } ?? []
            }
            if let earlier = check.earlier.optional {
                let words = "\(earlier.recorded.result.rawValue) with \(earlier.recorded.sdkVersion)"
                let when = Times.relative(earlier.recorded.at, to: invocation.now)
                details.append("  in handoff \(earlier.number): \(words), \(when)")
            }
            table.details.append(details)
        }
        return fields([
            ("handoff", String(acceptance.number)), ("release", acceptance.release),
            ("rollback", acceptance.rollbackRelease),
        ]) + [""] + table.lines(width: invocation.width) + [""] + stageLines(acceptance, invocation)
    }

    private static func stageLines(_ acceptance: Acceptance, _ invocation: Invocation) -> [String] {
        var table = Table(columns: [
            .init("STAGE", shrinks: true), .init("PERCENT", alignsRight: true), .init("DONE"),
            .init("BY", shrinks: true),
        ])
        table.rows = acceptance.stages.map { stage in
            let done = stage.done.optional
            return [
                stage.name, String(stage.percent), done.map { Times.relative($0.at, to: invocation.now) } ?? "-",
                done?.by ?? "",
            ]
        }
        return table.lines(width: invocation.width) + nextLines(acceptance, invocation, names: true)
    }

    /// What keeps the next stage back: its names, or only how many there are.
    private static func nextLines(_ acceptance: Acceptance, _ invocation: Invocation, names: Bool) -> [String] {
        guard let next = acceptance.stages.first(where: { $0.done.optional == nil }) else {
            return ["The rollout is complete."]
        }
        if acceptance.waitsFor.isEmpty {
            let command = invocation.commandLine("acceptance", "stage", invocation[app], next.name)
            return ["Nothing keeps '\(next.name)' back: \(command)"]
        }
        if names {
            let waits = acceptance.waitsFor.joined(separator: ", ")
            return wrapped("'\(next.name)' waits for \(waits).", first: "", rest: "  ", width: invocation.width)
        }
        return [
            "'\(next.name)' waits for \(acceptance.waitsFor.count) more: "
                + invocation.commandLine("acceptance", "list", invocation[app], String(acceptance.number))
        ]
    }
}

extension SetAcceptance {
    /// What says that all is to stay as it is.
    fileprivate init(of acceptance: Acceptance) {
        self.init(
            results: acceptance.checks.compactMap { check in
                check.recorded.optional.map {
                    StatedCheck(
                        check: check.check, result: $0.result, device: $0.device, os: $0.os, sdkVersion: $0.sdkVersion,
                        note: $0.note.optional)
                }
            },
            stagesDone: acceptance.stages.filter { $0.done.optional != nil }.map(\.name))
    }
}
