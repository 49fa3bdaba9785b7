import API

/// Which surface a route is, what may show there, and why.
extension RouteCommands {
    @Sendable static func test(_ invocation: Invocation) throws(Trouble) -> Output {
        let query: [(name: String, value: String?)] = [("route", invocation[route])]
        let reply = try invocation.client().call(RouteMaps.resolve, [invocation[app]], query: query)
        let reasons = invocation.isForPeople ? reasons(for: try reply.required(), invocation) : []
        return reply.output { resolved in
            let pattern = resolved.pattern.optional ?? "none matches, and then it is unknown, where nothing shows"
            return fields([
                ("surface", resolved.surface), ("pattern", pattern), ("player", word(resolved.player)),
                ("follow-me", word(resolved.followMe)),
            ]) + reasons
        }
    }

    /// What the policy says of the surface, and who takes something away there. Where that cannot be read it says so: the answer
    /// itself is there.
    private static func reasons(for resolved: ResolvedRoute, _ invocation: Invocation) -> [String] {
        do throws(Trouble) {
            let client = try invocation.client()
            let base = try client.call(Policies.get, [invocation[app]]).required()
            // Of a device that says nothing of itself every condition holds: these are all that can take something away.
            let effective = try client.call(Policies.effective, [invocation[app]]).required()
            let disables = effective.disables.filter { $0.concerns(surface: resolved.surface) }
            let (some, all) = (disables.filter(\.isConditional), disables.filter { !$0.isConditional })
            return [""] + policyWords(base, resolved.surface)
                + (effective.suspended ? ["The project or its tenant is suspended, so everything is off."] : [])
                + words(of: all, "Taken away by:", invocation) + words(of: some, "And from some apps by:", invocation)
                + (resolved.player || !(base.isEnabled && base.surfaces[resolved.surface]?.player ?? false)
                    || effective.suspended || !all.isEmpty
                    ? [] : ["What takes it away waits for the database: " + invocation.commandLine("status")])
        } catch {
            return ["", "Why could not be read: \(error.message)"]
        }
    }

    private static func policyWords(_ base: BasePolicy, _ surface: String) -> [String] {
        var lines = [
            base.surfaces[surface].map {
                "The policy has \(surface): player \(word($0.player)), follow-me \(word($0.followMe))."
            } ?? "The policy does not have \(surface), and then all is off there."
        ]
        if !base.isEnabled { lines.append("The policy has the whole SDK off.") }
        if base.surfaces[surface]?.followMe ?? false, !base.followMePlayerEnabled {
            lines.append("The policy has the follow-me player off everywhere.")
        }
        return lines
    }

    private static func words(of disables: [Disable], _ title: String, _ invocation: Invocation) -> [String] {
        guard !disables.isEmpty else { return [] }
        return [title]
            + disables.map { disable in
                let only = disable.conditions.words
                return "  \(disable.targets.joined(separator: ", ")) for \(disable.scope.words)"
                    + (only.isEmpty ? "" : ", only \(only)") + ": \(disable.reason) (disable \(disable.id), "
                    + "\(Times.relative(disable.createdAt, to: invocation.now)))"
            }
    }

    private static func word(_ flag: Bool) -> String { flag ? "on" : "off" }
}

extension Disable {
    fileprivate var isConditional: Bool { !conditions.words.isEmpty }

    /// Whether it can take something away from a surface.
    fileprivate func concerns(surface: String) -> Bool {
        targets.contains { ["sdk", "follow_me_player", "surface:\(surface)"].contains($0) }
    }
}
