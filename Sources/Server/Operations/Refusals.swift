import API
import Domain
import Store

extension Operations {
    func listRefusals(_ call: Call<Nothing>) async throws(Failure) -> Page<DeviceRefusal> {
        let applicationID = try call.applicationID()
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.refusals(of: applicationID, page)
        }
    }

    func listDeploymentRefusals(_ call: Call<Nothing>) async throws(Failure) -> Page<DeviceRefusal> {
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .deployment)
            return try snapshot.refusals(of: nil, page)
        }
    }
}
