import API
import Domain
import SQL

/// A token and its operator as they stand in the tables, for authentication.
package struct PersonalTokenHolder: Sendable {
    package let digest: [UInt8]
    package let scopes: [Scope]
    package let expiresAt: Instant?
    package let isRevoked: Bool
    package let `operator`: Operator
}

extension Snapshot {
    package func personalTokenHolder(id: String) throws(Failure) -> PersonalTokenHolder? {
        guard let row = try row("SELECT * FROM personal_tokens WHERE id = \(id)") else { return nil }
        return PersonalTokenHolder(
            digest: row.get("digest"), scopes: row.json("scopes"), expiresAt: row.instantIfAny("expires_at"),
            isRevoked: row.instantIfAny("revoked_at") != nil, operator: try self.operator(row.get("operator_name")))
    }

    /// - Throws: `not_found` where there is no such operator.
    package func personalTokens(of name: String, _ page: Keyset) throws(Failure) -> Page<PersonalToken> {
        _ = try self.operator(name)
        let rows = try rows(
            """
            SELECT * FROM personal_tokens
            WHERE operator_name = \(name) AND \(page.condition(at: "created_at", id: "id"))
            ORDER BY created_at DESC, id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("id") }, PersonalToken.init)
    }
}

extension Change {
    package func createPersonalToken(
        id: String, digest: [UInt8], of name: String, called label: String?, scopes: [Scope], expiresAt: Instant?
    ) throws(Failure) {
        try run(
            """
            INSERT INTO personal_tokens (id, operator_name, name, digest, scopes, created_at, expires_at)
            VALUES (\(id), \(name), \(label), \(digest), \(storing(scopes)), \(at.milliseconds), \(expiresAt?.milliseconds))
            """)
    }

    /// Again and again the same.
    ///
    /// - Throws: `not_found` where the operator has no such token.
    package func revokePersonalToken(id: String, of name: String) throws(Failure) {
        guard try snapshot.row("SELECT 1 FROM personal_tokens WHERE id = \(id) AND operator_name = \(name)") != nil
        else { throw .notFound }
        try run("UPDATE personal_tokens SET revoked_at = \(at.milliseconds) WHERE id = \(id) AND revoked_at IS NULL")
    }
}

extension PersonalToken {
    fileprivate init(_ row: Row) {
        self.init(
            id: row.get("id"), name: row.get("name"), scopes: row.json("scopes"), createdAt: row.instant("created_at"),
            expiresAt: row.instantIfAny("expires_at"), revokedAt: row.instantIfAny("revoked_at"))
    }
}
