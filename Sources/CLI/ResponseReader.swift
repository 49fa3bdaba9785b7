import Glibc

/// Reads the one answer of a connection: status line, fields, and a body by `Content-Length` or to the end.
package struct ResponseReader {
    let descriptor: Int32
    let deadline: ContinuousClock.Instant
    private var bytes: [UInt8] = []

    package init(descriptor: Int32, deadline: ContinuousClock.Instant) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    private static let blankLine = Array("\r\n\r\n".utf8)

    package consuming func read() throws(ClientError) -> ClientResponse {
        var end = position(of: Self.blankLine)
        while end == nil {
            guard bytes.count < SocketTransport.headBytesMax else { throw .malformed("its head does not end") }
            guard try more() else {
                if bytes.isEmpty { throw .lost("the connection was closed without an answer") }
                throw .lost("the connection broke within the answer")
            }
            end = position(of: Self.blankLine)
        }
        let (status, headers) = try Self.head(bytes[..<end!])
        bytes.removeFirst(end! + Self.blankLine.count)
        let response = ClientResponse(status: status, headers: headers)
        guard response.header("Transfer-Encoding") == nil else { throw .malformed("it is sent in chunks") }
        if status == 204 || status == 304 { return response }
        let length = try response.header("Content-Length").map(Self.length)
        while bytes.count < length ?? .max {
            guard bytes.count <= SocketTransport.bodyBytesMax else { throw .malformed("it is too large") }
            guard try more() else {
                guard length == nil else { throw .lost("the connection broke within the answer") }
                break
            }
        }
        return ClientResponse(status: status, headers: headers, body: Array(bytes.prefix(length ?? bytes.count)))
    }

    /// False at the end of the stream.
    private mutating func more() throws(ClientError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let left = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wanted, 1, Int32(clamping: max(0, milliseconds)))
            if ready == 0 { throw .timedOut("no answer within \(SocketTransport.timeoutSeconds) s") }
            let count = ready < 0 ? -1 : recv(descriptor, &chunk, chunk.count, 0)
            if count < 0 && errno == EINTR { continue }
            // A connection that is reset has ended, too.
            guard count > 0 else { return false }
            bytes += chunk[..<count]
            return true
        }
    }

    private func position(of needle: [UInt8]) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (0...bytes.count - needle.count).first { bytes[$0..<$0 + needle.count].elementsEqual(needle) }
    }

    private static func head(
        _ bytes: ArraySlice<UInt8>
    ) throws(ClientError) -> (status: Int, headers: [(name: String, value: String)]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed("its head is not UTF-8") }
        // A carriage return and a line feed are one Character.
        var lines = text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)
        let words = lines.removeFirst().split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3, let status = Int(words[1]),
            (200...599).contains(status)
        else { throw .malformed("it does not start with an HTTP status") }
        var headers: [(name: String, value: String)] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed("a field of its head has no colon") }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append((String(line[..<colon]), String(value)))
        }
        return (status, headers)
    }

    private static func length(_ text: String) throws(ClientError) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text),
            length <= SocketTransport.bodyBytesMax
        else { throw .malformed("its length is \(text.prefix(20))") }
        return length
    }
}
