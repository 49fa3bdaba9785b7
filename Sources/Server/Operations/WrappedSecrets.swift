import API
import Domain
import Store

/// An identity secret that was just made, with what is stored of it and the way on which it leaves: as it is, or wrapped.
struct NewSecret: Sendable {
    let record: IdentitySecretRecord
    let sealed: SealedSecret
    fileprivate let secret: IdentitySecret
    fileprivate let wrap: Wrap?

    fileprivate struct Wrap: Sendable {
        let token: OneShotSecret
        let seconds: Int64
        let url: String?
    }

    /// - Throws: `out_of_range` for a token that would live too short or too long.
    func check() throws(Failure) {
        if let wrap { try Wrapping.check(seconds: wrap.seconds) }
    }

    /// What the answer shows of it; nil where it is wrapped.
    var revealed: Revealed? { wrap == nil ? secret.revealed() : nil }

    /// Leaves the secret for its token, in the transaction that entered the secret. Nil where it is shown.
    func wrap(in change: Change) throws(Failure) -> OneShotToken? {
        guard let wrap else { return nil }
        let expiresAt = change.at.advanced(bySeconds: wrap.seconds)
        try change.insertWrapped(
            wrap.token.seal(secret, id: record.id), for: wrap.token, secretID: record.id, expiresAt: expiresAt)
        return OneShotToken(token: wrap.token.revealed(), url: wrap.url, expiresAt: expiresAt)
    }

    /// As the audit log holds it: with the token's id, by which the entry of its use is found.
    func audited(_ after: JSONValue) -> JSONValue {
        guard let wrap, case .object(let members) = after else { return after }
        return .object(members + [.init("wrapped", .string(wrap.token.id))])
    }
}

extension Operations {
    func newSecret(at now: Instant, wrapSeconds: Int64?) -> NewSecret {
        let id = world.newID()
        let secret = IdentitySecret(random: world.randomBytes(IdentitySecret.randomBytesCount))
        let wrap = wrapSeconds.map { seconds in
            NewSecret.Wrap(
                token: OneShotSecret(
                    id: world.randomBytes(OneShotSecret.idBytesCount),
                    random: world.randomBytes(OneShotSecret.randomBytesCount)),
                seconds: seconds, url: deployment.settings.publicURL.map { $0 + SDKAPI.unwrap })
        }
        return NewSecret(
            record: IdentitySecretRecord(id: id, fingerprint: secret.fingerprint, createdAt: now),
            sealed: SealedSecret(secret, id: id, in: vault), secret: secret, wrap: wrap)
    }
}
