import Glibc

/// An address as the kernel takes it, with room for each of the three families.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private(set) var length: socklen_t = 0

    var family: Int32 { Int32(storage.ss_family) }

    /// - Returns: nil when the address is no literal IPv4 or IPv6 address.
    init?(address: String, port: UInt16) {
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        if inet_pton(AF_INET, address, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            store(v4)
        } else if inet_pton(AF_INET6, address, &v6.sin6_addr) == 1 {
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port.bigEndian
            store(v6)
        } else {
            return nil
        }
    }

    /// - Returns: nil when the path does not fit with the NUL behind it, or holds a NUL, where the kernel would cut it.
    init?(path: String) {
        var unix = sockaddr_un()
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: unix.sun_path), !bytes.contains(0) else {
            return nil
        }
        unix.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &unix.sun_path) { $0.copyBytes(from: bytes) }
        store(unix)
    }

    /// The address of a socket's own end.
    init?(boundTo descriptor: Int32) {
        guard fill({ getsockname(descriptor, $0, $1) }) == 0 else { return nil }
    }

    /// The address of a socket's other end.
    init?(peerOf descriptor: Int32) {
        guard fill({ getpeername(descriptor, $0, $1) }) == 0 else { return nil }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// The literal address and the port; nil for a Unix socket.
    var internet: (address: String, port: UInt16)? {
        withUnsafeBytes(of: storage) { bytes in
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            switch family {
            case AF_INET:
                var v4 = bytes.load(as: sockaddr_in.self)
                inet_ntop(AF_INET, &v4.sin_addr, &text, socklen_t(text.count))
                return (Self.string(text), UInt16(bigEndian: v4.sin_port))
            case AF_INET6:
                var v6 = bytes.load(as: sockaddr_in6.self)
                inet_ntop(AF_INET6, &v6.sin6_addr, &text, socklen_t(text.count))
                return (Self.string(text), UInt16(bigEndian: v6.sin6_port))
            default:
                return nil
            }
        }
    }

    private static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private mutating func store<Address>(_ address: Address) {
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: Address.self) }
        length = socklen_t(MemoryLayout<Address>.size)
    }

    private mutating func fill(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
    }
}
