import Glibc

/// Listens to an event stream, as a browser or a device would. Every wait is bounded by its client's.
///
/// Used by one thread at a time, which nothing checks, as its client.
package final class StreamClient: @unchecked Sendable {
    package enum Heard: Equatable, Sendable {
        case comment
        case event(name: String, id: Int64, data: String)

        package var id: Int64? {
            if case .event(_, let id, _) = self { id } else { nil }
        }

        package var data: String? {
            if case .event(_, _, let data) = self { data } else { nil }
        }
    }

    package enum Fault: Error { case notAStream(String), endsInside(String) }

    package let client: RawClient
    private var received: [UInt8] = []

    /// The head of the answer, as it came.
    private var headLines: [Substring]?

    /// Asks; nothing is read yet.
    package init(
        _ client: RawClient, _ target: String, headers: [String: String] = [:], after id: String? = nil,
        method: String = "GET", version: String = "1.1"
    ) {
        self.client = client
        var fields = headers
        fields["Host"] = fields["Host"] ?? "x"
        if let id { fields["Last-Event-ID"] = id }
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        client.send("\(method) \(target) HTTP/\(version)\r\n\(lines)\r\n")
    }

    package func head() throws -> [Substring] {
        if let headLines { return headLines }
        guard let text = try take(upTo: "\r\n\r\n") else { throw Fault.endsInside("before the head") }
        let lines = text.split(separator: "\r\n")
        headLines = lines
        return lines
    }

    package func status() throws -> Int? {
        try head().first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// What is heard next; nil at the end.
    package func next() throws -> Heard? {
        guard try head().contains("Content-Type: text/event-stream") else {
            throw Fault.notAStream(try head().joined(separator: "; "))
        }
        guard let first = try take(upTo: "\n") else { return nil }
        if first == ":" {
            guard try take(upTo: "\n") == "" else { throw Fault.notAStream("more behind a comment") }
            return .comment
        }
        guard let second = try take(upTo: "\n"), let data = try take(upTo: "\n\n"), first.hasPrefix("event: "),
            second.hasPrefix("id: "), data.hasPrefix("data: "), let id = Int64(second.dropFirst(4))
        else { throw Fault.endsInside(first) }
        return .event(name: String(first.dropFirst(7)), id: id, data: String(data.dropFirst(6)))
    }

    /// The next event, whatever comments come before it; nil at the end.
    package func nextEvent() throws -> Heard? {
        while true {
            let heard = try next()
            if heard != .comment { return heard }
        }
    }

    /// Reads on until that event has come; the ids of all that came on the way.
    package func ids(upTo last: Int64) throws -> [Int64] {
        var ids: [Int64] = []
        while ids.last != last, let id = try nextEvent()?.id { ids.append(id) }
        return ids
    }

    /// Bytes up to a separator, which ends with a line feed and is dropped; nil at an end with nothing before it.
    private func take(upTo separator: String) throws -> String? {
        var searched = 0
        while true {
            // By the C library: events of some megabytes would take a debug build seconds.
            while let end = lineFeed(from: searched) {
                searched = end + 1
                guard received[..<searched].suffix(separator.utf8.count).elementsEqual(separator.utf8) else { continue }
                let text = String(decoding: received[..<(searched - separator.utf8.count)], as: UTF8.self)
                received.removeFirst(searched)
                return text
            }
            searched = received.count
            let bytes = try client.read()
            if bytes.isEmpty {
                if received.isEmpty { return nil }
                throw Fault.endsInside(String(decoding: received.prefix(200), as: UTF8.self))
            }
            received += bytes
        }
    }

    private func lineFeed(from start: Int) -> Int? {
        received.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress else { return nil }
            return memchr(base + start, 10, bytes.count - start).map { UnsafeRawPointer($0) - base }
        }
    }
}
