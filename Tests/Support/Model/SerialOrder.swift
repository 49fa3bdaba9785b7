/// Looks for an order in which calls that ran in parallel would have been answered as they were, one after the other, and
/// have left what they left.
package struct SerialOrder {
    package typealias Answered = (call: InstallationModel.Call, outcome: InstallationModel.Outcome)

    /// Calls that are alike and were answered alike are of one kind: it does not matter which of them came first.
    private struct Kind: Hashable {
        let call: InstallationModel.Call
        let outcome: InstallationModel.Outcome
    }

    private struct Place: Hashable {
        let state: InstallationModel
        let left: [Int]
    }

    private let kinds: [Kind]
    private let isEnd: (InstallationModel) -> Bool
    private var deadEnds: Set<Place> = []

    /// - Parameter isEnd: whether the calls may have left this.
    package static func exists(
        of answered: [Answered], from start: InstallationModel, to isEnd: (InstallationModel) -> Bool
    ) -> Bool {
        withoutActuallyEscaping(isEnd) { isEnd in
            var counts: [Kind: Int] = [:]
            for one in answered { counts[Kind(call: one.call, outcome: one.outcome), default: 0] += 1 }
            var order = SerialOrder(kinds: Array(counts.keys), isEnd: isEnd)
            return order.leads(from: Place(state: start, left: order.kinds.map { counts[$0]! }))
        }
    }

    private init(kinds: [Kind], isEnd: @escaping (InstallationModel) -> Bool) {
        self.kinds = kinds
        self.isEnd = isEnd
    }

    private mutating func leads(from place: Place) -> Bool {
        var left = place.left
        var next: [(index: Int, state: InstallationModel)] = []
        for (index, kind) in kinds.enumerated() where left[index] > 0 {
            var state = place.state
            guard state.apply(kind.call) == kind.outcome else { continue }
            if state == place.state {
                // What changes nothing may as well come now as later.
                left[index] = 0
            } else {
                next.append((index, state))
            }
        }
        if left.allSatisfy({ $0 == 0 }) { return isEnd(place.state) }
        let here = Place(state: place.state, left: left)
        guard !deadEnds.contains(here) else { return false }
        for (index, state) in next {
            var after = left
            after[index] -= 1
            if leads(from: Place(state: state, left: after)) { return true }
        }
        deadEnds.insert(here)
        return false
    }
}
