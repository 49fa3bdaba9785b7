import API
import Domain
import Store
import Synchronization

extension PolicyFeed {
    /// What one project's apps are answered in one revision, each document rendered once.
    final class Entry: Sendable {
        /// Different documents of one project: more than that many different unions of targets are made anew each time.
        private static let documentsMax = 256

        let policy: ProjectPolicy
        let apps: ListedApps
        /// Whether a caller can be thought of that is told that the SDK is on.
        let isEnabledForSome: Bool
        private let documents = Mutex<[ProjectPolicy.Taken: RenderedPolicy]>([:])

        init(_ policy: ProjectPolicy) {
            self.policy = policy
            apps = ListedApps(policy.allowlists)
            isEnabledForSome = policy.isEnabledForSome
        }

        func rendered(for caller: PolicyCaller) -> RenderedPolicy {
            rendered(without: policy.taken(from: caller))
        }

        func rendered(without taken: ProjectPolicy.Taken) -> RenderedPolicy {
            if let rendered = documents.withLock({ $0[taken] }) { return rendered }
            // Two at once may make it twice; others need not wait for it.
            let rendered = RenderedPolicy(policy.document(without: taken))
            documents.withLock { documents in
                if documents.count < Self.documentsMax { documents[taken] = rendered }
            }
            return rendered
        }

        /// Looked into where there is no project, so that looking takes as long.
        static let nobody = Entry(
            ProjectPolicy(
                tenant: "", applicationID: "", product: .shopstory, projectKey: "",
                allowlists: Allowlists(stored: ["-.-"], ["-.-"]), isSuspended: true, base: .standard, revision: 0,
                disables: []))
    }
}
