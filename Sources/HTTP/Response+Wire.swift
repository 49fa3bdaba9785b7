extension Response {
    /// Appends the head as it goes over the wire: the status line, `Date`, the headers in their order, `Content-Length`
    /// but with a 204 or 304 (RFC 9110, 8.6), and `Connection: close` when nothing follows on this connection.
    ///
    /// - Parameters:
    ///   - date: an IMF-fixdate in ASCII.
    ///   - hasLength: false where only the end of the connection ends the body.
    package func appendHead(
        to wire: inout [UInt8], date: [UInt8], closes: Bool, hasLength: Bool = true
    ) {
        assert(["Date", "Content-Length", "Connection"].allSatisfy { first($0) == nil }, "the sender's own header")
        wire.append(ascii: "HTTP/1.1 ")
        wire.append(decimal: status)
        wire.append(.space)
        wire.append(ascii: Self.reason(status))
        wire.append(ascii: "\r\nDate: ")
        wire.append(contentsOf: date)
        for (name, value) in headers {
            wire.append(ascii: "\r\n")
            wire.append(text: name)
            wire.append(ascii: ": ")
            wire.append(text: value)
        }
        if hasLength && status != 204 && status != 304 {
            wire.append(ascii: "\r\nContent-Length: ")
            wire.append(decimal: body.count)
        }
        wire.append(ascii: closes ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n")
    }

    /// Whether a body goes with it: not with a 204 or 304, nor with the answer to a HEAD (RFC 9112, 6.3).
    package func sendsBody(toHEAD isHEAD: Bool) -> Bool {
        !isHEAD && status != 204 && status != 304
    }

    /// The phrase of a status (RFC 9110, 15; RFC 6585), for people who read a trace. Clients ignore it.
    package static func reason(_ status: Int) -> StaticString {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(ascii text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    fileprivate mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
