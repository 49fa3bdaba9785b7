import API
import Crypto
import Domain
import Store

extension Spill {
    /// What becomes of a call if the database cannot be written; nil where that may stop it.
    ///
    /// - Parameter taking: throws for a call whose values the operation will refuse.
    func exemption(
        of raw: AdminRoute.Raw, _ shape: EndpointShape, _ idempotency: Idempotency?,
        _ taking: @escaping @Sendable () throws(Failure) -> Taking?
    ) -> Exemption? {
        do throws(Failure) {
            if try taking() == nil { return nil }
        } catch {
            // The operation refuses it, in the order of its own checks.
        }
        return Exemption(
            keep: { [self] revision, answer in
                guard let taking = try? taking() else { return false }
                return add(SpilledChange(raw, of: shape, revision: revision, answer: answer), taking)
            },
            earlier: { [self] () throws(Failure) in
                try idempotency.flatMap { idempotency throws(Failure) in
                    try earlierAnswer(idempotency, of: raw.caller.name)
                }
            })
    }

    /// - Throws: `idempotency_key_reused` with another body.
    private func earlierAnswer(_ idempotency: Idempotency, of caller: String) throws(Failure) -> JSONValue? {
        guard let earlier = earlier(idempotency.key, path: idempotency.path, caller: caller) else { return nil }
        guard earlier.canonicalBody.map(SHA256.digest) == idempotency.bodyDigest else {
            throw .idempotencyKeyReused
        }
        return earlier.answer
    }
}
