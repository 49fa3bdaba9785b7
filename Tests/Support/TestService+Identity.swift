import API
import Domain
import HTTP
import SQL
import Server

/// All that a device can see of an answer but `Date`.
package struct SeenAnswer: Equatable, CustomStringConvertible {
    package let status: Int
    package let headers: [String]
    package let body: String

    package init(_ response: Response) {
        status = response.status
        headers = response.headers.map { "\($0.name): \($0.value)" }
        body = String(decoding: response.body, as: UTF8.self)
    }

    package var description: String { "\(status) \(headers) \(body)" }
}

extension TestService {
    /// The counters of metrics that are not zero, by their series.
    package func counters() async -> [String: Int64] {
        let text = String(decoding: await call("GET", "/metrics", token: .some(nil)).body, as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.reduce(into: [:]) { counters, line in
            guard let space = line.lastIndex(of: " ") else { return }
            counters[String(line[..<space])] = Int64(line[line.index(after: space)...])
        }
    }

    /// What became of assertions until now: `accepted`, or the rule that refused them.
    package func verdicts() async -> [String: Int64] {
        await counters().reduce(into: [:]) { verdicts, counter in
            let parts = counter.key.split(separator: "\"")
            if parts.count > 1, parts[0].hasPrefix("ssadmin_assertions_total") {
                verdicts[String(parts[1])] = counter.value
            }
        }
    }

    /// The rule by which a device is refused, nil where it is identified: by the answer and by the one counter that moved.
    package func verdict(_ assertion: String, from device: TestDevice) async throws -> AssertionRule? {
        let before = await verdicts()
        let response = await device.identify(assertion)
        let moved = await verdicts().filter { $0.value != before[$0.key, default: 0] }
        guard moved.count == 1, let name = moved.keys.first, moved[name] == before[name, default: 0] + 1 else {
            throw OutsideError("no single counter moved by one: \(moved) after \(before); \(SeenAnswer(response))")
        }
        guard (name == "accepted") == (response.status == 200) else {
            throw OutsideError("counted as \(name), answered \(SeenAnswer(response))")
        }
        return AssertionRule(rawValue: name)
    }

    /// Has what was gathered in memory written now.
    package func writeBatches() async { await app.devices.batches.flush() }

    /// Every row of what an identification may change.
    package func identityTables() async throws -> [String] {
        var lines: [String] = []
        for statement: Statement in [
            "SELECT * FROM people ORDER BY id", "SELECT * FROM person_properties ORDER BY person_id, name, signed",
            "SELECT * FROM installations ORDER BY id", "SELECT * FROM installation_tokens ORDER BY digest",
            "SELECT * FROM used_assertions ORDER BY application_id, jti", "SELECT * FROM identity_secrets ORDER BY id",
            "SELECT * FROM audit_log ORDER BY id",
        ] {
            lines += try await rows(statement).map { "\($0.values)" }
        }
        return lines
    }

    /// A rotation whose secret is wrapped: the token.
    package func wrapped(_ applicationID: String, seconds: Int64 = 900, _ more: String = "") async throws -> String {
        let answer = await call(
            "POST", "/api/v1/projects/\(applicationID)/identity-secret/rotate", #"{"wrap_seconds":\#(seconds)\#(more)}"#
        )
        guard let token = try answer.answer(RotatedSecret.self).wrapped?.token else {
            throw OutsideError("no token was shown: \(SeenAnswer(answer))")
        }
        return token.text
    }

    /// What the customer's engineer does.
    package func unwrap(_ token: String) async -> Response {
        await post(SDKAPI.unwrap, #"{"token":"\#(token)"}"#)
    }

    /// A rotation; what backends sign with from now on.
    package func rotated(_ applicationID: String, _ body: String = "{}") async throws -> String {
        let answer = await call("POST", "/api/v1/projects/\(applicationID)/identity-secret/rotate", body)
        guard let secret = try answer.answer(RotatedSecret.self).identitySecret else {
            throw OutsideError("no secret was shown: \(SeenAnswer(answer))")
        }
        return secret.text
    }
}
