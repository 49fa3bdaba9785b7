import Glibc

/// A bounded queue into threads of ours. Putting never waits, taking does: only such threads take, never the cooperative
/// pool, which has as many threads as cores. Unchecked: what changes is touched under the mutex alone.
final class Mailbox<Element: Sendable>: @unchecked Sendable {
    private let capacity: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // Both under the mutex.
    private var waiting: [Element] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrived, nil)
    }

    deinit {
        pthread_cond_destroy(arrived)
        pthread_mutex_destroy(mutex)
        arrived.deallocate()
        mutex.deallocate()
    }

    func put(_ element: Element) -> MailboxAnswer {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if isClosed { return .closed }
        if waiting.count == capacity { return .full }
        waiting.append(element)
        pthread_cond_signal(arrived)
        return .taken
    }

    /// How many wait now.
    var count: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return waiting.count
    }

    /// Waits for elements and takes the oldest; none means closed and empty.
    func take(atMost count: Int) -> [Element] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty && !isClosed { pthread_cond_wait(arrived, mutex) }
        let taken = Array(waiting.prefix(count))
        waiting.removeFirst(taken.count)
        return taken
    }

    /// Nothing more is put in; what is inside is still taken.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(arrived)
        pthread_mutex_unlock(mutex)
    }
}

enum MailboxAnswer {
    case taken
    case full
    case closed
}
