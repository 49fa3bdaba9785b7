import API
import Crypto
import Domain
import SQL

extension Snapshot {
    /// Nil where no such token was ever issued.
    package func wrappedSecret(_ token: OneShotSecret) throws(Failure) -> WrappedSecret? {
        guard
            let row = try row(
                """
                SELECT wrapped_secrets.*, identity_secrets.fingerprint, identity_secrets.application_id,
                       projects.tenant, projects.project_key,
                       CASE projects.status WHEN 'deleted' THEN 0 ELSE identity_secrets.ends_at END AS ends_at
                FROM wrapped_secrets JOIN identity_secrets ON identity_secrets.id = wrapped_secrets.secret_id
                     JOIN projects ON projects.application_id = identity_secrets.application_id
                WHERE wrapped_secrets.id = \(token.id)
                """)
        else { return nil }
        let sealed: [UInt8]? = row.get("sealed")
        return WrappedSecret(
            id: row.get("id"), digest: row.get("digest"), sealed: sealed,
            wrapping: Wrapping(
                expiresAt: row.instant("expires_at"), openedAt: row.instantIfAny("opened_at"), isErased: sealed == nil),
            secretID: row.get("secret_id"), fingerprint: row.get("fingerprint"), endsAt: row.instantIfAny("ends_at"),
            applicationID: row.get("application_id"), tenant: row.get("tenant"), projectKey: row.get("project_key"))
    }

    /// Whether the audit log has as many alarms of that kind as it is to hold for one token.
    package func hasEnoughAlarms(
        of wrapped: WrappedSecret, _ refusal: WrappedSecret.Refusal
    ) throws(Failure) -> Bool {
        let rows = try rows(
            """
            SELECT 1 FROM audit_log
            WHERE actor = \(wrapped.actor) AND outcome = 'refused' AND reason = \(refusal.reason)
            LIMIT \(WrappedSecret.alarmsMax)
            """)
        return rows.count >= WrappedSecret.alarmsMax
    }
}

extension Change {
    /// Beside the secret itself, in the transaction that issues it.
    package func insertWrapped(
        _ sealed: [UInt8], for token: OneShotSecret, secretID: String, expiresAt: Instant
    ) throws(Failure) {
        // What ran out lies there for nobody.
        try run(
            "UPDATE wrapped_secrets SET sealed = NULL WHERE sealed IS NOT NULL AND expires_at <= \(at.milliseconds)")
        try run(
            """
            INSERT INTO wrapped_secrets (id, secret_id, digest, sealed, expires_at)
            VALUES (\(token.id), \(secretID), \(token.digest), \(sealed), \(expiresAt.milliseconds))
            """)
    }
}

extension DeviceChange {
    /// The copy is gone with the transaction in which it was fetched.
    package func openWrapped(_ wrapped: WrappedSecret, from source: String, requestID: String) throws(Failure) {
        try run(
            "UPDATE wrapped_secrets SET sealed = NULL, opened_at = \(at.milliseconds) WHERE id = \(wrapped.id)")
        try enter(wrapped, .done, nil, from: source, requestID: requestID)
    }

    package func refuseWrapped(
        _ wrapped: WrappedSecret, _ refusal: WrappedSecret.Refusal, from source: String, requestID: String
    ) throws(Failure) {
        switch refusal {
        case .wrongToken, .used: break
        case .expired, .ended: try run("UPDATE wrapped_secrets SET sealed = NULL WHERE id = \(wrapped.id)")
        }
        if try snapshot.hasEnoughAlarms(of: wrapped, refusal) { return }
        try enter(wrapped, .refused, refusal, from: source, requestID: requestID)
    }

    private func enter(
        _ wrapped: WrappedSecret, _ outcome: AuditEntry.Outcome, _ refusal: WrappedSecret.Refusal?, from source: String,
        requestID: String
    ) throws(Failure) {
        try snapshot.enter(
            AuditRow(
                at: at, actor: wrapped.actor, source: source, action: .identitySecretUnwrap, outcome: outcome,
                code: refusal == nil ? nil : .notFound, tenant: wrapped.tenant, applicationID: wrapped.applicationID,
                subject: wrapped.fingerprint, reason: refusal?.reason, before: nil, after: nil, requestID: requestID))
    }
}

extension WrappedSecret {
    /// Who fetched it is known by the token alone. No operator's name has a colon.
    fileprivate var actor: String { "wrapped:\(id)" }
}
