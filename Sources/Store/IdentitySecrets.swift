import API
import Domain
import SQL

/// A secret as it lies in the database.
package struct SealedSecret: Sendable {
    package let bytes: [UInt8]
    package let masterKeyID: String

    package init(_ secret: IdentitySecret, id: String, in vault: Vault) {
        bytes = vault.seal(secret, id: id)
        masterKeyID = vault.keyID
    }
}

extension Snapshot {
    package func rotation(of applicationID: String, at now: Instant) throws(Failure) -> Rotation {
        let previous = try row(
            """
            \(Self.secrets)
            WHERE application_id = \(applicationID) AND retired_at IS NOT NULL AND ends_at > \(now.milliseconds)
            ORDER BY retired_at DESC LIMIT 1
            """)
        return Rotation(
            current: try currentSecret(of: applicationID), previous: previous.map(IdentitySecretRecord.init), at: now)
    }

    /// The secrets that verify now, as they lie in the database.
    package func verifyingSecrets(
        of applicationID: String, at now: Instant
    ) throws(Failure) -> [(id: String, sealed: [UInt8])] {
        let rotation = try rotation(of: applicationID, at: now)
        let ids = [rotation.current.id] + (rotation.previous.map { [$0.id] } ?? [])
        return try rows("SELECT id, sealed FROM identity_secrets WHERE id IN (\(list: ids))").map {
            ($0.get("id"), $0.get("sealed"))
        }
    }

    func currentSecret(of applicationID: String) throws(Failure) -> IdentitySecretRecord {
        guard
            let row = try row("\(Self.secrets) WHERE application_id = \(applicationID) AND retired_at IS NULL")
        else { preconditionFailure("project \(applicationID) has no current identity secret") }
        return IdentitySecretRecord(row)
    }

    /// Each with what is known of its delivery.
    private static var secrets: Statement {
        """
        SELECT identity_secrets.*, wrapped_secrets.id AS wrapped_id, wrapped_secrets.expires_at, wrapped_secrets.opened_at,
               wrapped_secrets.sealed IS NULL AS is_erased,
               EXISTS (SELECT 1 FROM audit_log
                       WHERE actor = 'wrapped:' || wrapped_secrets.id AND outcome = 'refused') AS is_alarmed
        FROM identity_secrets LEFT JOIN wrapped_secrets ON wrapped_secrets.secret_id = identity_secrets.id
        """
    }

    /// A secret that was sealed under another master key, if there is one: the service must not start with this one.
    package func isSealedOtherwise(than masterKeyID: String) throws(Failure) -> Bool {
        try row("SELECT 1 FROM identity_secrets WHERE master_key_id <> \(masterKeyID) LIMIT 1") != nil
    }
}

extension Change {
    func insertSecret(
        _ record: IdentitySecretRecord, _ sealed: SealedSecret, of applicationID: String
    ) throws(Failure) {
        try run(
            """
            INSERT INTO identity_secrets (id, application_id, fingerprint, sealed, master_key_id, created_at)
            VALUES (\(record.id), \(applicationID), \(record.fingerprint), \(sealed.bytes), \(sealed.masterKeyID),
                    \(record.createdAt.milliseconds))
            """)
    }

    /// Retires the current secret and issues another in the same transaction: at no moment is there none.
    package func rotateSecret(
        of applicationID: String, _ rotated: Rotation.Rotated, _ sealed: SealedSecret
    ) throws(Failure) {
        if let ended = rotated.ended { try updateSecret(ended) }
        try updateSecret(rotated.retired)
        try endAllBut([rotated.retired.id], of: applicationID)
        try insertSecret(rotated.issued, sealed, of: applicationID)
    }

    /// Makes the restored secret current in place of the ended one.
    package func cancelRotation(
        of applicationID: String, ended: IdentitySecretRecord, restored: IdentitySecretRecord
    ) throws(Failure) {
        try updateSecret(ended)
        try updateSecret(restored)
        try endAllBut([restored.id], of: applicationID)
    }

    /// Ends the overlap, and with it whatever older secret a clock that was set back would bring to life again.
    ///
    /// - Parameter ended: nil where no other secret verifies by the clock as it is now.
    package func endOverlap(of applicationID: String, _ ended: IdentitySecretRecord?) throws(Failure) {
        if let ended { try updateSecret(ended) }
        try endAllBut([], of: applicationID)
    }

    /// Each step says which secrets may verify from now on; those whose day is over by the clock are over for good.
    private func endAllBut(_ kept: [String], of applicationID: String) throws(Failure) {
        let others: Statement = kept.isEmpty ? "TRUE" : "id NOT IN (\(list: kept))"
        try run(
            """
            UPDATE identity_secrets SET ends_at = 0
            WHERE application_id = \(applicationID) AND retired_at IS NOT NULL AND \(others)
            """)
    }

    private func updateSecret(_ record: IdentitySecretRecord) throws(Failure) {
        try run(
            """
            UPDATE identity_secrets
            SET retired_at = \(record.retiredAt?.milliseconds), ends_at = \(record.endsAt?.milliseconds)
            WHERE id = \(record.id)
            """)
    }
}

extension IdentitySecretRecord {
    fileprivate init(_ row: Row) {
        let isWrapped = (row.get("wrapped_id") as String?) != nil
        self.init(
            id: row.get("id"), fingerprint: row.get("fingerprint"), createdAt: row.instant("created_at"),
            retiredAt: row.instantIfAny("retired_at"), endsAt: row.instantIfAny("ends_at"),
            verifiedCount: row.get("verified_count"), lastVerifiedAt: row.instantIfAny("last_verified_at"),
            wrapping: isWrapped
                ? Wrapping(
                    expiresAt: row.instant("expires_at"), openedAt: row.instantIfAny("opened_at"),
                    isErased: row.get("is_erased"), isAlarmed: row.get("is_alarmed")) : nil)
    }
}
