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
    /// is only counted, in the metrics.
    private static let refusalsMax = 1_000
    /// Those of one project, or of none: a flood there must not hide what the others' apps are refused for.
    private static let refusalsOfOneMax = 100
    /// Installations whose activity waits; beyond it their older times stand a little longer.
    private static let activityMax = 50_000

    private struct Waiting {
        var activity: [String: Instant] = [:]
        var refusals: [RefusalKind: RefusalTally] = [:]
        /// How many of them are of each project.
        var kinds: [String?: Int] = [:]

        func hasRoom(for kind: RefusalKind) -> Bool {
            refusals.count < Batches.refusalsMax
                && kinds[kind.applicationID, default: 0] < Batches.refusalsOfOneMax
        }
    }

    private let store: Store
    private let log: Log
    private let metrics: Metrics
    private let world: World
    private let waiting = Mutex(Waiting())
    private let writer = Mutex<Task<Void, Never>?>(nil)

    init(store: Store, world: World, log: Log, metrics: Metrics) {
        self.store = store
        self.world = world
        self.metrics = metrics
        self.log = log
    }

    func noteActivity(_ installationID: String, at now: Instant) {
        waiting.withLock { waiting in
            guard waiting.activity.count < Self.activityMax || waiting.activity[installationID] != nil else { return }
            waiting.activity[installationID] = now
        }
    }

    func noteRefusal(_ kind: RefusalKind, at now: Instant) {
        metrics.count(.refusal(kind.reason))
        let isKept = waiting.withLock { waiting in
            if waiting.refusals[kind] == nil {
                guard waiting.hasRoom(for: kind) else { return false }
                waiting.kinds[kind.applicationID, default: 0] += 1
            }
            waiting.refusals[kind, default: RefusalTally(count: 0, firstSeen: now, lastSeen: now)].count += 1
            waiting.refusals[kind]?.lastSeen = now
            return true
        }
        if !isKept { metrics.count(.refusalNotKept) }
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
