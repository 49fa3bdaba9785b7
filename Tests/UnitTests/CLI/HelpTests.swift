import CLI
import Support
import Testing

@Suite("Help")
struct HelpTests {
    private func help(_ arguments: String...) -> String {
        let run = CommandRun(arguments, transport: ScriptedService().transport)
        #expect(run.status == .done)
        #expect(run.errors.isEmpty)
        return run.output
    }

    @Test("The help of a command says how it is typed, and gives an example")
    func command() {
        #expect(
            help("help", "lift") == """
                End a disable.

                ssadmin lift ID --reason TEXT [--dry-run]

                Says which other disables still hold.

                  ID             the disable's id
                  --reason TEXT  why, for the audit log and whoever lifts it
                  --dry-run      check everything, change nothing

                Example:
                  ssadmin lift e4a2bb5614b40f58efadf896 --reason 'fixed in 2.4.1'

                """)
    }

    @Test("The help of a noun lists its verbs")
    func noun() {
        #expect(
            help("help", "token") == """
                  ssadmin token create  Issue a personal token.
                  ssadmin token list    List an operator's tokens.
                  ssadmin token revoke  End a token at once.

                More: ssadmin help token create

                """)
    }

    @Test("The overview has every command once, under the title of its group, and what an incident needs first")
    func overview() {
        let lines = help("help").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[2] == "At an incident:" && lines[3].hasPrefix("  ssadmin disable"))
        var last = -1
        for group in CommandTable.groups {
            let start = lines.firstIndex(of: "\(group.title):") ?? -1
            #expect(start > last, "\(group.title)")
            let end = lines[start...].firstIndex(of: "") ?? lines.endIndex
            for command in group.commands {
                let places = lines.indices.filter {
                    lines[$0] == "  ssadmin \(command.name)" || lines[$0].hasPrefix("  ssadmin \(command.name)  ")
                }
                #expect(places.count == 1 && (start..<end).contains(places[0]), "\(command.name)")
            }
            last = end
        }
    }

    @Test("Help is there anywhere on a line")
    func anywhere() {
        let expected = help("help", "project", "create")
        #expect(help("project", "create", "--help") == expected)
        #expect(help("--help", "project", "create") == expected)
        #expect(help("project", "create", "shop", "--name", "x", "--help") == expected)
        #expect(help("project", "create", "-h") == expected)
    }

    @Test("Every help fits 80 columns, but for examples, which are copied")
    func width() {
        for command in CommandTable.commands {
            for line in text(["help"] + command.words).split(separator: "\n") where !line.hasPrefix("  ssadmin ") {
                #expect(line.unicodeScalars.count <= 80, "\(line)")
            }
        }
        for line in help("help").split(separator: "\n") { #expect(line.unicodeScalars.count <= 80, "\(line)") }
    }

    @Test("The manual page names every command and option")
    func manual() {
        let page = help("help", "--man").split(separator: "\\").joined()
        for group in CommandTable.groups { #expect(page.contains(".SH \"\(group.title.uppercased())\"")) }
        for command in CommandTable.commands {
            #expect(page.contains(".SS \"\(command.name)"))
            for option in command.options { #expect(page.contains("--\(option.name)")) }
        }
    }

    @Test("The version is printed")
    func version() {
        #expect(help("--version") == "ssadmin \(Program.version)\n")
    }

    private func text(_ arguments: [String]) -> String {
        CommandRun(arguments, transport: ScriptedService().transport).output
    }
}
