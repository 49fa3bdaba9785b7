import API
import Domain
import HTTP
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
        let answer: Response
        let notModified: Response
        let tag: EntityTag

        init(_ policy: ProjectPolicy) {
            self.policy = policy
            document = PolicyFeed.render(policy)
            let body = JSONWriter.encode(document)
            tag = EntityTag(String(entityTag(of: body).dropFirst().dropLast()))
            let headers = [
                (name: "ETag", value: tag.description),
                (
                    "Cache-Control",
                    "public, max-age=\(document.ttlSeconds), stale-if-error=\(document.ttlSeconds)"
                ),
            ]
            answer = Response(status: 200, headers: [("Content-Type", "application/json")] + headers, body: body)
            notModified = Response(status: 304, headers: headers)
        }
    }

    private struct Book {
        var byApplicationID: [String: Entry] = [:]
        var applicationIDByKey: [String: String] = [:]
    }

    private let book = Mutex(Book())

    /// The one place where a policy document is made.
    static func render(_ policy: ProjectPolicy) -> PolicyDocument {
        PolicyDocument(
            revision: policy.revision, applicationID: policy.applicationID,
            policy: policy.isSuspended ? policy.base.everythingOff : policy.base.without(policy.targets))
    }

    /// Reads anew what a change touched, or with nil everything; what is gone is forgotten.
    func reload(_ applicationIDs: Set<String>?, from snapshot: Snapshot) throws(Failure) {
        var entries: [(String, Entry?)] = []
        let touched = if let applicationIDs { applicationIDs } else { known.union(try snapshot.applicationIDs()) }
        for id in touched { entries.append((id, try snapshot.projectPolicy(id).map(Entry.init))) }
        book.withLock { book in
            for (id, entry) in entries {
                book.byApplicationID[id] = entry
                if let entry { book.applicationIDByKey[entry.policy.projectKey] = id }
            }
        }
    }

    var count: Int { book.withLock { $0.byApplicationID.count } }
    var offCount: Int { book.withLock { $0.byApplicationID.values.count { !$0.document.isEnabled } } }

    private var known: Set<String> { book.withLock { Set($0.byApplicationID.keys) } }

    func entry(applicationID: String) -> Entry? {
        book.withLock { $0.byApplicationID[applicationID] }
    }

    /// Compared whole with the keys that were issued: the stored key is the authority.
    func entry(projectKey: ProjectKey) -> Entry? {
        book.withLock { book in
            book.applicationIDByKey[projectKey.text].flatMap { book.byApplicationID[$0] }
        }
    }
}
