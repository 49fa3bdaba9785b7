import Synchronization

/// A value that a test and what it starts both change.
package final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: Value) {
        mutex = Mutex(value)
    }

    package var value: Value { mutex.withLock { $0 } }

    package func change<T: Sendable>(_ body: @Sendable (inout Value) -> T) -> T {
        mutex.withLock { body(&$0) }
    }
}
