/// The manual page `ssadmin(1)`, in the language of man(7), made of the command table.
struct ManualPage {
    let groups: [CommandTable.Group]

    var text: String {
        var lines = [
            ".TH SSADMIN 1 \"\" \"ssadmin \(Program.version)\" \"User Commands\"",
            ".SH NAME", "ssadmin \\- control of the customer SDK in apps that shoppers have",
            ".SH SYNOPSIS", ".B ssadmin", "\\fICOMMAND\\fR [\\fIOPTION\\fR]...",
            ".SH OPTIONS", "Every command takes these:",
        ]
        lines += Option.global.flatMap(tagged)
        for group in groups {
            lines.append(".SH \"\(quoted(group.title.uppercased()))\"")
            lines += group.commands.flatMap(section)
        }
        lines += [".SH ENVIRONMENT"]
        for (name, words) in Self.variables { lines += [".TP", ".B \(name)", plain(words)] }
        lines += [
            ".SH FILES", ".TP", ".I ~/.config/ssadmin/profile",
            plain("Lines of socket=PATH, url=URL and token=TOKEN; it must be 0600."),
            ".SH EXIT STATUS",
        ]
        for (status, words) in Self.statuses { lines += [".TP", ".B \(status.rawValue)", plain(words)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(of command: Command) -> [String] {
        let usage = ([command.name] + command.arguments.map(\.usage)).joined(separator: " ")
        var lines = [".SS \"\(quoted(usage))\"", plain(command.summary)]
        lines += command.details.flatMap { [".PP", plain($0)] }
        lines += command.arguments.flatMap { [".TP", "\\fI\(plain($0.name))\\fR", plain($0.summary)] }
        lines += command.options.flatMap(tagged)
        return lines + [".PP", ".EX"] + command.examples.map(plain) + [".EE"]
    }

    private static let variables = [
        ("SSADMIN_SOCKET", "The service's Unix socket."), ("SSADMIN_URL", "The service on TCP."),
        ("SSADMIN_TOKEN_FILE", "A file with a personal token."),
    ]

    private static let statuses: [(ExitCode, String)] = ExitCode.allCases.map { status in
        switch status {
        case .done: (status, "Done.")
        case .failed: (status, "Anything that has no number of its own.")
        case .usage: (status, "The command line is not understood.")
        case .notAllowed: (status, "Not allowed.")
        case .notFound: (status, "Not found.")
        case .conflict: (status, "A conflict, or a precondition that no longer holds.")
        case .refusedInput: (status, "The service refused the input.")
        case .unavailable: (status, "The service is unavailable or cannot be reached.")
        case .timedOut: (status, "Timed out waiting.")
        }
    }

    private func tagged(_ option: Option) -> [String] {
        let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
        let value = option.value.map { " \\fI\(plain($0))\\fR" } ?? ""
        return [".TP", "\(letter)\\fB\(plain("--" + option.name))\\fR\(value)", plain(option.summary)]
    }

    /// A backslash, a dash, and a dot or quote at the start of a line mean something to man(7).
    private func plain(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }

    private func quoted(_ text: String) -> String {
        plain(text).split(separator: "\"").joined(separator: "\\(dq")
    }
}
