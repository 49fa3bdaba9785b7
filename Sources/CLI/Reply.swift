import API

/// A 2xx of the service.
package struct Reply<Answer: Codable & Sendable>: Sendable {
    package let status: Int
    /// The answer as it came, for scripts; an empty object where there was none.
    package let json: JSONValue
    package let etag: String?
    /// nil of a dry run, whose answer leaves members out, and of a change that is only in the spill file yet.
    package let answer: Answer?
    package let isDryRun: Bool
    /// For a dry run: what the command would do, in its own words.
    var order: String?
    /// False where the change holds, but the database could not be written (202, contract section 6).
    package var isDurable: Bool { status != 202 }

    init(_ response: ClientResponse, isDryRun: Bool) throws(Trouble) {
        func unreadable(_ why: String) -> Trouble {
            Trouble(
                .failed, code: "malformed_answer",
                "The service answered \(response.status), but in words that this ssadmin does not know: \(why). "
                    + "Are they of one version?", next: ["ssadmin status"])
        }
        status = response.status
        etag = response.header("ETag")
        self.isDryRun = isDryRun
        if response.body.isEmpty {
            json = .object([])
        } else {
            do {
                json = try JSONScanner.scan(response.body)
            } catch {
                throw unreadable(error.description)
            }
        }
        if isDryRun || Answer.self == Nothing.self {
            answer = isDryRun ? nil : Nothing() as? Answer
            return
        }
        do {
            answer = try JSONReader.decode(Answer.self, from: json, unknown: .ignore { _ in })
        } catch {
            guard status == 202 else { throw unreadable(error.description) }
            answer = nil
        }
    }
}

extension Reply {
    /// The reply as a command's output: the document as it came, and in words what `people` makes of the answer.
    ///
    /// - Parameter tried: what else is known of what a dry run would do.
    func output(tried: [String] = [], _ people: (Answer) -> [String]) -> Output {
        var lines: [String]
        if isDryRun {
            lines =
                ["Dry run: nothing was changed. It would " + (order.map { "\($0)." } ?? "be accepted.")] + tried
                + json.lines(without: ["dry_run"])
        } else if let answer {
            lines = people(answer)
        } else {
            lines = json.lines(without: ["durable"])
        }
        if !isDurable {
            lines.append("It holds, but is not in the database yet, which cannot be written. See: ssadmin status")
        }
        return Output(document: json, people: lines)
    }

    /// The answer of a call without `dry_run`. Errors: a 202 that holds none.
    func required() throws(Trouble) -> Answer {
        guard let answer else {
            throw Trouble(.failed, code: "malformed_answer", "The answer to a call that reads holds nothing.")
        }
        return answer
    }
}
