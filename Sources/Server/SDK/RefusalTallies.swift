import API
import Domain
import Store

/// Refusals of one batch, by kind. A flood of distinct values must not fill the memory.
struct RefusalTallies: Sendable {
    private static let kindsMax = 1_000
    /// Of one project, or of none: a flood there must not hide what the others' apps are refused for.
    private static let kindsOfOneMax = 100

    private(set) var byKind: [RefusalKind: RefusalTally] = [:]
    /// How many kinds are of each project.
    private var kinds: [String?: Int] = [:]

    /// - Returns: false where there is no room for another kind.
    mutating func add(_ kind: RefusalKind, at now: Instant) -> Bool {
        if byKind[kind] == nil {
            let others = kinds[kind.applicationID, default: 0]
            guard byKind.count < Self.kindsMax, others < Self.kindsOfOneMax else { return false }
            kinds[kind.applicationID] = others + 1
        }
        byKind[kind, default: RefusalTally(count: 0, firstSeen: now, lastSeen: now)].count += 1
        byKind[kind]?.lastSeen = now
        return true
    }
}
