import API
import Domain
import Store

extension Operations {
    func getPerson(_ call: Call<Nothing>) async throws(Failure) -> Person {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.person(userID: call.parameter("user_id"), of: applicationID)
        }
    }
}
