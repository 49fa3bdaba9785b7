/// Acceptance of an issued handoff: what was tried on a device, and how far the rollout has come (seed S0, "Приёмка перед
/// выпуском").
package enum Acceptances {
    package static let get = Endpoint<Nothing, Acceptance>(
        .get, "/api/v1/projects/{app}/handoff/issues/{n}/acceptance", scope: .customerSDKRead)
    package static let set = Endpoint<SetAcceptance, Acceptance>(
        .put, "/api/v1/projects/{app}/handoff/issues/{n}/acceptance", scope: .handoffWrite, action: .acceptanceSet,
        [.conditional])
}

package enum CheckResult: String, Codable, Sendable, CaseIterable {
    case pass, fail
    /// It could not be tried.
    case blocked
}

/// How one check went, who says so, and on what.
package struct RecordedCheck: Codable, Sendable, Equatable {
    package let result: CheckResult
    package let by: String
    package let at: Instant
    package let device: String
    package let os: String
    package let sdkVersion: String
    package let note: Nullable<String>

    package init(
        result: CheckResult, by: String, at: Instant, device: String, os: String, sdkVersion: String, note: String?
    ) {
        self.result = result
        self.by = by
        self.at = at
        self.device = device
        self.os = os
        self.sdkVersion = sdkVersion
        self.note = Nullable(note)
    }

    enum CodingKeys: String, CodingKey {
        case result, by, at, device, os, note
        case sdkVersion = "sdk_version"
    }
}

/// How a check went in an earlier handoff.
package struct EarlierCheck: Codable, Sendable, Equatable {
    /// The handoff's.
    package let number: Int64
    package let recorded: RecordedCheck

    package init(number: Int64, recorded: RecordedCheck) {
        self.number = number
        self.recorded = recorded
    }
}

package struct AcceptanceCheck: Codable, Sendable, Equatable {
    /// `row:` and the code of an `AcceptanceRow`, or `scenario:` and that of an `AcceptanceScenario`.
    package let check: String
    /// Whether it applies to this handoff: then a stage waits for it, and only then can a result be recorded. It follows from
    /// what was handed over.
    package let needed: Bool
    package let recorded: Nullable<RecordedCheck>
    /// Of the newest earlier handoff in which it was tried.
    package let earlier: Nullable<EarlierCheck>

    package init(check: String, needed: Bool, recorded: RecordedCheck?, earlier: EarlierCheck?) {
        self.check = check
        self.needed = needed
        self.recorded = Nullable(recorded)
        self.earlier = Nullable(earlier)
    }
}

/// A stage of the rollout of this handoff.
package struct AcceptanceStage: Codable, Sendable, Equatable {
    package struct Done: Codable, Sendable, Equatable {
        package let by: String
        package let at: Instant

        package init(by: String, at: Instant) {
            self.by = by
            self.at = at
        }
    }

    package let name: String
    package let percent: Int
    package let done: Nullable<Done>

    package init(name: String, percent: Int, done: Done?) {
        self.name = name
        self.percent = percent
        self.done = Nullable(done)
    }
}

package struct Acceptance: Codable, Sendable, Equatable {
    /// The handoff's.
    package let number: Int64
    /// What is accepted, as `sdk_version` names it.
    package let release: String
    package let rollbackRelease: String
    /// In the order of seed S0, the rows first.
    package let checks: [AcceptanceCheck]
    /// In the order of the rollout.
    package let stages: [AcceptanceStage]
    /// What keeps the next stage from being marked: checks by their names, then `rollback_not_accepted`,
    /// `release_withdrawn`, `superseded` (a newer handoff was issued) and `suspended` (the project or its tenant).
    package let waitsFor: [String]

    package init(
        number: Int64, release: String, rollbackRelease: String, checks: [AcceptanceCheck], stages: [AcceptanceStage],
        waitsFor: [String]
    ) {
        self.number = number
        self.release = release
        self.rollbackRelease = rollbackRelease
        self.checks = checks
        self.stages = stages
        self.waitsFor = waitsFor
    }

    enum CodingKeys: String, CodingKey {
        case number, release, checks, stages
        case rollbackRelease = "rollback_release"
        case waitsFor = "waits_for"
    }
}

/// All that shall be recorded of a handoff, of which what is recorded is a part: a result may be replaced by another, and a
/// stage added; nothing may be left out. Who and when are not stated: of what stays as it is they stay, and what is new is the
/// caller's.
package struct SetAcceptance: Codable, Sendable {
    package var results: [StatedCheck]
    /// The names of the stages that are done, from the first one on, in order: at most one more than before.
    package var stagesDone: [String]

    package init(results: [StatedCheck], stagesDone: [String]) {
        self.results = results
        self.stagesDone = stagesDone
    }

    enum CodingKeys: String, CodingKey {
        case results
        case stagesDone = "stages_done"
    }
}

package struct StatedCheck: Codable, Sendable {
    /// As `AcceptanceCheck` names it.
    package let check: String
    package let result: CheckResult
    package let device: String
    package let os: String
    package let sdkVersion: String
    package let note: String?

    package init(check: String, result: CheckResult, device: String, os: String, sdkVersion: String, note: String?) {
        self.check = check
        self.result = result
        self.device = device
        self.os = os
        self.sdkVersion = sdkVersion
        self.note = note
    }

    enum CodingKeys: String, CodingKey {
        case check, result, device, os, note
        case sdkVersion = "sdk_version"
    }
}
