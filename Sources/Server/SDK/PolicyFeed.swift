import API
import Domain
import Store
import Synchronization

/// What every device may be told, kept in memory: a policy request reads no database and renders nothing.
///
/// An entry is replaced after the commit that changed it and before that is acknowledged (`Store.Published`). What was taken
/// away and could not be written is taken from each.
package final class PolicyFeed: Sendable {
    private struct Book {
        var byApplicationID: [String: Entry] = [:]
        /// One look-up, found or not.
        var byKey: [String: Entry] = [:]
        var deletedKeys: Set<String> = []
        var answers = PolicyAnswers()
        /// Of projects that are or were listened to, by application id.
        var channels: [String: KeptChannel] = [:]

        mutating func publish(
            _ entry: Entry?, replacing before: Entry?, of applicationID: String, lastRevision: Int64?
        ) {
            guard let channel = channels[applicationID]?.channel else {
                channels[applicationID] = nil
                return
            }
            if let entry {
                channel.publish(PolicyEdition(entry))
            } else if let before, let lastRevision {
                channel.publish(PolicyEdition(deleted: before.policy, revision: lastRevision))
                channels[applicationID] = nil
            }
        }
    }

    /// A channel lives for as long as somebody listens, or is about to.
    private struct KeptChannel {
        weak var channel: Channel?
    }

    private let spill: Spill
    private let book = Mutex(Book())

    init(_ spill: Spill) {
        self.spill = spill
    }

    /// Everything, once.
    func load(from snapshot: Snapshot) throws(Failure) {
        try reload(Set(snapshot.applicationIDs()), from: snapshot)
        let deletedKeys = Set(try snapshot.deletedProjectKeys())
        book.withLock { $0.deletedKeys = deletedKeys }
    }

    /// Reads anew what a change touched, and tells those who listen; what is gone is forgotten but for its key.
    func reload(_ applicationIDs: Set<String>, from snapshot: Snapshot) throws(Failure) {
        var entries: [(String, Entry?)] = []
        var lastRevisions: [String: Int64] = [:]
        for id in applicationIDs {
            let entry = try snapshot.projectPolicy(id).map { Entry(spill.less($0)) }
            entries.append((id, entry))
            if entry == nil { lastRevisions[id] = try snapshot.revision(of: id) }
        }
        let hasGone = entries.contains { $0.1 == nil }
        let deletedKeys = hasGone ? try snapshot.deletedProjectKeys() : nil
        replace(entries, lastRevisions, deletedKeys: deletedKeys)
    }

    /// Takes from these what is taken away now, and tells those who listen. What is in memory is enough for it.
    func take(from applicationIDs: Set<String>) {
        let entries = applicationIDs.compactMap { id -> (String, Entry?)? in
            entry(applicationID: id).map { (id, Entry(spill.less($0.policy))) }
        }
        replace(entries)
    }

    private func replace(
        _ entries: [(String, Entry?)], _ lastRevisions: [String: Int64] = [:], deletedKeys: [String]? = nil
    ) {
        // Given up outside the lock, which every request takes.
        let dropped = book.withLock { book in
            for (id, entry) in entries {
                let before = book.byApplicationID[id]
                if let before { book.byKey[before.policy.projectKey] = nil }
                book.byApplicationID[id] = entry
                if let entry { book.byKey[entry.policy.projectKey] = entry }
                book.publish(entry, replacing: before, of: id, lastRevision: lastRevisions[id])
            }
            if let deletedKeys { book.deletedKeys = Set(deletedKeys) }
            return book.answers.drop()
        }
        _ = consume dropped
    }

    /// Of the projects whose policy a taking concerns.
    func applicationIDs(concernedBy taking: Taking) -> Set<String> {
        book.withLock { Set($0.byApplicationID.filter { taking.concerns($0.value.policy) }.keys) }
    }

    var count: Int { book.withLock { $0.byApplicationID.count } }
    /// Projects whose every caller is told that the SDK is off.
    var offCount: Int { book.withLock { $0.byApplicationID.values.count { !$0.isEnabledForSome } } }

    func entry(applicationID: String) -> Entry? {
        book.withLock { $0.byApplicationID[applicationID] }
    }

    /// Compared whole with the keys that were issued: the stored key is the authority.
    func look(up key: ProjectKey) -> (entry: Entry?, isDeleted: Bool) {
        book.withLock { ($0.byKey[key.text], $0.deletedKeys.contains(key.text)) }
    }

    // MARK: Streams

    /// Where a project's policy is told; nil without such a project. Its latest edition is never older than what `entry`
    /// answers.
    func channel(of applicationID: String) -> Channel? {
        book.withLock { book in
            guard let entry = book.byApplicationID[applicationID] else { return nil }
            if let channel = book.channels[applicationID]?.channel { return channel }
            let channel = Channel(PolicyEdition(entry))
            book.channels[applicationID] = KeptChannel(channel: channel)
            return channel
        }
    }

    var listenerCount: Int {
        book.withLock { $0.channels.values.reduce(0) { $0 + ($1.channel?.listenerCount ?? 0) } }
    }

    // MARK: Answers by their query

    /// The answer to the very same query, or the round in which one that is made now may be kept.
    func answer(to query: String) -> (kept: PolicyAnswer?, round: UInt64) {
        book.withLock { ($0.answers.byQuery[query], $0.answers.round) }
    }

    func keep(_ answer: PolicyAnswer, for query: String, round: UInt64) {
        book.withLock { $0.answers.keep(answer, for: query, round: round) }
    }

    /// Whoever was admitted may not be any more.
    func dropAnswers() {
        _ = book.withLock { $0.answers.drop() }
    }
}

/// What a query is answered, and who asks by it.
struct PolicyAnswer: Sendable {
    let rendered: RenderedPolicy
    let listener: PolicyListener
}

/// The answers to queries as they came, so that one that is asked again costs one look-up.
private struct PolicyAnswers {
    /// A device's query is some 200 bytes; longer ones are no reason to hold more.
    private static let queryBytesMax = 512
    /// With the bytes above 2 MiB at the most. Whoever asks for ever new queries makes others' be read anew, no more.
    private static let countMax = 4_096

    private(set) var byQuery: [String: PolicyAnswer] = [:]
    /// Counts how often the answers were dropped: one that was made before must not be kept after.
    private(set) var round: UInt64 = 0

    mutating func keep(_ answer: PolicyAnswer, for query: String, round: UInt64) {
        guard round == self.round, query.utf8.count <= Self.queryBytesMax else { return }
        if byQuery.count == Self.countMax { byQuery.removeAll(keepingCapacity: true) }
        byQuery[query] = answer
    }

    /// - Returns: what was dropped.
    mutating func drop() -> [String: PolicyAnswer] {
        defer { byQuery = [:] }
        round += 1
        return byQuery
    }
}
