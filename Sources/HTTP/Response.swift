/// An answer. `Date`, `Content-Length` and `Connection` are not its business: whoever sends it adds them.
package struct Response: Sendable {
    package let status: Int

    /// In the order in which they are sent.
    package private(set) var headers: [(name: String, value: String)]

    package var body: [UInt8]

    /// A header that would break the head apart (a line ending, a NUL, no token for a name) is a programmer's error and
    /// traps here, where the culprit is still on the stack.
    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        precondition((200...599).contains(status), "not a final status")
        for (name, value) in headers { Self.check(name, value) }
        self.status = status
        self.headers = headers
        self.body = body
    }

    package mutating func add(_ name: String, _ value: String) {
        Self.check(name, value)
        headers.append((name, value))
    }

    /// The value of the first header of that name, in any case.
    package func first(_ name: String) -> String? {
        headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    private static func check(_ name: String, _ value: String) {
        precondition(!name.isEmpty && name.utf8.allSatisfy(\.isToken), "not a field name: \(name)")
        precondition(value.utf8.allSatisfy(\.isFieldValue), "a control character in \(name)")
    }
}
