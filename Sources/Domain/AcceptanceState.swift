import API

/// What is recorded of the acceptance of an issued handoff, and what that is judged by.
package struct AcceptanceState: Sendable {
    package let document: HandoffDocument
    /// Of the release that was handed over, and of the one to go back to: as they are now.
    package let release: Release.Status
    package let rollbackRelease: Release.Status
    /// By the names of the checks.
    package private(set) var recorded: [String: RecordedCheck]
    package let earlier: [String: EarlierCheck]
    /// From the first stage on.
    package private(set) var done: [AcceptanceStage.Done]

    package init(
        document: HandoffDocument, release: Release.Status, rollbackRelease: Release.Status,
        recorded: [String: RecordedCheck], earlier: [String: EarlierCheck], done: [AcceptanceStage.Done]
    ) {
        self.document = document
        self.release = release
        self.rollbackRelease = rollbackRelease
        self.recorded = recorded
        self.earlier = earlier
        self.done = done
    }

    /// As it is shown.
    package var acceptance: Acceptance {
        Acceptance(
            number: document.number, release: document.release.version,
            rollbackRelease: document.rollbackRelease.version,
            checks: checks.map { check in
                AcceptanceCheck(
                    check: check.name, needed: check.isNeeded, recorded: recorded[check.name],
                    earlier: earlier[check.name])
            },
            stages: document.rollout.enumerated().map { index, stage in
                AcceptanceStage(
                    name: stage.name, percent: stage.percent, done: done.indices.contains(index) ? done[index] : nil)
            },
            waitsFor: done.count < document.rollout.count ? hindrances.map(\.code) : [])
    }

    /// What shall be recorded, with who and when of what is new.
    ///
    /// - Throws: `AcceptanceRules.check`; `conflict` for a stage out of its order, or one that something keeps back, with all
    ///   of it in the faults.
    package func stating(_ stated: SetAcceptance, by: String, at: Instant) throws(Failure) -> AcceptanceState {
        try AcceptanceRules.check(stated, of: self)
        var new = self
        new.recorded = [:]
        for check in stated.results {
            let now = RecordedCheck(check, by: by, at: at)
            let before = recorded[check.check]
            new.recorded[check.check] = before.flatMap { now.says(theSameAs: $0) ? $0 : nil } ?? now
        }
        try AcceptanceRules.checkOrder(of: stated.stagesDone, in: document.rollout)
        // What was begun stays begun, whatever its checks say later: it is in shoppers' hands.
        let hindrances = new.hindrances
        if stated.stagesDone.count > done.count, !hindrances.isEmpty {
            let stage = document.rollout[done.count].name
            throw Failure(
                .conflict, "The stage \(quoted(stage)) cannot be marked: it waits for \(hindrances.count) more.",
                faults: hindrances)
        }
        new.done = Array(done.prefix(stated.stagesDone.count))
        while new.done.count < stated.stagesDone.count { new.done.append(.init(by: by, at: at)) }
        return new
    }

    /// What keeps the next stage back.
    private var hindrances: [Fault] {
        var faults = checks.filter { $0.isNeeded && recorded[$0.name]?.result != .pass }.map { check in
            let words =
                recorded[check.name].map { "has not passed: it is \($0.result.rawValue)" } ?? "was not tried yet"
            return Fault("/results", check.name, "\(check.name) \(words).")
        }
        if rollbackRelease != .accepted {
            let words = "is \(rollbackRelease.rawValue) now, and one goes back only to an accepted release"
            faults.append(
                Fault(
                    "", "rollback_not_accepted", "\(document.rollbackRelease.version) \(words): issue another handoff.")
            )
        }
        if release == .withdrawn {
            faults.append(
                Fault("", "release_withdrawn", "\(document.release.version) is withdrawn: issue another handoff."))
        }
        return faults
    }

    /// A direct cart is tried where the player calls the app's cart: where it is agreed on, and always with LiveMarket.
    var checks: [(name: String, isNeeded: Bool)] {
        let hasCart = document.cart.mode == .directCart || document.liveMarket.optional != nil
        return document.acceptance.map { ("row:\($0.rawValue)", $0 != .directCart || hasCart) }
            + document.scenarios.map { ("scenario:\($0.rawValue)", $0 != .cart || hasCart) }
    }
}

extension RecordedCheck {
    fileprivate init(_ stated: StatedCheck, by: String, at: Instant) {
        self.init(
            result: stated.result, by: by, at: at, device: stated.device, os: stated.os, sdkVersion: stated.sdkVersion,
            note: stated.note)
    }

    /// Whoever said it, and whenever.
    fileprivate func says(theSameAs other: RecordedCheck) -> Bool {
        self
            == RecordedCheck(
                result: other.result, by: by, at: at, device: other.device, os: other.os, sdkVersion: other.sdkVersion,
                note: other.note.optional)
    }
}
