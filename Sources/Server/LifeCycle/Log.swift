import API
import Domain
import Glibc
import Synchronization

/// What operators' tools read: one JSON object a line on stderr. No secret, token or assertion is ever given to it.
package struct Log: Sendable {
    private let now: @Sendable () -> Instant
    private let write: @Sendable ([UInt8]) -> Void

    package init(
        now: @escaping @Sendable () -> Instant, write: @escaping @Sendable ([UInt8]) -> Void = Log.toStandardError
    ) {
        self.now = now
        self.write = write
    }

    /// One write(2) a line, so that lines of two threads do not mix. What stderr cannot take at once is lost: a reader that
    /// stopped must not stop the service.
    package static let toStandardError: @Sendable ([UInt8]) -> Void = { line in
        standardError.withLock { _ in
            var wanted = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&wanted, 1, 0) == 1 else { return }
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Held from looking for room to filling it.
    private static let standardError = Mutex(())

    package func info(_ event: String, _ fields: [String: (any LogValue)?] = [:]) { line("info", event, fields) }
    package func warning(_ event: String, _ fields: [String: (any LogValue)?] = [:]) { line("warning", event, fields) }
    package func error(_ event: String, _ fields: [String: (any LogValue)?] = [:]) { line("error", event, fields) }

    private func line(_ level: String, _ event: String, _ fields: [String: (any LogValue)?]) {
        var members: [JSONValue.Member] = [
            .init("at", .string(now().description)), .init("level", .string(level)), .init("event", .string(event)),
        ]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let value { members.append(.init(name, value.json)) }
        }
        write(JSONWriter.encode(JSONValue.object(members)) + [UInt8(ascii: "\n")])
    }
}

/// What a log line can hold.
package protocol LogValue {
    var json: JSONValue { get }
}

extension String: LogValue {
    package var json: JSONValue { .string(self) }
}

extension Int: LogValue {
    package var json: JSONValue { .integer(Int64(self)) }
}

extension JSONValue: LogValue {
    package var json: JSONValue { self }
}

extension Int64: LogValue {
    package var json: JSONValue { .integer(self) }
}
