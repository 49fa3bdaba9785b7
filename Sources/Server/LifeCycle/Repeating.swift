import Synchronization

/// Something that is done again and again, with a pause between, until it is stopped.
final class Repeating: Sendable {
    private let pause: Duration
    private let body: @Sendable () async -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(every pause: Duration, _ body: @escaping @Sendable () async -> Void) {
        self.pause = pause
        self.body = body
    }

    /// Once. The first time is now.
    func start() {
        task.withLock { [pause, body] task in
            precondition(task == nil, "it starts once")
            task = Task {
                while !Task.isCancelled {
                    await body()
                    try? await Task.sleep(for: pause)
                }
            }
        }
    }

    /// Returns when the last time is over.
    func stop() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }
}
