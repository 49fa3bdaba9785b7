import API

/// What a command has to say, for whoever reads it.
package struct Output: Sendable {
    enum Content: Sendable {
        /// One JSON document, or for people these lines.
        case answer(JSONValue, people: [String])
        /// Verbatim for both: help, a completion script.
        case text(String)
        /// The command has written already.
        case written
    }

    var content: Content
    var status = ExitCode.done
    /// What to say where this cannot be written, because it holds what is shown once.
    var ifLost: Trouble?

    init(document: JSONValue, people: [String], status: ExitCode = .done) {
        content = .answer(document, people: people)
        self.status = status
    }

    private init(_ content: Content) {
        self.content = content
    }

    static func text(_ text: String) -> Output { Output(.text(text)) }
    static let written = Output(.written)

    /// Written as one piece, each line escaped, so that no text of the service can play with the terminal.
    func bytes(forPeople: Bool, onTerminal: Bool) -> [UInt8] {
        switch content {
        case .written: return []
        case .text(let text): return Array(text.utf8)
        case .answer(_, let people) where forPeople:
            return Array(people.map { escaped($0) + "\n" }.joined().utf8)
        case .answer(let document, _):
            let bytes = document.canonical + [0x0a]
            return onTerminal ? Array(escapedJSON(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
        }
    }
}
