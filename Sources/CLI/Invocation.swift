import API

/// A command line that was understood, and the world it runs in.
package struct Invocation: Sendable {
    package let command: Command
    let arguments: [String: [String]]
    let options: [String: [String]]
    package let environment: Environment
    /// On a terminal and without `--json`.
    let isForPeople: Bool
    let waiting: Waiting

    subscript(argument: Argument) -> String {
        precondition(!argument.isOptional, "\(argument.name) may be absent")
        return arguments[argument.name]![0]
    }

    func all(_ argument: Argument) -> [String] {
        arguments[argument.name] ?? []
    }

    subscript(option: Option) -> String? {
        all(option).last
    }

    func all(_ option: Option) -> [String] {
        precondition(
            (command.options + Option.global).contains { $0.name == option.name },
            "\(command.name) does not declare --\(option.name)")
        return options[option.name] ?? []
    }

    func has(_ flag: Option) -> Bool {
        all(flag).isEmpty == false
    }

    /// true or absent: the wire's way to say a flag.
    func flag(_ flag: Option) -> Bool? {
        has(flag) ? true : nil
    }

    var isDryRun: Bool { has(.dryRun) }
    var width: Int { environment.width }
    var now: Instant { environment.now() }

    func service() throws(Trouble) -> Service {
        try Service(socket: self[.socket], url: self[.url], environment: environment)
    }

    func client() throws(Trouble) -> Client {
        let service = try service()
        return client(service, token: service.token)
    }

    func client(_ service: Service, token: Token?) -> Client {
        Client(
            transport: waiting.noting(environment.transport ?? SocketTransport(address: service.address).send),
            checkedToken: token, randomBytes: environment.randomBytes)
    }

    /// A call that changes something, tried only where `--dry-run` is given.
    func change<Body, Answer>(
        _ endpoint: Endpoint<Body, Answer>, _ path: [String] = [], query: [(name: String, value: String?)] = [],
        body: Body, ifMatch: String? = nil
    ) throws(Trouble) -> Reply<Answer> {
        let key = endpoint.shape.traits.contains(.idempotent) ? self[.idempotencyKey] : nil
        if let key, !(1...64).contains(key.utf8.count) || !key.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) {
            throw .usage("--idempotency-key is 1 to 64 printable ASCII characters.")
        }
        var reply = try client().call(
            endpoint, path, query: query, body: body, ifMatch: ifMatch, idempotencyKey: key, dryRun: isDryRun)
        reply.order = order
        return reply
    }

    /// The command as an order within a sentence, with what it is given by its place.
    private var order: String {
        let summary = command.summary.hasSuffix(".") ? command.summary.dropLast() : command.summary[...]
        let given = command.arguments.flatMap { all($0) }
        return summary.prefix(1).lowercased() + summary.dropFirst()
            + (given.isEmpty ? "" : " (\(given.joined(separator: " ")))")
    }

    /// A command line to type next, that goes to the same service as this one.
    func commandLine(_ words: String...) -> String {
        commandLine(words)
    }

    func commandLine(_ words: [String]) -> String {
        var line = ["ssadmin"]
        for option in [Option.socket, .url] {
            if let value = self[option] { line += ["--\(option.name)", value] }
        }
        return (line + words).map(shellQuoted).joined(separator: " ")
    }
}
