import API
import Domain
import Store
import Synchronization

/// What is too much to write at each call: the last activity of installations, and refusals. Gathered in memory, bounded,
/// and written in batches; a crash loses at most one.
package final class Batches: Sendable {
    /// Seconds between two batches: how far behind operators may see things.
    private static let periodSeconds = 2
    /// Distinct refusals that wait at the same time. A flood of distinct values must not fill the memory: what is beyond
    /// is only counted.
    private static let refusalsMax = 1_000
    /// Installations whose activity waits; beyond it their older times stand a little longer.
    private static let activityMax = 50_000

    private struct Waiting {
        var activity: [String: Instant] = [:]
        var refusals: [RefusalKind: RefusalTally] = [:]
    }

    private let store: Store
    private let log: Log
    private let world: World
    private let waiting = Mutex(Waiting())
    private let writer = Mutex<Task<Void, Never>?>(nil)

    init(store: Store, world: World, log: Log) {
        self.store = store
        self.world = world
        self.log = log
    }

    func noteActivity(_ installationID: String, at now: Instant) {
        waiting.withLock { waiting in
            guard waiting.activity.count < Self.activityMax || waiting.activity[installationID] != nil else { return }
            waiting.activity[installationID] = now
        }
    }

    func noteRefusal(_ kind: RefusalKind, at now: Instant) {
        waiting.withLock { waiting in
            guard waiting.refusals.count < Self.refusalsMax || waiting.refusals[kind] != nil else { return }
            waiting.refusals[kind, default: RefusalTally(count: 0, firstSeen: now, lastSeen: now)].count += 1
            waiting.refusals[kind]?.lastSeen = now
        }
    }

    /// Writes from now on by itself.
    func start() {
        writer.withLock { writer in
            precondition(writer == nil, "batches start once")
            writer = Task { [self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(Self.periodSeconds))
                    await flush()
                }
            }
        }
    }

    func stop() async {
        let task = writer.withLock { $0 }
        task?.cancel()
        await task?.value
        await flush()
    }

    /// What cannot be written now is dropped: figures for people, not facts that anything rests on.
    package func flush() async {
        let batch = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting
        }
        guard !batch.activity.isEmpty || !batch.refusals.isEmpty else { return }
        do throws(Failure) {
            try await store.serve(at: world.now()) { change throws(Failure) in
                try change.recordActivity(batch.activity)
                try change.recordRefusals(batch.refusals)
            }
        } catch {
            log.error("a batch was lost", ["detail": error.detail ?? error.message])
        }
    }
}
