/// A request as it was sent. Path and query are visible ASCII and still percent-encoded; `Router` and `Query` decode.
package struct Request: Sendable {
    /// Any token (RFC 9110, 9.1), case as sent.
    package var method: String

    /// What stands before the first `?`, beginning with `/`; `*` for `OPTIONS *`.
    package var path: String

    /// What stands after the first `?`, or nil without one.
    package var query: String?

    package var headers: Headers
    package var body: [UInt8]
    package var peer: Peer

    package init(
        method: String, path: String, query: String? = nil, headers: Headers = Headers(), body: [UInt8] = [],
        peer: Peer
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
    }
}

/// The other end of a connection, as the kernel names it.
package enum Peer: Sendable, Equatable {
    /// The process at a Unix socket (SO_PEERCRED, unix(7)): its user when it connected.
    case unix(uid: UInt32, pid: Int32)

    /// A literal IPv4 or IPv6 address, without a port.
    case tcp(address: String)
}
