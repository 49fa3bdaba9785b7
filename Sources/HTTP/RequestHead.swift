/// The head of a request, parsed strictly (RFC 9112, 2–5), and how long it was.
///
/// What the RFC lets a server repair is refused instead, because every repair is a difference of opinion with some proxy in
/// front: bare line endings, folded fields, blanks in the request line. Only origin-form targets are served; `*` is left to
/// `OPTIONS`, and the absolute and authority forms, which are for proxies, are refused.
package struct RequestHead: Sendable {
    /// Without its body.
    package let request: Request

    /// Bytes from the first one given to the end of the blank line.
    package let length: Int

    /// HTTP/1.0: it may lack a Host and its connection does not persist. A higher 1.x is served as 1.1 (RFC 9110, 2.5).
    package let isHTTP10: Bool

    /// Parses from the first byte each time, which costs no state for each connection; a sender of single bytes costs less
    /// here than in the kernel.
    ///
    /// - Returns: nil while the head is not whole.
    package static func parse(_ bytes: UnsafeRawBufferPointer, peer: Peer) throws(Refusal) -> RequestHead? {
        let start = try emptyLine(bytes)
        guard let start else { return nil }

        let lineLimit = start + Limits.requestLineBytesMax + 2
        var cursor = Cursor(bytes, from: start, limit: lineLimit)
        guard let line = try RequestLine.parse(&cursor) else {
            if bytes.count < lineLimit { return nil }
            // A line without any target is no long target.
            throw cursor.bytes(since: start).contains(.space) ? .targetTooLong : .malformed(.requestLine)
        }

        cursor = Cursor(bytes, from: cursor.position, limit: Limits.headBytesMax)
        guard let headers = try Headers.parse(&cursor) else {
            if bytes.count < Limits.headBytesMax { return nil }
            throw .headTooLarge
        }
        try headers.checkHost(isHTTP10: line.isHTTP10)
        let request = Request(
            method: line.method, path: line.path, query: line.query, headers: headers, peer: peer)
        return RequestHead(request: request, length: cursor.position, isHTTP10: line.isHTTP10)
    }

    /// One empty line before a request is ignored (RFC 9112, 2.2): old clients end a body with it.
    private static func emptyLine(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> Int? {
        var cursor = Cursor(bytes, from: 0, limit: 2)
        guard let first = cursor.byte else { return nil }
        guard first == .carriageReturn else { return 0 }
        cursor.advance()
        return try cursor.expect(.lineFeed, or: .requestLine) ? 2 : nil
    }
}
