import API
import Domain
import Glibc
import Synchronization

/// The exempt changes that are not in the tables yet: in a file, and in force from memory (contract section 6).
package final class Spill: Sendable {
    private struct Pending: Sendable {
        let change: SpilledChange
        let taking: Taking
        /// Whether entering it failed for a reason of its own: other changes do not wait for it.
        var isSetAside = false
    }

    /// Nil where there was no room for it at the start.
    private let file: Mutex<SpillFile?>
    private let pending: Mutex<[Pending]>
    private let log: Log

    /// Takes up what an earlier process left.
    ///
    /// - Throws: where there is something that cannot be read: apps would come on again that were switched off. Where the
    ///   file can only not be made, the service is better than none, and exempt changes are stopped as all are.
    package init(path: String, log: Log) throws(StartError) {
        self.log = log
        var content: [UInt8] = []
        do {
            file = Mutex(try SpillFile(path, content: &content))
        } catch {
            guard content.isEmpty, Self.isWithoutRoom(error) || !fileExists(path) else {
                throw Self.unreadable(path, "\(error)")
            }
            log.error(
                "no spill file",
                ["detail": "\(error). While the database cannot be written, a disable will be refused, too."])
            file = Mutex(nil)
        }
        pending = Mutex(try Self.pending(content, path))
    }

    private static func isWithoutRoom(_ error: SystemError) -> Bool {
        [ENOSPC, EDQUOT, EFBIG].contains(error.code)
    }

    private static func pending(_ content: [UInt8], _ path: String) throws(StartError) -> [Pending] {
        guard !content.isEmpty else { return [] }
        do {
            let changes = try JSONReader.decode([SpilledChange].self, from: JSONScanner.scan(content))
            return try changes.map { change in
                guard let route = change.route, let taking = try route.taking(change.raw()) else {
                    throw Failure(.notFound, "a call that this version does not know")
                }
                return Pending(change: change, taking: taking)
            }
        } catch {
            throw unreadable(path, (error as? Failure)?.message ?? "\(error)")
        }
    }

    private static func unreadable(_ path: String, _ why: String) -> StartError {
        .refused(
            "\(path) holds changes that are not in the database yet and cannot be read: \(why). "
                + "They switched something off. Start the version that wrote it, or move the file away and do them again."
        )
    }

    /// Into the file, and then in force. Called by the writer's thread.
    ///
    /// - Returns: false where the file has no room or cannot be written; then nothing has changed.
    func add(_ change: SpilledChange, _ taking: Taking) -> Bool {
        let isFirst: Bool? = file.withLock { file in
            let before = pending.withLock { $0 }
            guard write(before.map(\.change) + [change], to: &file) else { return nil }
            pending.withLock { $0.append(Pending(change: change, taking: taking)) }
            return before.isEmpty
        }
        if isFirst == true {
            log.warning(
                "the database cannot be written: what only takes away is in the spill file",
                ["request_id": change.requestID])
        }
        return isFirst != nil
    }

    /// What is in the tables now, or will never be: out of the file, and then of memory. Called by the writer's thread.
    ///
    /// - Returns: what it took away; nil where it is still in the file.
    func remove(_ change: SpilledChange) -> Taking? {
        file.withLock { file in
            var after = pending.withLock { $0 }
            guard let index = after.firstIndex(where: { $0.change.requestID == change.requestID }) else { return nil }
            let taking = after.remove(at: index).taking
            guard write(after.map(\.change), to: &file) else { return nil }
            pending.withLock { $0 = after }
            return taking
        }
    }

    /// - Returns: whether it was not yet.
    func setAside(_ change: SpilledChange) -> Bool {
        file.withLock { _ in
            pending.withLock { pending in
                guard let index = pending.firstIndex(where: { $0.change.requestID == change.requestID }),
                    !pending[index].isSetAside
                else { return false }
                pending[index].isSetAside = true
                return true
            }
        }
    }

    private func write(_ changes: [SpilledChange], to file: inout SpillFile?) -> Bool {
        do throws(SystemError) {
            guard file != nil else { return false }
            try file?.write(changes.isEmpty ? [] : JSONWriter.encode(changes))
            return true
        } catch {
            log.error("the spill file cannot be written", ["detail": "\(error)"])
            return false
        }
    }

    // MARK: What waits

    package var count: Int { pending.withLock { $0.count } }
    /// Whether other changes wait for one of them.
    var isWaiting: Bool { pending.withLock { $0.contains { !$0.isSetAside } } }

    func first(where isMeant: (SpilledChange) -> Bool) -> SpilledChange? {
        pending.withLock { $0.first { isMeant($0.change) }?.change }
    }

    func holds(_ change: SpilledChange) -> Bool {
        first { $0.requestID == change.requestID } != nil
    }

    /// The last that was told of a change that waits; 0 without one.
    var revision: Int64 { pending.withLock { $0.map(\.change.revision).max() ?? 0 } }

    /// What an earlier call with the same idempotency key did.
    func earlier(_ key: String, path: String, caller: String) -> SpilledChange? {
        pending.withLock { $0.first { $0.change.isSame(key, path: path, caller: caller) }?.change }
    }

    // MARK: What it takes away

    func less(_ policy: ProjectPolicy) -> ProjectPolicy {
        let takings = pending.withLock { $0.map { (taking: $0.taking, revision: $0.change.revision) } }
        return takings.isEmpty ? policy : policy.less(takings)
    }

    func suspends(operator name: String) -> Bool {
        takes { if case .operator(name) = $0 { true } else { false } }
    }

    var suspendedOperators: Set<String> {
        pending.withLock { Set($0.compactMap { if case .operator(let name) = $0.taking { name } else { nil } }) }
    }

    func revokes(personalToken id: String) -> Bool {
        takes { if case .personalToken(id) = $0 { true } else { false } }
    }

    func revokes(installation id: String) -> Bool {
        takes { if case .installation(id) = $0 { true } else { false } }
    }

    /// Whether a project's devices cannot be judged: some are revoked, or a secret has ended, and only the tables can tell.
    func holdsJudgement(of applicationID: String) -> Bool {
        takes { if case .judgement(applicationID) = $0 { true } else { false } }
    }

    private func takes(_ isMeant: (Taking) -> Bool) -> Bool {
        pending.withLock { $0.contains { isMeant($0.taking) } }
    }
}
