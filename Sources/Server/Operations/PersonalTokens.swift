import API
import Domain
import Store

extension Operations {
    func createPersonalToken(
        _ call: Call<CreatePersonalToken>
    ) async throws(Failure) -> Changed<CreatedPersonalToken> {
        let body = call.body
        let secret = PersonalTokenSecret(
            id: world.randomBytes(PersonalTokenSecret.idBytesCount),
            random: world.randomBytes(PersonalTokenSecret.randomBytesCount))
        return try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let owner = try change.snapshot.operator(call.parameter("name"))
            change.record(subject: owner.name)
            try Self.refuseMore(than: call.caller, body)
            let name = try body.name.map { name throws(Failure) in try Identifiers.displayName(name) }
            let scopes = Scope.allCases.filter(body.scopes.contains)
            guard !scopes.isEmpty else {
                throw Failure(
                    .outOfRange, "A token wants at least one scope.",
                    faults: [Fault("/scopes", ErrorCode.outOfRange.rawValue, "empty")])
            }
            if let end = body.expiresAt, end <= change.at {
                throw Failure(
                    .inThePast, "The token would have ended already, at \(end).",
                    faults: [Fault("/expires_at", ErrorCode.inThePast.rawValue, "not after \(change.at)")])
            }
            try change.createPersonalToken(
                id: secret.id, digest: secret.digest, of: owner.name, called: name, scopes: scopes,
                expiresAt: body.expiresAt)
            let created = CreatedPersonalToken(
                token: secret.revealed(), id: secret.id, name: name, scopes: scopes, createdAt: change.at,
                expiresAt: body.expiresAt)
            change.record(after: JSONValue(encoding: created.withoutSecret))
            return created
        }
    }

    /// A token cannot make one with more scope or a later end than its own: that would be a way around both.
    private static func refuseMore(than caller: Caller, _ body: CreatePersonalToken) throws(Failure) {
        let more = body.scopes.filter { !caller.scopes.contains($0) }
        guard more.isEmpty else {
            throw Failure(
                .forbidden,
                "Your own credential does not have \(more.map(\.rawValue).joined(separator: ", ")), so it cannot give it."
            )
        }
        guard let end = caller.expiresAt else { return }
        guard let wanted = body.expiresAt, wanted <= end else {
            throw Failure(.forbidden, "Your own token ends at \(end); one that it makes must not end later.")
        }
    }

    func listPersonalTokens(_ call: Call<Nothing>) async throws(Failure) -> Page<PersonalToken> {
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .deployment)
            return try snapshot.personalTokens(of: call.parameter("name"), page)
        }
    }

    /// In force on the very next request.
    func revokePersonalToken(_ call: Call<Nothing>) async throws(Failure) -> Changed<Nothing> {
        try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let owner = try change.snapshot.operator(call.parameter("name"))
            change.record(subject: owner.name)
            let id = call.parameter("id")
            try change.revokePersonalToken(id: id, of: owner.name)
            // Only now: what is no id may be the whole token, pasted by a slip, and the audit log keeps what it is given.
            change.record(after: .object([.init("id", .string(id))]))
            return Nothing()
        }
    }
}
