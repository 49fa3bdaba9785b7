import CLinux
import Glibc

/// Tells systemd of a service's state (sd_notify(3)): a datagram to the socket that `NOTIFY_SOCKET` names, where there
/// is one. Nothing depends on its arrival.
enum SystemdNotify {
    static func send(_ state: String) {
        guard let name = getenv("NOTIFY_SOCKET") else { return }
        var path = Array(String(cString: name).utf8)
        // '@' stands for the NUL of an abstract socket.
        guard path.first == UInt8(ascii: "/") || path.first == UInt8(ascii: "@"), path.count <= 107 else { return }
        if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let message = Array(state.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
