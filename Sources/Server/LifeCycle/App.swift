import API
import Domain
import SQL
import Store

/// The service without its sockets: what the planes serve once it is ready. A class, so that a request takes one reference to
/// it and not one to each of its parts.
package final class App: Sendable {
    package let operations: Operations
    package let devices: Devices
    package let store: Store
    package let reviews: DisableReviews
    package let entering: Entering
    let feed: PolicyFeed
    let spill: Spill
    private let repeated: [Repeating]

    package init(
        database: Database, spill: Spill, world: World, vault: Vault, deployment: Deployment, log: Log,
        metrics: Metrics
    ) {
        let feed = PolicyFeed(spill)
        let outside = Store.Outside(isWaiting: { spill.isWaiting }, took: { feed.take(from: $0) })
        store = Store(database: database, outside: outside) { applicationIDs, snapshot in
            App.publish(applicationIDs, to: feed, from: snapshot)
        }
        store.raiseRevisionFloor(to: spill.revision)
        self.feed = feed
        self.spill = spill
        let batches = Batches(store: store, world: world, log: log, metrics: metrics)
        devices = Devices(
            store: store, world: world, vault: vault, deployment: deployment,
            admission: Admission(feed: feed, deployment: deployment, batches: batches), batches: batches,
            spill: spill, metrics: metrics, log: log)
        operations = Operations(
            store: store, world: world, vault: vault, deployment: deployment, devices: devices, spill: spill, log: log)
        let reviews = DisableReviews(store: store, world: world, log: log, metrics: metrics)
        self.reviews = reviews
        let entering = Entering(operations: operations, spill: spill, feed: feed, log: log)
        self.entering = entering
        repeated = [
            Repeating(every: Batches.pause) { await batches.flush() },
            Repeating(every: .seconds(60)) { await reviews.remind() },
            Repeating(every: Entering.pause) { await entering.enterAll() },
        ]
    }

    /// Reads what devices may be told, once.
    package func load() async throws(Failure) {
        try await store.read { [feed] snapshot throws(Failure) in
            try feed.load(from: snapshot)
        }
    }

    /// What goes on by itself, from now on.
    func start() {
        for each in repeated { each.start() }
    }

    /// Writes what was gathered meanwhile.
    func stop() async {
        for each in repeated { await each.stop() }
        await devices.batches.flush()
    }

    /// After a commit the memory must not be older than what was acknowledged. Where it cannot be read back, going on
    /// would serve a policy that was taken away: the process ends, and starts anew from the file.
    private static func publish(_ applicationIDs: Set<String>, to feed: PolicyFeed, from snapshot: Snapshot) {
        do {
            try feed.reload(applicationIDs, from: snapshot)
        } catch {
            fatalError("a committed change cannot be read back: \(error.detail ?? error.message)")
        }
    }
}
