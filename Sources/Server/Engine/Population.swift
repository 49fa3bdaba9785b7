import Synchronization

/// The open connections of one listener, counted apart from those of the others: a crowd at one door must not close the
/// other, least of all the operators' who would send it away.
final class Population: Sendable {
    let open = Atomic<Int>(0)
    /// Of these, those that are streams.
    let streams = Atomic<Int>(0)
    let max: Int

    init(max: Int) {
        self.max = max
    }

    /// Streams stay, and may take three quarters of the room: calls are answered beside them.
    var takesStreams: Bool { streams.load(ordering: .relaxed) < max - max / 4 }

    var isFull: Bool { open.load(ordering: .relaxed) >= max }

    /// Shares `total` among listeners: each that asks for a number has it, up to a quarter of all, and the rest is shared
    /// evenly among those that take what there is.
    static func share(_ total: Int, among wanted: [Int?]) -> [Population] {
        let granted = wanted.map { $0.map { Swift.max(1, Swift.min($0, total / 4)) } }
        let left = total - granted.reduce(0) { $0 + ($1 ?? 0) }
        let open = Swift.max(1, granted.count { $0 == nil })
        return granted.map { Population(max: $0 ?? Swift.max(1, left / open)) }
    }
}
