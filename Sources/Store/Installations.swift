import API
import Domain
import SQL

/// What to look for among installations; nil is anything.
package struct InstallationFilter: Sendable {
    package var platform: Platform?
    package var appIdentifier: String?
    package var userID: String?
    package var isIdentified: Bool?
    package var status: Installation.Status?

    package init() {}
}

extension Snapshot {
    /// - Throws: `not_found` where the project has no such installation.
    package func installation(_ id: String, of applicationID: String) throws(Failure) -> Installation {
        guard
            let row = try row(
                "SELECT * FROM installations WHERE id = \(id) AND application_id = \(applicationID)")
        else { throw .notFound }
        return Installation(row)
    }

    /// Most recent activity first.
    package func installations(
        of applicationID: String, _ filter: InstallationFilter, _ page: Keyset
    ) throws(Failure) -> Page<Installation> {
        let rows = try rows(
            """
            SELECT * FROM installations
            WHERE \(try condition(filter, of: applicationID))
              AND \(page.condition(at: "last_activity_at", id: "id"))
            ORDER BY last_activity_at DESC, id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("last_activity_at") }, id: { $0.get("id") }, Installation.init)
    }
}

extension Snapshot {
    /// A user is looked up first and then stands for the project: those few rows are found by the person's index, and the
    /// others are not looked at.
    fileprivate func condition(_ filter: InstallationFilter, of applicationID: String) throws(Failure) -> Statement {
        var conditions: [Statement] = [
            filter.platform.map { "platform = \($0.rawValue)" },
            // Either spelling may be meant where the platform is not said.
            filter.appIdentifier.map { app in
                """
                ((platform = 'ios' AND app_folded = \(AppIdentifier.folded(app, on: .ios)))
                 OR (platform = 'android' AND app_folded = \(AppIdentifier.folded(app, on: .android))))
                """
            },
            filter.isIdentified.map { $0 ? "identified_at IS NOT NULL" : "identified_at IS NULL" },
            filter.status.map { $0 == .active ? "revoked_at IS NULL" : "revoked_at IS NOT NULL" },
        ].compactMap { $0 }
        if let userID = filter.userID {
            conditions.append("person_id = \(try personID(of: userID, in: applicationID) ?? "")")
        } else {
            conditions.append("application_id = \(applicationID)")
        }
        return conditions.joined(separator: " AND ")
    }
}

extension Change {
    /// In force on the very next request: each reads the row. Again and again the same.
    package func revokeInstallation(_ id: String, of applicationID: String, reason: String?) throws(Failure) {
        _ = try revoke("id = \(id) AND application_id = \(applicationID)", reason: reason)
    }

    /// All that meet every condition, by few statements however many they are: other writes wait meanwhile.
    ///
    /// - Parameter isInside: whether a version is meant; nil where all are.
    /// - Returns: the ids of those that were active.
    package func revokeInstallations(
        _ bulk: RevokeInstallations, of applicationID: String, isInside: ((String?) -> Bool)?
    ) throws(Failure) -> [String] {
        var filter = InstallationFilter()
        filter.userID = bulk.userID
        filter.appIdentifier = bulk.appIdentifier
        let since: Statement = bulk.identifiedSince.map { "identified_at >= \($0.milliseconds)" } ?? "TRUE"
        let meant: Statement = "\(try snapshot.condition(filter, of: applicationID)) AND \(since)"
        guard let isInside else { return try revoke(meant, reason: bulk.reason) }
        let versions: [String?] = try snapshot.rows(
            "SELECT DISTINCT sdk_version FROM installations WHERE revoked_at IS NULL AND \(meant)"
        ).map { $0.get("sdk_version") }.filter(isInside)
        var ids: [String] = []
        if versions.contains(nil) { ids += try revoke("sdk_version IS NULL AND \(meant)", reason: bulk.reason) }
        let known = versions.compactMap(\.self)
        for start in stride(from: 0, to: known.count, by: Self.versionsAtOnce) {
            let some = known[start..<min(start + Self.versionsAtOnce, known.count)]
            ids += try revoke("sdk_version IN (\(list: some)) AND \(meant)", reason: bulk.reason)
        }
        return ids
    }

    /// Far below what SQLite takes as parameters of one statement.
    private static let versionsAtOnce = 500

    private func revoke(_ condition: Statement, reason: String?) throws(Failure) -> [String] {
        try run(
            """
            UPDATE installations
            SET revoked_at = \(at.milliseconds), revoked_by = \(intent.caller.name), revoke_reason = \(reason)
            WHERE revoked_at IS NULL AND \(condition) RETURNING id
            """
        ).map { $0.get("id") }
    }

    /// Those whose app is on no list: for good, so that putting an entry back does not bring old tokens to life.
    func revokeUnlistedInstallations(of applicationID: String) throws(Failure) {
        try run(
            """
            UPDATE installations
            SET revoked_at = \(at.milliseconds), revoked_by = \(intent.caller.name),
                revoke_reason = 'its app left the allowlist'
            WHERE application_id = \(applicationID) AND revoked_at IS NULL
              AND NOT EXISTS (SELECT 1 FROM allowlist_entries
                              WHERE allowlist_entries.application_id = installations.application_id
                                AND allowlist_entries.platform = installations.platform
                                AND allowlist_entries.folded = installations.app_folded)
            """)
    }
}

extension DeviceChange {
    package func insertInstallation(
        id: String, of applicationID: String, personID: String, platform: Platform, appIdentifier: String,
        _ facts: DeviceFacts
    ) throws(Failure) {
        try run(
            """
            INSERT INTO people (id, application_id, created_at)
            VALUES (\(personID), \(applicationID), \(at.milliseconds))
            """)
        try run(
            """
            INSERT INTO installations (id, application_id, person_id, platform, app_identifier, app_folded, sdk_version,
                                       host_app_version, locale, time_zone, epoch, epoch_is_used, created_at,
                                       last_activity_at)
            VALUES (\(id), \(applicationID), \(personID), \(platform.rawValue), \(appIdentifier),
                    \(AppIdentifier.folded(appIdentifier, on: platform)), \(facts.sdkVersion),
                    \(facts.hostAppVersion), \(facts.locale), \(facts.timeZone), 1, 1, \(at.milliseconds),
                    \(at.milliseconds))
            """)
    }

    /// The next epoch, with a new anonymous person; nothing in it is answered yet.
    package func startEpoch(_ epoch: Int64, of session: DeviceSession, personID: String) throws(Failure) {
        try run(
            """
            INSERT INTO people (id, application_id, created_at)
            VALUES (\(personID), \(session.applicationID), \(at.milliseconds))
            """)
        try run(
            """
            UPDATE installations SET epoch = \(epoch), epoch_is_used = 0, person_id = \(personID), identified_at = NULL
            WHERE id = \(session.installationID)
            """)
        try forgetPersonIfNobody(session.personID)
    }

    package func useEpoch(of session: DeviceSession) throws(Failure) {
        guard !session.epochIsUsed else { return }
        try run("UPDATE installations SET epoch_is_used = 1 WHERE id = \(session.installationID)")
    }

    /// What was gathered in memory since the last batch.
    package func recordActivity(_ activity: ArraySlice<(key: String, value: Instant)>) throws(Failure) {
        for (id, at) in activity {
            try run(
                """
                UPDATE installations SET last_activity_at = \(at.milliseconds)
                WHERE id = \(id) AND last_activity_at < \(at.milliseconds)
                """)
        }
    }
}

extension Installation {
    fileprivate init(_ row: Row) {
        let revocation = row.instantIfAny("revoked_at").map {
            Revocation(by: row.get("revoked_by"), at: $0, reason: row.get("revoke_reason"))
        }
        self.init(
            id: row.get("id"), applicationID: row.get("application_id"), platform: row.word("platform"),
            appIdentifier: row.get("app_identifier"), sdkVersion: row.get("sdk_version"),
            hostAppVersion: row.get("host_app_version"), locale: row.get("locale"), timeZone: row.get("time_zone"),
            identified: row.instantIfAny("identified_at") != nil, epoch: row.get("epoch"),
            createdAt: row.instant("created_at"), lastActivityAt: row.instant("last_activity_at"),
            revocation: revocation)
    }
}
