import Glibc
import Support
import Testing

@Suite("The width of a terminal", .onThreadsOfTheirOwn)
struct WidthTests {
    private static let commands = [
        ["help"], ["help", "secret", "rotate"], ["project", "list"], ["audit", "list"], ["project", "show", "no-such"],
        ["no-such"], ["token", "create", "root"],
    ]

    @Test("may be said to be anything: every command still ends as it would in 80 columns")
    func absurd() throws {
        let service = try LiveService()
        try service.start("--init")
        try service.makeProject()
        func run(_ words: [String], columns: String) throws -> (text: String, end: ChildProcess.End) {
            try Terminal().run(
                [try BuiltPrograms.path("ssadmin")] + words,
                environment: ["SSADMIN_SOCKET": service.socket, "COLUMNS": columns], folder: service.folder)
        }
        for words in Self.commands {
            let usual = try run(words, columns: "80")
            guard case .exited = usual.end else { throw OutsideError("\(words): \(usual)") }
            for columns in [
                "0", "-1", "1", "", "x", "1000000000", "9223372036854775807", "-9223372036854775808",
                "9223372036854775808", "4294967296",
            ] {
                let absurd = try run(words, columns: columns)
                #expect(absurd.end == usual.end, "\(words) in \(columns)")
                #expect(
                    absurd.text.filter { !$0.isWhitespace }.isEmpty == usual.text.filter { !$0.isWhitespace }.isEmpty,
                    "\(words) in \(columns)")
            }
        }
    }
}
