import Dispatch
import Synchronization

/// Waits on this thread for asynchronous work. Only for threads that serve nobody else, like the main one: one of the
/// cooperative pool could wait for itself.
package func waiting<T: Sendable, E: Error>(
    _ work: @escaping @Sendable () async throws(E) -> T
) throws(E) -> T {
    let done = DispatchSemaphore(value: 0)
    let result = Box<Result<T, E>>()
    Task.detached {
        let outcome: Result<T, E>
        do throws(E) {
            outcome = .success(try await work())
        } catch {
            outcome = .failure(error)
        }
        result.value.withLock { $0 = outcome }
        done.signal()
    }
    done.wait()
    guard let outcome = result.value.withLock({ $0 }) else { preconditionFailure("signalled without a result") }
    return try outcome.get()
}

private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
