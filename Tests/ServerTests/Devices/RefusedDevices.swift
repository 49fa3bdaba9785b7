import API
import Domain
import HTTP
import Support

/// A service with a project, and everything a device can be turned away for at the door.
struct RefusedDevices {
    struct Cause: CustomStringConvertible {
        let reason: DeviceRefusal.Reason
        let key: String
        var app = "com.acme.shop"

        var description: String { reason.rawValue }
    }

    let service: TestService
    let projectKey: String
    let causes: [Cause]

    init(_ service: TestService) async throws {
        self.service = service
        let backend = try await service.backend("shop-ios", in: "acme")
        let gone = try await service.backend("gone", in: "acme")
        let path = "/api/v1/projects/gone"
        _ = await service.call("PATCH", path, #"{"status":"suspended"}"#)
        let deleted = try await service.change("DELETE", path, "")
        guard deleted.status == 204 else { throw OutsideError("not deleted: \(SeenAnswer(deleted))") }
        let signer = ProjectKeySigner(current: Array(TestService.keySecret.utf8), previous: [])
        let unknown = try signer.key(region: "eu", id: [UInt8](repeating: 0xAB, count: ProjectKey.idBytesCount)).text
        projectKey = backend.projectKey
        let last = backend.projectKey.hasSuffix("0") ? "1" : "0"
        causes = [
            Cause(reason: .malformedKey, key: "sdk1_eu_no-key"),
            Cause(reason: .badTag, key: backend.projectKey.dropLast() + last),
            Cause(reason: .unknownKey, key: unknown),
            Cause(reason: .deletedProject, key: gone.projectKey),
            Cause(reason: .appNotListed, key: backend.projectKey, app: "com.acme.shpo"),
        ]
    }

    func register(key: String, app: String, platform: String = "ios") async -> Response {
        let body = JSONValue.object([
            .init("project_key", .string(key)), .init("app_identifier", .string(app)),
            .init("platform", .string(platform)),
        ])
        return await service.post(SDKAPI.register, String(decoding: JSONWriter.encode(body), as: UTF8.self))
    }

    func policy(key: String, app: String, method: String = "GET") -> Response {
        service.device("\(SDKAPI.policy)?project_key=\(key)&app_identifier=\(app)&platform=ios", method: method)
    }

    /// What operators see, of a project or with nil of the deployment, once what was gathered is written.
    func refusals(of applicationID: String?, _ query: String = "?limit=200") async throws -> Page<DeviceRefusal> {
        await service.writeBatches()
        let path = applicationID.map { "/api/v1/projects/\($0)/refusals" } ?? "/api/v1/refusals"
        return try await service.call("GET", path + query).answer(Page<DeviceRefusal>.self)
    }
}
