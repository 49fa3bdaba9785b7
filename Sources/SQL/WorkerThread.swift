import Glibc

/// A thread of ours, for work that blocks.
struct WorkerThread: Sendable {
    // A pthread_t is a number here; only `join` uses it, once.
    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        precondition(code == 0, "no thread: \(String(cString: strerror(code)))")
        self.thread = thread
    }

    /// Blocks until the body has returned. Called exactly once, by a thread that may block.
    func join() {
        pthread_join(thread, nil)
    }

    /// A thread for which nobody waits.
    static func detached(_ body: @escaping @Sendable () -> Void) {
        pthread_detach(WorkerThread(body).thread)
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
