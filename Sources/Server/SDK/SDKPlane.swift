import API
import Domain
import HTTP

/// The devices' plane (contract section 5). Its errors tell nothing: one code, and for all that does not admit a device
/// the very same bytes. A policy is answered on the loop's own thread and from memory; the rest reads the database.
package struct SDKPlane: Service {
    package let bodyBytesMax = Limits.sdkBodyBytesMax

    private enum Route: Sendable {
        case alive, ready, specification, policy, policyEvents
        case device(DeviceRoute)
    }

    private static let routes: [(method: String, path: String, route: Route)] =
        [
            ("GET", Probes.alive, .alive), ("GET", Probes.ready, .ready), ("GET", SDKAPI.specification, .specification),
            ("GET", SDKAPI.policy, .policy), ("GET", SDKAPI.policyEvents, .policyEvents),
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
            case .found(.policy, _), .found(.policyEvents, _), .found(.device, _):
                readiness.isReady ? nil : .unavailable
            case .found: nil
            case .notFound: .sdkError(.notFound)
            case .methodNotAllowed(let allow): .sdkMethodNotAllowed(allow)
            }
        if let response { metrics.count(.sdk, Metrics.noRoute, response.status) }
        return response
    }

    package func respond(to request: Request, on exchange: Exchange) {
        switch self.route(request) {
        case .found(.device(let route), _): Task { exchange.finish(await respond(to: request, with: route)) }
        case .found(.policyEvents, _): stream(request, on: exchange)
        default: exchange.finish(answer(request))
        }
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

    /// What needs no database. Of a stream this is the head.
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
        case .policyEvents:
            do throws(Failure) {
                _ = try admitListener(request)
                return EventStream.head
            } catch {
                return .sdkFailure(error)
            }
        case .device: preconditionFailure("device calls wait for the database")
        }
    }

    private func policy(_ request: Request) -> Response {
        do throws(Failure) {
            return try admit(policyRequest: request).answer.rendered.answer(to: request)
        } catch {
            return .sdkFailure(error)
        }
    }

    private func stream(_ request: Request, on exchange: Exchange) {
        let refusal: Response
        do throws(Failure) {
            let (listener, channel) = try admitListener(request)
            if exchange.takesStreams {
                metrics.count(.sdk, SDKAPI.policyEvents, EventStream.head.status)
                exchange.stream(EventStream.head, listener, on: channel, after: request.headers.lastEventID)
                return
            }
            refusal = .comeBackLater
        } catch {
            refusal = .sdkFailure(error)
        }
        metrics.count(.sdk, SDKAPI.policyEvents, refusal.status)
        exchange.finish(refusal)
    }

    private func admitListener(
        _ request: Request
    ) throws(Failure) -> (listener: PolicyListener, channel: Channel) {
        let (answer, feed) = try admit(policyRequest: request)
        // Deleted since it was admitted: refused as it would be now.
        guard let channel = feed.channel(of: answer.listener.applicationID) else { throw .deviceUnauthorized }
        return (answer.listener, channel)
    }

    /// Who asks for a policy, at once or as a stream, is judged alike.
    private func admit(policyRequest request: Request) throws(Failure) -> (answer: PolicyAnswer, feed: PolicyFeed) {
        guard let app = readiness.app else { throw Failure(.unavailable, "") }
        guard takesContentType(of: request) else { throw Failure(.unsupportedMediaType, "") }
        let query = request.query ?? ""
        let (kept, round) = app.feed.answer(to: query)
        if let kept { return (kept, app.feed) }
        guard let wanted = PolicyRequest(query) else { throw .deviceInvalid }
        let entry = try app.devices.admit(wanted.credential)
        let answer = PolicyAnswer(
            rendered: entry.rendered(for: wanted.caller), listener: PolicyListener(wanted, admittedTo: entry))
        app.feed.keep(answer, for: query, round: round)
        return (answer, app.feed)
    }

    private func respond(to request: Request, with route: DeviceRoute) async -> Response {
        let response: Response
        if !takesContentType(of: request) {
            response = .sdkError(.unsupportedMediaType)
        } else if let app = readiness.app {
            response = await app.devices.respond(to: request, with: route)
        } else {
            response = .unavailable
        }
        metrics.count(.sdk, route.path, response.status)
        return response
    }

    /// A content type is checked where one is sent.
    private func takesContentType(of request: Request) -> Bool {
        guard let type = request.headers.first("Content-Type") else { return true }
        let isJSON = ASCII.lowercased(type).split(separator: ";").first.map { ASCII.trimmed(String($0)) }
        return isJSON == "application/json"
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

    /// Not for some seconds: the break-glass, or no room for a stream, whose device asks by itself meanwhile.
    static var comeBackLater: Response {
        var response = sdkError(.unavailable)
        response.add("Retry-After", "60")
        return response
    }

    static var unavailable: Response { .sdkFailure(Failure(.unavailable, "")) }
}
