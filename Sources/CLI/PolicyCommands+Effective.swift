import API

/// What one device is told, and why.
extension PolicyCommands {
    private static let platform = Option(
        "platform", "PLATFORM", "what the device runs on", choices: Platform.allCases.map(\.rawValue))
    private static let identifier = Option("app", "ID", "the app's bundle identifier or package name")
    private static let sdk = Option("sdk", "VERSION", "the SDK's version")
    private static let host = Option("host", "VERSION", "the host app's version")

    static let effectiveCommand = Command(
        words: ["policy", "effective"], summary: "Show what a device is told, and which disables made it so.",
        details: ["What is left out is what the device does not say: any condition on it holds then."],
        arguments: [app], options: [platform, identifier, sdk, host],
        examples: [
            "ssadmin policy effective shop-ios --platform ios --app com.acme.shop --sdk 0.2.0 --host 4.11"
        ], run: effective)

    @Sendable private static func effective(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(
            Policies.effective, [invocation[app]],
            query: [
                ("platform", invocation[platform]), ("app_identifier", invocation[identifier]),
                ("sdk_version", invocation[sdk]), ("host_app_version", invocation[host]),
            ]
        ).output { effective in
            var lines = effective.warnings.map { "WARNING: \($0)" }
            if effective.suspended { lines.append("The project or its tenant is suspended, so everything is off.") }
            guard let policy = effective.policy.optional else {
                return lines + [
                    "Nothing: the app is not on the allowlist, and the device is answered 401.",
                    "Try: " + invocation.commandLine("allowlist", "show", invocation[app]),
                ]
            }
            lines += Self.lines(policy, invocation) + [""]
            if effective.disables.isEmpty {
                // One that waits for the database may have taken something away above.
                return lines + [invocation.waiting.count > 0 ? "No disable is listed." : "No disable holds for it."]
            }
            return lines + ["Taken away by:"]
                + effective.disables.flatMap { disable in
                    let only = disable.conditions.words
                    return [
                        "  \(disable.targets.joined(separator: ", ")) for \(disable.scope.words)"
                            + (only.isEmpty ? "" : ", only \(only)") + ": \(disable.reason)",
                        "    by \(disable.createdBy) \(Times.relative(disable.createdAt, to: invocation.now)). Undo: "
                            + invocation.commandLine("lift", disable.id, "--reason", "TEXT"),
                    ]
                }
        }
    }

    private static func lines(_ policy: PolicyDocument, _ invocation: Invocation) -> [String] {
        lines(
            BasePolicy(
                isEnabled: policy.isEnabled, followMePlayerEnabled: policy.followMePlayerEnabled,
                manualMinimizeEnabled: policy.manualMinimizeEnabled, surfaces: policy.surfaces,
                ttlSeconds: policy.ttlSeconds), of: policy.revision, invocation)
    }
}
