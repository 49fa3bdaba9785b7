import Glibc
import HTTP
import Support

@testable import Server

/// A small service with one path for each way to answer.
struct SampleService: Service {
    enum Path: Sendable { case home, later, big, whoever, never, stream }

    static let big = [UInt8](repeating: UInt8(ascii: "x"), count: 32 << 20)

    let bodyBytesMax = 64 * 1024
    /// What `/stream` tells: at first edition 1.
    let channel = Channel(SampleEdition(id: 1))
    private let listener = SampleListener()
    private let router: Router<Path>

    init() {
        var router = Router<Path>()
        router.add("GET", PathTemplate("/"), .home)
        router.add("POST", PathTemplate("/"), .home)
        router.add("POST", PathTemplate("/echo"), .home)
        router.add("GET", PathTemplate("/later"), .later)
        router.add("GET", PathTemplate("/big"), .big)
        router.add("GET", PathTemplate("/whoever"), .whoever)
        router.add("GET", PathTemplate("/never"), .never)
        router.add("GET", PathTemplate("/stream"), .stream)
        self.router = router
    }

    func admit(_ head: Request) -> Response? {
        switch router.route(method: head.method, path: head.path) {
        case .found: nil
        case .methodNotAllowed(let allow):
            Response(status: 405, headers: [("Allow", allow.joined(separator: ", "))], body: Array("method".utf8))
        case .notFound: Response(status: 404, body: Array("path".utf8))
        }
    }

    func respond(to request: Request, on exchange: Exchange) {
        guard case .found(let path, _) = router.route(method: request.method, path: request.path) else {
            preconditionFailure("not admitted")
        }
        switch path {
        case .home:
            let body = request.method == "POST" ? request.body : Array("hello".utf8)
            exchange.finish(Response(status: 200, headers: [("Content-Type", "text/plain")], body: body))
        case .later:
            let milliseconds = request.query.flatMap { UInt32($0) } ?? 20
            Thread {
                usleep(milliseconds * 1_000)
                exchange.finish(Response(status: 200, body: Array("later".utf8)))
            }
        case .big: exchange.finish(Response(status: 200, body: Self.big))
        case .whoever: exchange.finish(Response(status: 200, body: Array("\(request.peer)".utf8)))
        case .never: break
        case .stream where !exchange.takesStreams: exchange.finish(Response(status: 503))
        case .stream:
            let after = request.headers.first("Last-Event-ID").flatMap { Int64($0) }
            exchange.stream(EventStream.head, listener, on: channel, after: after)
        }
    }

    func refusal(_ refusal: Refusal) -> Response {
        Response(status: refusal.status, body: Array("\(refusal)".utf8))
    }
}

final class SampleListener: StreamListener {}

/// An event that is told from others by its id, and as long as it is asked to be.
struct SampleEdition: Edition {
    let id: Int64
    private let sent: StreamEvent

    init(id: Int64, bytesCount: Int = 1, isLast: Bool = false) {
        self.id = id
        let data = [UInt8](repeating: UInt8(ascii: "x"), count: bytesCount)
        sent = StreamEvent(bytes: EventStream.event("sample", id: id, data: data), isLast: isLast)
    }

    func event(for listener: any StreamListener) -> StreamEvent { sent }
}

/// An engine with the sample service at a port that the kernel picked, drained when it goes out of scope.
final class Served {
    let engine: Engine
    let port: UInt16
    let channel: Channel

    init(_ limits: Engine.Limits = Engine.Limits()) throws {
        let service = SampleService()
        channel = service.channel
        engine = try Engine([(.tcp(address: "127.0.0.1", port: 0), service)], limits: limits)
        guard case .tcp(_, let port) = engine.listeners[0] else { preconditionFailure("no TCP listener") }
        self.port = port
        engine.start()
    }

    deinit { engine.drain(within: .zero) }

    func client(seconds: Int = 5) throws -> RawClient { try RawClient(port: port, seconds: seconds) }
}
