import API
import CLI
import Dispatch
import Glibc
import Synchronization
import Testing

@Suite("The transport over a socket")
struct SocketTransportTests {
    private let path = "/tmp/ssadmin-socket-\(getpid())-\(UInt64.random(in: .min ... .max))"
    private let request = ClientRequest(
        method: .post, path: "/api/v1/x?y=z", headers: [("Accept", "application/json")], body: Array("{}".utf8))

    /// A Unix socket at `path`; the caller closes it.
    private func listener() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0 && listen(descriptor, 1) == 0)
        return descriptor
    }

    @Test("A request is sent as it is, and its answer read")
    func exchange() throws {
        let listener = try listener()
        defer {
            close(listener)
            unlink(path)
        }
        let answered = DispatchSemaphore(value: 0)
        let box = Box()
        DispatchQueue.global().async {
            let peer = accept(listener, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(peer, &buffer, buffer.count, 0)
            box.received.withLock { $0 = String(decoding: buffer[..<max(0, count)], as: UTF8.self) }
            let answer = Array("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ntrue".utf8)
            send(peer, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(peer)
            answered.signal()
        }
        let response = try SocketTransport(address: .socket(path: path)).send(request)
        answered.wait()
        #expect(response.status == 201)
        #expect(response.body == Array("true".utf8))
        #expect(
            box.received.withLock { $0 }
                == "POST /api/v1/x?y=z HTTP/1.1\r\nHost: ssadmin\r\nAccept: application/json\r\nContent-Length: 2\r\n"
                + "Connection: close\r\n\r\n{}")
    }

    @Test("A socket that is not there, and one without a service, are unreachable")
    func unreachable() throws {
        let transport = SocketTransport(address: .socket(path: path))
        #expect(
            throws: ClientError.unreachable(
                "\(path): there is no socket there; the service does not run, or listens elsewhere")
        ) {
            try transport.send(request)
        }
        close(try listener())
        defer { unlink(path) }
        #expect(throws: ClientError.unreachable("\(path): nothing listens there; the service does not run")) {
            try transport.send(request)
        }
    }

    @Test("A path that is too long for a socket is not cut")
    func longPath() {
        let path = "/" + String(repeating: "x", count: 200)
        #expect(throws: ClientError.unreachable("\(path) is not the path of a socket: at most 107 bytes")) {
            try SocketTransport(address: .socket(path: path)).send(request)
        }
    }

    private final class Box: Sendable {
        let received = Mutex("")
    }
}
