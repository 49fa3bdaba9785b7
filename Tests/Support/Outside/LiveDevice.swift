import API
import FoundationEssentials
import HTTP

extension LiveService {
    /// A project with `com.acme.shop` on both platforms, and the backend that holds its secret.
    package func backend(_ applicationID: String = "shop-ios", in tenant: String = "acme") throws -> TestBackend {
        _ = try call("POST", "/api/v1/tenants", #"{"slug":"\#(tenant)","name":"Acme"}"#)
        let created = try call("POST", "/api/v1/projects", TestService.projectBody(applicationID, in: tenant))
            .answer(CreatedProject.self)
        return TestBackend(projectKey: created.projectKey, secret: created.identitySecret?.text ?? "")
    }

    /// The time of this machine, which is the service's too.
    package var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

/// An app on a device, calling the built service as the SDK would.
///
/// Used by one thread at a time, as its service.
package struct LiveDevice {
    package let service: LiveService
    package let id: String
    package var token: String
    package var epoch = 1

    /// Registers.
    package init(_ service: LiveService, projectKey: String) throws {
        let answer = try service.call(
            "POST", SDKAPI.register,
            #"{"project_key":"\#(projectKey)","app_identifier":"com.acme.shop","platform":"ios"}"#, on: .sdk
        ).answer(RegisteredInstallation.self)
        self.service = service
        id = answer.installationID
        token = answer.token.text
    }

    package func call(
        _ path: String, _ body: String? = "{}", method: String = "POST", token: String? = nil, epoch: Int? = nil
    ) throws -> Response {
        try service.call(
            method, path, body, on: .sdk, headers: Self.headers(token ?? self.token, epoch ?? self.epoch))
    }

    package func status(token: String? = nil, epoch: Int? = nil) throws -> Int {
        try call(SDKAPI.content, nil, method: "GET", token: token, epoch: epoch).status
    }

    package static func headers(_ token: String, _ epoch: Int) -> [String: String] {
        ["Authorization": "Bearer \(token)", SDKAPI.epochHeader: String(epoch)]
    }
}
