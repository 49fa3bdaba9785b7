import API
import CLI
import Support
import Synchronization
import Testing

@Suite("The audit commands")
struct AuditCommandsTests {
    private static let entry =
        #"{"action":"disable.create","actor":"ann","after":null,"application_id":"shop","at":"2026-11-30T09:57:00Z","#
        + #""before":null,"code":null,"from":"unix:ann","id":1,"outcome":"done","reason":"crash","#
        + #""request_id":"r1","subject":"5f0c","tenant":"acme"}"#

    private func list(_ entries: String, width: Int = 80) -> String {
        let service = ScriptedService(.answer(200, #"{"items":[\#(entries)],"next_cursor":null}"#))
        let run = CommandRun(
            ["audit", "list", "--since", "2h", "--app", "shop"], isTerminal: true, width: width,
            transport: service.transport)
        #expect(
            service.requests.map(\.path) == [
                "/api/v1/audit?application_id=shop&since=2026-11-30T08%3A00%3A00Z&limit=50"
            ])
        return run.output
    }

    @Test("The list is a table, and below each entry is its reason", arguments: [80, 120])
    func reasons(width: Int) {
        #expect(
            list(Self.entry, width: width) == """
                WHEN           ACTOR  ACTION          ON         OUTCOME
                3 minutes ago  ann    disable.create  shop 5f0c  done
                  crash

                """)
    }

    @Test("A reason is whole, however long and however narrow the terminal", arguments: [20, 40, 80, 100])
    func wholeReasons(width: Int) {
        let reason = (1...60).map { "word\($0)" }.joined(separator: " ")
        let text = list(Self.entry.replacing("crash", with: reason), width: width)
        #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(reason))
        #expect(text.split(separator: "\n").filter { $0.contains("word") }.allSatisfy { $0.count <= width })
    }

    @Test("It is a table also where everything in it is as long as it can be", arguments: Action.allCases)
    func longest(action: Action) {
        let entry =
            #"{"action":"\#(action.rawValue)","actor":"\#(String(repeating: "a", count: 64))","after":null,"#
            + #""application_id":"\#(String(repeating: "s", count: 64))","at":"2026-11-30T09:01:00Z","before":null,"#
            + #""code":"key_signing_unavailable","from":"unix:ann","id":1,"outcome":"refused","reason":null,"#
            + #""request_id":"r1","subject":"\#(String(repeating: "5", count: 32))","tenant":"acme"}"#
        let lines = list(entry).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.last?.contains(action.rawValue) == true)
    }

    @Test("An export is all pages, as lines")
    func export() {
        let service = ScriptedService(
            .answer(200, #"{"items":[\#(Self.entry)],"next_cursor":"c"}"#),
            .answer(200, #"{"items":[\#(Self.entry)],"next_cursor":null}"#))
        let run = CommandRun(["audit", "export"], transport: service.transport)
        #expect(run.output == "\(Self.entry)\n\(Self.entry)\n")
        #expect(service.requests.last?.path == "/api/v1/audit?limit=200&cursor=c")
    }

    @Test("Half an export is not kept")
    func halfAnExport() {
        let file = Recorded()
        let service = ScriptedService(
            .answer(200, #"{"items":[\#(Self.entry)],"next_cursor":"c"}"#), .answer(500, ""))
        let run = CommandRun(
            ["audit", "export", "--out", "f"], newFile: { file.newFile($0) }, transport: service.transport)
        #expect(run.status == .failed)
        #expect(file.isRemoved.withLock { $0 })
    }

    @Test("An export into a file says how much it is")
    func exportIntoFile() {
        let file = Recorded()
        let service = ScriptedService(.answer(200, #"{"items":[\#(Self.entry)],"next_cursor":null}"#))
        let run = CommandRun(
            ["audit", "export", "--out", "f"], newFile: { file.newFile($0) }, transport: service.transport)
        #expect(run.output == #"{"entries":1,"file":"f"}"# + "\n")
        #expect(file.bytes.withLock { String(decoding: $0, as: UTF8.self) } == Self.entry + "\n")
        #expect(!file.isRemoved.withLock { $0 })
    }

    private final class Recorded: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let isRemoved = Mutex(false)

        func newFile(_ path: String) -> NewFile {
            NewFile(
                path: path,
                append: { [self] more in
                    bytes.withLock { $0 += more }
                    return true
                }, remove: { [self] in isRemoved.withLock { $0 = true } })
        }
    }
}
