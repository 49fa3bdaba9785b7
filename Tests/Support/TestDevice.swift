import API
import Crypto
import Domain
import HTTP
import Server

/// An app on a device, calling the SDK plane of a `TestService` as the SDK would.
package struct TestDevice: Sendable {
    package private(set) var service: TestService
    package let id: String
    package var token: String
    package var epoch: Int64

    /// Registers with a project that `TestService.project` made.
    package init(_ service: TestService, projectKey: String, app: String = "com.acme.shop", platform: String = "ios")
        async throws
    {
        let response = await service.post(
            SDKAPI.register,
            #"{"project_key":"\#(projectKey)","app_identifier":"\#(app)","platform":"\#(platform)","sdk_version":"0.2.0-preview.2","locale":"ru-RU","time_zone":"Europe/Moscow"}"#
        )
        self.init(service, try response.answer(RegisteredInstallation.self))
    }

    /// One that has just registered.
    package init(_ service: TestService, _ answer: RegisteredInstallation) {
        self.service = service
        id = answer.installationID
        token = answer.token.text
        epoch = answer.epoch
    }

    package func call(
        _ path: String, _ body: String = "{}", method: String = "POST", token: String? = nil, epoch: String? = nil
    ) async -> Response {
        await service.post(
            path, body, method: method,
            headers: [
                ("Authorization", "Bearer \(token ?? self.token)"), (SDKAPI.epochHeader, epoch ?? String(self.epoch)),
            ])
    }

    /// The same device, calling a service that started anew on the same files.
    package func moved(to service: TestService) -> TestDevice {
        var device = self
        device.service = service
        return device
    }

    package func refresh() async -> Response { await call(SDKAPI.refresh) }
    package func logOut() async -> Response { await call(SDKAPI.logout) }
    package func content() async -> Response { await call(SDKAPI.content, "", method: "GET") }

    package func identify(_ assertion: String) async -> Response {
        await call(
            SDKAPI.identify, String(decoding: JSONWriter.encode(["assertion": assertion]), as: UTF8.self))
    }
}

/// What a retailer's backend does: signs who its user is.
package struct TestBackend: Sendable {
    package let projectKey: String
    package var secret: String

    package init(projectKey: String, secret: String) {
        self.projectKey = projectKey
        self.secret = secret
    }

    /// An assertion that is valid for two minutes from ten seconds before `now`.
    package func assertion(
        of userID: String, at now: Instant, jti: String = TestBackend.newJTI(), properties: String? = nil
    ) -> String {
        let properties = properties.map { #","properties":\#($0)"# } ?? ""
        return sign(
            #"{"project_key":"\#(projectKey)","aud":"mybot-customer-sdk","jti":"\#(jti)","iat":\#(now.seconds - 10),"exp":\#(now.seconds + 110),"user_id":"\#(userID)"\#(properties)}"#
        )
    }

    package func sign(_ payload: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#) -> String {
        let head = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(payload.utf8)))"
        return "\(head).\(Base64URL.encode(HMACSHA256.tag(key: Array(secret.utf8), message: Array(head.utf8))))"
    }

    /// A version 4 UUID.
    package static func newJTI() -> String {
        let hex = Array(Hex.encode(SecureRandom.bytes(16)))
        return String(hex[0..<8]) + "-" + String(hex[8..<12]) + "-4" + String(hex[13..<16]) + "-a"
            + String(hex[17..<20]) + "-" + String(hex[20..<32])
    }
}

extension TestService {
    /// One call of the SDK plane that may wait for the database.
    package func post(
        _ path: String, _ body: String, method: String = "POST", headers: [(name: String, value: String)] = []
    ) async -> Response {
        let request = Request(
            method: method, path: path, headers: Headers(headers + [("Content-Type", "application/json")]),
            body: Array(body.utf8), peer: .tcp(address: "127.0.0.1"))
        if let refusal = sdk.admit(request) { return refusal }
        return await sdk.respond(to: request)
    }

    /// A project with its key and first secret, and the backend that holds it.
    package func backend(_ applicationID: String, in tenant: String) async throws -> TestBackend {
        _ = await call("POST", "/api/v1/tenants", #"{"slug":"\#(tenant)","name":"Tenant \#(tenant)"}"#)
        let created = try await call(
            "POST", "/api/v1/projects",
            """
            {"tenant":"\(tenant)","application_id":"\(applicationID)","name":"Shop",
             "ios_bundle_ids":["com.acme.shop"],"android_package_names":["com.acme.shop"]}
            """
        ).answer(CreatedProject.self)
        return TestBackend(projectKey: created.projectKey, secret: created.identitySecret?.text ?? "")
    }
}
