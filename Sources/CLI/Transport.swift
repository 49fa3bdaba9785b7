import API

/// One request on its way to the service. The transport adds what belongs to the connection: `Host`, `Content-Length`.
package struct ClientRequest: Sendable {
    package let method: Method
    /// The whole request target, percent-encoded, with the query.
    package let path: String
    package let headers: [(name: String, value: String)]
    /// nil where there is none: no `Content-Length` then.
    package let body: [UInt8]?

    package init(method: Method, path: String, headers: [(name: String, value: String)], body: [UInt8]?) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

package struct ClientResponse: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Why there is no answer. What matters is whether the service may have acted.
package enum ClientError: Error, Sendable, Equatable {
    /// Nothing was sent.
    case unreachable(String)
    /// The request went out, or a part of it, and no whole answer came back.
    case lost(String)
    case timedOut(String)
    /// What came back is not HTTP as the service speaks it.
    case malformed(String)
}

/// How a request gets to the service: a socket, or in a test the router itself.
package typealias Transport = @Sendable (ClientRequest) throws(ClientError) -> ClientResponse
