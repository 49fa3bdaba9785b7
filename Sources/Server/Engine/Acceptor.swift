import CLinux
import Glibc
import Synchronization

/// Takes connections from the listeners and gives each to the loop that has the fewest. It lives on one of the loops.
final class Acceptor {
    private let bound: [BoundListener]
    private let loops: [Loop]
    private let connectionsMax: Int
    private unowned let home: Loop

    /// When accepting goes on after a rest; nil while it does not rest.
    private(set) var resumesAt: UInt64?

    init(_ bound: [BoundListener], loops: [Loop], home: Loop, connectionsMax: Int) throws(SystemError) {
        self.bound = bound
        self.loops = loops
        self.home = home
        self.connectionsMax = connectionsMax
        for listener in bound where !home.poller.addLevel(listener.descriptor) { throw SystemError("epoll_ctl") }
    }

    /// Connections wait at a listener.
    func accept(from descriptor: Int32, now: UInt64) {
        guard let index = bound.firstIndex(where: { $0.descriptor == descriptor }) else { return }
        for _ in 0..<Engine.acceptsMax where !acceptOne(index, now: now) { return }
    }

    /// - Returns: whether there may be more.
    private func acceptOne(_ index: Int, now: UInt64) -> Bool {
        if loops.reduce(0, { $0 + $1.openCount.load(ordering: .relaxed) }) >= connectionsMax {
            rest(now)
            return false
        }
        let accepted = ssadmin_accept(bound[index].descriptor)
        guard accepted >= 0 else {
            switch errno {
            case EINTR, ECONNABORTED: return true
            case EAGAIN: return false
            default:
                // Out of descriptors or memory: the connection stays in the queue, and asking again at once would spin.
                rest(now)
                return false
            }
        }
        give(accepted, listener: UInt8(index))
        return true
    }

    private func give(_ descriptor: Int32, listener: UInt8) {
        var least = home
        for loop in loops where loop.openCount.load(ordering: .relaxed) < least.openCount.load(ordering: .relaxed) {
            least = loop
        }
        least.openCount.add(1, ordering: .relaxed)
        if least === home {
            home.adopt(descriptor, listener)
        } else if !least.mailbox.post(.adopt(descriptor: descriptor, listener: listener)) {
            close(descriptor)
        }
    }

    private func rest(_ now: UInt64) {
        if resumesAt != nil { return }
        resumesAt = now + Engine.acceptPauseMilliseconds
        for listener in bound { home.poller.remove(listener.descriptor) }
    }

    func resume(now: UInt64) {
        guard let instant = resumesAt, instant <= now else { return }
        resumesAt = nil
        for listener in bound { _ = home.poller.addLevel(listener.descriptor) }
    }

    /// Takes what the kernel has queued, so that no client that got through is reset, and stops listening.
    func end() {
        for index in bound.indices {
            while resumesAt == nil, acceptOne(index, now: 0) {}
            home.poller.remove(bound[index].descriptor)
            bound[index].close()
        }
        resumesAt = nil
    }
}
