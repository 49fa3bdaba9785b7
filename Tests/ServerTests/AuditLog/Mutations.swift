import API
import HTTP
import Support

/// Each call that changes something, with what must be there before: what tests of all of them walk through.
struct Mutation: Sendable {
    /// Of things that `prepare` made.
    struct Ids: Sendable {
        let disable: String
        let token: String
        let release: String
    }

    let action: Action
    let method: String
    let path: @Sendable (Ids) -> String
    let body: String?

    private init(_ action: Action, _ method: String, _ path: @escaping @Sendable (Ids) -> String, _ body: String?) {
        self.action = action
        self.method = method
        self.path = path
        self.body = body
    }

    private init(_ action: Action, _ method: String, _ path: String, _ body: String? = nil) {
        self.init(action, method, { _ in path }, body)
    }

    static let all: [Mutation] = [
        Mutation(.tenantCreate, "POST", "/api/v1/tenants", #"{"slug":"initech","name":"Initech"}"#),
        Mutation(.tenantUpdate, "PATCH", "/api/v1/tenants/acme", #"{"status":"suspended","reason":"r"}"#),
        Mutation(.operatorCreate, "POST", "/api/v1/operators", #"{"name":"bob","rights":{"acme":["view"]}}"#),
        Mutation(.operatorUpdate, "PATCH", "/api/v1/operators/ann", #"{"status":"suspended"}"#),
        Mutation(.personalTokenCreate, "POST", "/api/v1/operators/ann/tokens", #"{"scopes":["audit:read"]}"#),
        Mutation(.personalTokenRevoke, "DELETE", { "/api/v1/operators/root/tokens/\($0.token)" }, nil),
        Mutation(.projectCreate, "POST", "/api/v1/projects", TestService.projectBody("new-shop", in: "acme")),
        Mutation(.projectUpdate, "PATCH", "/api/v1/projects/shop", #"{"ios_bundle_ids":["a.b","c.d"]}"#),
        Mutation(.projectDelete, "DELETE", "/api/v1/projects/gone"),
        Mutation(
            .identitySecretRotate, "POST", "/api/v1/projects/shop/identity-secret/rotate", #"{"wrap_seconds":900}"#),
        Mutation(.identitySecretCancel, "POST", "/api/v1/projects/rotated/identity-secret/cancel", "{}"),
        Mutation(.identitySecretEndOverlap, "DELETE", "/api/v1/projects/rotated/identity-secret/previous"),
        Mutation(.installationRevoke, "DELETE", "/api/v1/projects/shop/installations/\(installation)"),
        Mutation(
            .installationRevokeMany, "POST", "/api/v1/projects/shop/installations/revoke",
            #"{"app_identifier":"com.acme.shop","reason":"r"}"#),
        Mutation(
            .policySet, "PUT", "/api/v1/projects/shop/policy",
            #"{"is_enabled":false,"follow_me_player_enabled":true,"manual_minimize_enabled":true,"surfaces":{},"ttl_seconds":30}"#
        ),
        Mutation(
            .routeMapSet, "PUT", "/api/v1/projects/shop/routes",
            #"{"entries":[{"pattern":"/product/:id","surface":"productDetail"}]}"#),
        Mutation(
            .disableCreate, "POST", "/api/v1/disables",
            #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"r"}"#),
        Mutation(.disableLift, "POST", { "/api/v1/disables/\($0.disable)/lift" }, #"{"reason":"fixed"}"#),
        Mutation(.releaseCreate, "POST", "/api/v1/releases", TestService.releaseBody("0.3.0")),
        Mutation(.handoffSet, "PUT", "/api/v1/projects/shop/handoff", #"{"support":"ticket queue"}"#),
        Mutation(.handoffIssue, "POST", "/api/v1/projects/handed/handoff/issues", "{}"),
        Mutation(
            .acceptanceSet, "PUT", "/api/v1/projects/accepted/handoff/issues/1/acceptance",
            #"{"results":[{"check":"scenario:live","result":"pass","device":"d","os":"o","sdk_version":"2.1.0"}],"stages_done":[]}"#
        ),
        Mutation(
            .releaseUpdate, "PATCH", { "/api/v1/releases/\($0.release)" }, #"{"status":"withdrawn","reason":"r"}"#),
    ]

    /// Of the project `shop`.
    private static let installation = String(repeating: "5", count: 32)

    static func prepare(_ service: TestService) async throws -> Ids {
        for app in ["shop", "gone", "rotated", "handed", "accepted"] { try await service.project(app, in: "acme") }
        try await service.install(installation, in: "shop")
        _ = await service.call("PATCH", "/api/v1/projects/gone", #"{"status":"suspended"}"#)
        _ = await service.call("POST", "/api/v1/projects/rotated/identity-secret/rotate", "{}")
        _ = try await service.operator("ann", rights: ["acme": [.view]])
        let token = await service.call("POST", "/api/v1/operators/root/tokens", #"{"scopes":["admin"]}"#)
        let disable = try await service.disable(#"{"kind":"tenant","tenant":"acme"}"#, targets: ["manual_minimize"])
        let release = try await service.release("0.2.0")
        try await service.prepareHandoff(of: "handed")
        try await service.prepareHandoff(of: "accepted", versions: ("2.0.0", "2.1.0"))
        _ = try await service.issueHandoff(of: "accepted")
        return Ids(disable: disable.id, token: token.json["id"]?.text ?? "none", release: release.id)
    }

    /// With whatever precondition it takes. The state it states is read before any fault.
    func call(
        on service: TestService, _ ids: Ids, tag: String?, query: String = "", token: String?? = nil
    ) async -> Response {
        var headers = [(name: "Idempotency-Key", value: "the-key")]
        if let tag, method == "PUT" || method == "PATCH" { headers.append(("If-Match", tag)) }
        return await service.call(method, path(ids) + query, body, token: token, headers: headers)
    }

    func tag(on service: TestService, _ ids: Ids) async -> String? {
        guard method == "PUT" || method == "PATCH" else { return nil }
        return await service.call("GET", path(ids)).first("ETag")
    }
}
