import API
import HTTP
import Support

extension FaultyCall {
    /// A call of each kind: those that make, replace, change in part, end, act, and list.
    static let kinds: [Kind] = [
        kind(
            Projects.create.shape,
            body: [
                "tenant": #""acme""#, "application_id": #""new-app""#, "name": #""New""#,
                "ios_bundle_ids": #"["com.acme.new"]"#,
            ],
            earlier: [
                "tenant": #""acme""#, "application_id": #""earlier""#, "name": #""Earlier""#,
                "ios_bundle_ids": #"["com.acme.new"]"#,
            ],
            absent: { $0.body?["tenant"] = #""nowhere""# },
            values: (.invalidName, { $0.body?["name"] = #""""# }),
            state: (.conflict, { $0.body?["application_id"] = #""shop-ios""# })),
        kind(
            Operators.create.shape, body: ["name": #""carol""#, "rights": #"{"acme":["view"]}"#],
            earlier: ["name": #""erin""#, "rights": "{}"],
            values: (.invalidRights, { $0.body?["rights"] = #"{"nowhere":["view"]}"# }),
            state: (.conflict, { $0.body?["name"] = #""bob""# })),
        kind(
            PersonalTokens.create.shape, ["name": "bob"], body: ["scopes": #"["audit:read"]"#],
            earlier: ["scopes": #"["admin"]"#], absent: { $0.path = "/api/v1/operators/nobody/tokens" },
            values: (.inThePast, { $0.body?["expires_at"] = #""2020-01-01T00:00:00Z""# })),
        kind(
            IdentitySecrets.rotate.shape, ["app": "shop-ios"], body: ["end_overlap": "true"], earlier: [:],
            absent: { $0.path = "/api/v1/projects/never-was/identity-secret/rotate" },
            state: (.rotationInProgress, { $0.body?["end_overlap"] = "false" })),
        kind(
            Projects.update.shape, ["app": "shop-ios"], body: ["name": #""Renamed""#],
            absent: { $0.path = "/api/v1/projects/never-was" },
            values: (.invalidAllowlist, { $0.body?["ios_bundle_ids"] = #"["*"]"# })),
        kind(
            Operators.update.shape, ["name": "bob"], body: ["rights": #"{"acme":["respond"]}"#],
            absent: { $0.path = "/api/v1/operators/nobody" },
            match: (.stale, { $0.headers["If-Match"] = #""of-yesterday""# }),
            values: (.invalidRights, { $0.body?["rights"] = #"{"acme":["fly"]}"# }),
            state: (.conflict, { $0.body?["unix_user"] = #""taken""# })
        ) { service in
            _ = await service.call("POST", "/api/v1/operators", #"{"name":"dave","unix_user":"taken","rights":{}}"#)
        },
        kind(
            Policies.set.shape, ["app": "shop-ios"],
            body: [
                "is_enabled": "false", "follow_me_player_enabled": "false", "manual_minimize_enabled": "false",
                "surfaces": "{}", "ttl_seconds": "30",
            ],
            absent: { $0.path = "/api/v1/projects/never-was/policy" },
            values: (.outOfRange, { $0.body?["ttl_seconds"] = "5" })),
        kind(
            RouteMaps.set.shape, ["app": "shop-ios"], body: ["entries": #"[{"pattern":"/cart","surface":"cart"}]"#],
            absent: { $0.path = "/api/v1/projects/never-was/routes" },
            values: (.invalidPattern, { $0.body?["entries"] = #"[{"pattern":"/*/cart","surface":"cart"}]"# })),
        kind(
            Projects.delete.shape, ["app": "brolly"], absent: { $0.path = "/api/v1/projects/never-was" },
            state: (.notSuspended, { $0.path = "/api/v1/projects/shop-ios" })
        ) { service in
            try await service.project("brolly", in: "acme")
            _ = await service.call("PATCH", "/api/v1/projects/brolly", #"{"status":"suspended"}"#)
        },
        kind(Projects.list.shape, absent: { $0.query["tenant"] = "nowhere" }),
        kind(
            IdentitySecrets.status.shape, ["app": "shop-ios"],
            absent: {
                $0.path = "/api/v1/projects/never-was/identity-secret"
            }),
    ]

    private typealias Mutation = @Sendable (inout Sent) -> Void

    private static func kind(
        _ shape: EndpointShape, _ things: [String: String] = [:], body: [String: String]? = nil,
        earlier: [String: String]? = nil, absent: Mutation? = nil,
        match: (ErrorCode, Mutation) = (.preconditionRequired, { $0.headers["If-Match"] = nil }),
        values: (ErrorCode, Mutation)? = nil, state: (ErrorCode, Mutation)? = nil,
        prepare: @escaping @Sendable (TestService) async throws -> Void = { _ in }
    ) -> Kind {
        var kind = Kind(shape: shape, things: things, body: body, earlier: earlier, prepare: prepare)
        let served = AdminAPI.endpoints.filter { $0.path == shape.path }.map(\.method.rawValue)
        let notServed = ["PUT", "POST", "DELETE"].first { !served.contains($0) } ?? "BREW"
        kind.faults = [
            .path: { $0.path = "/api/v1/nothing" },
            .method: { $0.method = notServed },
            .notReady: { _ in },
            .host: { $0.headers["Host"] = "evil.example" },
            .origin: { $0.headers["Origin"] = "http://evil.example" },
            .credential: { $0.headers["Authorization"] = "Bearer nonsense" },
            .scope: { _ in },
            .syntax: { $0.query["no_such"] = "1" },
            .right: { _ in },
        ]
        if shape.changes { kind.faults[.contentType] = { $0.headers["Content-Type"] = "text/plain" } }
        if shape.traits.contains(.conditional) { kind.faults[.match] = match.1 }
        if earlier != nil { kind.faults[.key] = { $0.headers["Idempotency-Key"] = "used" } }
        kind.faults[.existence] = absent
        kind.faults[.values] = values?.1
        kind.faults[.state] = state?.1
        kind.codes = [.match: match.0, .values: values?.0, .state: state?.0].compactMapValues { $0 }
        // A list without the right in any tenant is refused, one that names a tenant as that tenant is.
        if shape == Projects.list.shape { kind.faults[.right] = { $0.query["tenant"] = "acme" } }
        return kind
    }
}
