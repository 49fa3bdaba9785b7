import API
import Domain
import SQL

extension Change {
    /// What the same call answered before, for a retry whose first answer was lost.
    ///
    /// - Throws: `idempotency_key_reused` with another body; `already_done`, with the metadata, where the first answer
    ///   held a secret: that is shown once.
    func earlierAnswer<T: Codable>() throws(Failure) -> T? {
        guard let idempotency = intent.idempotency else { return nil }
        let oldest = at.advanced(bySeconds: -Idempotency.keptSeconds)
        guard
            let row = try snapshot.row(
                """
                SELECT body_digest, answer, held_secret FROM idempotency_keys
                WHERE operator_name = \(intent.caller.name) AND path = \(idempotency.path) AND key = \(idempotency.key)
                  AND created_at > \(oldest.milliseconds)
                """)
        else { return nil }
        let bodyDigest: [UInt8] = row.get("body_digest")
        guard bodyDigest == idempotency.bodyDigest else {
            throw .idempotencyKeyReused
        }
        let answer = stored(JSONValue.self, row.get("answer"))
        if row.get("held_secret") {
            throw Failure(
                .alreadyDone,
                "A call with this Idempotency-Key was done. Its answer held a secret, and that is shown once: if it was lost, go back.",
                result: answer)
        }
        // Kept by a version of this program that answered otherwise, it is told as it was.
        guard let value = try? JSONReader.decode(T.self, from: answer) else {
            throw Failure(.alreadyDone, "A call with this Idempotency-Key was done, and answered this.", result: answer)
        }
        return value
    }

    /// Only an answer of 2xx is kept: a refused call may be mended and tried again.
    func keepAnswer(_ answer: some Codable) throws(Failure) {
        guard let idempotency = intent.idempotency, !intent.isDryRun else { return }
        let bearer = answer as? any SecretBearing
        let oldest = at.advanced(bySeconds: -Idempotency.keptSeconds)
        try run("DELETE FROM idempotency_keys WHERE created_at <= \(oldest.milliseconds)")
        try run(
            """
            INSERT INTO idempotency_keys (operator_name, path, key, body_digest, answer, held_secret, created_at)
            VALUES (\(intent.caller.name), \(idempotency.path), \(idempotency.key), \(idempotency.bodyDigest),
                    \(bearer.map { storing($0.withoutSecret) } ?? storing(answer)), \(bearer != nil), \(at.milliseconds))
            """)
    }
}

extension Failure {
    package static let idempotencyKeyReused = Failure(
        .idempotencyKeyReused,
        "The Idempotency-Key was used for another body within the last 24 hours. A new call wants a new key.")
}
