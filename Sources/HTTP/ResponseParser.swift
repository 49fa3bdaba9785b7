/// Reads one response as it arrives, for this project's own client. A body is framed by its Content-Length or by the end of
/// the connection; interim responses (1xx) are passed over.
package struct ResponseParser {
    package enum Fault: Error, Equatable, Sendable {
        /// Not HTTP/1.x, or a head that breaks its grammar or its limits.
        case malformed
        /// A Transfer-Encoding, which this project's service never sends.
        case transferEncoding
        /// A body beyond the limit given.
        case bodyTooLarge
        /// The connection ended inside the response.
        case truncated
    }

    private let isHEAD: Bool
    private let bodyBytesMax: Int

    /// What arrived and was not consumed: a part of the head, later of the body.
    private var bytes: [UInt8] = []

    /// The response without its body, once its head is whole.
    private var response: Response?

    /// Nil when the end of the connection delimits the body.
    private var bodyLength: Int?

    /// - Parameters:
    ///   - method: of the request: the answer to a HEAD has no body, whatever its head says (RFC 9112, 6.3).
    ///   - bodyBytesMax: the longest body taken.
    package init(answering method: String, bodyBytesMax: Int) {
        isHEAD = method == "HEAD"
        self.bodyBytesMax = bodyBytesMax
    }

    /// Takes what arrived.
    ///
    /// - Returns: the response once it is whole; bytes behind it are dropped.
    package mutating func feed(_ arrived: some Collection<UInt8>) throws(Fault) -> Response? {
        bytes.append(contentsOf: arrived)
        while response == nil {
            guard try readHead() else { return nil }
        }
        guard let bodyLength else {
            if bytes.count > bodyBytesMax { throw .bodyTooLarge }
            return nil
        }
        guard bytes.count >= bodyLength else { return nil }
        response?.body = Array(bytes.prefix(bodyLength))
        return response
    }

    /// The connection ended.
    ///
    /// - Returns: the response whose body that end delimits.
    package func end() throws(Fault) -> Response {
        guard var response, bodyLength == nil else { throw .truncated }
        response.body = bytes
        return response
    }

    /// Reads a head, if it is whole, and drops it from the bytes.
    private mutating func readHead() throws(Fault) -> Bool {
        let parsed: ResponseHead?
        do {
            parsed = try bytes.withUnsafeBytes { (bytes) throws(Refusal) in try ResponseHead.parse(bytes) }
        } catch {
            throw .malformed
        }
        guard let head = parsed else { return false }
        bytes.removeFirst(head.length)
        if head.status < 200 { return true }

        response = Response(status: head.status, headers: head.headers.fields)
        if isHEAD || head.status == 204 || head.status == 304 {
            bodyLength = 0
        } else if head.headers.contains("Transfer-Encoding") {
            throw .transferEncoding
        } else if head.headers.contains("Content-Length") {
            do { bodyLength = try head.headers.bodyLength() } catch { throw .malformed }
        }
        if let bodyLength, bodyLength > bodyBytesMax { throw .bodyTooLarge }
        return true
    }
}
