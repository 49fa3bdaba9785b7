import FoundationEssentials
import Glibc
import Support
import Testing

/// Every file in `Scripts` is a session at a terminal of 80 columns, with the real programs. After a change of what they
/// say, `SSADMIN_RECORD=1 swift test --filter TranscriptTests` writes the files anew; read the difference before it is
/// committed.
@Suite(
    "Transcripts", .onThreadsOfTheirOwn, .enabled(if: FakeClock.isThere, "\(FakeClock.missing)"),
    .enabled(if: getuid() == 0, "the transcripts are of a session of root's"))
struct TranscriptTests {
    private static let folder = "\(BuiltPrograms.project)/Tests/EndToEndTests/Scripts"
    // Arguments of a test cannot throw; without the scripts there is nothing to test, and the run must end.
    private static let names = try! FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".txt") }.sorted()

    @Test("the programs say what is written", arguments: names)
    func play(name: String) throws {
        let path = "\(Self.folder)/\(name)"
        let service = try LiveService()
        let clock = try FakeClock(folder: service.folder, "2026-11-30 10:00:00")
        service.environment = clock.variables
        try service.start("--init")
        let variables = service.environment.merging([
            "SSADMIN_SOCKET": service.socket, "SERVICE": String(service.process!.id),
        ]) { $1 }
        let played = try Transcript(String(contentsOfFile: path, encoding: .utf8)).play { moment in
            try clock.set(moment)
        } run: { command in
            let (text, end) = try Terminal().run(
                ["bash", "-c", command], environment: variables, folder: service.folder)
            guard case .exited(let status) = end else { throw OutsideError("'\(command)' ended with \(end)") }
            return (text, status)
        }
        if ProcessInfo.processInfo.environment["SSADMIN_RECORD"] == "1" {
            return try played.recording.write(toFile: path, atomically: true, encoding: .utf8)
        }
        for difference in played.differences {
            Issue.record("\(name):\(difference.line): \(difference.text)")
        }
        try service.stop()
    }
}
