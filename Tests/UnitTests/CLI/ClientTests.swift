import API
import CLI
import Support
import Testing

@Suite("The client")
struct ClientTests {
    private static let tenant =
        #"{"created_at":"2026-11-30T09:54:19Z","name":"Acme","slug":"acme","status":"active"}"#

    @Test("A POST whose answer was lost is sent once more, with the same key")
    func lostPost() {
        let service = ScriptedService(.fault(.lost("reset")), .answer(201, Self.tenant))
        let run = CommandRun(
            ["tenant", "create", "acme", "--name", "Acme"], randomBytes: { [UInt8](repeating: 0xab, count: $0) },
            transport: service.transport)
        #expect(run.status == .done)
        let keys = service.requests.map { $0.header("Idempotency-Key") }
        #expect(keys == Array(repeating: String(repeating: "ab", count: 16), count: 2))
        #expect(service.requests.allSatisfy { $0.header("Content-Type") == "application/json" })
    }

    @Test("The caller's own key is used")
    func ownKey() {
        let service = ScriptedService(.answer(201, Self.tenant))
        _ = CommandRun(
            ["tenant", "create", "acme", "--name", "Acme", "--idempotency-key", "mine"], transport: service.transport)
        #expect(service.requests.first?.header("Idempotency-Key") == "mine")
    }

    @Test("A POST is not sent a third time, and the key is told")
    func noThirdTime() {
        let service = ScriptedService(.fault(.lost("reset")), .fault(.unreachable("gone")))
        let run = CommandRun(
            ["tenant", "create", "acme", "--name", "Acme"], randomBytes: { [UInt8](repeating: 0xab, count: $0) },
            transport: service.transport)
        #expect(run.status == .unavailable)
        #expect(service.requests.count == 2)
        #expect(run.errors.contains("It may or may not have been done."))
        #expect(run.errors.contains("--idempotency-key abababababababababababababababab"))
    }

    @Test("A GET whose answer was lost is sent once more")
    func lostGet() {
        let service = ScriptedService(.fault(.lost("reset")), .answer(200, Self.tenant))
        #expect(CommandRun(["tenant", "show", "acme"], transport: service.transport).status == .done)
    }

    @Test("What carries no key is not sent again")
    func lostWithoutKey() {
        let service = ScriptedService(.fault(.lost("reset")))
        let run = CommandRun(["project", "delete", "shop"], transport: service.transport)
        #expect(run.status == .unavailable)
        #expect(run.errors.contains("It may or may not have been done."))
        #expect(service.requests.count == 1)
        #expect(service.requests.first?.header("Content-Type") == "application/json")
        #expect(service.requests.first?.body == nil)
    }

    @Test("What never went out is not in doubt")
    func unreachable() {
        let service = ScriptedService(.fault(.unreachable("nothing listens there")))
        let run = CommandRun(["project", "delete", "shop"], transport: service.transport)
        #expect(!run.errors.contains("may or may not"))
        #expect(service.requests.count == 1)
    }

    @Test("A change is made on the condition that nobody else made one")
    func condition() {
        let service = ScriptedService(.answer(200, Self.tenant, etag: #""7""#), .answer(200, Self.tenant))
        _ = CommandRun(["tenant", "rename", "acme", "Acme"], transport: service.transport)
        #expect(service.requests.map(\.method) == [.get, .patch])
        #expect(service.requests.last?.header("If-Match") == #""7""#)
    }

    @Test(
        "A suspension has no condition that could stop it",
        arguments: [
            ["tenant", "suspend", "acme"], ["project", "suspend", "acme"], ["operator", "suspend", "acme"],
        ])
    func suspension(arguments: [String]) {
        let service = ScriptedService()
        _ = CommandRun(arguments + ["--reason", "why"], transport: service.transport)
        #expect(service.requests.map(\.method) == [.patch])
        #expect(service.requests.first?.header("If-Match") == nil)
        #expect(
            service.requests.first?.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"reason":"why","status":"suspended"}"#)
    }

    @Test("A list is read over all its pages, and stays one document")
    func pages() throws {
        let service = ScriptedService(
            .answer(200, #"{"items":[\#(Self.tenant)],"next_cursor":"c/1"}"#),
            .answer(200, #"{"items":[\#(Self.tenant)],"next_cursor":null}"#))
        let run = CommandRun(["tenant", "list"], transport: service.transport)
        #expect(
            service.requests.map(\.path) == ["/api/v1/tenants?limit=200", "/api/v1/tenants?limit=199&cursor=c%2F1"]
                || service.requests.map(\.path) == [
                    "/api/v1/tenants?limit=200", "/api/v1/tenants?limit=200&cursor=c%2F1",
                ])
        #expect(run.output == #"{"items":[\#(Self.tenant),\#(Self.tenant)],"next_cursor":null}"# + "\n")
    }

    @Test("An answer of another version is said to be one")
    func otherVersion() {
        let service = ScriptedService(.answer(200, #"{"slug":"acme"}"#))
        let run = CommandRun(["tenant", "show", "acme"], transport: service.transport)
        #expect(run.status == .failed)
        #expect(run.errors.contains("Are they of one version?"))
    }

    @Test("Members that this version does not know are kept")
    func unknownMembers() {
        let answer = #"{"created_at":"2026-11-30T09:54:19Z","name":"A","new":1,"slug":"acme","status":"active"}"#
        let run = CommandRun(["tenant", "show", "acme"], transport: ScriptedService(.answer(200, answer)).transport)
        #expect(run.output == answer + "\n")
    }

    @Test("A refusal without a problem document is named by its status")
    func unexplained() {
        let run = CommandRun(["whoami"], transport: ScriptedService(.answer(502, "<html>")).transport)
        #expect(run.status == .unavailable)
        #expect(run.errors.contains("HTTP status 502"))
    }
}
