/// Help, made of the command table; 80 columns wide.
struct Help {
    private let groups: [CommandTable.Group]
    private let commands: [Command]
    static let width = 80

    init(_ groups: [CommandTable.Group]) {
        self.groups = groups
        commands = groups.flatMap(\.commands)
    }

    /// Of one command, of all that start with a word, or of the program. `isExact`: words that are more than a command's
    /// name are a mistake, not its arguments.
    func text(for words: [String], isExact: Bool) throws(Trouble) -> String {
        if words.isEmpty { return overview }
        let named = commands.filter { words.starts(with: $0.words) && (!isExact || words == $0.words) }
        if let command = named.max(by: { $0.words.count < $1.words.count }) { return text(of: command) }
        let group = commands.filter { $0.words[0] == words[0] }
        if !group.isEmpty, words.count == 1 || !isExact {
            return (list(group) + ["", "More: ssadmin help \(words[0]) \(group[0].words.dropFirst().first ?? "")"])
                .joined(separator: "\n") + "\n"
        }
        let names = group.isEmpty ? commands.map { $0.words[0] } : group.map(\.name)
        let near = nearest(to: group.isEmpty ? words[0] : words.joined(separator: " "), among: Set(names))
        throw .usage(
            "There is no command \(words.joined(separator: " ")).",
            next: ["ssadmin help" + (near.map { " \($0)" } ?? "")])
    }

    private var overview: String {
        let lines =
            ["ssadmin: control of the customer SDK in apps that shoppers have."]
            + groups.flatMap { ["", "\($0.title):"] + list($0.commands) } + ["", "On every command:"]
            + describe(Option.global.map { (shape($0), $0.summary) })
            + ["", "More: ssadmin help COMMAND"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func list(_ commands: [Command]) -> [String] {
        describe(commands.map { ("ssadmin \($0.name)", $0.summary) })
    }

    private func text(of command: Command) -> String {
        let usage = ["ssadmin \(command.name)"] + command.arguments.map(\.usage) + command.options.map(\.usage)
        var lines = wrap(command.summary) + [""] + wrapped(usage, first: "", rest: "        ", width: Self.width)
        for detail in command.details { lines += [""] + wrap(detail) }
        if !command.arguments.isEmpty || !command.options.isEmpty { lines.append("") }
        lines += describe(
            command.arguments.map { ($0.name, $0.summary) } + command.options.map { (shape($0), $0.summary) })
        // An example is copied, and so never broken.
        lines += ["", command.examples.count == 1 ? "Example:" : "Examples:"] + command.examples.map { "  \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func shape(_ option: Option) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        return letter + (option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)")
    }

    // MARK: Layout

    private func wrap(_ text: String) -> [String] {
        wrapped(text, first: "", rest: "", width: Self.width)
    }

    private func describe(_ pairs: [(name: String, text: String)]) -> [String] {
        let column = min(32, (pairs.map { columnsOf($0.name) }.max() ?? 0) + 4)
        let margin = String(repeating: " ", count: column)
        return pairs.flatMap { name, text -> [String] in
            let lines = wrapped(text, first: margin, rest: margin, width: Self.width)
            let head = "  " + name
            if columnsOf(head) + 2 > column { return [head] + lines }
            return [head + lines[0].dropFirst(columnsOf(head))] + lines.dropFirst()
        }
    }
}
