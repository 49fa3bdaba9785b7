import API
import Domain
import Store
import Synchronization

/// Reminds of disables whose review is due (contract section 6): nothing ends by itself, so somebody must look. Each is in
/// the log once, and how many there are is in the metrics for as long as they are.
package final class DisableReviews: Sendable {
    private let store: Store
    private let world: World
    private let log: Log
    private let metrics: Metrics
    private let reminded = Mutex<Set<String>>([])

    init(store: Store, world: World, log: Log, metrics: Metrics) {
        self.store = store
        self.world = world
        self.log = log
        self.metrics = metrics
    }

    /// What cannot be read now is asked for again the next time.
    package func remind() async {
        let now = world.now()
        let overdue: [Disable]
        do throws(Failure) {
            overdue = try await store.read { snapshot throws(Failure) in try snapshot.overdueDisables(at: now) }
        } catch {
            log.error("the reviews of disables could not be read", ["detail": error.detail ?? error.message])
            return
        }
        metrics.setOverdueDisables(overdue.count)
        let new = reminded.withLock { reminded in
            defer { reminded = Set(overdue.map(\.id)) }
            return overdue.filter { !reminded.contains($0.id) }
        }
        for disable in new {
            log.warning(
                "a disable is overdue for review",
                [
                    "disable": disable.id, "reason": disable.reason, "created_by": disable.createdBy,
                    "review_at": disable.reviewAt.optional?.description,
                ])
        }
    }
}
