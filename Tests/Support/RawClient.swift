import Glibc
import HTTP

/// A blocking client that sends any bytes, for tests of what a wire may carry. Every wait is bounded.
///
/// Used by one thread at a time, which nothing checks: tests hand clients from thread to thread.
package final class RawClient: @unchecked Sendable {
    package enum Fault: Error { case noConnection(code: Int32), timedOut, reset, closed }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// - Parameters:
    ///   - seconds: how long a single read waits at most.
    ///   - receiveBufferBytes: what the kernel may hold for it, so that it is soon full; nil for the kernel's own choice.
    package init(port: UInt16, seconds: Int = 5, receiveBufferBytes: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var count = receiveBufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &count, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try connect(address, seconds)
    }

    package init(path: String, seconds: Int = 5) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        precondition(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path), "a path too long for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try connect(address, seconds)
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    private func connect<Address>(_ address: Address, _ seconds: Int) throws {
        guard descriptor >= 0 else { throw Fault.noConnection(code: errno) }
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0 ? 0 : errno
            }
        }
        guard code == 0 else { throw Fault.noConnection(code: code) }
        var wait = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &wait, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Sends as much as the other end takes.
    ///
    /// - Returns: whether that was all.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Says that nothing more will be sent.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Has the close that comes with the last reference be a reset, whatever is still on its way.
    package func resetAtClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// What arrives next; empty at the end.
    package func read() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { throw errno == EAGAIN ? Fault.timedOut : Fault.reset }
        return Array(buffer[..<count])
    }

    /// Everything up to the end.
    package func readToEnd() throws -> [UInt8] {
        var all = received
        received = []
        while true {
            let bytes = try read()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// The next response; what follows it is kept for the one after. Its `Content-Length` header tells what was consumed.
    package func response(to method: String = "GET") throws -> Response {
        while true {
            var parser = ResponseParser(answering: method, bodyBytesMax: 64 << 20)
            if let response = try parser.feed(received) {
                received.removeFirst(try wireLength(response, received))
                return response
            }
            let bytes = try read()
            if bytes.isEmpty {
                if received.isEmpty { throw Fault.closed }
                return try parser.end()
            }
            received += bytes
        }
    }

    /// Where a response ends: its last blank line and its body.
    private func wireLength(_ response: Response, _ bytes: [UInt8]) throws -> Int {
        let end = Array("\r\n\r\n".utf8)
        var start = 0
        while true {
            guard let index = bytes[start...].indices.first(where: { bytes[$0...].starts(with: end) }) else {
                throw Fault.closed
            }
            // An interim response has no body, and another head behind it.
            if bytes[start...].starts(with: "HTTP/1.1 1".utf8) {
                start = index + end.count
            } else {
                return index + end.count + response.body.count
            }
        }
    }
}
