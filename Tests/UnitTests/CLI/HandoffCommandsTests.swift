import API
import CLI
import Support
import Testing

@Suite("The handoff commands")
struct HandoffCommandsTests {
    private static let id = "5b0c9d1e7f3a42618890aabb"

    private static let page = #"""
        {"items":[{"archive_sha256":"\#(String(repeating: "0", count: 64))","created_at":"2026-11-30T08:00:00Z",
         "created_by":"ann","id":"\#(id)","notes":null,"paired_version":null,"product":"@mybot/customer-sdk-react-native",
         "requirements":{},"status":"accepted","version":"1.0.0","withdrawal":null}],"next_cursor":null}
        """#

    private func set(_ input: String, _ service: ScriptedService) -> CommandRun {
        CommandRun(["handoff", "set", "shop", "-f", "-"], isTerminal: true, input: input, transport: service.transport)
    }

    @Test("A file names a release as people do, and the service is given its id")
    func named() {
        let service = ScriptedService(
            .answer(200, Self.page), .answer(200, "{}", etag: #""1""#), .answer(200, #"{"release_id":"\#(Self.id)"}"#))
        let run = set(#"{"release_id":"@mybot/customer-sdk-react-native@1.0.0"}"#, service)
        #expect(run.status == .done, "\(run.errors)")
        #expect(
            service.requests.first?.path.contains("product=%40mybot%2Fcustomer-sdk-react-native") == true,
            "what stands before the last @ is the package")
        #expect(
            service.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == #"{"release_id":"\#(Self.id)"}"#)
    }

    @Test("A release that there is not is named, and nothing is set")
    func unknown() {
        let service = ScriptedService(.answer(200, Self.page))
        let run = set(#"{"rollback_release_id":"@mybot/customer-sdk-react-native@1.0.1"}"#, service)
        #expect(run.status == .notFound)
        #expect(run.errors.contains("There is no release @mybot/customer-sdk-react-native@1.0.1."))
        #expect(service.requests.allSatisfy { $0.method == .get })
    }

    @Test("What is prepared is shown with its releases by name")
    func shown() {
        let release = Self.page.dropFirst(10).prefix { $0 != "]" }
        let service = ScriptedService(
            .answer(200, #"{"release_id":"\#(Self.id)"}"#), .answer(200, String(release)))
        let run = CommandRun(["handoff", "show", "shop"], isTerminal: true, transport: service.transport)
        #expect(run.output.contains("release  @mybot/customer-sdk-react-native@1.0.0 (accepted)"), "\(run.output)")
    }
}
