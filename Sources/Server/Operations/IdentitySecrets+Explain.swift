import API
import Domain
import Store

extension Operations {
    /// What becomes of an assertion, for an engineer whose backend makes them. It changes nothing, and neither the
    /// assertion nor what it holds is kept or logged.
    func explain(_ call: Call<ExplainAssertion>) async throws(Failure) -> ExplainedAssertion {
        let applicationID = try call.applicationID()
        let text = call.body.assertion
        let audience = deployment.settings.audience
        return try await store.read { [devices] snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            let keys = try devices.openSecrets(of: applicationID, in: snapshot, at: call.at)
            let projectKey = try snapshot.project(applicationID).projectKey
            func rule(at moment: Instant) -> String? {
                do throws(AssertionRule) {
                    _ = try Assertion(text, keys: keys, projectKey: projectKey, audience: audience, at: moment)
                    return nil
                } catch {
                    return error.rawValue
                }
            }
            let now = rule(at: call.at)
            let jtiSeen = try Assertion.jti(text).map { jti throws(Failure) in
                try snapshot.hasUsedAssertion(jti: jti, of: applicationID)
            }
            return ExplainedAssertion(
                rule: now, asIssued: .init(rule: Assertion.issuedAt(text).map { rule(at: $0) } ?? now),
                jtiSeen: jtiSeen ?? false)
        }
    }
}
