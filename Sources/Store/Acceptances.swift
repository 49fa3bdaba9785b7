import API
import Domain
import SQL

extension Snapshot {
    /// - Throws: `not_found` where no such handoff was issued.
    package func acceptance(of applicationID: String, handoff number: Int64) throws(Failure) -> AcceptanceState {
        let issued = try issuedHandoff(number, of: applicationID)
        let handed = try row(
            """
            SELECT release_id, rollback_release_id,
                   (SELECT max(number) FROM handoff_issues WHERE application_id = \(applicationID)) AS newest
            FROM handoff_issues WHERE application_id = \(applicationID) AND number = \(number)
            """)
        guard let handed else { throw .notFound }
        // The newest last, so that it is the one that stays.
        let results = try rows(
            """
            SELECT * FROM acceptance_results WHERE application_id = \(applicationID) AND number <= \(number)
            ORDER BY number
            """)
        var recorded: [String: RecordedCheck] = [:]
        var earlier: [String: EarlierCheck] = [:]
        for row in results {
            let (of, check): (Int64, String) = (row.get("number"), row.get("check"))
            if of == number {
                recorded[check] = RecordedCheck(row)
            } else {
                earlier[check] = EarlierCheck(number: of, recorded: RecordedCheck(row))
            }
        }
        let done = try rows(
            """
            SELECT done_by, done_at FROM acceptance_stages WHERE application_id = \(applicationID) AND number = \(number)
            ORDER BY position
            """)
        return AcceptanceState(
            document: issued.document, release: try releasePair(handed.get("release_id")),
            rollbackRelease: try releasePair(handed.get("rollback_release_id")), newest: handed.get("newest"),
            isSuspended: try isSuspended(.project(applicationID: applicationID)),
            recorded: recorded, earlier: earlier,
            done: done.map { .init(by: $0.get("done_by"), at: $0.instant("done_at")) })
    }
}

extension Change {
    /// All that is recorded of a handoff, anew.
    package func setAcceptance(_ state: AcceptanceState) throws(Failure) {
        let (applicationID, number) = (state.document.applicationID, state.document.number)
        try run("DELETE FROM acceptance_results WHERE application_id = \(applicationID) AND number = \(number)")
        for (check, recorded) in state.recorded.sorted(by: { $0.key < $1.key }) {
            try run(
                """
                INSERT INTO acceptance_results (application_id, number, "check", result, device, os, sdk_version, note,
                                                recorded_by, recorded_at)
                VALUES (\(applicationID), \(number), \(check), \(recorded.result.rawValue), \(recorded.device),
                        \(recorded.os), \(recorded.sdkVersion), \(recorded.note.optional), \(recorded.by),
                        \(recorded.at.milliseconds))
                """)
        }
        try run("DELETE FROM acceptance_stages WHERE application_id = \(applicationID) AND number = \(number)")
        for (position, done) in state.done.enumerated() {
            try run(
                """
                INSERT INTO acceptance_stages (application_id, number, position, done_by, done_at)
                VALUES (\(applicationID), \(number), \(Int64(position)), \(done.by), \(done.at.milliseconds))
                """)
        }
    }
}

extension RecordedCheck {
    fileprivate init(_ row: Row) {
        self.init(
            result: row.word("result"), by: row.get("recorded_by"), at: row.instant("recorded_at"),
            device: row.get("device"), os: row.get("os"), sdkVersion: row.get("sdk_version"), note: row.get("note"))
    }
}
