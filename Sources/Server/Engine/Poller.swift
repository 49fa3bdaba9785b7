import CLinux
import Glibc

/// The kernel's list of what a loop waits for (epoll(7)). Connections are edge-triggered: the kernel speaks once when
/// something arrives, and no call is needed to stop listening while a request is being answered.
struct Poller: ~Copyable {
    /// What happened to a descriptor.
    struct Event {
        let descriptor: Int32

        /// Something to read, or the end.
        let isReadable: Bool
        let isWritable: Bool

        /// The other end has stopped sending, is gone, or failed: reading until nothing is left tells which.
        let isEnding: Bool

        /// Both directions have ended.
        let isDead: Bool
    }

    private let descriptor: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init() throws(SystemError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError("epoll_create1") }
        events = .allocate(capacity: Engine.eventsMax)
        events.initialize(repeating: epoll_event())
    }

    deinit {
        events.deallocate()
        close(descriptor)
    }

    /// Speaks whenever something can be read.
    func addLevel(_ descriptor: Int32) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue)
    }

    /// Speaks once whenever something new can be read.
    func addEdge(_ descriptor: Int32) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, Self.reading)
    }

    /// Speaks also when a connection that was full takes bytes again.
    func wantWritable(_ isWanted: Bool, _ descriptor: Int32) {
        _ = control(EPOLL_CTL_MOD, descriptor, isWanted ? Self.reading | EPOLLOUT.rawValue : Self.reading)
    }

    func remove(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, 0)
    }

    /// - Parameter milliseconds: how long to wait at most; nil for ever.
    /// - Returns: how many events there are.
    func wait(milliseconds: UInt64?) -> Int {
        let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
        let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), timeout)
        return max(0, Int(count))  // a signal interrupted it: nothing happened
    }

    func event(_ index: Int) -> Event {
        let event = events[index]
        let flags = event.events
        let dead = EPOLLHUP.rawValue | EPOLLERR.rawValue
        return Event(
            descriptor: event.data.fd,
            isReadable: flags & EPOLLIN.rawValue != 0,
            isWritable: flags & EPOLLOUT.rawValue != 0,
            isEnding: flags & (dead | EPOLLRDHUP.rawValue) != 0,
            isDead: flags & dead != 0)
    }

    private static let reading = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    private func control(_ operation: Int32, _ descriptor: Int32, _ flags: UInt32) -> Bool {
        var event = epoll_event(events: flags, data: epoll_data_t(fd: descriptor))
        return epoll_ctl(self.descriptor, operation, descriptor, &event) == 0
    }
}
