import API

/// Understands a command line by the command table.
package struct CommandLineParser: Sendable {
    private let environment: Environment
    private let commands: [Command]
    /// What stands before `--`, and what stands after it and is no option whatever it looks like.
    private let tokens: [String]
    private let literals: [String]
    let waiting = Waiting()

    package init(_ arguments: [String], _ environment: Environment, commands: [Command] = CommandTable.commands) {
        self.environment = environment
        self.commands = commands
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        tokens = Array(arguments[..<end])
        literals = Array(arguments[end...].dropFirst())
    }

    /// Runs what was asked for.
    func output(isForPeople: Bool) throws(Trouble) -> Output {
        let (globals, rest) = try splitGlobals()
        if globals[Option.version.name] != nil { return .text("ssadmin \(Program.version)\n") }
        if globals[Option.help.name] != nil {
            let words = Array(rest.prefix { !$0.hasPrefix("-") })
            return .text(try Help(CommandTable.groups).text(for: words, isExact: false))
        }
        let invocation = try parse(isForPeople: isForPeople)
        do throws(Trouble) {
            return try invocation.command.run(invocation)
        } catch {
            var trouble = error
            if let code = trouble.errorCode, trouble.next.isEmpty { trouble.next = invocation.nextSteps(after: code) }
            throw trouble
        }
    }

    package func parse(isForPeople: Bool) throws(Trouble) -> Invocation {
        let (globals, rest) = try splitGlobals()
        let command = try command(for: rest)
        var (options, values) = try split(rest.dropFirst(command.words.count), by: command)
        values += literals
        let arguments = try assign(values, to: command)
        try check(options, of: command)
        return Invocation(
            command: command, arguments: arguments,
            options: options.merging(globals) { $1 }, environment: environment, isForPeople: isForPeople,
            waiting: waiting)
    }

    // MARK: Commands

    private func command(for tokens: [String]) throws(Trouble) -> Command {
        let words = tokens.prefix { !$0.hasPrefix("-") }
        let candidates = commands.filter { words.starts(with: $0.words) }
        if let command = candidates.max(by: { $0.words.count < $1.words.count }) { return command }
        guard let first = words.first else {
            throw .usage("Say what to do.", next: ["ssadmin help"])
        }
        let verbs = commands.filter { $0.words[0] == first && $0.words.count == 2 }.map { $0.words[1] }
        guard !verbs.isEmpty else {
            let near = nearest(to: first, among: Set(commands.map { $0.words[0] }))
            throw .usage("There is no command \(first).", next: [near.map { "ssadmin \($0)" } ?? "ssadmin help"])
        }
        guard let verb = words.dropFirst().first else {
            throw .usage(
                "Say what to do with \(first): \(verbs.joined(separator: ", ")).", next: ["ssadmin help \(first)"])
        }
        throw .usage(
            "There is no command \(first) \(verb), only: \(verbs.joined(separator: ", ")).",
            next: ["ssadmin \(first) \(nearest(to: verb, among: verbs) ?? "--help")"])
    }

    // MARK: Options

    private typealias Options = [String: [String]]

    private func splitGlobals() throws(Trouble) -> (Options, rest: [String]) {
        var options: Options = [:]
        var rest: [String] = []
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let token = tokens[index]
            index += 1
            let name = token == "-h" ? "help" : Self.name(of: token)
            if let option = Option.global.first(where: { $0.name == name }) {
                try take(option, token, at: &index, of: tokens, into: &options)
            } else {
                rest.append(token)
            }
        }
        return (options, rest)
    }

    private func split(
        _ tokens: ArraySlice<String>, by command: Command
    ) throws(Trouble) -> (Options, values: [String]) {
        var options: Options = [:]
        var values: [String] = []
        let all = Array(tokens)
        var index = 0
        while index < all.count {
            let token = all[index]
            index += 1
            // A single dash is the customary name of standard input.
            guard token.hasPrefix("-"), token != "-" else {
                values.append(token)
                continue
            }
            let name = Self.name(of: token)
            let isOption = { (option: Option) in
                option.name == name || option.letter.map { token == "-\($0)" } ?? false
            }
            guard let option = command.options.first(where: isOption) else {
                let names = (command.options + Option.global).map(\.name)
                let near = nearest(to: name ?? token, among: names)
                throw .usage(
                    "\(command.name) has no option \(token.prefix { $0 != "=" })."
                        + (near.map { " Did you mean --\($0)?" } ?? ""),
                    next: ["ssadmin \(command.name) --help"])
            }
            try take(option, token, at: &index, of: all, into: &options)
        }
        return (options, values)
    }

    /// `name` of `--name` and `--name=value`.
    private static func name(of token: String) -> String? {
        token.hasPrefix("--") ? String(token.dropFirst(2).prefix { $0 != "=" }) : nil
    }

    private func take(
        _ option: Option, _ token: String, at index: inout Int, of tokens: [String], into options: inout Options
    ) throws(Trouble) {
        let equals = token.hasPrefix("--") ? token.firstIndex(of: "=") : nil
        var value = equals.map { String(token[token.index(after: $0)...]) }
        if let placeholder = option.value {
            if value == nil {
                // `--reason --dry-run` is a forgotten value, and taking it for one would make the call in earnest.
                guard index < tokens.count, !tokens[index].hasPrefix("--") else {
                    throw .usage("--\(option.name) needs a value: --\(option.name) \(placeholder).")
                }
                value = tokens[index]
                index += 1
            }
        } else if value != nil {
            throw .usage("--\(option.name) takes no value.")
        }
        if options[option.name] != nil, !option.isRepeatable {
            throw .usage("--\(option.name) is given twice.")
        }
        if option.value != nil, value!.isEmpty { throw .usage("The value of --\(option.name) is empty.") }
        if !option.choices.isEmpty, !option.choices.contains(value!) {
            let near = nearest(to: value!, among: option.choices).map { " Did you mean \($0)?" } ?? ""
            throw .usage("--\(option.name) is one of \(option.choices.joined(separator: ", ")), not \(value!).\(near)")
        }
        options[option.name, default: []].append(value ?? "")
    }

    private func check(_ options: Options, of command: Command) throws(Trouble) {
        for option in command.options where option.isRequired && options[option.name] == nil {
            throw .usage(
                "\(command.name) needs --\(option.name) \(option.value ?? ""): \(option.summary).",
                next: [command.examples[0]])
        }
    }

    // MARK: Arguments

    private func assign(_ values: [String], to command: Command) throws(Trouble) -> [String: [String]] {
        var rest = values[...]
        var assigned: [String: [String]] = [:]
        for (index, argument) in command.arguments.enumerated() {
            if rest.isEmpty {
                if argument.isOptional { continue }
                throw .usage(
                    "\(command.name) needs \(argument.name): \(argument.summary).", next: [command.examples[0]])
            }
            // One that may be repeated leaves one for each that comes after it.
            let left = command.arguments.count - index - 1
            let own = rest.prefix(argument.isRepeatable ? max(1, rest.count - left) : 1)
            // "$APP" of a script in which APP is not set.
            guard own.allSatisfy({ !$0.isEmpty }) else { throw .usage("\(argument.name) is empty.") }
            assigned[argument.name] = Array(own)
            rest = rest.dropFirst(own.count)
        }
        if let extra = rest.first {
            throw .usage(
                "\(command.name) does not take \(extra) here. A text with blanks needs quotes.",
                next: [command.examples[0]])
        }
        return assigned
    }
}
