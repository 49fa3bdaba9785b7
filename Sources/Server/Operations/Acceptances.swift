import API
import Domain
import Store

extension Operations {
    func getAcceptance(_ call: Call<Nothing>) async throws(Failure) -> Acceptance {
        let applicationID = try call.applicationID()
        let state = try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.acceptance(of: applicationID, handoff: call.number("n"))
        }
        return state.acceptance
    }

    func setAcceptance(_ call: Call<SetAcceptance>) async throws(Failure) -> Changed<Acceptance> {
        let applicationID = try call.applicationID()
        let stated = call.body
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.acceptance(of: applicationID, handoff: call.number("n"))
            change.record(subject: String(before.document.number), before: before.audited)
            try change.requireMatch(before.acceptance)
            let after = try before.stating(stated, by: call.caller.name, at: change.at)
            if after.acceptance != before.acceptance { try change.setAcceptance(after) }
            change.record(after: after.audited)
            return after.acceptance
        }
    }
}

extension AcceptanceState {
    /// As the audit log holds it, which is all that is left of a result after the next one: what passed and what did not,
    /// without people's words.
    fileprivate var audited: JSONValue {
        let results = recorded.sorted { $0.key < $1.key }.map { check, recorded in
            JSONValue.Member(check, .string(recorded.result.rawValue))
        }
        return .object([.init("results", .object(results)), .init("stages_done", .integer(Int64(done.count)))])
    }
}
