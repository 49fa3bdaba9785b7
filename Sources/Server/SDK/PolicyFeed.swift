import API
import Domain
import Store
import Synchronization

/// What every device may be told, kept in memory: a policy request reads no database and renders nothing.
///
/// An entry is replaced after the commit that changed it and before that is acknowledged (`Store.Published`).
package final class PolicyFeed: Sendable {
    private struct Book {
        var byApplicationID: [String: Entry] = [:]
        /// One look-up, found or not.
        var byKey: [String: Entry] = [:]
        var deletedKeys: Set<String> = []
        var answers = PolicyAnswers()
    }

    private let book = Mutex(Book())

    /// Everything, once.
    func load(from snapshot: Snapshot) throws(Failure) {
        try reload(Set(snapshot.applicationIDs()), from: snapshot)
        let deletedKeys = Set(try snapshot.deletedProjectKeys())
        book.withLock { $0.deletedKeys = deletedKeys }
    }

    /// Reads anew what a change touched; what is gone is forgotten but for its key.
    func reload(_ applicationIDs: Set<String>, from snapshot: Snapshot) throws(Failure) {
        var entries: [(String, Entry?)] = []
        for id in applicationIDs { entries.append((id, try snapshot.projectPolicy(id).map(Entry.init))) }
        let hasGone = entries.contains { $0.1 == nil }
        let deletedKeys = hasGone ? try snapshot.deletedProjectKeys() : nil
        book.withLock { book in
            for (id, entry) in entries {
                if let key = book.byApplicationID[id]?.policy.projectKey { book.byKey[key] = nil }
                book.byApplicationID[id] = entry
                if let entry { book.byKey[entry.policy.projectKey] = entry }
            }
            if let deletedKeys { book.deletedKeys = Set(deletedKeys) }
            book.answers.drop()
        }
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

    // MARK: Answers by their query

    /// The answer to the very same query, or the round in which one that is made now may be kept.
    func answer(to query: String) -> (kept: RenderedPolicy?, round: UInt64) {
        book.withLock { ($0.answers.byQuery[query], $0.answers.round) }
    }

    func keep(_ answer: RenderedPolicy, for query: String, round: UInt64) {
        book.withLock { $0.answers.keep(answer, for: query, round: round) }
    }

    /// Whoever was admitted may not be any more.
    func dropAnswers() {
        book.withLock { $0.answers.drop() }
    }
}

/// The answers to queries as they came, so that one that is asked again costs one look-up.
private struct PolicyAnswers {
    /// A device's query is some 200 bytes; longer ones are no reason to hold more.
    private static let queryBytesMax = 512
    /// With the bytes above 2 MiB at the most. Whoever asks for ever new queries makes others' be read anew, no more.
    private static let countMax = 4_096

    private(set) var byQuery: [String: RenderedPolicy] = [:]
    /// Counts how often the answers were dropped: one that was made before must not be kept after.
    private(set) var round: UInt64 = 0

    mutating func keep(_ answer: RenderedPolicy, for query: String, round: UInt64) {
        guard round == self.round, query.utf8.count <= Self.queryBytesMax else { return }
        if byQuery.count == Self.countMax { byQuery.removeAll(keepingCapacity: true) }
        byQuery[query] = answer
    }

    mutating func drop() {
        byQuery.removeAll(keepingCapacity: true)
        round += 1
    }
}
