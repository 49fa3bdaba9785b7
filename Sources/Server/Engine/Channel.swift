import Synchronization

/// One state of what a channel tells.
package protocol Edition: Sendable {
    /// Rises from edition to edition. A listener is sent each at most once, and none that is older than what it has.
    var id: Int64 { get }

    /// What the listener is sent. Called once for each connection, on its loop: what is alike is rendered once and shared.
    func event(for listener: any StreamListener) -> StreamEvent
}

package struct StreamEvent: Sendable {
    /// Not empty, and framed.
    let bytes: [UInt8]

    /// Whether the stream ends after it.
    let isLast: Bool

    package init(bytes: [UInt8], isLast: Bool = false) {
        self.bytes = bytes
        self.isLast = isLast
    }
}

/// Who listens, as the service knows it. Connections that asked alike share one.
package protocol StreamListener: AnyObject, Sendable {}

/// What is told to all who listen, from any thread: the latest edition, and each new one as it is published.
///
/// A publication costs one message to each loop that has listeners, however many they are (`Audience`).
package final class Channel: Sendable {
    private struct State {
        var latest: any Edition
        /// Of the loops with listeners.
        var mailboxes: [Mailbox] = []
    }

    private let state: Mutex<State>

    /// Connections that listen, on all loops.
    let listeners = Atomic<Int>(0)

    package init(_ edition: any Edition) {
        state = Mutex(State(latest: edition))
    }

    package var latest: any Edition { state.withLock { $0.latest } }

    package var listenerCount: Int { listeners.load(ordering: .relaxed) }

    /// Posts under the lock, so that every loop hears of editions in their order.
    package func publish(_ edition: any Edition) {
        state.withLock { state in
            // The same again, by another change of the same commit.
            guard edition.id > state.latest.id else { return }
            state.latest = edition
            for mailbox in state.mailboxes { mailbox.post(.publish(self, edition)) }
        }
    }

    /// A loop has its first listener. What is published from here on reaches it; what was published before is `latest`.
    func join(_ mailbox: Mailbox) {
        state.withLock { $0.mailboxes.append(mailbox) }
    }

    /// A loop's last listener has gone. What was posted meanwhile finds nobody.
    func leave(_ mailbox: Mailbox) {
        state.withLock { state in state.mailboxes.removeAll { $0 === mailbox } }
    }
}
