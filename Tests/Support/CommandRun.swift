import API
import CLI
import Synchronization

/// One command line, run in this process: what it said, and how it ended.
package struct CommandRun: Sendable {
    package let status: ExitCode
    package let output: String
    package let errors: String

    /// The moment at which commands run unless a test says otherwise.
    package static let now = Instant("2026-11-30T10:00:00Z")!

    /// `transport` takes the place of a socket; `token` is added to what goes through it. Without variables there is no
    /// profile. With `progressBytesMin` standard error is a terminal, and work on more bytes shows its progress there. Random bytes are such, so that no two runs have one idempotency key.
    package init(
        _ arguments: [String], isTerminal: Bool = false, width: Int = 80, variables: [String: String] = [:],
        input: String? = "", now: Instant = now, token: String? = nil,
        randomBytes: @escaping @Sendable (Int) -> [UInt8] = random,
        progressBytesMin: Int? = nil, newFile: (@Sendable (String) throws(Trouble) -> NewFile)? = nil,
        transport: @escaping Transport
    ) {
        let written = Written()
        var environment = Environment(
            arguments: arguments, variables: variables, isTerminal: isTerminal, now: { now },
            randomBytes: randomBytes, readInput: { _ in input.map { Array($0.utf8) } },
            writeOutput: { bytes in
                written.output.withLock { $0 += bytes }
                return true
            },
            writeError: { bytes in written.errors.withLock { $0 += bytes } })
        environment.width = width
        if let progressBytesMin {
            environment.errorIsTerminal = true
            environment.progressBytesMin = progressBytesMin
        }
        if let newFile { environment.newFile = newFile }
        environment.transport = { request throws(ClientError) in
            guard let token else { return try transport(request) }
            let headers = request.headers + [("Authorization", "Bearer \(token)")]
            return try transport(
                ClientRequest(method: request.method, path: request.path, headers: headers, body: request.body))
        }
        status = Program.run(environment)
        self.output = String(decoding: written.output.withLock { $0 }, as: UTF8.self)
        self.errors = String(decoding: written.errors.withLock { $0 }, as: UTF8.self)
    }

    package static let random: @Sendable (Int) -> [UInt8] = { count in
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }

    private final class Written: Sendable {
        let output = Mutex<[UInt8]>([])
        let errors = Mutex<[UInt8]>([])
    }
}

/// A service that answers from a script, one line for each request, and keeps what it was asked.
package final class ScriptedService: Sendable {
    package enum Line: Sendable {
        case answer(Int, String, etag: String? = nil)
        case fault(ClientError)
    }

    private let state: Mutex<(lines: [Line], requests: [ClientRequest])>

    package init(_ lines: Line...) {
        state = Mutex((lines, []))
    }

    package var requests: [ClientRequest] { state.withLock { $0.requests } }

    package var transport: Transport {
        { [self] request throws(ClientError) in
            let line: Line? = state.withLock { state in
                state.requests.append(request)
                return state.lines.isEmpty ? nil : state.lines.removeFirst()
            }
            switch line {
            case .answer(let status, let body, let etag):
                return ClientResponse(
                    status: status, headers: etag.map { [("ETag", $0)] } ?? [], body: Array(body.utf8))
            case .fault(let error): throw error
            case nil: throw .unreachable("the script is over")
            }
        }
    }
}
