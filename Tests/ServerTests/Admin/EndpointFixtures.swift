import API
import Support

extension EndpointFixture {
    /// One for each endpoint of the admin plane.
    static let all: [EndpointFixture] =
        tenants + projects + secrets + devices + policies + routes + disables + releases + handoffs + operators + tokens
        + log

    static func of(_ shape: EndpointShape) -> EndpointFixture? { all.first { $0.shape == shape } }

    private static let tenants: [EndpointFixture] = [
        .init(Tenants.create.shape, .deployment, body: #"{"slug":"newcomer","name":"Newcomer"}"#),
        .init(Tenants.list.shape, .deployment),
        .init(Tenants.get.shape, .deployment, absent: ["tenant": "nowhere"]) { _ in ["tenant": Setting.tenant] },
        .init(
            Tenants.update.shape, .deployment, absent: ["tenant": "nowhere"],
            body: #"{"name":"Renamed","status":"active","reason":"all is well"}"#,
            optional: ["/name", "/status", "/reason"]
        ) { _ in ["tenant": Setting.tenant] },
    ]

    private static let projects: [EndpointFixture] = [
        .init(
            Projects.create.shape, .tenant, absent: ["tenant": "nowhere"],
            body: #"""
                {"tenant":"{tenant}","application_id":"new-app","name":"New","product":"mybot","environment":"staging",
                 "ios_bundle_ids":["com.acme.new"],"android_package_names":["com.acme.new"],"wrap_seconds":900}
                """#,
            optional: ["/product", "/environment", "/ios_bundle_ids", "/android_package_names", "/wrap_seconds"]
        ) { _ in ["tenant": Setting.tenant] },
        .init(Projects.list.shape, .list),
        ofProject(Projects.get.shape),
        ofProject(
            Projects.update.shape,
            body: #"""
                {"name":"Renamed","status":"active","reason":"all is well","ios_bundle_ids":["com.acme.new"],
                 "android_package_names":["com.acme.new"]}
                """#,
            optional: ["/name", "/status", "/reason", "/ios_bundle_ids", "/android_package_names"]),
        ofProject(Projects.delete.shape) { service in
            _ = await service.call("PATCH", "/api/v1/projects/\(Setting.app)", #"{"status":"suspended"}"#)
        },
    ]

    private static let secrets: [EndpointFixture] = [
        ofProject(
            IdentitySecrets.rotate.shape, body: #"{"end_overlap":true,"compromised":false,"wrap_seconds":900}"#,
            optional: ["/end_overlap", "/compromised", "/wrap_seconds"]),
        ofProject(
            IdentitySecrets.cancel.shape, body: #"{"compromised":true}"#, optional: ["/compromised"], prepare: rotate),
        ofProject(IdentitySecrets.endOverlap.shape, prepare: rotate),
        ofProject(IdentitySecrets.status.shape),
        ofProject(IdentitySecrets.explain.shape, body: #"{"assertion":"e30.e30.e30"}"#),
    ]

    private static let devices: [EndpointFixture] = [
        ofProject(Installations.list.shape),
        ofInstallation(Installations.get.shape),
        ofInstallation(Installations.revoke.shape),
        ofProject(
            Installations.revokeMany.shape,
            body: #"""
                {"user_id":"acct_1","app_identifier":"com.acme.shop","sdk_versions":"<1.0",
                 "identified_since":"2026-11-01T00:00:00Z","reason":"a lost phone"}
                """#,
            optional: ["/user_id", "/app_identifier", "/sdk_versions", "/identified_since"]),
        .init(People.get.shape, .tenant, absent: ["app": "never-was", "user_id": "nobody"]) { _ in
            ["app": Setting.appWithDevice, "user_id": "acct_1"]
        },
        ofProject(Refusals.ofProject.shape),
        .init(Refusals.ofDeployment.shape, .deployment),
    ]

    private static let policies: [EndpointFixture] = [
        ofProject(Policies.get.shape),
        ofProject(
            Policies.set.shape,
            body: #"""
                {"is_enabled":false,"follow_me_player_enabled":false,"manual_minimize_enabled":false,
                 "surfaces":{"home":{"player":true,"follow_me":false}},"ttl_seconds":30,"reason":"a quiet week"}
                """#,
            optional: ["/surfaces/home", "/reason"]),
        ofProject(Policies.effective.shape),
        ofProject(Policies.versions.shape),
        .init(Policies.version.shape, .tenant, absent: ["app": "never-was", "version": "0"]) { _ in
            ["app": Setting.app, "version": "1"]
        },
    ]

    private static let routes: [EndpointFixture] = [
        ofProject(RouteMaps.get.shape),
        ofProject(
            RouteMaps.set.shape,
            body: #"{"entries":[{"pattern":"/product/:id","surface":"productDetail"}]}"#),
        ofProject(RouteMaps.versions.shape),
        ofProject(RouteMaps.resolve.shape, query: "?route=/product/1"),
        ofProject(RouteMaps.lint.shape),
    ]

    private static let disables: [EndpointFixture] = [
        ofProject(
            Disables.create.shape,
            body: #"""
                {"scope":{"kind":"project","application_id":"{app}"},"targets":["sdk"],"products":["shopstory"],
                 "platform":"ios","app_identifiers":["com.acme.shop"],"sdk_versions":"<2.2","host_app_versions":">=1",
                 "reason":"crash in 2.1","reference":"INC-7","review_at":"2030-01-01T00:00:00Z"}
                """#,
            optional: [
                "/products", "/platform", "/app_identifiers", "/sdk_versions", "/host_app_versions", "/reference",
                "/review_at",
            ]),
        .init(Disables.list.shape, .list),
        .init(Disables.get.shape, .tenant, absent: ["id": "0123456789abcdef01234567"]) { ["id": $0.disable] },
        .init(
            Disables.lift.shape, .tenant, absent: ["id": "0123456789abcdef01234567"], body: #"{"reason":"2.2 is out"}"#,
            optional: ["/reason"]
        ) { ["id": $0.disable] },
    ]

    private static let releases: [EndpointFixture] = [
        .init(
            Releases.create.shape, .deployment,
            body: #"""
                {"product":"shopstory_player_flutter","version":"0.2.0-preview.2","paired_version":"0.2.0-preview.2",
                 "archive_sha256":"00000000000000000000000000000000000000000000000000000000000000ff",
                 "requirements":{"ios":"15"},"notes":"of the pilot"}
                """#,
            optional: ["/paired_version", "/requirements/ios", "/notes"]),
        .init(Releases.list.shape, .everybody),
        .init(Releases.get.shape, .everybody, absent: ["id": "0123456789abcdef01234567"]) { ["id": $0.release] },
        .init(
            Releases.update.shape, .deployment, absent: ["id": "0123456789abcdef01234567"],
            body: #"{"status":"withdrawn","notes":"of the pilot","reason":"leaks memory"}"#,
            optional: ["/status", "/notes", "/reason"], nullable: ["/notes"]
        ) { ["id": $0.release] },
    ]

    private static let operators: [EndpointFixture] = [
        .init(
            Operators.create.shape, .deployment,
            body: #"{"name":"carol","unix_user":"carol","rights":{"acme":["view"]}}"#,
            optional: ["/unix_user", "/rights/acme"]),
        .init(Operators.list.shape, .deployment),
        .init(Operators.get.shape, .deployment, absent: ["name": "nobody"]) { _ in ["name": "bob"] },
        .init(
            Operators.update.shape, .deployment, absent: ["name": "nobody"],
            body: #"{"rights":{"acme":["respond"]},"status":"active","unix_user":"bob","reason":"a new post"}"#,
            optional: ["/rights", "/rights/acme", "/status", "/unix_user", "/reason"], nullable: ["/unix_user"]
        ) { _ in ["name": "bob"] },
        .init(Operators.whoami.shape, .caller),
    ]

    private static let tokens: [EndpointFixture] = [
        .init(
            PersonalTokens.create.shape, .deployment, absent: ["name": "nobody"],
            body: #"{"scopes":["admin"],"name":"export","expires_at":"2027-01-01T00:00:00Z"}"#,
            optional: ["/name", "/expires_at"]
        ) { _ in ["name": "bob"] },
        .init(PersonalTokens.list.shape, .deployment, absent: ["name": "nobody"]) { _ in ["name": "bob"] },
        .init(PersonalTokens.revoke.shape, .deployment, absent: ["name": "nobody", "id": "0123456789abcdef01234567"]) {
            ["name": "bob", "id": $0.token]
        },
    ]

    private static let log: [EndpointFixture] = [.init(AuditLog.list.shape, .list)]

    private static func ofProject(
        _ shape: EndpointShape, body: String? = nil, query: String = "", optional: Set<String> = [],
        prepare: @escaping @Sendable (TestService) async throws -> Void = { _ in }
    ) -> EndpointFixture {
        .init(
            shape, .tenant, absent: ["app": "never-was"], body: body, query: query, optional: optional,
            things: { _ in ["app": Setting.app] },
            prepare: prepare)
    }

    private static func ofInstallation(_ shape: EndpointShape) -> EndpointFixture {
        .init(shape, .tenant, absent: ["app": "never-was", "id": String(repeating: "0", count: 32)]) {
            ["app": Setting.appWithDevice, "id": $0.installation]
        }
    }

    @Sendable private static func rotate(_ service: TestService) async throws {
        _ = await service.call("POST", "/api/v1/projects/\(Setting.app)/identity-secret/rotate", "{}")
    }
}
