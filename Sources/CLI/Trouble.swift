import API

/// Why a command did not do what was asked: what was wrong, where, and what to type next.
package struct Trouble: Error, Sendable {
    package let status: ExitCode
    /// A word for scripts: a code of the service, or one of this program's own.
    package let code: String
    /// What was wrong, and what would be right.
    package var message: String
    package var faults: [Fault] = []
    /// Command lines to try.
    package var next: [String] = []
    /// The problem document as the service sent it.
    package var problem: JSONValue?

    init(_ status: ExitCode, code: String, _ message: String, next: [String] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.next = next
    }

    static func usage(_ message: String, next: [String] = []) -> Trouble {
        Trouble(.usage, code: "usage", message, next: next)
    }

    /// The code where it is one of the service's.
    var errorCode: ErrorCode? { problem == nil ? nil : ErrorCode(rawValue: code) }

    /// What the service refused with.
    init(_ response: ClientResponse) {
        guard let json = try? JSONScanner.scan(response.body),
            let problem = try? JSONReader.decode(Problem.self, from: json, unknown: .ignore { _ in })
        else {
            let words = "It answered with the HTTP status \(response.status) and no explanation."
            self.init(ExitCode(httpStatus: response.status), code: "unexplained", "Is this the service? \(words)")
            return
        }
        let status = ErrorCode(rawValue: problem.code).map(ExitCode.init) ?? ExitCode(httpStatus: response.status)
        self.init(status, code: problem.code, problem.detail)
        faults = problem.errors ?? []
        self.problem = json
    }
}

extension Fault {
    fileprivate var json: JSONValue {
        .object([.init("pointer", .string(pointer)), .init("code", .string(code)), .init("detail", .string(detail))])
    }
}

extension Trouble {
    /// For scripts: the service's own document, or one of the same form.
    var document: JSONValue {
        if let problem { return problem }
        var members: [JSONValue.Member] = [
            .init("type", .string("urn:ssadmin:problem:\(code)")),
            .init("code", .string(code)),
            .init("detail", .string(message)),
        ]
        if !faults.isEmpty { members.append(.init("errors", .array(faults.map(\.json)))) }
        if !next.isEmpty { members.append(.init("next", .array(next.map(JSONValue.string)))) }
        return .object(members)
    }

    /// For people. What is to be typed is not broken into lines.
    func lines(width: Int) -> [String] {
        var lines = wrapped(escaped(message), first: "ssadmin: ", rest: "  ", width: width)
        for fault in faults {
            let place = fault.pointer.isEmpty ? "the whole" : fault.pointer
            let words = escaped("\(place): \(fault.detail) (\(fault.code))")
            lines += wrapped(words, first: "  ", rest: "    ", width: width)
        }
        lines += next.map { "Try: \($0)" }
        if let problem, case .string(let id) = problem["request_id"] ?? .null {
            lines.append("(\(code), request \(id))")
        }
        return lines
    }
}
