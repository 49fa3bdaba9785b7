import API
import Domain
import HTTP

/// The break-glass (contract section 9): without a database, every app is told that everything is off. What else devices
/// ask for is 503, which makes them wait and forget nothing.
package struct AllOffPlane: Service {
    package let bodyBytesMax = Limits.sdkBodyBytesMax

    /// Stands outside the count and always counts.
    static let revision: Int64 = 0

    private let channel = Channel(AllOffEdition())

    package init() {}

    package func admit(_ head: Request) -> Response? {
        let isGet = head.method == "GET" || head.method == "HEAD"
        switch (head.path, isGet) {
        case (SDKAPI.policy, true), (SDKAPI.policyEvents, true), (Probes.alive, true): return nil
        default: return .comeBackLater
        }
    }

    package func respond(to request: Request, on exchange: Exchange) {
        guard request.path == SDKAPI.policyEvents else { return exchange.finish(respond(to: request)) }
        guard exchange.takesStreams else { return exchange.finish(.comeBackLater) }
        let listener = AllOffListener(applicationID: Self.applicationID(request))
        exchange.stream(EventStream.head, listener, on: channel, after: request.headers.lastEventID)
    }

    package func refusal(_ refusal: HTTP.Refusal) -> Response {
        .sdkError(Failure(refusal).code).with(status: refusal.status)
    }

    func respond(to request: Request) -> Response {
        guard request.path == SDKAPI.policy else { return .json(200, #"{"alive":true}"#) }
        return RenderedPolicy(Self.document(Self.applicationID(request))).answer(to: request)
    }

    static func document(_ applicationID: String?) -> PolicyDocument {
        PolicyDocument(
            revision: revision, applicationID: applicationID, policy: BasePolicy.standard.everythingOff)
    }

    /// As sent.
    private static func applicationID(_ request: Request) -> String? {
        (try? Query(request.query))?["application_id"]
    }
}

/// A listener while the break-glass is in force: each is told the application id that it sent.
final class AllOffListener: StreamListener {
    let applicationID: String?

    init(applicationID: String?) {
        self.applicationID = applicationID
    }
}

/// Nothing follows it, and its stream goes on: who is told that everything is off stays connected for what ends it.
struct AllOffEdition: Edition {
    let id = AllOffPlane.revision

    func event(for listener: any StreamListener) -> StreamEvent {
        let applicationID = (listener as? AllOffListener)?.applicationID
        return StreamEvent(bytes: RenderedPolicy(AllOffPlane.document(applicationID)).event)
    }
}
