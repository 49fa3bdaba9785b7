import API

/// Tenants: the retailers.
enum TenantCommands {
    static let slug = Argument("SLUG", "the tenant's short name, e.g. acme")
    private static let newName = Argument("NAME", "the new display name")
    private static let name = Option("name", "NAME", "its display name").required

    static let commands = [
        Command(
            words: ["tenant", "create"], summary: "Make a tenant.", arguments: [slug],
            options: [name, .idempotencyKey, .dryRun], examples: ["ssadmin tenant create acme --name 'Acme Retail'"],
            run: create),
        Command(
            words: ["tenant", "list"], summary: "List the tenants.", examples: ["ssadmin tenant list"], run: list),
        Command(
            words: ["tenant", "show"], summary: "Show a tenant.", arguments: [slug],
            examples: ["ssadmin tenant show acme"], run: show),
        Command(
            words: ["tenant", "rename"], summary: "Give a tenant another display name.", arguments: [slug, newName],
            options: [.dryRun], examples: ["ssadmin tenant rename acme 'Acme Group'"], run: rename),
        Command(
            words: ["tenant", "suspend"], summary: "Turn everything of a tenant off, until it is restored.",
            details: ["Its apps get a policy with everything off, and its devices wait. Nothing is deleted."],
            arguments: [slug], options: [.reason, .dryRun],
            examples: ["ssadmin tenant suspend acme --reason 'contract ended'"], run: suspend),
        Command(
            words: ["tenant", "restore"], summary: "Make a suspended tenant active again.", arguments: [slug],
            options: [Option.reason.required, .dryRun],
            examples: ["ssadmin tenant restore acme --reason 'contract renewed'"], run: restore),
    ]

    @Sendable private static func create(_ invocation: Invocation) throws(Trouble) -> Output {
        let body = CreateTenant(slug: invocation[slug], name: invocation[name]!)
        return try invocation.change(Tenants.create, body: body).output { tenant in
            ["Tenant \(tenant.slug) is made."] + lines(tenant, invocation)
        }
    }

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let (tenants, document) = try invocation.client().all(Tenants.list)
        var table = Table(columns: [.init("SLUG"), .init("NAME", shrinks: true), .init("STATUS"), .init("CREATED")])
        table.rows = tenants.map { tenant in
            [
                tenant.slug, tenant.name, tenant.status.rawValue,
                Times.relative(tenant.createdAt, to: invocation.now),
            ]
        }
        return invocation.list(table, document, nothing: "There is no tenant yet. Make one: ssadmin tenant create")
    }

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Tenants.get, [invocation[slug]]).output { lines($0, invocation) }
    }

    @Sendable private static func rename(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.update(Tenants.get, Tenants.update, [invocation[slug]]) { _ in
            UpdateTenant(name: invocation[newName])
        }
        return reply.output { lines($0, invocation) }
    }

    @Sendable private static func suspend(_ invocation: Invocation) throws(Trouble) -> Output {
        // Without If-Match: nothing may stand in the way of what only takes away.
        let body = UpdateTenant(status: .suspended, reason: invocation[.reason])
        return try invocation.change(Tenants.update, [invocation[slug]], body: body).output { tenant in
            ["Tenant \(tenant.slug) is suspended: everything of it is off."]
                + ["Undo: " + invocation.commandLine("tenant", "restore", tenant.slug, "--reason", "TEXT")]
        }
    }

    @Sendable private static func restore(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.update(Tenants.get, Tenants.update, [invocation[slug]]) { _ in
            UpdateTenant(status: .active, reason: invocation[.reason])
        }
        return reply.output { ["Tenant \($0.slug) is active again."] }
    }

    private static func lines(_ tenant: Tenant, _ invocation: Invocation) -> [String] {
        fields([
            ("slug", tenant.slug), ("name", tenant.name), ("status", tenant.status.rawValue),
            ("created", Times.both(tenant.createdAt, to: invocation.now)),
        ])
    }
}
