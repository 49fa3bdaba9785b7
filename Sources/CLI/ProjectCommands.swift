import API

/// Projects: one app of a retailer, on every platform.
enum ProjectCommands {
    static let app = Argument("APP", "the project's application id, e.g. shop-ios")
    private static let newName = Argument("NAME", "the new display name")
    private static let tenant = Option("tenant", "TENANT", "whose app it is")
    private static let suspended = Option("suspended", "only what is off because it, or its tenant, is suspended")
    private static let name = Option("name", "NAME", "its display name").required
    private static let product = Option(
        "product", "PRODUCT", "shopstory, mybot or livemarket", choices: Product.allCases.map(\.rawValue))
    private static let environment = Option(
        "environment", "ENVIRONMENT", "staging or production", choices: ProjectEnvironment.allCases.map(\.rawValue))
    static let ios = Option("ios", "ID", "an iOS bundle identifier", isRepeatable: true)
    static let android = Option("android", "ID", "an Android package name", isRepeatable: true)

    static let commands = [
        Command(
            words: ["project", "create"], summary: "Make a project with its key and its identity secret.",
            details: [
                "At least one --ios or --android: only apps on these lists may use the key.",
                "The identity secret is shown once: give --out, a pipe, or --show. With --wrap that is a token, with which the "
                    + "customer's engineer fetches the secret, once.",
            ],
            arguments: [app],
            options: [
                tenant.required, name, product, environment, ios, android, HandingOver.wrap, .out, .show,
                .idempotencyKey, .dryRun,
            ],
            examples: [
                "ssadmin project create shop-ios --tenant acme --name 'Acme Shop' --ios com.acme.shop --out secret.txt"
            ], run: create),
        Command(
            words: ["project", "list"], summary: "List the projects.", options: [tenant, suspended],
            examples: [
                "ssadmin project list", "ssadmin project list --tenant acme", "ssadmin project list --suspended",
            ], run: list),
        Command(
            words: ["project", "show"], summary: "Show a project.", arguments: [app],
            examples: ["ssadmin project show shop-ios"], run: show),
        Command(
            words: ["project", "rename"], summary: "Give a project another display name.", arguments: [app, newName],
            options: [.dryRun], examples: ["ssadmin project rename shop-ios 'Acme Shop'"], run: rename),
        Command(
            words: ["project", "suspend"], summary: "Turn everything of a project off, until it is restored.",
            details: ["The apps get a policy with everything off, and devices wait. Nothing is deleted."],
            arguments: [app], options: [.reason, .dryRun],
            examples: ["ssadmin project suspend shop-ios --reason 'key leaked'"], run: suspend),
        Command(
            words: ["project", "restore"], summary: "Make a suspended project active again.", arguments: [app],
            options: [Option.reason.required, .dryRun],
            examples: ["ssadmin project restore shop-ios --reason 'false alarm'"], run: restore),
        Command(
            words: ["project", "delete"], summary: "End every access of a suspended project, for ever.",
            details: ["Only a suspended project can be deleted. Its application id is never used again."],
            arguments: [app], options: [.dryRun], examples: ["ssadmin project delete shop-ios --dry-run"], run: delete),
    ]

    @Sendable private static func create(_ invocation: Invocation) throws(Trouble) -> Output {
        let id = invocation[app]
        let body = CreateProject(
            tenant: invocation[tenant]!, applicationID: id, name: invocation[name]!,
            product: invocation[product].flatMap(Product.init),
            environment: invocation[environment].flatMap(ProjectEnvironment.init),
            iosBundleIDs: invocation.all(ios), androidPackageNames: invocation.all(android),
            wrapSeconds: try HandingOver.seconds(invocation))
        return try SecretPlace.choose(invocation).keep(
            body.wrapSeconds == nil ? .identitySecret : .oneShotToken,
            of: { () throws(Trouble) in try invocation.change(Projects.create, body: body) },
            secret: { $0.wrapped?.token ?? $0.identitySecret },
            wayBack: { _ in invocation.commandLine("secret", "rotate", id) },
            lines: { made in
                ["Project \(made.project.applicationID) is made."] + lines(made.project, invocation)
                    + HandingOver.lines(made.wrapped, invocation)
            })
    }

    @Sendable private static func list(_ invocation: Invocation) throws(Trouble) -> Output {
        let isSuspended = invocation.has(suspended)
        let (projects, document) = try invocation.client().all(
            Projects.list, query: [("tenant", invocation[tenant]), ("suspended", isSuspended ? "true" : nil)])
        var table = Table(columns: [
            .init("APP"), .init("TENANT"), .init("NAME", shrinks: true), .init("PRODUCT"), .init("ENVIRONMENT"),
            .init("STATUS"),
        ])
        table.rows = projects.map { project in
            [
                project.applicationID, project.tenant, project.name, project.product.rawValue,
                project.environment.rawValue,
                isSuspended && project.status == .active ? "tenant suspended" : project.status.rawValue,
            ]
        }
        return invocation.list(
            table, document,
            nothing: isSuspended
                ? "Nothing is suspended." : "There is no project here. Make one: ssadmin project create")
    }

    @Sendable private static func show(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.client().call(Projects.get, [invocation[app]]).output { lines($0, invocation) }
    }

    @Sendable private static func rename(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.update(Projects.get, Projects.update, [invocation[app]]) { _ in
            UpdateProject(name: invocation[newName])
        }
        return reply.output { lines($0, invocation) }
    }

    @Sendable private static func suspend(_ invocation: Invocation) throws(Trouble) -> Output {
        // Without If-Match: nothing may stand in the way of what only takes away.
        let body = UpdateProject(status: .suspended, reason: invocation[.reason])
        return try invocation.change(Projects.update, [invocation[app]], body: body).output { project in
            ["Project \(project.applicationID) is suspended: everything of it is off."]
                + fields([("revision", String(project.revision))])
                + ["Undo: " + invocation.commandLine("project", "restore", project.applicationID, "--reason", "TEXT")]
        }
    }

    @Sendable private static func restore(_ invocation: Invocation) throws(Trouble) -> Output {
        let reply = try invocation.update(Projects.get, Projects.update, [invocation[app]]) { _ in
            UpdateProject(status: .active, reason: invocation[.reason])
        }
        return reply.output { project in
            ["Project \(project.applicationID) is active again, revision \(project.revision)."]
        }
    }

    @Sendable private static func delete(_ invocation: Invocation) throws(Trouble) -> Output {
        try invocation.change(Projects.delete, [invocation[app]], body: Nothing()).output { _ in
            ["Project \(invocation[app]) is deleted: every access of it has ended."]
        }
    }

    static func lines(_ project: Project, _ invocation: Invocation) -> [String] {
        let secret = project.identitySecret
        return fields(
            [
                ("application id", project.applicationID), ("tenant", project.tenant), ("name", project.name),
                ("product", project.product.rawValue), ("environment", project.environment.rawValue),
                ("status", project.status.rawValue), ("project key", project.projectKey),
                (
                    "identity secret",
                    "\(secret.fingerprint), made \(Times.relative(secret.createdAt, to: invocation.now))"
                ),
                ("revision", String(project.revision)),
                ("created", Times.both(project.createdAt, to: invocation.now)),
            ] + project.iosBundleIDs.map { ("ios", $0) } + project.androidPackageNames.map { ("android", $0) })
    }
}
