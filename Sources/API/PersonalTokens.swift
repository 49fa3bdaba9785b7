/// Personal tokens: what an operator's scripts, or the operator over TCP, call with.
package enum PersonalTokens {
    package static let create = Endpoint<CreatePersonalToken, CreatedPersonalToken>(
        .post, "/api/v1/operators/{name}/tokens", scope: .admin, action: .personalTokenCreate, status: 201,
        [.idempotent],
        withholds: ["token", "id"])
    package static let list = Endpoint<Nothing, Page<PersonalToken>>(
        .get, "/api/v1/operators/{name}/tokens", scope: .admin, [.list])
    package static let revoke = Endpoint<Nothing, Nothing>(
        .delete, "/api/v1/operators/{name}/tokens/{id}", scope: .admin, action: .personalTokenRevoke, status: 204)
}

package struct PersonalToken: Codable, Sendable, Equatable {
    package let id: String
    package let name: Nullable<String>
    package let scopes: [Scope]
    package let createdAt: Instant
    package let expiresAt: Nullable<Instant>
    package let revokedAt: Nullable<Instant>

    package init(
        id: String, name: String?, scopes: [Scope], createdAt: Instant, expiresAt: Instant?, revokedAt: Instant?
    ) {
        self.id = id
        self.name = Nullable(name)
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = Nullable(expiresAt)
        self.revokedAt = Nullable(revokedAt)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, scopes
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case revokedAt = "revoked_at"
    }
}

package struct CreatePersonalToken: Codable, Sendable {
    package let scopes: [Scope]
    package var name: String?
    package var expiresAt: Instant?

    package init(scopes: [Scope], name: String? = nil, expiresAt: Instant? = nil) {
        self.scopes = scopes
        self.name = name
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case scopes, name
        case expiresAt = "expires_at"
    }
}

package struct CreatedPersonalToken: Codable, Sendable {
    /// Shown here and never again.
    package let token: Revealed?
    package let id: String
    package let name: Nullable<String>
    package let scopes: [Scope]
    package let createdAt: Instant
    package let expiresAt: Nullable<Instant>

    package init(
        token: Revealed?, id: String, name: String?, scopes: [Scope], createdAt: Instant, expiresAt: Instant?
    ) {
        self.token = token
        self.id = id
        self.name = Nullable(name)
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = Nullable(expiresAt)
    }

    enum CodingKeys: String, CodingKey {
        case token, id, name, scopes
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }
}
