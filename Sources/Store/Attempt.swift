import API
import Synchronization

/// What came of a change: its answer, or a refusal that the audit log need not hear of again.
struct Attempt<T: Sendable>: Sendable {
    let result: Result<Changed<T>, Failure>
    /// Projects whose policy may differ from now on, and the revision that they got.
    let touched: Set<String>
    let revision: Int64?
    /// Whether it only repeats what the same call was answered before: there is nothing to keep.
    let isRepeat: Bool

    init(_ change: Change, _ answer: T) {
        let changed = Changed(answer: answer, effect: change.effect)
        result = .success(change.isKept ? changed.undurable : changed)
        isRepeat = change.isRepeat
        touched = change.touched
        revision = change.revision
    }

    /// - Parameter isEntered: whether the audit log gets it in this transaction.
    /// - Throws: what the database itself could not do, which is not the operator's doing: all of it is undone.
    init(refusal: Failure, isEntered: Bool) throws(Failure) {
        guard refusal.code != .internal, refusal.code != .unavailable else { throw refusal }
        var refusal = refusal
        refusal.isSettled = isEntered
        result = .failure(refusal)
        touched = []
        revision = nil
        isRepeat = false
    }
}

/// What a change answers, and what a dry run says of its effect beyond that.
package struct Changed<Answer: Sendable>: Sendable {
    package let answer: Answer
    package let effect: JSONValue?
    /// False where the change holds, but the database could not be written.
    package private(set) var isDurable = true

    init(answer: Answer, effect: JSONValue?) {
        self.answer = answer
        self.effect = effect
    }

    package func replacing(_ answer: Answer) -> Changed {
        var changed = Changed(answer: answer, effect: effect)
        changed.isDurable = isDurable
        return changed
    }

    var undurable: Changed {
        var changed = self
        changed.isDurable = false
        return changed
    }
}

/// What the writer's thread kept of a change, for the task that waits for it.
final class Kept<T: Sendable>: Sendable {
    private let state = Mutex<(changed: Changed<T>?, isUnknown: Bool)>((nil, false))

    var value: Changed<T>? { state.withLock { $0.changed } }
    /// Whether the tables may have it, and may have it no more after a crash.
    var isUnknown: Bool { state.withLock { $0.isUnknown } }

    func set(_ new: Changed<T>?, isUnknown: Bool = false) {
        state.withLock { $0 = (new, isUnknown) }
    }
}
