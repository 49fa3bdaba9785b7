import Synchronization

/// Which secrets of a project verify for certain while rotations race with verifications, each of which ends the overlap
/// before it: what a verification may be held to.
package final class SecretsTimeline: Sendable {
    package struct Secret: Sendable, Equatable {
        package let number: Int
        package let text: String
    }

    private struct State {
        /// The oldest first: the previous one and the current one.
        var verifying: [Secret]
        var issued = 1
    }

    private let state: Mutex<State>

    package init(first: String) {
        state = Mutex(State(verifying: [Secret(number: 0, text: first)]))
    }

    /// Those that verify for certain now.
    package var verifying: [Secret] { state.withLock { $0.verifying } }
    package var current: Secret { verifying.last! }

    package func verifies(_ secret: Secret) -> Bool { verifying.contains(secret) }

    /// Before a rotation is asked for: from now on the one that it ends may be refused.
    ///
    /// - Returns: that one.
    package func willRotate() -> Secret? {
        state.withLock { $0.verifying.count > 1 ? $0.verifying.removeFirst() : nil }
    }

    /// After its answer.
    package func didRotate(to text: String) {
        state.withLock { state in
            state.verifying.append(Secret(number: state.issued, text: text))
            state.issued += 1
        }
    }

    /// Where it was refused, and so nothing has ended.
    package func didNotRotate(keeping secret: Secret?) {
        state.withLock { state in if let secret { state.verifying.insert(secret, at: 0) } }
    }
}
