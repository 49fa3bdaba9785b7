import API

/// What may be recorded of an acceptance.
package enum AcceptanceRules {
    /// Of a device and of its operating system, in characters: "iPhone 15 Pro, 256 GB" and the like.
    package static let placeLengthMax = 100

    /// - Throws: with every fault: `invalid_range` for a version, `invalid_reason` for a text that says nothing, too much or
    ///   something like a secret, `out_of_range` for everything else. The first one's code is the failure's.
    static func check(_ stated: SetAcceptance, of state: AcceptanceState) throws(Failure) {
        let checks = state.checks
        var faults: [Fault] = []
        var seen: Set<String> = []
        for (index, check) in stated.results.enumerated() {
            let pointer = "/results/\(index)"
            let known = checks.first { $0.name == check.check }
            if known == nil {
                let names = checks.map(\.name).joined(separator: ", ")
                faults.append(
                    HandoffRules.fault(
                        "\(pointer)/check",
                        "\(HandoffRules.repeated(check.check)) is no check of this handoff: they are \(names)."))
                continue
            }
            if !seen.insert(check.check).inserted {
                faults.append(HandoffRules.fault("\(pointer)/check", "\(check.check) is there twice."))
                continue
            }
            // It was judged when it was recorded, and may not be left out: a rule that has become stricter since would let
            // nothing more be recorded.
            if state.isRecorded(check) { continue }
            if let why = known?.inapplicability {
                faults.append(
                    HandoffRules.fault(
                        "\(pointer)/check", "\(check.check) does not apply to this handoff: \(why.words)."))
            }
            for (text, what, member) in [(check.device, "A device", "device"), (check.os, "An operating system", "os")]
            {
                faults += HandoffRules.text(
                    text, what, "\(pointer)/\(member)", lengthMax: placeLengthMax, of: .record)
            }
            faults += versionFaults(check, of: state.document, "\(pointer)/sdk_version")
            if let note = check.note { faults += HandoffRules.text(note, "A note", "\(pointer)/note", of: .record) }
        }
        if stated.stagesDone.count > state.document.rollout.count {
            faults.append(
                HandoffRules.fault(
                    "/stages_done",
                    "The rollout has \(state.document.rollout.count) stages; these are \(stated.stagesDone.count)."))
        }
        for (index, name) in stated.stagesDone.enumerated()
        where !state.document.rollout.contains(where: { ExactText($0.name) == ExactText(name) }) {
            let names = state.document.rollout.map { quoted($0.name) }.joined(separator: ", ")
            faults.append(
                HandoffRules.fault(
                    "/stages_done/\(index)",
                    "\(HandoffRules.repeated(name)) is no stage of this handoff: they are \(names)."))
        }
        if let failure = Failure(faults) { throw failure }
    }

    /// Something else than was handed over may well fail, and be written down so; it cannot pass. The way back ends at the
    /// release to go back to.
    private static func versionFaults(
        _ check: StatedCheck, of document: HandoffDocument, _ pointer: String
    ) -> [Fault] {
        guard Version.isExact(check.sdkVersion) else {
            return [
                HandoffRules.fault(
                    pointer,
                    "\(HandoffRules.repeated(check.sdkVersion)) is no exact version, like \(document.release.version).",
                    .invalidRange)
            ]
        }
        var passing = [document.release.version]
        if check.check.hasSuffix(":rollback") { passing.append(document.rollbackRelease.version) }
        if check.result != .pass || passing.contains(where: { $0.utf8.elementsEqual(check.sdkVersion.utf8) }) {
            return []
        }
        return [
            HandoffRules.fault(
                pointer,
                "\(check.check) cannot pass with \(check.sdkVersion): handed over is \(passing.joined(separator: ", to go back to ")).",
                .invalidRange)
        ]
    }

    /// What was tried is not untried again, and a stage that was begun is in shoppers' hands.
    ///
    /// - Throws: `conflict` with a fault for each result and each stage that is left out.
    static func checkWhole(_ stated: SetAcceptance, of state: AcceptanceState) throws(Failure) {
        let results = Set(stated.results.map(\.check))
        let leftOut = state.recorded.filter { !results.contains($0.key) }.sorted { $0.key < $1.key }
        var faults = leftOut.map { check, recorded in
            Fault(
                "/results", "result_left_out",
                "\(check) is recorded as \(recorded.result.rawValue): state that, or another result in its place.")
        }
        let stages = Set(stated.stagesDone.map(ExactText.init))
        for (stage, _) in zip(state.document.rollout, state.done) where !stages.contains(ExactText(stage.name)) {
            faults.append(Fault("/stages_done", "stage_left_out", "\(quoted(stage.name)) is done, and stays done."))
        }
        if faults.isEmpty { return }
        throw Failure(
            .conflict, "What is recorded or done stays, and \(faults.count) of it is left out here.", faults: faults)
    }

    /// - Throws: `conflict` for a stage whose turn it is not, and for more than one at once.
    static func checkOrder(of names: [String], in rollout: [RolloutStage], done: Int) throws(Failure) {
        for (stage, name) in zip(rollout, names) where ExactText(stage.name) != ExactText(name) {
            throw Failure(
                .conflict, "The stage \(quoted(name)) comes after \(quoted(stage.name)), which is not done.",
                faults: [Fault("/stages_done", "stage_out_of_order", "\(quoted(stage.name)) comes first.")])
        }
        guard names.count > done + 1 else { return }
        let faults = names.enumerated().dropFirst(done + 1).map { index, name in
            Fault(
                "/stages_done/\(index)", "stage_too_soon", "\(quoted(name)) waits for what is seen in the one before.")
        }
        throw Failure(
            .conflict, "One stage at a time: mark \(quoted(names[done])), and the next one when it has gone well.",
            faults: faults)
    }
}
