import API
import Domain
import Store
import Synchronization

/// What is too much to write at each call: the last activity of installations, and refusals. Gathered in memory, bounded,
/// and written in batches; a crash loses at most one.
package final class Batches: Sendable {
    /// Between two batches: how far behind operators may see things.
    static let pause = Duration.seconds(2)
    /// Refusals that are heard of before somebody sorts them.
    private static let heardEnough = 512
    /// And the most: what is beyond is only counted, in the metrics.
    private static let heardMax = 10_000
    /// Installations whose activity waits; beyond it their older times stand a little longer.
    private static let activityMax = 50_000
    /// Rows of one transaction.
    private static let activityAtOnce = 500

    private struct Waiting {
        var activity: [String: Instant] = [:]
        /// As they came. To sort one takes longer the longer its value is, and which value is kept depends on the reason:
        /// so that is not done while its device waits for the answer.
        var heard: [(kind: RefusalKind, at: Instant)] = []
    }

    private let store: Store
    private let log: Log
    private let metrics: Metrics
    private let world: World
    private let waiting = Mutex(Waiting())
    private let tallies = Mutex(RefusalTallies())
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
        let count: Int? = waiting.withLock { waiting in
            guard waiting.heard.count < Self.heardMax else { return nil }
            waiting.heard.append((kind, now))
            return waiting.heard.count
        }
        switch count {
        case nil: metrics.count(.refusalNotKept)
        case Self.heardEnough: Task { sortRefusals() }
        default: break
        }
    }

    private func sortRefusals() {
        let heard = waiting.withLock { waiting in
            defer { waiting.heard = [] }
            return waiting.heard
        }
        tallies.withLock { tallies in
            for (kind, at) in heard where !tallies.add(kind, at: at) { metrics.count(.refusalNotKept) }
        }
    }

    /// What cannot be written now is dropped: figures for people, not facts that anything rests on.
    package func flush() async {
        sortRefusals()
        let refusals = tallies.withLock { tallies in
            defer { tallies = RefusalTallies() }
            return tallies.byKind
        }
        let activity = waiting.withLock { waiting in
            defer { waiting.activity = [:] }
            return Array(waiting.activity)
        }
        guard !activity.isEmpty || !refusals.isEmpty else { return }
        do throws(Failure) {
            // In parts: others wait for the writer meanwhile.
            var rest = activity[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.activityAtOnce)
                rest = rest.dropFirst(Self.activityAtOnce)
                try await store.serve(at: world.now()) { change throws(Failure) in try change.recordActivity(part) }
            }
            if !refusals.isEmpty {
                try await store.serve(at: world.now()) { change throws(Failure) in
                    try change.recordRefusals(refusals)
                }
            }
        } catch {
            log.error("a batch was lost", ["detail": error.detail ?? error.message])
        }
    }
}
