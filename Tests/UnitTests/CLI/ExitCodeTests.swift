import API
import CLI
import Support
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
    /// By the HTTP status of the code, but for the one 422 that is a conflict.
    @Test("Every code of the service has its exit code", arguments: ErrorCode.allCases)
    func codes(code: ErrorCode) {
        let expected: ExitCode =
            switch (code.status, code) {
            case (_, .idempotencyKeyReused): .conflict
            case (401, _), (403, _): .notAllowed
            case (404, _): .notFound
            case (409, _), (412, _), (428, _): .conflict
            case (400, _), (411, _), (413, _), (414, _), (415, _), (421, _), (422, _), (431, _): .refusedInput
            case (503, _): .unavailable
            default: .failed
            }
        #expect(ExitCode(code) == expected)
    }

    @Test("A problem of the service ends with its exit code and its own document", arguments: ErrorCode.allCases)
    func problems(code: ErrorCode) throws {
        let problem = String(decoding: JSONWriter.encode(Problem(Failure(code, "No."), requestID: "r1")), as: UTF8.self)
        let service = ScriptedService(.answer(code.status, problem))
        let run = CommandRun(["tenant", "show", "acme"], transport: service.transport)
        #expect(run.status == ExitCode(code))
        #expect(run.output.isEmpty)
        #expect(try JSONScanner.scan(Array(run.errors.utf8)) == JSONScanner.scan(Array(problem.utf8)))
    }

    @Test("A service that is not there is 7, and one that is silent is 8")
    func unanswered() {
        let away = CommandRun(["whoami"], transport: ScriptedService(.fault(.unreachable("no"))).transport)
        #expect(away.status == .unavailable)
        let silent = CommandRun(["whoami"], transport: ScriptedService(.fault(.timedOut("no"))).transport)
        #expect(silent.status == .timedOut)
    }

    @Test("The numbers are 0 to 8")
    func numbers() {
        #expect(ExitCode.allCases.map(\.rawValue) == Array(0...8))
    }
}
