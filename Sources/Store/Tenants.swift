import API
import Domain
import SQL

extension Snapshot {
    package func tenant(_ slug: String) throws(Failure) -> Tenant {
        guard let row = try row("SELECT * FROM tenants WHERE slug = \(slug)") else { throw .notFound }
        return Tenant(row)
    }

    package func tenants(_ page: Keyset) throws(Failure) -> Page<Tenant> {
        let rows = try rows(
            """
            SELECT * FROM tenants WHERE \(page.condition(at: "created_at", id: "slug"))
            ORDER BY created_at DESC, slug DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("slug") }, Tenant.init)
    }
}

extension Change {
    /// - Throws: `conflict` where the slug is taken.
    package func createTenant(slug: String, name: String) throws(Failure) -> Tenant {
        guard try snapshot.row("SELECT 1 FROM tenants WHERE slug = \(slug)") == nil else {
            throw Failure(
                .conflict, "There is a tenant '\(slug)' already.", faults: [Fault("/slug", "conflict", "taken")])
        }
        try run(
            """
            INSERT INTO tenants (slug, name, status, created_at)
            VALUES (\(slug), \(name), \(Status.active.rawValue), \(at.milliseconds))
            """)
        return try snapshot.tenant(slug)
    }

    package func updateTenant(_ slug: String, name: String, status: Status) throws(Failure) -> Tenant {
        let before = try snapshot.tenant(slug)
        try run("UPDATE tenants SET name = \(name), status = \(status.rawValue) WHERE slug = \(slug)")
        if before.status != status { try raiseRevision(of: .tenant(slug)) }
        return try snapshot.tenant(slug)
    }
}

extension Tenant {
    fileprivate init(_ row: Row) {
        self.init(
            slug: row.get("slug"), name: row.get("name"), status: row.word("status"),
            createdAt: row.instant("created_at"))
    }
}
