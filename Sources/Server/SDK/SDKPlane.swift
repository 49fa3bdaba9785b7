import API
import Domain
import HTTP

/// The devices' plane (contract section 5). Its errors tell nothing: one code, and for all that does not admit a device
/// the very same bytes. A policy is answered on the loop's own thread and from memory; the rest reads the database.
package struct SDKPlane: Service {
    package let bodyBytesMax = Limits.sdkBodyBytesMax

    private enum Route: Sendable {
        case alive, ready, specification, policy
        case device(DeviceRoute)
    }

    private static let routes: [(method: String, path: String, route: Route)] =
        [
            ("GET", Probes.alive, .alive), ("GET", Probes.ready, .ready), ("GET", SDKAPI.specification, .specification),
            ("GET", SDKAPI.policy, .policy),
        ] + DeviceRoute.allCases.filter { $0 != .chat }.map { ($0.method.rawValue, $0.path, .device($0)) }

    /// Every method and path of this plane; the OpenAPI document describes these.
    package static var served: [(method: String, path: String)] {
        routes.map { ($0.method, $0.path) } + [(DeviceRoute.chat.method.rawValue, "\(SDKAPI.chat){path}")]
    }

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
            switch route(head) {
            case .found(.policy, _), .found(.device, _): readiness.isReady ? nil : .unavailable
            case .found: nil
            case .notFound: .sdkError(.notFound)
            case .methodNotAllowed(let allow): .sdkMethodNotAllowed(allow)
            }
        if let response { metrics.count(.sdk, Metrics.noRoute, response.status) }
        return response
    }

    package func respond(to request: Request, on exchange: Exchange) {
        guard case .found(.device(let route), _) = self.route(request) else {
            exchange.finish(answer(request))
            return
        }
        Task { exchange.finish(await respond(to: request, with: route)) }
    }

    package func refusal(_ refusal: HTTP.Refusal) -> Response {
        metrics.count(.sdk, Metrics.noRoute, refusal.status)
        return .sdkError(Failure(refusal).code).with(status: refusal.status)
    }

    /// Without a socket, and also what waits for the database.
    package func respond(to request: Request) async -> Response {
        guard case .found(.device(let route), _) = self.route(request) else { return answer(request) }
        return await respond(to: request, with: route)
    }

    /// There is any number of paths below the chat's, and one answer for all.
    private func route(_ request: Request) -> Router<Route>.Outcome {
        if request.path.hasPrefix(SDKAPI.chat) { return .found(.device(.chat), parameters: [:]) }
        return router.route(method: request.method, path: request.path)
    }

    /// What needs no database.
    package func answer(_ request: Request) -> Response {
        guard case .found(let route, _) = self.route(request) else { return admit(request) ?? .sdkError(.notFound) }
        switch route {
        case .alive: return .json(200, #"{"alive":true}"#)
        case .ready: return readiness.response(naming: false)
        case .specification: return Specification.sdk
        case .policy:
            let response = policy(request)
            metrics.count(.sdk, SDKAPI.policy, response.status)
            return response
        case .device: preconditionFailure("device calls wait for the database")
        }
    }

    private func policy(_ request: Request) -> Response {
        guard let app = readiness.app else { return .unavailable }
        if let refusal = refuseContentType(request) { return refusal }
        let query = request.query ?? ""
        let (kept, round) = app.feed.answer(to: query)
        if let kept { return kept.answer(to: request) }
        guard let wanted = PolicyRequest(query) else { return .sdkError(.invalidRequest) }
        do throws(Failure) {
            let answer = try app.devices.admit(wanted.credential).rendered(for: wanted.caller)
            app.feed.keep(answer, for: query, round: round)
            return answer.answer(to: request)
        } catch {
            return .sdkFailure(error)
        }
    }

    private func respond(to request: Request, with route: DeviceRoute) async -> Response {
        let response: Response
        if let refusal = refuseContentType(request) {
            response = refusal
        } else if let app = readiness.app {
            response = await app.devices.respond(to: request, with: route)
        } else {
            response = .unavailable
        }
        metrics.count(.sdk, route.path, response.status)
        return response
    }

    /// A content type is checked where one is sent.
    private func refuseContentType(_ request: Request) -> Response? {
        guard let type = request.headers.first("Content-Type") else { return nil }
        let isJSON = ASCII.lowercased(type).split(separator: ";").first.map { ASCII.trimmed(String($0)) }
        return isJSON == "application/json" ? nil : .sdkError(.unsupportedMediaType)
    }
}

extension Response {
    static func sdkError(_ code: ErrorCode) -> Response {
        .json(code.status, #"{"error":"\#(code.rawValue)"}"#)
    }

    /// Of a failure devices are told the code, and when to come back.
    static func sdkFailure(_ failure: Failure) -> Response {
        var response = sdkError(failure.code)
        if failure.code.status == 503 { response.add("Retry-After", String(failure.retryAfterSeconds ?? 5)) }
        return response
    }

    static func sdkMethodNotAllowed(_ allow: [String]) -> Response {
        var response = sdkError(.methodNotAllowed)
        response.add("Allow", allow.joined(separator: ", "))
        return response
    }

    static var unavailable: Response { .sdkFailure(Failure(.unavailable, "")) }
}
