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
            if effective.suspended { lines.append("Suspended, so everything is off.") }
            guard let policy = effective.policy.optional else {
                return lines + ["Nothing: the app is not on the allowlist, and the device is answered 401."]
            }
            lines += Self.lines(policy, invocation) + [""]
            if effective.disables.isEmpty { return lines + ["No disable holds for it."] }
            return lines + ["Taken away by:"]
                + effective.disables.map { "  \($0.id)  \($0.targets.joined(separator: ", ")): \($0.reason)" }
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
