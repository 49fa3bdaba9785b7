/// Server-Sent Events (the HTML standard, 9.2): the answer that begins such a stream, and the bytes that go over it.
package enum EventStream {
    /// The head. No store keeps a stream, and a proxy that knows `X-Accel-Buffering` passes each event on as it comes.
    package static let head = Response(
        status: 200,
        headers: [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ])

    /// A comment, which clients ignore and proxies take for life.
    package static let comment = Array(":\n\n".utf8)

    /// - Parameter data: one line. More would be more fields, and a break in it a programmer's error.
    package static func event(_ name: StaticString, id: Int64, data: [UInt8]) -> [UInt8] {
        precondition(!data.contains(.lineFeed) && !data.contains(.carriageReturn), "an event's data is one line")
        return Array("event: \(name)\nid: \(id)\ndata: ".utf8) + data + [.lineFeed, .lineFeed]
    }
}

extension Headers {
    /// The id of the event that a client had last, where it is sent once and is a plain number.
    package var lastEventID: Int64? {
        let values = all("Last-Event-ID")
        guard values.count == 1, let id = Int64(values[0]), String(id) == values[0] else { return nil }
        return id
    }
}
