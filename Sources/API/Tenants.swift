/// Tenants: the retailers.
package enum Tenants {
    package static let create = Endpoint<CreateTenant, Tenant>(
        .post, "/api/v1/tenants", scope: .admin, action: .tenantCreate, status: 201, [.idempotent])
    package static let list = Endpoint<Nothing, Page<Tenant>>(.get, "/api/v1/tenants", scope: .admin, [.list])
    package static let get = Endpoint<Nothing, Tenant>(.get, "/api/v1/tenants/{tenant}", scope: .admin)
    package static let update = Endpoint<UpdateTenant, Tenant>(
        .patch, "/api/v1/tenants/{tenant}", scope: .admin, action: .tenantUpdate, [.conditional])
}

/// Whether a tenant, a project or an operator may act.
package enum Status: String, Codable, Sendable, CaseIterable {
    case active, suspended
}

package struct Tenant: Codable, Sendable, Equatable {
    package let slug: String
    package let name: String
    package let status: Status
    package let createdAt: Instant

    package init(slug: String, name: String, status: Status, createdAt: Instant) {
        self.slug = slug
        self.name = name
        self.status = status
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case slug, name, status
        case createdAt = "created_at"
    }
}

package struct CreateTenant: Codable, Sendable {
    package let slug: String
    package let name: String

    package init(slug: String, name: String) {
        self.slug = slug
        self.name = name
    }
}

package struct UpdateTenant: Codable, Sendable {
    package var name: String?
    package var status: Status?
    /// Required to make a suspended tenant active again.
    package var reason: String?

    package init(name: String? = nil, status: Status? = nil, reason: String? = nil) {
        self.name = name
        self.status = status
        self.reason = reason
    }

    /// Exempt from what may stop a change (contract section 6).
    package var onlySuspends: Bool { status == .suspended && name == nil }
}
