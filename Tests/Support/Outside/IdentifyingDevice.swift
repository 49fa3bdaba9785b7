import API
import HTTP

/// A device that is identified again and again on a `LiveService`; on any thread.
package struct IdentifyingDevice: Sendable {
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
