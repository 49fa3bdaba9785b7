import API

/// What is recorded of the acceptance of an issued handoff, and what that is judged by.
package struct AcceptanceState: Sendable {
    package let document: HandoffDocument
    /// Of the release that was handed over, and of the one to go back to: as they are now.
    package let release: ReleasePair
    package let rollbackRelease: ReleasePair
    /// The number of the newest handoff that the project was issued.
    package let newest: Int64
    /// By a suspension of the project or of its tenant.
    package let isSuspended: Bool
    /// By the names of the checks.
    package private(set) var recorded: [String: RecordedCheck]
    package let earlier: [String: EarlierCheck]
    /// From the first stage on.
    package private(set) var done: [AcceptanceStage.Done]

    package init(
        document: HandoffDocument, release: ReleasePair, rollbackRelease: ReleasePair, newest: Int64,
        isSuspended: Bool, recorded: [String: RecordedCheck], earlier: [String: EarlierCheck],
        done: [AcceptanceStage.Done]
    ) {
        self.document = document
        self.release = release
        self.rollbackRelease = rollbackRelease
        self.newest = newest
        self.isSuspended = isSuspended
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
                    check: check.name, needed: check.inapplicability == nil, recorded: recorded[check.name],
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
    /// - Throws: `AcceptanceRules.check`; `conflict` for what is left out, for a stage out of its order or more than one, and
    ///   for one that something keeps back, with all of it in the faults.
    package func stating(_ stated: SetAcceptance, by: String, at: Instant) throws(Failure) -> AcceptanceState {
        try AcceptanceRules.check(stated, of: self)
        try AcceptanceRules.checkWhole(stated, of: self)
        var new = self
        for check in stated.results where !isRecorded(check) {
            new.recorded[check.check] = RecordedCheck(check, by: by, at: at)
        }
        try AcceptanceRules.checkOrder(of: stated.stagesDone, in: document.rollout, done: done.count)
        // What was begun stays begun, whatever its checks say later: it is in shoppers' hands.
        let hindrances = new.hindrances
        if stated.stagesDone.count > done.count, !hindrances.isEmpty {
            let stage = document.rollout[done.count].name
            throw Failure(
                .conflict, "The stage \(quoted(stage)) cannot be marked: it waits for \(hindrances.count) more.",
                faults: hindrances)
        }
        if stated.stagesDone.count > done.count { new.done.append(.init(by: by, at: at)) }
        return new
    }

    /// Whether what is stated of a check is what is recorded of it, whoever said it and whenever.
    func isRecorded(_ stated: StatedCheck) -> Bool {
        recorded[stated.check].map { $0 == RecordedCheck(stated, by: $0.by, at: $0.at) } ?? false
    }

    /// What keeps the next stage back.
    private var hindrances: [Fault] {
        let open = checks.filter { $0.inapplicability == nil && recorded[$0.name]?.result != .pass }
        var faults = open.map { check in
            let words =
                recorded[check.name].map { "has not passed: it is \($0.result.rawValue)" } ?? "was not tried yet"
            return Fault("/results", check.name, "\(check.name) \(words).")
        }
        if let release = rollbackRelease.all.first(where: { $0.status != .accepted }) {
            let words = "is \(release.status.rawValue) now, and one goes back only to an accepted release"
            faults.append(Fault("", "rollback_not_accepted", "\(release.name) \(words): issue another handoff."))
        }
        if let release = release.all.first(where: { $0.status == .withdrawn }) {
            faults.append(Fault("", "release_withdrawn", "\(release.name) is withdrawn: issue another handoff."))
        }
        if newest > document.number {
            faults.append(
                Fault("", "superseded", "Handoff \(newest) was issued since: go on with its acceptance and its stages.")
            )
        }
        if isSuspended {
            let words = "\(document.applicationID) or its tenant \(document.tenant) is suspended, and lets no app in"
            faults.append(Fault("", "suspended", "\(words): restore it first."))
        }
        return faults
    }

    var checks: [(name: String, inapplicability: Inapplicability?)] {
        document.acceptance.map { ("row:\($0.rawValue)", document.inapplicability(of: $0)) }
            + document.scenarios.map { ("scenario:\($0.rawValue)", document.inapplicability(of: $0)) }
    }
}

extension RecordedCheck {
    fileprivate init(_ stated: StatedCheck, by: String, at: Instant) {
        self.init(
            result: stated.result, by: by, at: at, device: stated.device, os: stated.os, sdkVersion: stated.sdkVersion,
            note: stated.note)
    }
}
