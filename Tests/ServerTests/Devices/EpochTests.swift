import API
import HTTP
import Support
import Testing

/// The calls that carry an epoch, each as it would be answered 2xx or, the chat, 409.
enum EpochCall: String, CaseIterable, Sendable {
    case refresh, identify, logOut, content, chat

    func status(of device: TestDevice, epochs: [String], backend: TestBackend) async -> Int {
        let assertion = backend.assertion(of: "acct_1", at: device.service.clock.value)
        let (path, body) =
            switch self {
            case .refresh: (SDKAPI.refresh, "{}")
            case .identify: (SDKAPI.identify, #"{"assertion":"\#(assertion)"}"#)
            case .logOut: (SDKAPI.logout, "{}")
            case .content: (SDKAPI.content, "")
            case .chat: (SDKAPI.chat + "threads", "{}")
            }
        return await device.service.post(
            path, body, method: self == .content ? "GET" : "POST",
            headers: [("Authorization", "Bearer \(device.token)")] + epochs.map { (SDKAPI.epochHeader, $0) }
        ).status
    }

    var good: Int { self == .chat ? 409 : 200 }
}

@Suite("X-SDK-Epoch")
struct EpochTests {
    static let wrong: [[String]] = [
        [], [""], ["0"], ["2"], ["-1"], ["+1"], ["01"], ["1 1"], ["\u{A0}1"], ["1.0"], ["1e0"], ["0x1"], ["one"],
        ["1,1"], ["1, 1"], ["1", "1"], ["1", "2"], ["99999999999999999999999999"], ["18446744073709551617"], ["\u{B9}"],
    ]

    @Test("missing, malformed, twice or of another epoch is 401 for every call", arguments: EpochCall.allCases)
    func wrong(call: EpochCall) async throws {
        try await TestService.withDevice { service, backend, device in
            for epochs in Self.wrong {
                #expect(await call.status(of: device, epochs: epochs, backend: backend) == 401, "\(epochs)")
            }
            let shown = try await service.installation(device.id)
            #expect(shown.epoch == 1 && !shown.identified)
            #expect(try await service.tokenStates(of: device.id) == ["current": 1])
            #expect(await call.status(of: device, epochs: ["1"], backend: backend) == call.good)
        }
    }

    @Test("after a logout no call but its repeat may carry the epoch before", arguments: EpochCall.allCases)
    func before(call: EpochCall) async throws {
        try await TestService.withDevice { _, backend, device in
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            let before = await call.status(of: device, epochs: ["1"], backend: backend)
            #expect(before == (call == .logOut ? 200 : 401))
            #expect(await call.status(of: device, epochs: ["2"], backend: backend) == call.good)
        }
    }
}

@Suite("The repeat of a logout")
struct LogoutRepeatTests {
    @Test("ends when anything else is answered 2xx in it", arguments: [EpochCall.refresh, .identify, .content])
    func ends(call: EpochCall) async throws {
        try await TestService.withDevice { service, backend, device in
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            #expect(await call.status(of: device, epochs: ["2"], backend: backend) == 200)
            var device = device
            device.epoch = 2
            // After a refresh the old token could not log out anyway.
            if call == .refresh { device.token = try await device.refreshedToken() }
            #expect(await device.epoch(loggingOutFrom: 1) == nil)
            #expect(try await service.installation(device.id).epoch == 2)
        }
    }

    @Test("does not end by what is not answered 2xx", arguments: RefusedUse.allCases)
    func stays(use: RefusedUse) async throws {
        try await TestService.withDevice { service, _, device in
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            var device = device
            device.epoch = 2
            #expect(await use.response(of: device, token: device.token).status == use.status)
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            let shown = try await service.installation(device.id)
            #expect(shown.epoch == 2)
        }
    }

    @Test("does not reach across two logouts")
    func two() async throws {
        try await TestService.withDevice { service, _, device in
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            #expect(await device.epoch(loggingOutFrom: 2) == 3)
            #expect(await device.epoch(loggingOutFrom: 1) == nil)
            #expect(await device.epoch(loggingOutFrom: 2) == 3)
            #expect(await device.epoch(loggingOutFrom: 4) == nil)
            let shown = try await service.installation(device.id)
            #expect(shown.epoch == 3)
        }
    }

    @Test("of an installation that never logged out is none: there was no epoch before the first")
    func never() async throws {
        try await TestService.withDevice { _, _, device in
            #expect(await device.epoch(loggingOutFrom: 0) == nil)
            #expect(await device.epoch(loggingOutFrom: -1) == nil)
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
        }
    }

    @Test("through a token that a refresh left waiting is one too, and is its first use")
    func waiting() async throws {
        try await TestService.withDevice { _, _, device in
            let waiting = try await device.refreshedToken()
            var newer = device
            newer.token = waiting
            #expect(await newer.epoch(loggingOutFrom: 1) == 2)
            #expect(await newer.epoch(loggingOutFrom: 1) == 2)
            #expect(await device.epoch(loggingOutFrom: 1) == nil)
            #expect(await device.status(refreshing: device.token) == 401)
        }
    }
}
