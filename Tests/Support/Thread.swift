import Glibc

/// A thread of its own for one closure, so that a test may block without taking one of the pool's few threads.
package final class Thread {
    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private var thread = pthread_t()
    private var isJoined = false

    @discardableResult
    package init(_ body: @escaping @Sendable () -> Void) {
        pthread_create(
            &thread, nil,
            { context in
                // `context` is the box retained below.
                Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
    }

    deinit {
        if !isJoined { pthread_detach(thread) }
    }

    /// Waits for its end. Once.
    package func join() {
        pthread_join(thread, nil)
        isJoined = true
    }
}
