import Glibc
import HTTP
import Synchronization

/// The HTTP server: some loops that share the listeners, each connection at home on one of them.
///
/// Sockets, descriptors and readiness end here. Above is `Service`, which sees requests and gives answers through an
/// `Exchange`. Below, an `Acceptor` takes connections from each `BoundListener` and gives them to a `Loop`; a loop waits by
/// its `Poller` and its `Deadlines`, hears other threads by its `Mailbox`, and advances each `Connection`.
package final class Engine: Sendable {
    /// The listeners as they are bound, with the ports that the kernel picked.
    package let listeners: [Listener]

    private let loops: [Loop]
    private let threads = Mutex<[pthread_t]>([])

    /// Binds all listeners, so that clients can connect from here on; they are served after `start`.
    ///
    /// - Parameter loops: threads that serve; one for each core.
    package init(
        _ services: [(listener: Listener, service: any Service)], loops count: Int = 2, limits: Limits = Limits()
    ) throws(SystemError) {
        let descriptorsMax = Self.raiseDescriptorsMax()
        var bound: [BoundListener] = []
        do {
            for (listener, _) in services { bound.append(try BoundListener(listener)) }
            let listeners = bound.map(\.listener)
            let connectionsMax = max(1, min(limits.connectionsMax, descriptorsMax - Self.descriptorsReserved))
            let populations = Population.share(connectionsMax, among: services.map(\.service.connectionsMax))
            var loops: [Loop] = []
            for _ in 0..<count {
                loops.append(
                    try Loop(
                        listeners: listeners, services: services.map(\.service), populations: populations,
                        limits: limits))
            }
            loops[0].acceptor = try Acceptor(bound, populations, loops: loops, home: loops[0])
            self.listeners = listeners
            self.loops = loops
        } catch {
            for listener in bound { listener.close() }
            throw error
        }
    }

    /// Starts serving, on threads of its own. Once.
    package func start() {
        threads.withLock { threads in
            precondition(threads.isEmpty, "an engine starts once")
            threads = loops.map(Self.startThread)
        }
    }

    /// Accepts no more, closes who is idle, finishes requests whose head has come, and returns when that is done or the
    /// time is over. Socket files are removed. For an engine that was started; a second call does
    /// nothing. Blocks: not to be called from a service.
    package func drain(within time: Duration) {
        let deadline = Clock.milliseconds() + time.milliseconds
        for loop in loops { loop.mailbox.post(.drain(deadline: deadline)) }
        let running = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in running { pthread_join(thread, nil) }
    }

    /// Connections that are open now. No metric shows them yet.
    package var openConnections: Int {
        loops.reduce(0) { $0 + $1.openCount.load(ordering: .relaxed) }
    }

    private static func startThread(_ loop: Loop) -> pthread_t {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // `context` is the retained loop passed below.
                Unmanaged<Loop>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(loop).toOpaque())
        precondition(code == 0, "no thread for a loop")
        return thread
    }

    /// Lets this process have as many descriptors as it may have.
    ///
    /// - Returns: how many those are.
    private static func raiseDescriptorsMax() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }  // what Linux gives by default
        limit.rlim_cur = limit.rlim_max
        if setrlimit(resource, &limit) != 0 { getrlimit(resource, &limit) }
        return Int(clamping: limit.rlim_cur)
    }
}
