import API
import Domain
import Store
import Synchronization

/// Brings what the spill holds into the tables when they can be written again, in order: each by its ordinary operation,
/// with its original caller, time and ids.
package final class Entering: Sendable {
    /// Between two attempts.
    static let pause = Duration.seconds(1)

    private let operations: Operations
    private let spill: Spill
    private let feed: PolicyFeed
    private let log: Log
    private let running = Mutex<Task<Void, Never>?>(nil)

    init(operations: Operations, spill: Spill, feed: PolicyFeed, log: Log) {
        self.operations = operations
        self.spill = spill
        self.feed = feed
        self.log = log
    }

    /// What can be entered now. Other changes wait for it, so that what they find is what was told.
    package func enterAll() async {
        guard spill.count > 0 else { return }
        let task = running.withLock { running in
            if let running { return running }
            let new = Task { [self] in
                await enterInOrder()
                self.running.withLock { $0 = nil }
            }
            running = new
            return new
        }
        await task.value
    }

    private func enterInOrder() async {
        guard spill.count > 0 else { return }
        var tried: Set<String> = []
        while let change = spill.first(where: { !tried.contains($0.requestID) }) {
            tried.insert(change.requestID)
            var refusal: Failure?
            do throws(Failure) {
                try await enter(change)
            } catch {
                // Nothing says that it may not be: it holds, and is tried again.
                if error.code == .unavailable { return }
                if error.code == .internal {
                    setAside(change, error)
                    continue
                }
                refusal = error
            }
            guard await takeOut(change, refusal) else { return }
        }
        if spill.count == 0 { log.warning("the database is written again: all that was in the spill file is entered") }
    }

    private func enter(_ change: SpilledChange) async throws(Failure) {
        // Its COMMIT may have taken effect after all, or an earlier process did not get to taking it out.
        let isDone = try await operations.store.read { snapshot throws(Failure) in
            try snapshot.isAudited(change.requestID, of: change.caller)
        }
        guard !isDone else { return }
        guard let route = change.route else { throw .notFound }
        _ = try await route.run(operations, try change.raw())
    }

    /// One that fails by itself must not hold up the others: it stays in force and in the file, and is tried again silently.
    private func setAside(_ change: SpilledChange, _ failure: Failure) {
        guard spill.setAside(change) else { return }
        var fields = change.named
        fields["detail"] = failure.detail
        log.error("a change in the spill file cannot be entered: it holds, and others do not wait", fields)
    }

    /// - Returns: false where it is still there, and is to be tried again.
    private func takeOut(_ change: SpilledChange, _ refusal: Failure?) async -> Bool {
        do throws(Failure) {
            if refusal != nil, change.revision > 0 {
                // What was in force is not any more, and devices must not be told less than that.
                try await operations.store.reviseAll(at: operations.world.now()) { [spill] in
                    _ = spill.remove(change)
                }
            } else {
                try await operations.store.release { [spill, feed] in
                    spill.remove(change).map { feed.applicationIDs(concernedBy: $0) } ?? []
                }
            }
        } catch {
            return false
        }
        guard !spill.holds(change) else { return false }
        if let refusal {
            var fields = change.named
            fields["code"] = refusal.code.rawValue
            log.error("a change that was in the spill file is refused, and holds no more", fields)
        }
        return true
    }
}
