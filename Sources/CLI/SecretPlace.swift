import API

/// Where an answer's secret goes. It is decided before the call: a secret that is issued and cannot be put anywhere is
/// lost.
enum SecretPlace {
    case file(NewFile)
    /// Into the document, or between the lines for people.
    case output
    /// A dry run issues none.
    case nowhere

    /// Errors: without `--out` or `--show` on a terminal, which keeps what it showed while people look over shoulders, and
    /// where standard output leads nowhere.
    static func choose(_ invocation: Invocation) throws(Trouble) -> SecretPlace {
        if invocation.isDryRun { return .nowhere }
        if let path = invocation[Option.out] {
            guard !invocation.has(.show) else { throw .usage("--out and --show exclude each other.") }
            return .file(try invocation.environment.newFile(path))
        }
        if invocation.has(.show) || invocation.environment.outputKeeps { return .output }
        throw .usage(
            "The answer holds a secret that is shown once, and it needs a place: --out FILE (a new file, for you alone), "
                + "a pipe, or --show to have it on this terminal.",
            next: ["ssadmin \(invocation.command.name) … --out secret.txt"])
    }

    /// Where in an answer the secret stands, and what people call it.
    struct Member {
        let name: String
        /// The object that it is a member of; nil where it stands in the answer itself.
        var outer: String?
        let words: String

        static let identitySecret = Member(name: "identity_secret", words: "identity secret")
        static let oneShotToken = Member(name: "token", outer: "wrapped", words: "one-shot token")
        static let personalToken = Member(name: "token", words: "token")
    }

    /// Makes the call, and puts the secret in its place. `wayBack` is the command that helps where the secret is lost, by
    /// the metadata that the service answered.
    func keep<Answer>(
        _ member: Member, of call: () throws(Trouble) -> Reply<Answer>, secret: (Answer) -> Revealed?,
        wayBack: (_ metadata: JSONValue) -> String, lines: (Answer) -> [String]
    ) throws(Trouble) -> Output {
        let reply: Reply<Answer>
        do throws(Trouble) {
            reply = try call()
        } catch {
            if case .file(let file) = self { file.remove() }
            throw error.orSecretLost(wayBack(error.problem?["result"] ?? .null))
        }
        var lost = Trouble(
            .failed, code: "secret_lost",
            "The secret was issued, but could not be written, and it is not shown again.", next: [wayBack(reply.json)])
        guard let text = reply.answer.flatMap(secret)?.text else {
            if case .file(let file) = self { file.remove() }
            guard case .nowhere = self else {
                lost.message = "The service answered without the secret, and it is not shown again."
                throw lost
            }
            return reply.output(lines)
        }
        switch self {
        case .nowhere: return reply.output(lines)
        case .output:
            var output = reply.output { lines($0) + ["", "\(member.words), shown once:", text] }
            output.ifLost = lost
            return output
        case .file(let file):
            guard file.append(Array(text.utf8) + [0x0a]) else {
                file.remove()
                throw lost
            }
            var output = reply.output { lines($0) + ["The \(member.words) is in \(file.path)."] }
            if case .answer(let document, let people) = output.content {
                output.content = .answer(document.removing(member), people: people)
            }
            return output
        }
    }
}

extension JSONValue {
    func removing(_ member: SecretPlace.Member) -> JSONValue {
        guard case .object(let members) = self else { return self }
        guard let outer = member.outer else { return .object(members.filter { $0.name != member.name }) }
        let inner = SecretPlace.Member(name: member.name, words: member.words)
        return .object(members.map { $0.name == outer ? Member($0.name, $0.value.removing(inner)) : $0 })
    }
}

extension Trouble {
    /// Of a call whose first answer held a secret: done already means that the secret is gone.
    fileprivate func orSecretLost(_ wayBack: String) -> Trouble {
        guard errorCode == .alreadyDone else { return self }
        var copy = self
        copy.message += " The secret was in the first answer, is lost with it, and is not shown again."
        copy.next = [wayBack]
        return copy
    }
}
