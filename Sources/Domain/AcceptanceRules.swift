import API

/// What may be recorded of an acceptance.
package enum AcceptanceRules {
    /// Of a device and of its operating system, in characters: "iPhone 15 Pro, 256 GB" and the like.
    package static let placeLengthMax = 100

    /// - Throws: with every fault: `invalid_range` for a version, `invalid_reason` for a text that says nothing, too much or
    ///   something like a secret, `out_of_range` for everything else. The first one's code is the failure's.
    static func check(_ stated: SetAcceptance, of state: AcceptanceState) throws(Failure) {
        let names = state.checks.map(\.name)
        var faults: [Fault] = []
        var seen: Set<String> = []
        for (index, check) in stated.results.enumerated() {
            let pointer = "/results/\(index)"
            if !names.contains(check.check) {
                faults.append(
                    HandoffRules.fault(
                        "\(pointer)/check",
                        "\(quoted(check.check)) is no check of this handoff: they are \(names.joined(separator: ", "))."
                    ))
            } else if !seen.insert(check.check).inserted {
                faults.append(HandoffRules.fault("\(pointer)/check", "\(check.check) is there twice."))
            }
            faults += HandoffRules.text(check.device, "A device", "\(pointer)/device", lengthMax: placeLengthMax)
            faults += HandoffRules.text(check.os, "An operating system", "\(pointer)/os", lengthMax: placeLengthMax)
            faults += versionFaults(check, of: state.document, "\(pointer)/sdk_version")
            if let note = check.note { faults += HandoffRules.text(note, "A note", "\(pointer)/note") }
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
                    "/stages_done/\(index)", "\(quoted(name)) is no stage of this handoff: they are \(names)."))
        }
        guard let first = faults.first else { return }
        throw Failure(ErrorCode(rawValue: first.code) ?? .outOfRange, first.detail, faults: faults)
    }

    /// Something else than was handed over may well fail, and be written down so; it cannot pass. The way back ends at the
    /// release to go back to.
    private static func versionFaults(
        _ check: StatedCheck, of document: HandoffDocument, _ pointer: String
    ) -> [Fault] {
        guard Version.isExact(check.sdkVersion) else {
            return [
                HandoffRules.fault(
                    pointer, "\(quoted(check.sdkVersion)) is no exact version, like \(document.release.version).",
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

    /// - Throws: `conflict` for a stage whose turn it is not.
    static func checkOrder(of names: [String], in rollout: [RolloutStage]) throws(Failure) {
        for (stage, name) in zip(rollout, names) where ExactText(stage.name) != ExactText(name) {
            throw Failure(
                .conflict, "The stage \(quoted(name)) comes after \(quoted(stage.name)), which is not done.",
                faults: [Fault("/stages_done", "stage_out_of_order", "\(quoted(stage.name)) comes first.")])
        }
    }
}
