import CLinux
import Glibc

/// A listener that is bound, and what must be taken away when it ends.
struct BoundListener {
    let descriptor: Int32

    /// With the port that the kernel picked.
    let listener: Listener

    /// The socket file as it was made: another's file at the same path is left alone.
    private let file: (device: dev_t, inode: ino_t)?

    init(_ listener: Listener) throws(SystemError) {
        switch listener {
        case .tcp(let address, let port):
            guard let wanted = SocketAddress(address: address, port: port) else {
                throw SystemError("read \(listener)", code: EINVAL)
            }
            descriptor = try Self.open(wanted.family, for: listener)
            // A restart may not wait for the connections of the last run to time out.
            Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
            // An answer leaves in one piece and at once; accepted sockets inherit it.
            Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            if wanted.family == AF_INET6 { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
            try Self.bind(descriptor, to: wanted, listener)
            let bound = SocketAddress(boundTo: descriptor)?.internet
            self.listener = .tcp(address: address, port: bound?.port ?? port)
            file = nil
        case .unix(let path, let mode, let replacesStale):
            guard let wanted = SocketAddress(path: path) else {
                throw SystemError("read \(listener)", code: ENAMETOOLONG)
            }
            if replacesStale { try Self.removeStale(path, wanted, listener) }
            descriptor = try Self.open(AF_UNIX, for: listener)
            // Linux makes the file with the mode of the socket: it is never, not for a moment, open to more. The umask may
            // have cut it down, so it is set again.
            fchmod(descriptor, mode)
            try Self.bind(descriptor, to: wanted, listener)
            self.listener = listener
            var status = stat()
            guard chmod(path, mode) == 0, lstat(path, &status) == 0 else {
                throw Self.failure("chmod", listener, closing: descriptor)
            }
            file = (status.st_dev, status.st_ino)
        }
    }

    /// Stops listening; what the kernel still queues is reset.
    func close() {
        Glibc.close(descriptor)
        guard case .unix(let path, _, _) = listener, let file else { return }
        var status = stat()
        if lstat(path, &status) == 0, status.st_dev == file.device, status.st_ino == file.inode { unlink(path) }
    }

    private static func open(_ family: Int32, for listener: Listener) throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw SystemError("open \(listener)") }
        return descriptor
    }

    private static func bind(
        _ descriptor: Int32, to address: SocketAddress, _ listener: Listener
    ) throws(SystemError) {
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
            throw failure("bind", listener, closing: descriptor)
        }
        guard listen(descriptor, Engine.backlog) == 0 else { throw failure("listen", listener, closing: descriptor) }
    }

    /// Takes a socket file away that nobody listens at. One that answers is another service's, and binding then fails.
    private static func removeStale(
        _ path: String, _ address: SocketAddress, _ listener: Listener
    ) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = try open(AF_UNIX, for: listener)
        defer { Glibc.close(probe) }
        let isAlone = address.withPointer({ connect(probe, $0, $1) }) != 0 && errno == ECONNREFUSED
        if isAlone { unlink(path) }
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ operation: String, _ listener: Listener, closing descriptor: Int32) -> SystemError {
        let error = SystemError("\(operation) \(listener)")
        Glibc.close(descriptor)
        return error
    }
}
