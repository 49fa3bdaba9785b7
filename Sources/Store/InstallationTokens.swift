import API
import Domain
import SQL

/// An installation with the token that came with a call, as they stand in the tables.
package struct DeviceSession: Sendable {
    package enum TokenState: String, Sendable {
        /// The one in use. After a refresh it keeps one right, to refresh again.
        case current
        /// Issued by a refresh and not yet used.
        case pending
        /// Its place was taken: using it is `token_reuse`.
        case ended
    }

    package let installationID: String
    package let applicationID: String
    package let platform: Platform
    package let appIdentifier: String
    package let personID: String
    package let epoch: Int64
    package let epochIsUsed: Bool
    package let isRevoked: Bool
    package let tokenState: TokenState
    package let tokenNumber: Int64
    /// Whether tokens of a refresh wait to be used.
    package let hasPending: Bool
}

extension Snapshot {
    /// Nil where the installation never had this token.
    package func deviceSession(_ token: InstallationToken) throws(Failure) -> DeviceSession? {
        guard
            let row = try row(
                """
                SELECT installations.*, installation_tokens.state, installation_tokens.number,
                       EXISTS (SELECT 1 FROM installation_tokens AS others
                               WHERE others.installation_id = installations.id AND others.state = 'pending') AS has_pending
                FROM installation_tokens JOIN installations ON installations.id = installation_tokens.installation_id
                WHERE installation_tokens.digest = \(token.digest) AND installations.id = \(token.installationID)
                """)
        else { return nil }
        return DeviceSession(
            installationID: row.get("id"), applicationID: row.get("application_id"), platform: row.word("platform"),
            appIdentifier: row.get("app_identifier"), personID: row.get("person_id"), epoch: row.get("epoch"),
            epochIsUsed: row.get("epoch_is_used"), isRevoked: row.instantIfAny("revoked_at") != nil,
            tokenState: row.word("state"), tokenNumber: row.get("number"), hasPending: row.get("has_pending"))
    }
}

extension DeviceChange {
    /// Tokens of a refresh that wait at the same time: as many as lost answers in a row.
    private static let pendingMax: Int64 = 4
    /// Ended tokens that are remembered, to tell their use from a forgery.
    private static let endedMax: Int64 = 8

    /// A first token, or one of a refresh, of which the latest four stay valid.
    package func issueToken(
        _ token: InstallationToken, of installationID: String, as state: DeviceSession.TokenState
    ) throws(Failure) {
        let last = try snapshot.row(
            """
            SELECT coalesce(max(number), 0) AS number FROM installation_tokens WHERE installation_id = \(installationID)
            """)
        let number = (last?.get("number") ?? 0) + 1 as Int64
        try run(
            """
            INSERT INTO installation_tokens (digest, installation_id, state, number)
            VALUES (\(token.digest), \(installationID), \(state.rawValue), \(number))
            """)
        try run(
            """
            UPDATE installation_tokens SET state = 'ended'
            WHERE installation_id = \(installationID) AND state = 'pending' AND number <= \(number - Self.pendingMax)
            """)
        // Those pushed out long ago: a device that refreshes for ever leaves no heap of them.
        try run(
            """
            DELETE FROM installation_tokens
            WHERE installation_id = \(installationID) AND state = 'ended'
              AND number <= \(number - Self.pendingMax - Self.endedMax)
              AND number > (SELECT number FROM installation_tokens
                            WHERE installation_id = \(installationID) AND state = 'current')
            """)
    }

    /// The first use of a token of a refresh, by a call that will be answered 2xx: it takes the place of the one before,
    /// and the others that waited end with that.
    package func useToken(_ session: DeviceSession) throws(Failure) {
        guard session.tokenState == .pending else { return }
        // Before the others end: the one whose place is taken now is remembered, however old it is.
        try run(
            """
            DELETE FROM installation_tokens
            WHERE installation_id = \(session.installationID) AND state = 'ended'
              AND number <= \(session.tokenNumber - Self.endedMax)
            """)
        try run(
            """
            UPDATE installation_tokens SET state = CASE number WHEN \(session.tokenNumber) THEN 'current' ELSE 'ended' END
            WHERE installation_id = \(session.installationID)
            """)
    }
}
