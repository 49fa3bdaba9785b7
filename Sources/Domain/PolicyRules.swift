import API

/// The surfaces of an app: where the SDK may show itself (seeds S0 and S1, contract section 6).
package enum Surfaces {
    package static let standard = [
        "home", "liveList", "catalog", "search", "productDetail", "cart", "checkout", "payment", "auth", "profile",
        "unknown",
    ]
    /// Where the SDK has nothing to do, and no policy can let it (S0).
    package static let closed: Set<String> = ["cart", "checkout", "payment", "auth", "unknown"]
    /// Where no video may follow the shopper (S0).
    package static let withoutFollowMe: Set<String> = closed.union(["profile"])
    /// Bounds a document that every device downloads.
    package static let customMax = 100

    /// A standard one, or a custom `^[a-z][A-Za-z0-9]{0,63}$`.
    package static func isWellFormed(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        return (1...64).contains(bytes.count) && ASCII.isLower(bytes[0])
            && bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
    }

    /// Why a name is no surface, for whoever gave it.
    package static func faultOfForm(_ name: String) -> String {
        "\(quoted(name)) is no surface: a standard one, or 1–64 letters and digits that begin with a lower-case letter."
    }

    /// With every standard surface; one that is left out is off.
    fileprivate static func completed(_ surfaces: [String: SurfaceDecision]) -> [String: SurfaceDecision] {
        surfaces.merging(standard.map { ($0, .off) }) { given, _ in given }
    }
}

extension BasePolicy {
    package static let ttlSecondsAllowed = 10...300

    /// What a new project has: video from the home page to the product, nothing near the till.
    package static let standard = BasePolicy(
        isEnabled: true, followMePlayerEnabled: true, manualMinimizeEnabled: true,
        surfaces: Dictionary(
            uniqueKeysWithValues: Surfaces.standard.map { name in
                let open = ["home", "liveList", "catalog", "search", "productDetail"].contains(name)
                return (name, SurfaceDecision(player: open, followMe: open))
            }), ttlSeconds: 60)

    /// A policy as an operator gave it; a standard surface that it leaves out is off.
    ///
    /// - Throws: `invalid_surface`, `protected_surface` or `out_of_range`, the code of the first fault, with all.
    package init(_ set: SetPolicy) throws(Failure) {
        var faults: [(ErrorCode, Fault)] = []
        func fault(_ code: ErrorCode, _ pointer: String, _ detail: String) {
            faults.append((code, Fault(pointer, code.rawValue, detail)))
        }
        for (name, decision) in set.surfaces.sorted(by: { $0.key < $1.key }) {
            let pointer = "/surfaces/\(name)"
            if !Surfaces.isWellFormed(name) {
                fault(.invalidSurface, "/surfaces", Surfaces.faultOfForm(name))
            } else if Surfaces.closed.contains(name), decision != .off {
                fault(.protectedSurface, pointer, "'\(name)' can be given neither player nor follow_me.")
            } else if Surfaces.withoutFollowMe.contains(name), decision.followMe {
                fault(.protectedSurface, "\(pointer)/follow_me", "'\(name)' can never be given follow_me.")
            }
        }
        let custom = set.surfaces.keys.filter { !Surfaces.standard.contains($0) }.count
        if custom > Surfaces.customMax {
            fault(.outOfRange, "/surfaces", "At most \(Surfaces.customMax) custom surfaces; these are \(custom).")
        }
        if !BasePolicy.ttlSecondsAllowed.contains(set.ttlSeconds) {
            fault(.outOfRange, "/ttl_seconds", "ttl_seconds is 10–300; \(set.ttlSeconds) is not.")
        }
        if let first = faults.first {
            throw Failure(first.0, first.1.detail, faults: faults.map(\.1))
        }
        self.init(
            isEnabled: set.isEnabled, followMePlayerEnabled: set.followMePlayerEnabled,
            manualMinimizeEnabled: set.manualMinimizeEnabled,
            surfaces: Surfaces.completed(set.surfaces),
            ttlSeconds: set.ttlSeconds)
    }

    /// Whether anything goes from false to true: that gives back, and wants a reason.
    package func givesBack(comparedTo before: BasePolicy) -> Bool {
        if isEnabled && !before.isEnabled || followMePlayerEnabled && !before.followMePlayerEnabled
            || manualMinimizeEnabled && !before.manualMinimizeEnabled
        {
            return true
        }
        return surfaces.contains { name, decision in
            let old = before.surfaces[name] ?? .off
            return decision.player && !old.player || decision.followMe && !old.followMe
        }
    }

    /// This policy less the targets: what only takes away commutes, so their order never matters (seed S1).
    package func without(_ targets: Set<DisableTarget>) -> BasePolicy {
        var policy = self
        policy.isEnabled = isEnabled && !targets.contains(.sdk)
        policy.followMePlayerEnabled = followMePlayerEnabled && !targets.contains(.followMePlayer)
        policy.manualMinimizeEnabled = manualMinimizeEnabled && !targets.contains(.manualMinimize)
        policy.surfaces = Dictionary(
            uniqueKeysWithValues: Surfaces.completed(surfaces).map { name, decision in
                guard policy.isEnabled, !targets.contains(.surface(name)) else { return (name, .off) }
                return (
                    name,
                    SurfaceDecision(
                        player: decision.player, followMe: decision.followMe && policy.followMePlayerEnabled)
                )
            })
        return policy
    }

    /// All three flags and every surface false.
    package var everythingOff: BasePolicy {
        without([.sdk, .followMePlayer, .manualMinimize])
    }
}

/// The count of a project's policy changes.
package enum Revision {
    /// max(last + 1, Unix time in ms): it never falls, also when the clock is set back.
    package static func next(after last: Int64, at now: Instant) -> Int64 {
        max(last + 1, now.milliseconds)
    }
}
