import API
import Domain
import HTTP

/// The devices' plane (contract section 5). It answers on the loop's own thread and from memory, and its errors tell
/// nothing: one code, and for all that does not admit a device the very same bytes.
package struct SDKPlane: Service {
    package let bodyBytesMax = Limits.sdkBodyBytesMax

    private enum Route: Sendable {
        case alive, ready, specification, policy
    }

    private static let routes: [(method: String, path: String, route: Route)] = [
        ("GET", Probes.alive, .alive), ("GET", Probes.ready, .ready), ("GET", SDKAPI.specification, .specification),
        ("GET", SDKAPI.policy, .policy),
    ]

    /// Every method and path of this plane; the OpenAPI document describes these.
    package static var served: [(method: String, path: String)] { routes.map { ($0.method, $0.path) } }

    private let router: Router<Route>
    private let readiness: Readiness
    private let metrics: Metrics

    package init(readiness: Readiness, metrics: Metrics) {
        self.readiness = readiness
        self.metrics = metrics
        var router = Router<Route>()
        for (method, path, route) in Self.routes { router.add(method, PathTemplate(path), route) }
        self.router = router
    }

    package func admit(_ head: Request) -> Response? {
        let response: Response? =
            switch router.route(method: head.method, path: head.path) {
            case .found(.policy, _): readiness.isReady ? nil : .unavailable
            case .found: nil
            case .notFound: .sdkError(.notFound)
            case .methodNotAllowed(let allow): .sdkMethodNotAllowed(allow)
            }
        if let response { metrics.count(.sdk, Metrics.noRoute, response.status) }
        return response
    }

    package func respond(to request: Request, on exchange: Exchange) {
        exchange.finish(respond(to: request))
    }

    package func refusal(_ refusal: Refusal) -> Response {
        metrics.count(.sdk, Metrics.noRoute, refusal.status)
        return .sdkError(Failure(refusal).code).with(status: refusal.status)
    }

    package func respond(to request: Request) -> Response {
        guard case .found(let route, _) = router.route(method: request.method, path: request.path) else {
            return admit(request) ?? .sdkError(.notFound)
        }
        switch route {
        case .alive: return .json(200, #"{"alive":true}"#)
        case .ready: return readiness.response(naming: false)
        case .specification: return Specification.sdk
        case .policy:
            let response = policy(request)
            metrics.count(.sdk, SDKAPI.policy, response.status)
            return response
        }
    }

    private func policy(_ request: Request) -> Response {
        guard let app = readiness.app else { return .unavailable }
        if let refusal = refuseContentType(request) { return refusal }
        guard let wanted = PolicyRequest(request.query) else { return .sdkError(.invalidRequest) }
        guard let entry = app.entry(for: wanted.credential), wanted.isAdmitted(to: entry) else {
            return .sdkError(.unauthorized)
        }
        return request.headers.noneMatchFails(entry.tag) ? entry.notModified : entry.answer
    }

    /// A content type is checked where one is sent.
    private func refuseContentType(_ request: Request) -> Response? {
        guard let type = request.headers.first("Content-Type"), !request.body.isEmpty else { return nil }
        return ASCII.lowercased(type).hasPrefix("application/json") ? nil : .sdkError(.unsupportedMediaType)
    }
}

extension App {
    fileprivate func entry(for credential: PolicyRequest.Credential) -> PolicyFeed.Entry? {
        switch credential {
        case .applicationID(let text):
            return Identifiers.foldedApplicationID(text).flatMap(feed.entry(applicationID:))
        case .projectKey(let text):
            let signer = operations.deployment.settings.signer
            guard let key = ProjectKey(text), !signer.canVerify || signer.verifies(key) else { return nil }
            return feed.entry(projectKey: key)
        }
    }
}

extension Response {
    static func sdkError(_ code: ErrorCode) -> Response {
        .json(code.status, #"{"error":"\#(code.rawValue)"}"#)
    }

    static func sdkMethodNotAllowed(_ allow: [String]) -> Response {
        var response = sdkError(.methodNotAllowed)
        response.add("Allow", allow.joined(separator: ", "))
        return response
    }

    static var unavailable: Response {
        var response = sdkError(.unavailable)
        response.add("Retry-After", "5")
        return response
    }
}
