import API

/// One thing that `ssadmin` does. Parsing, help, completion and the manual page all come from the table of these.
package struct Command: Sendable {
    /// What is typed, e.g. `["project", "create"]`.
    package let words: [String]
    /// One line, as an order.
    package let summary: String
    /// Paragraphs of help below the summary.
    package var details: [String] = []
    package var arguments: [Argument] = []
    package var options: [Option] = []
    /// Whole command lines. Each is parsed by a test.
    package let examples: [String]
    package let run: @Sendable (Invocation) throws(Trouble) -> Output

    package var name: String { words.joined(separator: " ") }
}

/// What is given by its place.
package struct Argument: Sendable, Hashable {
    package let name: String
    package let summary: String
    package var isOptional = false
    package var isRepeatable = false

    init(_ name: String, _ summary: String, isOptional: Bool = false, isRepeatable: Bool = false) {
        self.name = name
        self.summary = summary
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
    }

    var usage: String {
        let name = isRepeatable ? "\(name)…" : name
        return isOptional ? "[\(name)]" : name
    }
}

/// What is given by its name: `--name value`, `--name=value`, or `--name` alone where it is a flag.
package struct Option: Sendable, Hashable {
    package let name: String
    /// What it takes, for help; nil for a flag.
    package let value: String?
    package let summary: String
    package var letter: Character?
    package var isRequired = false
    package var isRepeatable = false
    /// The only values, where they are known here.
    package var choices: [String] = []

    /// A flag.
    init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
        value = nil
    }

    init(
        _ name: String, _ value: String, _ summary: String, letter: Character? = nil, isRequired: Bool = false,
        isRepeatable: Bool = false, choices: [String] = []
    ) {
        self.name = name
        self.value = value
        self.summary = summary
        self.letter = letter
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.choices = choices
    }

    var required: Option {
        var copy = self
        copy.isRequired = true
        return copy
    }

    var usage: String {
        let plain = value.map { "--\(name) \($0)" } ?? "--\(name)"
        return isRequired ? plain + (isRepeatable ? "…" : "") : "[\(plain)]" + (isRepeatable ? "…" : "")
    }
}

extension Option {
    /// Taken by every command, anywhere on the line.
    package static let global = [socket, url, json, help, version]

    static let socket = Option("socket", "PATH", "the service's Unix socket")
    static let url = Option("url", "URL", "the service on TCP, e.g. http://127.0.0.1:8786")
    static let json = Option("json", "one JSON document on stdout, also on a terminal")
    static let help = Option("help", "what the command does")
    static let version = Option("version", "the version of this program")

    // Of many commands.
    static let dryRun = Option("dry-run", "check everything, change nothing")
    static let idempotencyKey = Option("idempotency-key", "KEY", "one key for one change: a repeat does nothing twice")
    static let reason = Option("reason", "TEXT", "why, for the audit log")
    static let limit = Option("limit", "N", "how many at most; \(PageLimit.standard) by default")
    static let out = Option("out", "FILE", "put the secret into this new file (0600)")
    static let show = Option("show", "show the secret on the terminal")
}
