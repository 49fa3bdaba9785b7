import API
import Crypto
import Domain
import HTTP
import Store

/// The operators' plane (contract section 8): what comes before an operation and after it.
package struct AdminPlane: Service {
    package let bodyBytesMax = Limits.adminBodyBytesMax
    /// Operators and scripts of one deployment; devices have the rest.
    package let connectionsMax: Int? = 512

    private enum Route: Sendable {
        case alive, ready, metrics, specification
        case endpoint(AdminRoute)
    }

    private static let routes: [(method: String, path: String, route: Route)] =
        [
            ("GET", Probes.alive, .alive), ("GET", Probes.ready, .ready), ("GET", Probes.metrics, .metrics),
            ("GET", AdminAPI.specification, .specification),
        ] + AdminRoute.all.map { ($0.shape.method.rawValue, $0.shape.path, .endpoint($0)) }

    /// Every method and path of this plane; the OpenAPI document describes these.
    package static var served: [(method: String, path: String)] { routes.map { ($0.method, $0.path) } }

    private let router: Router<Route>
    private let readiness: Readiness
    private let world: World
    private let log: Log
    private let metrics: Metrics
    /// What `Host` must be over TCP, so that no page in a browser on the same machine gets through by a name of its own;
    /// nil on the Unix socket.
    private let authority: @Sendable () -> String?

    package init(
        readiness: Readiness, world: World, log: Log, metrics: Metrics,
        authority: @escaping @Sendable () -> String? = { nil }
    ) {
        var router = Router<Route>()
        for (method, path, route) in Self.routes { router.add(method, PathTemplate(path), route) }
        self.router = router
        self.readiness = readiness
        self.world = world
        self.log = log
        self.metrics = metrics
        self.authority = authority
    }

    package func admit(_ head: Request) -> Response? {
        let response: Response? =
            switch router.route(method: head.method, path: head.path) {
            case .found(.endpoint, _):
                readiness.isReady ? nil : .problem(readiness.failure, requestID: newRequestID())
            case .found: nil
            case .notFound:
                .problem(Failure(.notFound, "There is no such path on this plane."), requestID: newRequestID())
            case .methodNotAllowed(let allow):
                .methodNotAllowed(allow, requestID: newRequestID())
            }
        if let response { metrics.count(.admin, Metrics.noRoute, response.status) }
        return response
    }

    package func respond(to request: Request, on exchange: Exchange) {
        Task { exchange.finish(await respond(to: request)) }
    }

    package func refusal(_ refusal: HTTP.Refusal) -> Response {
        metrics.count(.admin, Metrics.noRoute, refusal.status)
        return .problem(Failure(refusal), requestID: newRequestID(), status: refusal.status)
    }

    /// Without a socket: what the tests of operations call.
    package func respond(to request: Request) async -> Response {
        guard case .found(let route, let parameters) = router.route(method: request.method, path: request.path) else {
            return admit(request) ?? .problem(.notFound, requestID: newRequestID())
        }
        switch route {
        case .alive: return open(request) { .json(200, #"{"alive":true}"#) }
        case .ready: return open(request) { readiness.response(naming: true) }
        case .metrics: return open(request) { metrics.response(readiness) }
        case .specification: return open(request) { Specification.admin }
        case .endpoint(let route): return await respond(to: request, with: route, parameters)
        }
    }

    /// What needs no credential. A page under another name is nevertheless to learn nothing of what runs on this machine.
    private func open(_ request: Request, _ answer: () -> Response) -> Response {
        do throws(Failure) {
            try checkOrigin(request)
            return answer()
        } catch {
            return .problem(error, requestID: newRequestID())
        }
    }

    private func respond(to request: Request, with route: AdminRoute, _ parameters: [String: String]) async -> Response
    {
        let requestID = newRequestID()
        let started = world.now()
        var operatorName: String?
        // What is entered while something reads may be missing in its answer; before a change, all is that can be.
        let waiting = route.shape.changes ? nil : waiting
        var response: Response
        do throws(Failure) {
            response = try await run(route, request, parameters, requestID: requestID, at: started) {
                operatorName = $0
            }
            response.add("X-Request-Id", requestID)
        } catch {
            if let detail = error.detail { log.error("operation failed", ["request_id": requestID, "detail": detail]) }
            response = .problem(error, requestID: requestID)
        }
        let count = waiting ?? self.waiting
        if count > 0, response.status != 202 { response.add(AdminAPI.waiting, String(count)) }
        metrics.count(.admin, route.shape.path, response.status)
        log.info(
            "request",
            [
                "method": request.method, "route": route.shape.path, "status": response.status, "request_id": requestID,
                "operator": operatorName, "milliseconds": world.now().milliseconds - started.milliseconds,
            ])
        return response
    }

    /// Host and Origin, content type, credential, scope; then the route's own: syntax, right, precondition, values, state.
    private func run(
        _ route: AdminRoute, _ request: Request, _ parameters: [String: String], requestID: String, at now: Instant,
        _ authenticated: (String) -> Void
    ) async throws(Failure) -> Response {
        try checkOrigin(request)
        try checkContentType(request, route.shape)
        let app = try readiness.readyApp()
        let operations = app.operations
        let caller = try await operations.authentication.caller(request, requestID: requestID, at: now)
        authenticated(caller.name)
        let raw = AdminRoute.Raw(
            request: request, caller: caller, parameters: parameters, at: now, newID: world.newID(), isEntering: false)
        do throws(Failure) {
            if let scope = route.shape.scope, !caller.scopes.contains(scope) {
                throw Failure(
                    .forbidden,
                    "This needs the scope '\(scope.rawValue)', which the credential of \(caller.name) does not have.")
            }
            if route.shape.changes { await app.entering.enterAll() }
            return try await route.run(operations, raw)
        } catch {
            try await record(error, of: route, raw, operations)
            throw error
        }
    }

    /// Of a call that may go through where the database cannot be written, what is wrong with it is told also where the audit
    /// log cannot hear of it: a typing error must not look as if switching off did not work.
    private func record(
        _ refusal: Failure, of route: AdminRoute, _ raw: AdminRoute.Raw, _ operations: Operations
    ) async throws(Failure) {
        do throws(Failure) {
            try await operations.recordRefusal(refusal, of: route.shape, raw)
        } catch {
            guard route.hasExemption else { throw error }
            log.warning(
                "a refused call is not in the audit log",
                [
                    "actor": raw.caller.name, "action": route.shape.action?.rawValue,
                    "target": shownToOperators(raw.request.path), "code": refusal.code.rawValue,
                    "request_id": raw.caller.requestID, "detail": error.detail,
                ])
        }
    }

    private func checkOrigin(_ request: Request) throws(Failure) {
        guard let authority = authority() else { return }
        guard request.headers.first("Host") == authority else {
            throw Failure(.misdirectedRequest, "This service is called as \(authority).")
        }
        guard request.headers.all("Origin").allSatisfy({ $0 == "http://\(authority)" }) else {
            throw Failure(.forbidden, "Calls from pages of another origin are refused.")
        }
    }

    /// A form of a foreign page can send neither this content type nor, without asking first, a PUT (CSRF).
    private func checkContentType(_ request: Request, _ shape: EndpointShape) throws(Failure) {
        guard shape.changes else { return }
        let fields = request.headers.all("Content-Type").map(ASCII.lowercased)
        guard fields.count == 1,
            ["application/json", "application/json;charset=utf-8"].contains(fields[0].filter { $0 != " " })
        else {
            throw Failure(.unsupportedMediaType, "A call that changes something is 'Content-Type: application/json'.")
        }
    }

    /// How many changes hold that are not in the database yet.
    private var waiting: Int { (try? readiness.readyApp())?.operations.spill.count ?? 0 }

    private func newRequestID() -> String { Hex.encode(world.randomBytes(8)) }
}

extension Failure {
    /// What the engine refuses, in the codes of contract sections 5.8 and 8.1.
    init(_ refusal: HTTP.Refusal) {
        switch refusal {
        case .malformed(let fault): self.init(.invalidRequest, "The request is malformed: \(fault.rawValue).")
        case .timedOut: self.init(.invalidRequest, "The request took longer than \(Limits.headSeconds) s to arrive.")
        case .lengthRequired:
            self.init(.lengthRequired, "Send the body with Content-Length; Transfer-Encoding is not taken.")
        case .bodyTooLarge: self.init(.tooLarge, "The body is longer than this plane takes.")
        case .targetTooLong:
            self.init(.uriTooLong, "The request line is longer than \(Limits.requestLineBytesMax) bytes.")
        case .expectationFailed: self.init(.invalidRequest, "The only expectation that is met is 100-continue.")
        case .headTooLarge:
            self.init(
                .headersTooLarge,
                "The head is longer than \(Limits.headBytesMax) bytes or has more than \(Limits.fieldsMax) fields.")
        case .versionNotSupported: self.init(.invalidRequest, "HTTP/1.1 is spoken here.")
        }
    }
}

extension Response {
    static func methodNotAllowed(_ allow: [String], requestID: String) -> Response {
        let methods = allow.joined(separator: ", ")
        var response = problem(Failure(.methodNotAllowed, "This path takes \(methods)."), requestID: requestID)
        response.add("Allow", methods)
        return response
    }

    /// The same answer under a status of HTTP's own that has no code of ours.
    func with(status: Int) -> Response { Response(status: status, headers: headers, body: body) }
}
