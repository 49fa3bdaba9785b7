import API
import HTTP
import SQL
import Server
import Support
import Testing

/// The calls that an unwritable database must not stop, with what must be there before.
struct ExemptCall: Sendable, CustomTestStringConvertible {
    let action: Action
    let method: String
    let path: String
    let body: String?

    private init(_ action: Action, _ method: String, _ path: String, _ body: String? = nil) {
        self.action = action
        self.method = method
        self.path = path
        self.body = body
    }

    static let installation = String(repeating: "5", count: 32)

    /// - Parameter token: the id of one of `ann`'s.
    static func all(token: String) -> [ExemptCall] {
        [
            ExemptCall(
                .disableCreate, "POST", "/api/v1/disables",
                #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"r"}"#),
            ExemptCall(
                .installationRevoke, "DELETE", "/api/v1/projects/shop/installations/\(installation)?reason=lost"),
            ExemptCall(
                .installationRevokeMany, "POST", "/api/v1/projects/shop/installations/revoke",
                #"{"app_identifier":"com.acme.shop","reason":"r"}"#),
            ExemptCall(.tenantUpdate, "PATCH", "/api/v1/tenants/acme", #"{"status":"suspended","reason":"r"}"#),
            ExemptCall(.projectUpdate, "PATCH", "/api/v1/projects/Shop", #"{"status":"suspended"}"#),
            ExemptCall(.operatorUpdate, "PATCH", "/api/v1/operators/ann", #"{"status":"suspended"}"#),
            ExemptCall(.identitySecretEndOverlap, "DELETE", "/api/v1/projects/rotated/identity-secret/previous"),
            ExemptCall(.personalTokenRevoke, "DELETE", "/api/v1/operators/ann/tokens/\(token)"),
        ]
    }

    static let count = all(token: "").count
    var testDescription: String { action.rawValue }

    /// Makes what all of them need.
    static func prepare(_ service: TestService) async throws -> [ExemptCall] {
        for app in ["shop", "rotated"] { try await service.project(app, in: "acme") }
        try await service.install(installation, in: "shop")
        _ = await service.call("POST", "/api/v1/projects/rotated/identity-secret/rotate", "{}")
        _ = try await service.operator("ann", rights: ["acme": [.view]])
        let token = await service.call("POST", "/api/v1/operators/ann/tokens", #"{"scopes":["admin"]}"#)
        return all(token: token.json["id"]?.text ?? "none")
    }

    func made(on service: TestService, token: String?? = nil) async -> Response {
        await service.call(method, path, body, token: token)
    }
}

extension Faults {
    static let full = SQLError(.full, "a fault of the test")

    /// No transaction comes to its end from now on.
    func stopCommits(after: Bool = false) {
        plan { text in text != "COMMIT" ? nil : after ? .after(Self.full) : .before(Self.full) }
    }
}

extension TestService {
    /// What is told of a disable that could not be written.
    func disabled(
        _ scope: String, targets: [String] = ["sdk"], reason: String = "crash"
    ) async throws -> (id: String, revision: Int64) {
        let words = targets.map { #""\#($0)""# }.joined(separator: ",")
        let answer = await call(
            "POST", "/api/v1/disables", #"{"scope":\#(scope),"targets":[\#(words)],"reason":"\#(reason)"}"#)
        #expect(answer.status == 202)
        return (try #require(answer.json["id"]?.text), try #require(answer.json["revision"]?.number))
    }

    var spilledChanges: Int {
        get async { await metric("ssadmin_spilled_changes") }
    }
}
