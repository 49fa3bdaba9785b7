import API
import Domain
import SQL

/// An earlier use of an assertion's `jti`.
package struct UsedAssertion: Sendable {
    package let digest: [UInt8]
    package let installationID: String
    package let epoch: Int64
    package let personID: String
}

extension Snapshot {
    /// Kept until the assertion's `exp`, after which the assertion is refused for that.
    package func usedAssertion(jti: String, of applicationID: String, at now: Instant) throws(Failure) -> UsedAssertion?
    {
        try row(
            """
            SELECT * FROM used_assertions
            WHERE application_id = \(applicationID) AND jti = \(jti) AND expires_at > \(now.milliseconds)
            """
        ).map { row in
            UsedAssertion(
                digest: row.get("digest"), installationID: row.get("installation_id"), epoch: row.get("epoch"),
                personID: row.get("person_id"))
        }
    }

    /// Whether it was ever accepted, as far as that is remembered: a little longer than it can be used.
    package func hasUsedAssertion(jti: String, of applicationID: String) throws(Failure) -> Bool {
        try row("SELECT 1 FROM used_assertions WHERE application_id = \(applicationID) AND jti = \(jti)") != nil
    }
}

extension DeviceChange {
    /// How much longer than it can be used an assertion is remembered, so that none is used twice where the clock is not
    /// steady: a call draws its time before it waits for the database, and a clock that ran ahead is set back.
    private static let rememberedSeconds: Int64 = 90_000

    package func useAssertion(_ assertion: Assertion, _ session: DeviceSession, personID: String) throws(Failure) {
        let forgotten = at.advanced(bySeconds: -Self.rememberedSeconds)
        try run("DELETE FROM used_assertions WHERE expires_at <= \(forgotten.milliseconds)")
        try run(
            """
            INSERT INTO used_assertions (application_id, jti, digest, installation_id, epoch, person_id, expires_at)
            VALUES (\(session.applicationID), \(assertion.jti), \(assertion.digest), \(session.installationID),
                    \(session.epoch), \(personID), \(assertion.expiresAt.milliseconds))
            ON CONFLICT (application_id, jti) DO UPDATE
            SET digest = excluded.digest, installation_id = excluded.installation_id, epoch = excluded.epoch,
                person_id = excluded.person_id, expires_at = excluded.expires_at
            """)
    }

    /// Accepted calls of 5.3, repeats too.
    package func countVerification(by secretID: String) throws(Failure) {
        try run(
            """
            UPDATE identity_secrets SET verified_count = verified_count + 1, last_verified_at = \(at.milliseconds)
            WHERE id = \(secretID)
            """)
    }
}
