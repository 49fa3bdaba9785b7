import API
import HTTP
import Support
import Testing

@Suite("Content and chat, of which there is none")
struct ContentAndChatTests {
    @Test("content is an empty list, for a good token and epoch")
    func content() async throws {
        try await TestService.withDevice { service, _, device in
            let response = await device.content()
            #expect(response.status == 200)
            #expect(response.body == Array(#"{"items":[]}"#.utf8))
            #expect(response.first("Content-Type") == "application/json")
            #expect(await device.call(SDKAPI.content, "", method: "GET", epoch: "2").status == 401)
            #expect(await service.post(SDKAPI.content, "", method: "GET").status == 401)
            let posted = await device.call(SDKAPI.content)
            #expect(posted.status == 405 && posted.first("Allow") == "GET, HEAD")
        }
    }

    static let paths = ["threads", "threads/1/messages", "a//b", "%2e%2e", "x%zz", "typing/"].map { SDKAPI.chat + $0 }

    @Test("anything below the chat is unavailable, by whatever method", arguments: paths)
    func chat(path: String) async throws {
        try await TestService.withDevice { service, _, device in
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"] {
                let response = await device.call(path, method == "POST" ? "not JSON" : "", method: method)
                #expect(response.status == 409, "\(method)")
                #expect(response.body == Array(#"{"error":"chat_unavailable"}"#.utf8))
                for refused in [
                    await device.call(path, "", method: method, epoch: "2"),
                    await device.call(path, "", method: method, token: service.rootToken),
                    await service.post(path, "", method: method),
                ] {
                    #expect(refused.status == 401 && refused.body == RevocationTests.unauthorized, "\(method)")
                }
            }
        }
    }

    @Test(
        "beside the chat there is nothing",
        arguments: ["/sdk/v1/chat", "/sdk/v1/chats", "/sdk/v1/Chat/threads", "/sdk/v1"])
    func beside(path: String) async throws {
        try await TestService.withDevice { _, _, device in
            #expect(await device.call(path).status == 404)
        }
    }

    @Test("an operator's token opens nothing to a device", arguments: TokenUse.allCases)
    func personalToken(use: TokenUse) async throws {
        try await TestService.withDevice { service, backend, device in
            let response = await use.response(of: device, token: service.rootToken, backend: backend)
            #expect(response.status == 401 && response.body == RevocationTests.unauthorized)
            // Nor a device's to an operator.
            let call = await service.call("GET", "/api/v1/whoami", token: device.token)
            #expect(call.status == 401)
        }
    }
}
