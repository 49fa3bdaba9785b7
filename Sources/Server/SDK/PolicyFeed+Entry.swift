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
        /// By bytes: strings that differ only in their normalisation are different apps.
        private let listed: [Platform: Set<[UInt8]>]
        private let documents = Mutex<[ProjectPolicy.Taken: RenderedPolicy]>([:])

        init(_ policy: ProjectPolicy) {
            self.policy = policy
            listed = Dictionary(
                uniqueKeysWithValues: Platform.allCases.map { platform in
                    let entries = policy.allowlists.entries(for: platform)
                    return (platform, Set(entries.map { Array(AppIdentifier.folded($0, on: platform).utf8) }))
                })
        }

        func lists(_ app: String, on platform: Platform) -> Bool {
            listed[platform]?.contains(Array(AppIdentifier.folded(app, on: platform).utf8)) ?? false
        }

        /// Without a platform either list will do. An app that was not sent is not refused.
        func admits(_ app: String?, on platform: Platform?) -> Bool {
            guard let app else { return true }
            let platforms = platform.map { [$0] } ?? Platform.allCases
            return platforms.contains { lists(app, on: $0) }
        }

        func rendered(for caller: PolicyCaller) -> RenderedPolicy {
            rendered(without: policy.taken(from: caller))
        }

        func rendered(without taken: ProjectPolicy.Taken) -> RenderedPolicy {
            documents.withLock { documents in
                if let rendered = documents[taken] { return rendered }
                let rendered = RenderedPolicy(policy.document(without: taken))
                if documents.count < Self.documentsMax { documents[taken] = rendered }
                return rendered
            }
        }

        /// Whether a caller can be thought of that is told that the SDK is on. One that sends nothing is told of the most
        /// disables.
        var isEnabledForSome: Bool {
            policy.document(without: policy.takenFromAll).isEnabled
        }

        /// Looked into where there is no project, so that looking takes as long.
        static let nobody = Entry(
            ProjectPolicy(
                tenant: "", applicationID: "", product: .shopstory, projectKey: "",
                allowlists: Allowlists(stored: ["-.-"], ["-.-"]), isSuspended: true, base: .standard, revision: 0,
                disables: []))
    }
}
