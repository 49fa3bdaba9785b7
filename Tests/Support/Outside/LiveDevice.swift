import API
import HTTP

/// An app on a device, calling a `LiveService`; on any thread.
package struct LiveDevice: Sendable {
    package let port: UInt16
    package let id: String
    package let token: String

    package init(_ service: LiveService, projectKey: String, app: String = "com.acme.shop") throws {
        let answer = try service.call(
            "POST", SDKAPI.register,
            #"{"project_key":"\#(projectKey)","app_identifier":"\#(app)","platform":"ios"}"#, on: .sdk)
        guard answer.status == 201 else { throw OutsideError("registering is answered \(SeenAnswer(answer))") }
        let registered = try answer.answer(RegisteredInstallation.self)
        port = try service.port(.sdk)
        id = registered.installationID
        token = registered.token.text
    }

    /// On a connection that was opened before, or one of its own.
    package func identify(_ assertion: String, on client: RawClient? = nil) throws -> Response {
        let client = try client ?? RawClient(port: port, seconds: 15)
        let body = String(decoding: JSONWriter.encode(["assertion": assertion]), as: UTF8.self)
        client.send(
            """
            POST \(SDKAPI.identify) HTTP/1.1\r
            Host: ssadmin\r
            Authorization: Bearer \(token)\r
            \(SDKAPI.epochHeader): 1\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """)
        return try client.response()
    }
}

extension LiveService {
    /// A project and the backend that holds its first secret.
    package func backend(_ applicationID: String, in tenant: String) throws -> TestBackend {
        _ = try call("POST", "/api/v1/tenants", #"{"slug":"\#(tenant)","name":"Tenant \#(tenant)"}"#)
        let created = try call(
            "POST", "/api/v1/projects", TestService.projectBody(applicationID, in: tenant)
        ).answer(CreatedProject.self)
        return TestBackend(projectKey: created.projectKey, secret: created.identitySecret?.text ?? "")
    }
}
