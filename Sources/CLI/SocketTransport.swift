import API
import Glibc

/// HTTP/1.1 over a Unix socket or loopback TCP, one connection for each call: connecting costs microseconds there, and a
/// connection that is not kept cannot have gone stale.
package struct SocketTransport: Sendable {
    let address: ServiceAddress

    package init(address: ServiceAddress) {
        self.address = address
    }

    /// Seconds for a whole call; the service gives itself less.
    static let timeoutSeconds = 30
    /// A page of 200 entries is well below; more is not our service.
    static let bodyBytesMax = 16 << 20
    static let headBytesMax = 64 << 10

    package func send(_ request: ClientRequest) throws(ClientError) -> ClientResponse {
        let descriptor = try connect()
        defer { close(descriptor) }
        let wasSent = write(bytes(of: request), to: descriptor)
        // A service that refuses early closes before it has read all: its answer may be there nevertheless.
        do {
            return try ResponseReader(
                descriptor: descriptor, deadline: .now.advanced(by: .seconds(Self.timeoutSeconds))
            )
            .read()
        } catch .lost(let why) {
            throw .lost(wasSent ? why : "the connection broke while the request was being sent")
        }
    }

    private func bytes(of request: ClientRequest) -> [UInt8] {
        var head = "\(request.method.rawValue) \(request.path) HTTP/1.1\r\nHost: \(address.authority)\r\n"
        for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
        if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
        head += "Connection: close\r\n\r\n"
        return Array(head.utf8) + (request.body ?? [])
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    // MARK: Connecting

    private func connect() throws(ClientError) -> Int32 {
        switch address {
        case .socket(let path):
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let room = MemoryLayout.size(ofValue: name.sun_path)
            let bytes = Array(path.utf8)
            guard bytes.count < room, !bytes.contains(0) else {
                throw .unreachable("\(path) is not the path of a socket: at most \(room - 1) bytes")
            }
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
            return try connect(AF_UNIX, &name)
        case .loopback("::1", let port):
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            name.sin6_addr = in6addr_loopback
            return try connect(AF_INET6, &name)
        case .loopback(let host, let port):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &name.sin_addr)
            return try connect(AF_INET, &name)
        }
    }

    private func connect<Name>(_ family: Int32, _ name: inout Name) throws(ClientError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .unreachable("no socket can be opened: \(systemWords(errno))") }
        // Also bounds connect(2), which waits on a Unix socket whose queue is full.
        var limit = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
            }
        }
        guard status == 0 else {
            let reason = errno
            close(descriptor)
            throw .unreachable("\(address): \(words(reason))")
        }
        return descriptor
    }

    private func words(_ reason: Int32) -> String {
        switch reason {
        case ENOENT: "there is no socket there; the service does not run, or listens elsewhere"
        case ECONNREFUSED: "nothing listens there; the service does not run"
        case EACCES: "your Unix user may not open that socket"
        default: systemWords(reason)
        }
    }
}
