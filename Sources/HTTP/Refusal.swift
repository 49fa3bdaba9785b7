/// Why a request was turned away before any service saw it whole. The engine gives the status, a service the body.
package enum Refusal: Error, Equatable, Sendable {
    case malformed(Fault)
    case timedOut
    case lengthRequired
    case bodyTooLarge
    case targetTooLong
    case expectationFailed
    case headTooLarge
    case versionNotSupported

    /// What exactly was malformed. For the caller's eyes: it names the rule, never the bytes.
    package enum Fault: String, Equatable, Sendable {
        case requestLine = "the request line is not `method SP target SP HTTP/1.1 CRLF`"
        case target = "the request target is not a path with an optional query"
        case fieldName = "a header field has no valid name followed by a colon"
        case fieldValue = "a header field holds a control character or a bare line ending"
        case folding = "a header field is folded over several lines"
        case host = "the Host field is missing, repeated or invalid"
        case contentLength = "the Content-Length field is repeated or not a plain number"
    }

    package var status: Int {
        switch self {
        case .malformed: 400
        case .timedOut: 408
        case .lengthRequired: 411
        case .bodyTooLarge: 413
        case .targetTooLong: 414
        case .expectationFailed: 417
        case .headTooLarge: 431
        case .versionNotSupported: 505
        }
    }
}
