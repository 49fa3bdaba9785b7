import Synchronization

/// The admin plane's `host:port` over TCP, known once its port is bound.
final class Authority: Sendable {
    private let bound = Mutex<String?>(nil)

    var value: String? { bound.withLock { $0 } }

    func set(_ authority: String) {
        bound.withLock { $0 = authority }
    }
}
