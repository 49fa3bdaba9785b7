import CLI
import Support
import Testing

@Suite("A command line")
struct CommandLineParserTests {
    /// Command lines that are refused, and what the refusal says.
    @Test(
        "What is not understood is refused, in words and before any call",
        arguments: [
            ([], "Say what to do."),
            (["projct", "list"], "There is no command projct."),
            (["project"], "Say what to do with project: create, list, show, rename, suspend, restore, delete."),
            (["project", "crate"], "There is no command project crate"),
            (["tenant", "create"], "tenant create needs SLUG"),
            (["tenant", "create", "acme"], "tenant create needs --name NAME"),
            (["tenant", "create", "acme", "--nam", "x"], "tenant create has no option --nam. Did you mean --name?"),
            (["tenant", "create", "acme", "--nam=x"], "tenant create has no option --nam. Did you mean --name?"),
            (["tenant", "create", "acme", "--name"], "--name needs a value"),
            (["tenant", "create", "acme", "--name", "--dry-run"], "--name needs a value"),
            (["tenant", "create", "acme", "--name="], "The value of --name is empty."),
            (["tenant", "create", "acme", "--name", "a", "--name", "b"], "--name is given twice."),
            (["tenant", "create", "", "--name", "a"], "SLUG is empty."),
            (
                ["tenant", "rename", "acme", "Acme", "Retail"],
                "does not take Retail here. A text with blanks needs quotes."
            ),
            (["tenant", "list", "--json=yes"], "--json takes no value."),
            (["tenant", "list", "-x"], "tenant list has no option -x."),
            (["tenant", "list", "--", "--json"], "tenant list does not take --json here."),
            (["project", "create", "a", "--tenant", "t", "--name", "n", "--product", "mybt"], "Did you mean mybot?"),
            (["disable", "--reason", "r"], "Say for whom, in one way"),
            (["disable", "shop", "--everywhere", "--reason", "r"], "Say for whom, in one way"),
            (["disable", "shop"], "disable needs --reason TEXT"),
            (["policy", "surface", "shop", "home", "--player", "yes"], "--player is one of on, off, not yes."),
            (["policy", "surface", "shop", "home"], "Say what to turn"),
            (["operator", "create", "ann", "--right", "acme:veiw"], "Did you mean acme:view?"),
            (["operator", "set", "ann"], "Say what to set"),
            (["operator", "set", "ann", "--unix-user", "a", "--no-unix-user"], "exclude each other"),
            (["token", "create", "ann", "--scope", "admin", "--expires-in", "90"], "--expires-in is a span like 90d"),
            (["allowlist", "add", "shop"], "Name at least one app"),
            (["audit", "list", "--limit", "0"], "--limit is a number from 1"),
            (["audit", "list", "--since", "yesterday"], "--since is 2h, 3d"),
            (["audit", "list", "--limit", "+5"], "--limit is a number from 1"),
            (["acceptance", "set", "shop"], "acceptance set needs CHECK"),
            (["acceptance", "set", "shop", "live"], "acceptance set needs RESULT"),
            (["acceptance", "set", "shop", "live", "", "pass"], "CHECK is empty."),
            (
                ["acceptance", "set", "shop", "pass", "live", "--device", "d", "--os", "o", "--sdk", "1.0.0"],
                "'live' is no result; it is one of pass, fail, blocked."
            ),
            (["completion", "tcsh"], "There are completions for bash, zsh and fish."),
            (["help", "projects", "create"], "There is no command projects create."),
            (["whoami", "--url", "http://example.org:80"], "is not a loopback address"),
            (["whoami", "--url", "https://127.0.0.1:80"], "does not start with http://"),
            (["whoami", "--url", "http://127.0.0.1"], "names no port"),
            (["tenant", "create", "a", "--name", "n", "--idempotency-key", "a\r\nX: y"], "1 to 64 printable ASCII"),
        ] as [([String], String)])
    func refused(arguments: [String], words: String) {
        let service = ScriptedService()
        let run = CommandRun(arguments, isTerminal: true, transport: service.transport)
        #expect(run.status == .usage)
        // Messages are broken into lines at blanks.
        let errors = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(errors.contains(words), "\(errors)")
        #expect(run.output.isEmpty)
        #expect(service.requests.isEmpty)
    }

