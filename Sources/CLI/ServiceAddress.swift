import Glibc

/// Where the service listens.
package enum ServiceAddress: Sendable, Equatable, CustomStringConvertible {
    case socket(path: String)
    /// `host` is a loopback address or `localhost`; an IPv6 address without its brackets.
    case loopback(host: String, port: UInt16)

    package static let standard = ServiceAddress.socket(path: "/run/ssadmin/admin.sock")

    package var description: String {
        switch self {
        case .socket(let path): path
        case .loopback: "http://\(authority)"
        }
    }

    /// What the `Host` field says. Over TCP the service wants exactly what it is configured with.
    var authority: String {
        switch self {
        case .socket: "ssadmin"
        case .loopback(let host, let port):
            host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    /// Errors: anything but `http://` and a loopback address. A token must not cross a network in the clear, and a tunnel
    /// or the Unix socket over SSH are the ways to a service elsewhere.
    init(url: String) throws(Trouble) {
        func refused(_ why: String) -> Trouble {
            .usage("The URL \(url) \(why). It is http://127.0.0.1:PORT; to reach another machine, make an SSH tunnel.")
        }
        guard url.hasPrefix("http://") else { throw refused("does not start with http://") }
        var rest = url.dropFirst("http://".count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
            throw refused("names no port")
        }
        var host = String(rest[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard host == "localhost" || host == "::1" || Self.isLoopback(host) else {
            throw refused("is not a loopback address")
        }
        // The service is called by its address: a name in `Host` is what pages in a browser come with.
        self = .loopback(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    }

    private static func isLoopback(_ host: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}
