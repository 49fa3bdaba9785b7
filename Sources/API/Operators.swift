/// Operators: the staff, and the scripts that act for them.
package enum Operators {
    package static let create = Endpoint<CreateOperator, Operator>(
        .post, "/api/v1/operators", scope: .admin, action: .operatorCreate, status: 201, [.idempotent])
    package static let list = Endpoint<Nothing, Page<Operator>>(.get, "/api/v1/operators", scope: .admin, [.list])
    package static let get = Endpoint<Nothing, Operator>(.get, "/api/v1/operators/{name}", scope: .admin)
    package static let update = Endpoint<UpdateOperator, Operator>(
        .patch, "/api/v1/operators/{name}", scope: .admin, action: .operatorUpdate, [.conditional])
    package static let whoami = Endpoint<Nothing, Whoami>(.get, "/api/v1/whoami", scope: nil)
}

package struct Operator: Codable, Sendable, Equatable {
    package let name: String
    /// The Unix user whose calls on the socket are this operator's.
    package let unixUser: Nullable<String>
    /// Rights by tenant, or by `*` for all tenants.
    package let rights: [String: [String]]
    package let status: Status
    package let createdAt: Instant

    package init(
        name: String, unixUser: String?, rights: [String: [String]], status: Status, createdAt: Instant
    ) {
        self.name = name
        self.unixUser = Nullable(unixUser)
        self.rights = rights
        self.status = status
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case name, rights, status
        case unixUser = "unix_user"
        case createdAt = "created_at"
    }
}

package struct CreateOperator: Codable, Sendable {
    package let name: String
    package var unixUser: String?
    package let rights: [String: [String]]

    package init(name: String, unixUser: String? = nil, rights: [String: [String]]) {
        self.name = name
        self.unixUser = unixUser
        self.rights = rights
    }

    enum CodingKeys: String, CodingKey {
        case name, rights
        case unixUser = "unix_user"
    }
}

package struct UpdateOperator: Codable, Sendable {
    package var rights: [String: [String]]?
    package var status: Status?
    /// null unbinds the operator from its Unix user.
    package var unixUser: Nullable<String>?
    /// Required to make a suspended operator active again.
    package var reason: String?

    package init(
        rights: [String: [String]]? = nil, status: Status? = nil, unixUser: Nullable<String>? = nil,
        reason: String? = nil
    ) {
        self.rights = rights
        self.status = status
        self.unixUser = unixUser
        self.reason = reason
    }

    /// Exempt from what may stop a change (contract section 6).
    package var onlySuspends: Bool { status == .suspended && rights == nil && unixUser == nil }

    enum CodingKeys: String, CodingKey {
        case rights, status, reason
        case unixUser = "unix_user"
    }
}

/// Who the service takes the caller for.
package struct Whoami: Codable, Sendable {
    package enum Credential: String, Codable, Sendable, CaseIterable {
        case token
        case unixUser = "unix_user"
    }

    package let `operator`: String
    package let rights: [String: [String]]
    /// What this credential may be used for: the token's scopes, or on the socket all that the rights back.
    package let scopes: [Scope]
    package let credential: Credential

    package init(operator: String, rights: [String: [String]], scopes: [Scope], credential: Credential) {
        self.operator = `operator`
        self.rights = rights
        self.scopes = scopes
        self.credential = credential
    }
}
