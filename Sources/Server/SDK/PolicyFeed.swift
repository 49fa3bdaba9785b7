import API
import Domain
import Store
import Synchronization

/// What every device may be told, kept in memory: a policy request reads no database and renders nothing.
///
/// An entry is replaced after the commit that changed it and before that is acknowledged (`Store.Published`).
package final class PolicyFeed: Sendable {
    /// What one project's apps are answered, rendered once.
    final class Entry: Sendable {
        let policy: ProjectPolicy
        let document: PolicyDocument
        let rendered: RenderedPolicy
        /// By bytes: strings that differ only in their normalisation are different apps.
        private let listed: [Platform: Set<[UInt8]>]

        init(_ policy: ProjectPolicy) {
            self.policy = policy
            document = PolicyFeed.render(policy)
            rendered = RenderedPolicy(document)
            listed = Dictionary(
                uniqueKeysWithValues: Platform.allCases.map { platform in
                    let entries = policy.allowlists.entries(for: platform)
                    return (platform, Set(entries.map { Array(AppIdentifier.folded($0, on: platform).utf8) }))
                })
        }

        func lists(_ app: String, on platform: Platform) -> Bool {
            listed[platform]?.contains(Array(AppIdentifier.folded(app, on: platform).utf8)) ?? false
        }

        /// Looked into where there is no project, so that looking takes as long.
        static let nobody = Entry(
            ProjectPolicy(
                tenant: "", applicationID: "", projectKey: "", allowlists: Allowlists(stored: ["-.-"], ["-.-"]),
                isSuspended: true, base: .standard, revision: 0, targets: []))
    }

    private struct Book {
        var byApplicationID: [String: Entry] = [:]
        /// One look-up, found or not.
        var byKey: [String: Entry] = [:]
        var deletedKeys: Set<String> = []
    }

    private let book = Mutex(Book())

    /// The one place where a policy document is made.
    static func render(_ policy: ProjectPolicy) -> PolicyDocument {
        PolicyDocument(
            revision: policy.revision, applicationID: policy.applicationID,
            policy: policy.isSuspended ? policy.base.everythingOff : policy.base.without(policy.targets))
    }

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
        }
    }

    var count: Int { book.withLock { $0.byApplicationID.count } }
    var offCount: Int { book.withLock { $0.byApplicationID.values.count { !$0.document.isEnabled } } }

    func entry(applicationID: String) -> Entry? {
        book.withLock { $0.byApplicationID[applicationID] }
    }

    /// Compared whole with the keys that were issued: the stored key is the authority.
    func look(up key: ProjectKey) -> (entry: Entry?, isDeleted: Bool) {
        book.withLock { ($0.byKey[key.text], $0.deletedKeys.contains(key.text)) }
    }
}
