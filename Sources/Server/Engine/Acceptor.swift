import CLinux
import Glibc
import Synchronization

/// Takes connections from the listeners and gives each to the loop that has the fewest. It lives on one of the loops.
final class Acceptor {
    private let bound: [BoundListener]
    private let populations: [Population]
    private let loops: [Loop]
    private unowned let home: Loop

    /// When accepting goes on at a listener that rests; nil for one that does not.
    private var rests: [UInt64?]

    init(_ bound: [BoundListener], _ populations: [Population], loops: [Loop], home: Loop) throws(SystemError) {
        self.bound = bound
        self.populations = populations
        self.loops = loops
        self.home = home
        rests = bound.map { _ in nil }
        for listener in bound where !home.poller.addLevel(listener.descriptor) { throw SystemError("epoll_ctl") }
    }

    /// When the first resting listener goes on.
    var resumesAt: UInt64? { rests.compactMap(\.self).min() }

    /// Connections wait at a listener.
    func accept(from descriptor: Int32, now: UInt64) {
        guard let index = bound.firstIndex(where: { $0.descriptor == descriptor }) else { return }
        for _ in 0..<Engine.acceptsMax where !acceptOne(index, now: now) { return }
    }

    /// - Returns: whether there may be more.
    private func acceptOne(_ index: Int, now: UInt64) -> Bool {
        if populations[index].isFull {
            rest(index, now)
            return false
        }
        let accepted = ssadmin_accept(bound[index].descriptor)
        guard accepted >= 0 else {
            switch errno {
            case EINTR, ECONNABORTED: return true
            case EAGAIN: return false
            default:
                // Out of descriptors or memory: the connection stays in the queue, and asking again at once would spin.
                rest(index, now)
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
        populations[Int(listener)].open.add(1, ordering: .relaxed)
        if least === home {
            home.adopt(descriptor, listener)
        } else if !least.mailbox.post(.adopt(descriptor: descriptor, listener: listener)) {
            close(descriptor)
            populations[Int(listener)].open.subtract(1, ordering: .relaxed)
        }
    }

    private func rest(_ index: Int, _ now: UInt64) {
        if rests[index] != nil { return }
        rests[index] = now + Engine.acceptPauseMilliseconds
        home.poller.remove(bound[index].descriptor)
    }

    func resume(now: UInt64) {
        for (index, instant) in rests.enumerated() {
            guard let instant, instant <= now else { continue }
            rests[index] = nil
            _ = home.poller.addLevel(bound[index].descriptor)
        }
    }

    /// Takes what the kernel has queued, so that no client that got through is reset, and stops listening.
    func end() {
        for index in bound.indices {
            // As many as the queue can have held: those who come meanwhile must not keep it open.
            for _ in 0..<Engine.backlog where rests[index] != nil || !acceptOne(index, now: 0) { break }
            home.poller.remove(bound[index].descriptor)
            bound[index].close()
            rests[index] = nil
        }
    }
}
