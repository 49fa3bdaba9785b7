import Glibc

/// Where connections come in.
package enum Listener: Sendable, Equatable, CustomStringConvertible {
    /// A Unix socket: its path of at most 107 bytes, and its mode, the only thing that keeps other users out.
    /// `replacesStale` removes a socket file that nobody answers at; one that is answered at is never taken away.
    case unix(path: String, mode: mode_t, replacesStale: Bool)

    /// A literal IPv4 or IPv6 address; port 0 lets the kernel pick one.
    case tcp(address: String, port: UInt16)

    package var description: String {
        switch self {
        case .unix(let path, _, _): "unix:\(path)"
        case .tcp(let address, let port): address.utf8.contains(0x3A) ? "[\(address)]:\(port)" : "\(address):\(port)"
        }
    }
}
