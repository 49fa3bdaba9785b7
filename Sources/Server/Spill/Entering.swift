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
    private let log: Log
    private let running = Mutex<Task<Void, Never>?>(nil)

    init(operations: Operations, spill: Spill, log: Log) {
        self.operations = operations
        self.spill = spill
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
        while let change = spill.first {
            var refusal: Failure?
            do throws(Failure) {
                try await enter(change)
            } catch {
                // Nothing says that it may not be: it holds, and is tried again.
                if error.code == .unavailable { return }
                if error.code == .internal {
                    log.error(
                        "a change that is in the spill file cannot be entered",
                        ["request_id": change.requestID, "detail": error.detail])
                    return
                }
                refusal = error
            }
            guard spill.removeFirst() else { return }
            if let refusal { await drop(change, refusal) }
        }
        log.warning("the database is written again: all that was in the spill file is entered")
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

    /// What was in force is not any more, and devices must not be told less than that.
    private func drop(_ change: SpilledChange, _ refusal: Failure) async {
        log.error(
            "a change that was in the spill file is refused, and holds no more",
            ["code": refusal.code.rawValue, "detail": refusal.message, "change": JSONValue(encoding: change)])
        guard change.revision > 0 else { return }
        do throws(Failure) {
            try await operations.store.reviseAll(at: operations.world.now())
        } catch {
            log.error("policies could not be made anew", ["detail": error.detail ?? error.message])
        }
    }
}
