import Dispatch
import Support
import Testing

/// Tests of this target wait for processes and sockets. They do so on threads of their own: the pool that all other tests
/// run on has as many threads as cores, and must not wait.
struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(ThreadExecutor()) {
            Seats.take()
            defer { Seats.give() }
            try await function()
        }
    }
}

extension Trait where Self == OwnThreads {
    static var onThreadsOfTheirOwn: Self { Self() }
}

/// How many of these tests run at a time: a service that shares two cores with fifty others is no service to measure.
private enum Seats {
    private static let free = DispatchSemaphore(value: 3)

    static func take() { free.wait() }
    static func give() { free.signal() }
}

/// A thread for each job: jobs are as long as tests here.
private final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        Thread { job.runSynchronously(on: executor) }
    }
}
