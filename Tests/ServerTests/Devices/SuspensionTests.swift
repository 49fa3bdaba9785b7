import API
import HTTP
import SQL
import Support
import Testing

/// Both ways in which a project is suspended.
enum Suspension: String, CaseIterable, Sendable {
    case project, tenant

    private var path: String { self == .project ? "/api/v1/projects/shop-ios" : "/api/v1/tenants/acme" }

    func begin(_ service: TestService) async {
        let response = await service.call("PATCH", path, #"{"status":"suspended"}"#)
        #expect(response.status == 200)
    }

    func end(_ service: TestService) async throws {
        let response = try await service.change("PATCH", path, #"{"status":"active","reason":"over"}"#)
        #expect(response.status == 200)
    }
}

@Suite("Suspension, as devices meet it")
struct SuspensionTests {
    private static func isSuspended(_ response: Response) -> Bool {
        response.status == 503 && response.first("Retry-After") == "60"
            && response.body == Array(#"{"error":"unavailable"}"#.utf8)
    }

    @Test("registering waits, for an app that is listed; any other is refused as ever", arguments: Suspension.allCases)
    func register(suspension: Suspension) async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            func register(key: String = backend.projectKey, app: String = "com.acme.shop") async -> Response {
                await service.post(
                    SDKAPI.register, #"{"project_key":"\#(key)","app_identifier":"\#(app)","platform":"ios"}"#)
            }
            await suspension.begin(service)
            #expect(Self.isSuspended(await register()))
            for response in [await register(app: "com.acme.other"), await register(key: "sdk1_eu_1_2")] {
                #expect(response.status == 401 && response.body == RevocationTests.unauthorized)
                #expect(response.first("Retry-After") == nil)
            }
            #expect(await service.post(SDKAPI.register, "{}").status == 400)
            #expect(try await service.count("SELECT count(*) FROM installations") == 0)
            try await suspension.end(service)
            #expect(await register().status == 201)
        }
    }

    @Test("every token call waits, before its epoch and body are looked at", arguments: Suspension.allCases)
    func tokenCalls(suspension: Suspension) async throws {
        try await TestService.withDevice { service, backend, device in
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            await suspension.begin(service)
            for epoch in ["1", "0", "2", "x", ""] {
                for (path, method, body) in [
                    (SDKAPI.refresh, "POST", "{}"), (SDKAPI.refresh, "POST", "["), (SDKAPI.logout, "POST", "{}"),
                    (SDKAPI.identify, "POST", #"{"assertion":"\#(assertion)"}"#), (SDKAPI.identify, "POST", "1"),
                    (SDKAPI.content, "GET", ""), (SDKAPI.chat + "threads", "POST", "{}"),
                ] {
                    let response = await device.call(path, body, method: method, epoch: epoch)
                    #expect(Self.isSuspended(response), "\(path) \(body) \(epoch)")
                }
            }
            // What comes before the credential comes before this, too.
            #expect(await device.call(SDKAPI.refresh, method: "GET").status == 405)
            let typed = await service.call(
                SDKAPI.refresh, token: device.token, epoch: "1", headers: [("Content-Type", "text/plain")])
            #expect(typed.status == 415)

            try await suspension.end(service)
            let shown = try await service.installation(device.id)
            #expect(shown.epoch == 1 && !shown.identified && shown.status == .active)
            #expect(try await service.tokenStates(of: device.id) == ["current": 1])
            #expect(await device.identify(assertion).status == 200)
        }
    }

    @Test("a token that is not valid is refused, and not asked to wait", arguments: Suspension.allCases)
    func badTokens(suspension: Suspension) async throws {
        try await TestService.withDevice { service, backend, device in
            let other = try await TestDevice(service, projectKey: backend.projectKey, platform: "android")
            let revoked = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(await service.call("DELETE", "\(TestService.installations)/\(revoked.id)").status == 204)
            let used = try await device.refreshedToken()
            #expect(await device.status(token: used) == 200)
            let waiting = try await other.refreshedToken()
            await suspension.begin(service)
            #expect(await revoked.status() == 401)
            #expect(await device.status() == 401)
            #expect(await device.status(refreshing: device.token) == 401)
            #expect(await device.status(token: "ssit1_x") == 401)
            #expect(await device.status(token: service.rootToken) == 401)
            #expect(await other.status() == 401)
            for status in [
                await device.status(token: used), await other.status(token: waiting),
                await other.status(refreshing: other.token),
            ] { #expect(status == 503) }
            #expect(await service.post(SDKAPI.content, "", method: "GET").status == 401)
        }
    }

    @Test("an app that leaves the list meanwhile is refused at once and for good")
    func unlisted() async throws {
        try await TestService.withDevice { service, _, device in
            await Suspension.project.begin(service)
            #expect(await device.status() == 503)
            let path = "/api/v1/projects/shop-ios"
            #expect(try await service.change("PATCH", path, #"{"ios_bundle_ids":[]}"#).status == 200)
            #expect(await device.status() == 401)
            try await Suspension.project.end(service)
            #expect(await device.status() == 401)
        }
    }
}
