import API
import Domain
import HTTP

/// The break-glass (contract section 9): without a database, every app is told that everything is off. What else devices
/// ask for is 503, which makes them wait and forget nothing.
package struct AllOffPlane: Service {
    package let bodyBytesMax = Limits.sdkBodyBytesMax

    package init() {}

    package func admit(_ head: Request) -> Response? {
        let isGet = head.method == "GET" || head.method == "HEAD"
        switch (head.path, isGet) {
        case (SDKAPI.policy, true), (Probes.alive, true): return nil
        default:
            var response = Response.sdkError(.unavailable)
            response.add("Retry-After", "60")
            return response
        }
    }

    package func respond(to request: Request, on exchange: Exchange) {
        exchange.finish(respond(to: request))
    }

    package func refusal(_ refusal: HTTP.Refusal) -> Response {
        .sdkError(Failure(refusal).code).with(status: refusal.status)
    }

    func respond(to request: Request) -> Response {
        guard request.path == SDKAPI.policy else { return .json(200, #"{"alive":true}"#) }
        // Revision 0 stands outside the count and always counts.
        let document = PolicyDocument(
            revision: 0, applicationID: (try? Query(request.query))?["application_id"],
            policy: BasePolicy.standard.everythingOff)
        return RenderedPolicy(document).answer(to: request)
    }
}
