import CLinux
import Glibc
import HTTP
import Synchronization

/// How other threads speak to a loop: a locked queue, and an event descriptor that ends its wait (eventfd(2)).
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// A fresh connection, of the listener with that index.
        case adopt(descriptor: Int32, listener: UInt8)
        case finish(Connection, serial: UInt32, Response, Subscription?)
        /// For those of the loop's connections that listen.
        case publish(Channel, any Edition)
        /// Accept no more, end by that instant.
        case drain(deadline: UInt64)
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
    }

    let descriptor: Int32
    private let state = Mutex(State())

    init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError("eventfd") }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// - Returns: false when the loop has ended and nobody will read it.
    @discardableResult
    func post(_ message: Message) -> Bool {
        let (isTaken, wasEmpty) = state.withLock { state in
            if state.isClosed { return (false, false) }
            state.messages.append(message)
            return (true, state.messages.count == 1)
        }
        // Whoever found the queue empty wakes the loop; the others' messages are taken with it.
        if wasEmpty { eventfd_write(descriptor, 1) }
        return isTaken
    }

    func take() -> [Message] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// - Returns: what came too late.
    func close() -> [Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }
}
