import API
import HTTP
import SQL
import Support
import Testing

@Suite("A commit that failed under a device's call")
struct LostCommitTests {
    @Test(
        "is answered 503, and the repeat finds it done or does it, once", arguments: TokenUse.allCases, [true, false])
    func repeated(use: TokenUse, tookEffect: Bool) async throws {
        let faults = Faults()
        try await TestService.withDevice(faults: faults) { service, backend, device in
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            func send() async -> Response {
                guard use != .identify else { return await device.identify(assertion) }
                return await use.response(of: device, token: device.token, backend: backend)
            }
            let error = SQLError(.io, "disk I/O error", code: 10)
            faults.fail(startingWith: "COMMIT", tookEffect ? .after(error) : .before(error))
            let lost = await send()
            #expect(lost.status == 503 && lost.body == Array(#"{"error":"unavailable"}"#.utf8))
            faults.plan(nil)

            let heard = await send()
            #expect(heard.status == 200)
            let shown = try await service.installation(device.id)
            #expect(shown.epoch == (use == .logOut ? 2 : 1))
            #expect(shown.identified == (use == .identify))
            #expect(try await service.count("SELECT count(*) FROM people") == 1)
            #expect(try await service.count("SELECT count(*) FROM used_assertions") == (use == .identify ? 1 : 0))
            let waiting = try await service.tokenStates(of: device.id)["pending"] ?? 0
            #expect(waiting == (use == .refresh ? (tookEffect ? 2 : 1) : 0))
            let token = use == .refresh ? heard.json["token"]?.text : nil
            #expect(await device.status(token: token, epoch: String(shown.epoch)) == 200)
        }
    }

    @Test("of a revocation never leaves it half done: the repeat is in force either way", arguments: [true, false])
    func revocation(tookEffect: Bool) async throws {
        let faults = Faults()
        try await TestService.withDevice(faults: faults) { service, _, device in
            let error = SQLError(.io, "disk I/O error", code: 10)
            faults.fail(startingWith: "COMMIT", tookEffect ? .after(error) : .before(error))
            let first = try await Ending.revoked.end(device)
            faults.plan(nil)
            // What was answered as done is done, and what took effect is in force, whatever was answered.
            if tookEffect || first < 300 { #expect(await device.status() == 401) }
            let again = try await Ending.revoked.end(device)
            #expect(again == 204)
            #expect(await device.status() == 401)
            #expect(try await service.installation(device.id).status == .revoked)
        }
    }
}
