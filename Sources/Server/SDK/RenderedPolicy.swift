import API
import Domain
import HTTP

/// A policy document as it is answered, in bytes.
struct RenderedPolicy: Sendable {
    /// The same document as an event of a stream.
    let event: [UInt8]
    private let answer: Response
    private let notModified: Response
    private let tag: EntityTag

    init(_ document: PolicyDocument) {
        let body = JSONWriter.encode(document)
        event = EventStream.event("policy", id: document.revision, data: body)
        tag = EntityTag(String(entityTag(of: body).dropFirst().dropLast()))
        let ttl = document.ttlSeconds
        let headers = [
            (name: "ETag", value: tag.description), ("Cache-Control", "public, max-age=\(ttl), stale-if-error=\(ttl)"),
        ]
        answer = Response(status: 200, headers: [("Content-Type", "application/json")] + headers, body: body)
        notModified = Response(status: 304, headers: headers)
    }

    func answer(to request: Request) -> Response {
        request.headers.noneMatchFails(tag) ? notModified : answer
    }
}
