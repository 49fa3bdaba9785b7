import API

/// The caller's own affairs: who I am, where the service is, what can be typed.
enum SessionCommands {
    private static let words = Argument("WORDS", "a command, or its first word", isOptional: true, isRepeatable: true)
    private static let manual = Option("man", "the whole manual page, for man(1)")
    private static let shell = Argument("SHELL", "bash, zsh or fish")

    static let commands = [
        Command(
            words: ["whoami"], summary: "Show who the service takes you for.", examples: ["ssadmin whoami"],
            run: whoami),
        Command(
            words: ["login"], summary: "Keep a personal token in your profile.",
            details: ["The token comes from standard input, one line, and is tried before it is kept (0600)."],
            examples: ["ssadmin login --url http://127.0.0.1:8786 < token.txt"], run: login),
        Command(
            words: ["logout"], summary: "Forget the token in your profile.",
            details: ["The token itself stays valid until 'token revoke'."], examples: ["ssadmin logout"], run: logout),
        Command(
            words: ["status"], summary: "Show where the service is, and whether it is ready.",
            details: ["Exit status 7 where it is not."], examples: ["ssadmin status"], run: status),
        Command(
            words: ["help"], summary: "Show what a command does.", arguments: [words], options: [manual],
            examples: ["ssadmin help", "ssadmin help project create"], run: help),
        Command(
            words: ["completion"], summary: "Print a shell's completion script.", arguments: [shell],
            examples: ["ssadmin completion bash > /etc/bash_completion.d/ssadmin"], run: completion),
    ]

    @Sendable private static func whoami(_ invocation: Invocation) throws(Trouble) -> Output {
        let service = try invocation.service()
        return try invocation.client(service, token: service.token).call(Operators.whoami).output {
            lines($0, service)
        }
    }

    @Sendable private static func login(_ invocation: Invocation) throws(Trouble) -> Output {
        let environment = invocation.environment
        let (address, source) = try Service.find(
            socket: invocation[.socket], url: invocation[.url], environment: environment)
        var profile = Profile()
        switch address {
        case .socket(let path):
            guard path.hasPrefix("/") else {
                throw .usage("A profile holds the whole path of a socket, not \(path): it is read in every folder.")
            }
            profile.socket = path
        case .loopback: profile.url = address.description
        }
        let token = try Token(environment.readInput("Token: ") ?? [], from: "Standard input")
        profile.token = token.text
        let who = try invocation.client(Service(address: address, source: source), token: token).call(
            Operators.whoami)
        try profile.write(environment)
        let service = Service(address: address, source: source)
        return who.output { lines($0, service) + ["The token is in \(Profile.path(environment)!)."] }
    }

    @Sendable private static func logout(_ invocation: Invocation) throws(Trouble) -> Output {
        let environment = invocation.environment
        var profile = try Profile.read(environment)
        let hadToken = profile.token != nil
        if hadToken {
            profile.token = nil
            try profile.write(environment)
        }
        return Output(
            document: .object([.init("forgotten", .bool(hadToken))]),
            people: hadToken
                ? ["The token is forgotten. It stays valid until: ssadmin token revoke OPERATOR ID"]
                : ["There was no token in the profile."])
    }

    private static func lines(_ who: Whoami, _ service: Service) -> [String] {
        let way =
            switch who.credential {
            case .token: "a personal token"
            case .unixUser: "your Unix user"
            }
        return fields(
            [
                ("operator", who.operator), ("known by", way),
                ("service", "\(service.address) (by \(service.source))"),
            ] + OperatorCommands.words(who.rights).map { ("right", $0) } + who.scopes.map { ("scope", $0.rawValue) })
    }

    // MARK: Status

    @Sendable private static func status(_ invocation: Invocation) throws(Trouble) -> Output {
        let (address, source) = try Service.find(
            socket: invocation[.socket], url: invocation[.url], environment: invocation.environment)
        // Both probes are for anybody; a token would only be shown around.
        let client = invocation.client(Service(address: address, source: source), token: nil)
        let alive = client.probe(Probes.alive)
        let ready = alive.isGood ? client.probe(Probes.ready) : alive
        let pairs = [
            ("service", "\(address) (by \(source))"), ("alive", alive.isGood ? "yes" : "no"),
            ("ready", ready.isGood ? "yes" : "no"), ("because", ready.why), ("WARNING", spilled(ready.answer)),
        ]
        let document = JSONValue.object([
            .init("service", .string(address.description)), .init("source", .string(source)),
            .init("alive", .bool(alive.isGood)), .init("ready", .bool(ready.isGood)),
            .init("detail", ready.why.map(JSONValue.string) ?? .null), .init("readyz", ready.answer ?? .null),
        ])
        let details = ready.isGood ? [] : ready.answer?.lines(indent: "  ") ?? []
        return Output(
            document: document, people: fields(pairs) + details, status: ready.isGood ? .done : .unavailable)
    }

    private static func spilled(_ answer: JSONValue?) -> String? {
        guard case .integer(let count) = answer?["spilled_changes"] else { return nil }
        return "The database cannot be written. Changes that hold and are not in it yet: \(count)."
    }

    // MARK: Help

    @Sendable private static func help(_ invocation: Invocation) throws(Trouble) -> Output {
        if invocation.has(manual) { return .text(ManualPage(groups: CommandTable.groups).text) }
        return .text(try Help(CommandTable.groups).text(for: invocation.all(words), isExact: true))
    }

    @Sendable private static func completion(_ invocation: Invocation) throws(Trouble) -> Output {
        let completion = Completion(commands: CommandTable.commands)
        switch invocation[shell] {
        case "bash": return .text(completion.bash)
        case "zsh": return .text(completion.zsh)
        case "fish": return .text(completion.fish)
        default: throw .usage("There are completions for bash, zsh and fish.")
        }
    }
}

/// What a probe of the service said.
private struct Probe {
    let isGood: Bool
    let why: String?
    let answer: JSONValue?
}

extension Client {
    fileprivate func probe(_ path: String) -> Probe {
        let request = ClientRequest(method: .get, path: path, headers: [("Accept", "application/json")], body: nil)
        do {
            let response = try transport(request)
            let isGood = response.status == 200
            return Probe(
                isGood: isGood, why: isGood ? nil : "\(path) answers \(response.status)",
                answer: try? JSONScanner.scan(response.body))
        } catch {
            return Probe(isGood: false, why: Trouble(error, request, key: nil).message, answer: nil)
        }
    }
}
