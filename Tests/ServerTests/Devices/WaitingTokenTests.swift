import API
import Crypto
import Domain
import HTTP
import Server
import Support
import Testing

/// What a device can do with a token, but to refresh.
enum TokenUse: String, CaseIterable, Sendable {
    case identify, logOut, content, refresh

    func response(of device: TestDevice, token: String, backend: TestBackend) async -> Response {
        switch self {
        case .identify:
            let assertion = backend.assertion(of: "acct_1", at: device.service.clock.value)
            return await device.call(SDKAPI.identify, #"{"assertion":"\#(assertion)"}"#, token: token)
        case .logOut: return await device.call(SDKAPI.logout, token: token)
        case .content: return await device.call(SDKAPI.content, "", method: "GET", token: token)
        case .refresh: return await device.call(SDKAPI.refresh, token: token)
        }
    }
}

/// A call that is refused although its token is good.
enum RefusedUse: String, CaseIterable, Sendable {
    case noObject, noBody, badAssertion, noAssertion, epochBefore, epochAfter, chat, contentType, suspended

    func response(of device: TestDevice, token: String) async -> Response {
        switch self {
        case .noObject: return await device.call(SDKAPI.refresh, "[]", token: token)
        case .noBody: return await device.call(SDKAPI.logout, "", token: token)
        case .badAssertion: return await device.call(SDKAPI.identify, #"{"assertion":"a.b.c"}"#, token: token)
        case .noAssertion: return await device.call(SDKAPI.identify, token: token)
        case .epochBefore:
            return await device.call(SDKAPI.refresh, token: token, epoch: String(device.epoch - 1))
        case .epochAfter: return await device.call(SDKAPI.refresh, token: token, epoch: String(device.epoch + 1))
        case .chat: return await device.call(SDKAPI.chat + "threads", token: token)
        case .contentType:
            return await device.service.call(
                SDKAPI.refresh, token: token, epoch: String(device.epoch), headers: [("Content-Type", "text/plain")])
        case .suspended:
            let path = "/api/v1/projects/shop-ios"
            _ = await device.service.call("PATCH", path, #"{"status":"suspended"}"#)
            let response = await device.call(SDKAPI.refresh, token: token)
            _ = try? await device.service.change("PATCH", path, #"{"status":"active","reason":"over"}"#)
            return response
        }
    }

    var status: Int {
        switch self {
        case .noObject, .noBody, .noAssertion: 400
        case .badAssertion, .epochBefore, .epochAfter: 401
        case .chat: 409
        case .contentType: 415
        case .suspended: 503
        }
    }
}

extension TestService {
    /// A token call with headers of the test's.
    func call(
        _ path: String, _ body: String = "{}", token: String, epoch: String, headers: [(name: String, value: String)]
    ) async -> Response {
        let all = headers + [("Authorization", "Bearer \(token)"), (SDKAPI.epochHeader, epoch)]
        let request = Request(
            method: "POST", path: path, headers: Headers(all), body: Array(body.utf8), peer: .tcp(address: "127.0.0.1"))
        if let refusal = sdk.admit(request) { return refusal }
        return await sdk.respond(to: request)
    }
}

@Suite("Tokens that wait")
struct WaitingTokenTests {
    @Test("the old token may do nothing but refresh", arguments: TokenUse.allCases)
    func oldToken(use: TokenUse) async throws {
        try await TestService.withDevice { service, backend, device in
            let waiting = try await device.refreshedToken()
            let response = await use.response(of: device, token: device.token, backend: backend)
            #expect(response.status == (use == .refresh ? 200 : 401))
            #expect(try await service.installation(device.id).epoch == 1)
            #expect(try await service.installation(device.id).identified == false)
            // It is no misuse: the answer of the refresh may not have arrived.
            #expect(await service.metric("ssadmin_token_reuse_total") == 0)
            #expect(await device.status(token: waiting) == 200)
        }
    }

    @Test("the first use of one ends the others and the old one, whose use is counted", arguments: TokenUse.allCases)
    func firstUse(use: TokenUse) async throws {
        try await TestService.withDevice { service, backend, device in
            var waiting: [String] = []
            for _ in 0..<4 { waiting.append(try await device.refreshedToken()) }
            let used = waiting.remove(at: 1)
            #expect(await use.response(of: device, token: used, backend: backend).status == 200)
            for (count, ended) in (waiting + [device.token]).enumerated() {
                #expect(await device.status(refreshing: ended) == 401)
                #expect(await service.metric("ssadmin_token_reuse_total") == count + 1)
            }
            // That did not end the good one: it may refresh, as any.
            let epoch = use == .logOut ? "2" : "1"
            #expect(await device.call(SDKAPI.refresh, token: used, epoch: epoch).status == 200)
        }
    }

    @Test("a call that is refused is no use", arguments: RefusedUse.allCases)
    func refused(use: RefusedUse) async throws {
        try await TestService.withDevice { service, backend, device in
            let first = try await device.refreshedToken()
            let second = try await device.refreshedToken()
            #expect(await use.response(of: device, token: first).status == use.status)
            #expect(try await service.tokenStates(of: device.id) == ["current": 1, "pending": 2])
            #expect(await device.status(refreshing: device.token) == 200)
            #expect(await device.status(token: second) == 200)
            #expect(await device.status(token: first) == 401)
        }
    }

    @Test("one that waits may itself refresh, which is its first use, and may repeat that")
    func refreshThroughWaiting() async throws {
        try await TestService.withDevice { service, _, device in
            let first = try await device.refreshedToken()
            let other = try await device.refreshedToken()
            #expect(await device.status(refreshing: first) == 200)
            #expect(await device.status(refreshing: device.token) == 401)
            #expect(await device.status(refreshing: other) == 401)
            // The answer was lost: it is the old token now, with its one right.
            #expect(await device.status(token: first) == 401)
            var again = device
            again.token = first
            let heard = try await again.refreshedToken()
            #expect(try await service.tokenStates(of: device.id)["pending"] == 2)
            #expect(await device.status(token: heard) == 200)
            #expect(await device.status(refreshing: first) == 401)
        }
    }

    @Test("a device that never hears of its refreshes leaves no heap of them")
    func bounded() async throws {
        try await TestService.withDevice { service, _, device in
            for _ in 0..<100 { #expect(await device.refresh().status == 200) }
            let states = try await service.tokenStates(of: device.id)
            #expect(states["current"] == 1 && states["pending"] == 4)
            #expect(states["ended", default: 0] <= 8)
        }
    }

    @Test("the use of a token whose place was taken is counted after many lost refreshes", arguments: TokenUse.allCases)
    func oldAfterMany(use: TokenUse) async throws {
        try await TestService.withDevice { service, backend, device in
            var last = ""
            for _ in 0..<20 { last = try await device.refreshedToken() }
            #expect(await use.response(of: device, token: last, backend: backend).status == 200)
            #expect(await device.status(refreshing: device.token) == 401)
            #expect(await service.metric("ssadmin_token_reuse_total") == 1)
        }
    }

    @Test("one that was never issued is nobody's, however well it is made")
    func neverIssued() async throws {
        try await TestService.withDevice { service, _, device in
            let made = InstallationToken(installationID: device.id, random: SecureRandom.bytes(32)).revealed().text
            #expect(await device.status(token: made) == 401)
            #expect(await device.status(refreshing: made) == 401)
            #expect(await device.status(token: String(device.token.dropLast())) == 401)
            #expect(await device.status(token: device.token.uppercased()) == 401)
            #expect(await device.status(token: service.rootToken) == 401)
            #expect(await service.metric("ssadmin_token_reuse_total") == 0)
            #expect(await device.status() == 200)
        }
    }
}
