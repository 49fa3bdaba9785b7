import API

extension Invocation {
    /// The command to try after the service refused with that code.
    func nextSteps(after code: ErrorCode) -> [String] {
        switch code {
        case .unauthorized: [commandLine("login"), commandLine("status")]
        case .forbidden: [commandLine("whoami")]
        case .notFound: listCommand.map { [$0] } ?? [commandLine("whoami")]
        case .rotationInProgress:
            [
                commandLine("secret", "status", app), commandLine("secret", "cancel", app),
                commandLine("secret", "rotate", app, "--end-overlap"),
            ]
        case .nothingToCancel: [commandLine("secret", "rotate", app)]
        case .currentInUse, .previousInUse: [commandLine("secret", "status", app)]
        case .notSuspended: [commandLine("project", "suspend", app)]
        case .stale: ["the same command again: somebody else changed it meanwhile"]
        case .unavailable, .keySigningUnavailable, .internal, .rateLimited, .methodNotAllowed, .misdirectedRequest:
            [commandLine("status")]
        case .reasonRequired: ["the same command with --reason TEXT"]
        case .invalidRequest, .invalidSlug, .invalidApplicationID, .invalidName, .invalidAllowlist, .invalidReason,
            .invalidRange, .invalidTarget, .invalidPattern, .ambiguousRoute, .outOfRange, .inThePast, .invalidRights,
            .noCondition:
            ["ssadmin \(command.name) --help"]
        case .unknownSurface, .invalidSurface, .protectedSurface: [commandLine("policy", "show", app)]
        case .conflict, .alreadyDone: listCommand.map { [$0] } ?? []
        case .idempotencyKeyReused: ["the same command with another --idempotency-key, or with none"]
        case .lengthRequired, .tooLarge, .uriTooLong, .unsupportedMediaType, .preconditionRequired, .headersTooLarge,
            .chatUnavailable:
            []
        }
    }

    private var app: String {
        command.arguments.first { $0.name == "APP" }.flatMap { all($0).first } ?? "APP"
    }

    /// What lists the things that this command is about.
    private var listCommand: String? {
        if command.words == ["installation", "list"] { return commandLine("project", "list") }
        if command.words == ["route", "list"], self[RouteCommands.version] != nil {
            return commandLine("route", "versions", app)
        }
        if ["diff", "restore"].contains(where: { command.words == ["policy", $0] }) {
            return commandLine("policy", "versions", app)
        }
        if command.words == ["handoff", "issue"] { return commandLine("handoff", "check", app) }
        if command.words[0] == "handoff", !["show", "set", "check"].contains(command.words[1]) {
            return commandLine("handoff", "list", app)
        }
        return switch command.words[0] {
        case "tenant", "project", "operator", "release": commandLine(command.words[0], "list")
        case "acceptance" where command.words[1] != "list": commandLine("acceptance", "list", app)
        case "acceptance": commandLine("handoff", "list", app)
        case "allowlist", "secret", "policy", "route", "handoff": commandLine("project", "list")
        case "disable", "refusals": commandLine("project", "list")
        case "installation": commandLine("installation", "list", app)
        // There is no list of people, but one of where they are.
        case "person": commandLine("installation", "list", app, "--identified", "yes")
        case "lift", "disables": commandLine("disables", "list")
        case "token": all(TokenCommands.holder).first.map { commandLine("token", "list", $0) }
        default: nil
        }
    }
}
