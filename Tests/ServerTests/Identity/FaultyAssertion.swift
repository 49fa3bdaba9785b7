import API
import Crypto
import Domain
import Support

/// An assertion with the faults that a test asks for, each by the rule that it breaks, and no other.
struct FaultyAssertion {
    let backend: TestBackend
    let now: Instant
    /// One that was accepted from another installation.
    let usedJTI: String

    func text(breaking faults: Set<AssertionRule>) -> String {
        var payload: [(name: String, value: String)] = [
            (
                "project_key",
                faults.contains(.projectKey) ? quoted("sdk1_eu_\(zeros(24))_\(zeros(32))") : quoted(backend.projectKey)
            ),
            ("aud", faults.contains(.audience) ? #"["mybot-customer-sdk"]"# : quoted("mybot-customer-sdk")),
            ("jti", quoted(jti(faults))),
        ]
        let (iat, exp) = lifetime(faults)
        payload += [("iat", String(iat)), ("exp", String(exp))]
        payload.append(("user_id", faults.contains(.userID) ? quoted("") : quoted("acct_faulty")))
        if faults.contains(.properties) { payload.append(("properties", #"{"shoe_size":"43"}"#)) }
        if faults.contains(.forbiddenClaim) { payload.append(("sub", quoted("acct_faulty"))) }
        if faults.contains(.unknownClaim) { payload.append(("email", quoted("a@example.com"))) }
        let header =
            #"{"alg":"\#(faults.contains(.algorithm) ? "HS512" : "HS256")"\#(faults.contains(.header) ? #","kid":"1""# : "")}"#
        var signer = backend
        if faults.contains(.signature) { signer.secret += "0" }
        let text = signer.sign(
            "{\(payload.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}", header: header)
        return faults.contains(.malformed) ? text + "=" : text
    }

    /// Whether one assertion can break both.
    static func canBreak(_ one: AssertionRule, _ other: AssertionRule) -> Bool {
        let pair: Set = [one, other]
        return pair != [.issuedInFuture, .expired] && pair != [.jti, .replayed]
    }

    private func jti(_ faults: Set<AssertionRule>) -> String {
        if faults.contains(.jti) { return "not-a-uuid" }
        return faults.contains(.replayed) ? usedJTI : TestBackend.newJTI()
    }

    /// The longest that is allowed, at the edge where it is too late or too early; a second longer where that is the fault.
    private func lifetime(_ faults: Set<AssertionRule>) -> (iat: Int64, exp: Int64) {
        let length: Int64 = 300 + (faults.contains(.lifetime) ? 1 : 0)
        let age: Int64 = faults.contains(.issuedInFuture) ? -1 : faults.contains(.expired) ? length : 10
        return (now.seconds - age, now.seconds - age + length)
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }
    private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
}