    @Test(
        "Options may stand anywhere, and have two forms",
        arguments: [
            ["tenant", "create", "acme", "--name", "Acme"],
            ["tenant", "create", "--name=Acme", "acme"],
            ["--json", "tenant", "create", "--name", "Acme", "acme"],
            ["tenant", "create", "--name", "Acme", "--", "acme"],
            ["--socket=/tmp/x", "tenant", "create", "acme", "--socket-less"].dropLast() + ["--name", "Acme"],
        ])
    func optionsAnywhere(arguments: [String]) {
        let service = ScriptedService()
        _ = CommandRun(arguments, transport: service.transport)
        #expect(service.requests.map(\.path) == ["/api/v1/tenants"])
        #expect(
            service.requests.first?.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"name":"Acme","slug":"acme"}"#)
    }

    @Test("What stands after two dashes is an argument, whatever it looks like")
    func twoDashes() {
        let service = ScriptedService(.answer(200, "{}"))
        _ = CommandRun(["tenant", "show", "--", "--help"], transport: service.transport)
        #expect(service.requests.map(\.path) == ["/api/v1/tenants/--help"])
    }

    @Test("An option that is repeated keeps its order")
    func order() throws {
        let service = ScriptedService()
        _ = CommandRun(
            ["disable", "shop", "--reason", "r", "--target", "surface:home", "--target=follow_me_player"],
            transport: service.transport)
        let body = String(decoding: try #require(service.requests.first?.body), as: UTF8.self)
        #expect(
            body == #"{"reason":"r","scope":{"application_id":"shop","kind":"project"},"#
                + #""targets":["surface:home","follow_me_player"]}"#)
    }

    @Test("Paths and queries are percent-encoded")
    func encoding() {
        let service = ScriptedService()
        _ = CommandRun(["tenant", "show", "a/b ?ü"], transport: service.transport)
        _ = CommandRun(["project", "list", "--tenant", "a&b=c+d"], transport: service.transport)
        #expect(
            service.requests.map(\.path) == [
                "/api/v1/tenants/a%2Fb%20%3F%C3%BC", "/api/v1/projects?tenant=a%26b%3Dc%2Bd&limit=200",
            ])
    }

    @Test("Every example is a command line of its own command")
    func examples() throws {
        for command in CommandTable.commands {
            #expect(!command.examples.isEmpty, "\(command.name) has no example")
            for example in command.examples {
                let words = try shellWords(example)
                #expect(words.first == "ssadmin")
                let environment = exampleEnvironment
                let parsed = try CommandLineParser(Array(words.dropFirst()), environment).parse(isForPeople: true)
                #expect(parsed.command.name == command.name, "\(example)")
            }
        }
    }

    @Test("Every command that changes something can be tried first")
    func dryRuns() {
        let reading: Set = [
            "tenant list", "tenant show", "project list", "project show", "allowlist show", "secret status",
            "policy show", "policy versions", "policy diff", "policy effective", "disables list", "disables show",
            "operator list", "operator show", "token list",
            "secret explain", "installation list", "installation show", "person show", "refusals",
            "route list", "route versions", "route test", "route lint", "release list", "release show",
            "release verify", "handoff show", "handoff check", "handoff list", "handoff get", "handoff diff",
            "acceptance list",
            "audit list", "audit export", "whoami",
            "status", "help", "completion",
        ]
        // The two that change nothing but the caller's own profile.
        let own: Set = ["login", "logout"]
        for command in CommandTable.commands where !own.contains(command.name) {
            #expect(
                command.options.contains { $0.name == "dry-run" } != reading.contains(command.name), "\(command.name)")
        }
    }

    @Test("No two commands have one name, and no command two options of one name")
    func distinctNames() {
        #expect(Set(CommandTable.commands.map(\.name)).count == CommandTable.commands.count)
        for command in CommandTable.commands {
            let names = (command.options + Option.global).map(\.name)
            #expect(Set(names).count == names.count, "\(command.name)")
            // Which is which is said by the place alone.
            #expect(command.arguments.filter { $0.isRepeatable }.count <= 1, "\(command.name)")
            #expect(!command.arguments.dropLast().contains { $0.isOptional }, "\(command.name)")
        }
    }
}

private let exampleEnvironment = Environment(
    arguments: [], variables: [:], isTerminal: true, now: { CommandRun.now }, randomBytes: { _ in [] },
    readInput: { _ in nil }, writeOutput: { _ in true }, writeError: { _ in })

/// The words of an example as a shell sees them, without its redirections.
private func shellWords(_ line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
        switch character {
        case "'":
            isQuoted.toggle()
            word = word ?? ""
        case " " where !isQuoted:
            if let whole = word { words.append(whole) }
            word = nil
        default: word = (word ?? "") + String(character)
        }
    }
    try #require(!isQuoted)
    if let whole = word { words.append(whole) }
    return Array(words.prefix { $0 != "<" && $0 != ">" })
}
