import API
import Crypto
import Domain
import HTTP
import Server
import Support
import Testing

/// A call that succeeds, and every fault that it can be given.
struct FaultyCall {
    /// The call as it is about to be sent.
    struct Sent {
        var method: String
        var path: String
        var query: [String: String] = [:]
        var headers: [String: String]
        /// Members by name, their values as JSON; nil for a call without a body.
        var body: [String: String]?
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let shape: EndpointShape
        let things: [String: String]
        let body: [String: String]?
        /// The body that the idempotency key was used for before.
        var earlier: [String: String]?
        let prepare: @Sendable (TestService) async throws -> Void
        /// What makes each fault; a step that this call cannot fail at is left out.
        var faults: [Step: @Sendable (inout Sent) -> Void] = [:]
        /// The code of a fault, where the step alone does not tell.
        var codes: [Step: ErrorCode] = [:]

        var testDescription: String { "\(shape.method.rawValue) \(shape.path)" }
    }

    struct Answer: Equatable, CustomStringConvertible {
        let status: Int
        let code: String
        /// Tells apart the three kinds of 403 and the two of 404.
        var sort = ""

        var description: String { "\(status) \(code) \(sort)" }
    }

    let kind: Kind
    let service: TestService
    private let token: String
    private let narrow: String

    init(_ kind: Kind) async throws {
        self.kind = kind
        service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        _ = try await service.operator("bob", rights: ["acme": [.view]])
        token = try await service.operator("op", rights: ["*": [.administer]])
        // The same operator by a token with hardly a scope.
        let issued = try await service.call(
            "POST", "/api/v1/operators/op/tokens", #"{"scopes":["handoff:write"]}"#
        ).answer(CreatedPersonalToken.self)
        narrow = try #require(issued.token?.text)
        try await kind.prepare(service)
        guard let earlier = kind.earlier else { return }
        let first = await service.call(
            kind.shape.method.rawValue, PathTemplate(kind.shape.path).path(kind.things), Self.json(earlier),
            token: token,
            headers: [("Idempotency-Key", "used")])
        try #require(first.status == kind.shape.status)
    }

    func answer(to steps: [Step]) async throws -> Answer {
        var sent = Sent(
            method: kind.shape.method.rawValue, path: PathTemplate(kind.shape.path).path(kind.things),
            headers: [
                "Host": TestService.authority, "Content-Type": "application/json", "Authorization": "Bearer \(token)",
            ],
            body: kind.body)
        if kind.shape.traits.contains(.conditional) {
            sent.headers["If-Match"] = await service.call("GET", sent.path).first("ETag")
        }
        // Backwards, so that of two faults in one place the earlier one stays.
        for step in steps.reversed() {
            let mutate = try #require(kind.faults[step])
            mutate(&sent)
        }
        if steps.contains(.scope), !steps.contains(.credential) { sent.headers["Authorization"] = "Bearer \(narrow)" }

        if steps.contains(.right) { try await give(kind.shape.scope == .customerSDKRead ? .respond : .view) }
        let response = await service.plane(isReady: !steps.contains(.notReady)).served(request(sent))
        if steps.contains(.right) { try await give(.administer) }

        guard response.status >= 400 else { return Answer(status: response.status, code: "") }
        return Answer(status: response.status, code: response.code ?? "", sort: Self.sort(response))
    }

    func expected(_ step: Step) -> Answer {
        let code: ErrorCode =
            switch step {
            case .path, .existence: .notFound
            case .method: .methodNotAllowed
            case .notReady: .unavailable
            case .host: .misdirectedRequest
            case .origin, .scope, .right: .forbidden
            case .contentType: .unsupportedMediaType
            case .credential: .unauthorized
            case .syntax: .invalidRequest
            case .key: .idempotencyKeyReused
            case .match: kind.codes[.match] ?? .preconditionRequired
            case .values, .state: kind.codes[step] ?? .internal
            }
        let sorts: [Step: String] = [.path: "path", .origin: "origin", .scope: "scope", .right: "right"]
        return Answer(status: code.status, code: code.rawValue, sort: sorts[step] ?? "")
    }

    /// Which of the refusals with one code it is, by its words.
    private static func sort(_ response: Response) -> String {
        guard case .string(let detail) = response.json["detail"], [403, 404].contains(response.status) else {
            return ""
        }
        let words = ["no such path": "path", "origin": "origin", "the scope": "scope", "the right": "right"]
        return words.first { detail.contains($0.key) }?.value ?? ""
    }

    private func give(_ right: Right) async throws {
        let changed = await service.call(
            "PATCH", "/api/v1/operators/op", #"{"rights":{"*":["\#(right.rawValue)"]}}"#,
            headers: [("If-Match", try #require(await service.call("GET", "/api/v1/operators/op").first("ETag")))])
        try #require(changed.status == 200)
    }

    private func request(_ sent: Sent) -> Request {
        let query = sent.query.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return Request(
            method: sent.method, path: sent.path, query: query.isEmpty ? nil : query,
            headers: Headers(sent.headers.map { (name: $0.key, value: $0.value) }),
            body: Array((sent.body.map(Self.json) ?? "").utf8), peer: .tcp(address: "127.0.0.1"))
    }

    private static func json(_ members: [String: String]) -> String {
        "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }
}
