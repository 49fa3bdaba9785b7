import API
import Domain
import HTTP
import Support
import Testing

@Suite("Secrets in use, by real assertions")
struct SecretUseTests {
    private static let path = "/api/v1/projects/shop-ios/identity-secret"

    /// A device, and backends with the secret before a rotation and with the one after it.
    private func rotated(
        _ service: TestService, _ body: String = "{}"
    ) async throws -> (device: TestDevice, old: TestBackend, new: TestBackend) {
        let old = try await service.backend("shop-ios", in: "acme")
        let device = try await TestDevice(service, projectKey: old.projectKey)
        let new = TestBackend(projectKey: old.projectKey, secret: try await service.rotated("shop-ios", body))
        return (device, old, new)
    }

    private func verdict(
        _ backend: TestBackend, of userID: String = "acct_1", from device: TestDevice
    ) async throws -> AssertionRule? {
        let service = device.service
        return try await service.verdict(backend.assertion(of: userID, at: service.clock.value), from: device)
    }

    @Test("both verify in the overlap, and each counts its own")
    func counters() async throws {
        try await TestService.with { service in
            let (device, old, new) = try await rotated(service)
            let rotatedAt = service.clock.value
            service.advance(seconds: 5)
            for _ in 0..<3 { #expect(try await verdict(old, from: device) == nil) }
            service.advance(seconds: 5)
            for _ in 0..<2 { #expect(try await verdict(new, from: device) == nil) }
            let status = try await service.secretStatus("shop-ios")
            #expect(status.current.verifiedCount == 2)
            #expect(status.current.lastVerifiedAt.optional == rotatedAt.advanced(bySeconds: 10))
            #expect(status.previous.optional?.verifiedCount == 3)
            #expect(status.previous.optional?.lastVerifiedAt.optional == rotatedAt.advanced(bySeconds: 5))
            // A refused one counts for neither.
            var expired = new
            expired.secret = old.secret
            let late = expired.assertion(of: "acct_1", at: rotatedAt.advanced(bySeconds: -500))
            #expect(try await service.verdict(late, from: device) == .expired)
            #expect(try await service.secretStatus("shop-ios") == status)
        }
    }

    @Test("the previous one verifies at 86 399 s and not at 86 400 s, also across restarts")
    func overlapEnds() async throws {
        let (files, clock) = (try FreshDatabase(), Shared(TestService.start))
        let first = try await TestService(files: files, clock: clock)
        let (device, old, new) = try await rotated(first)
        await first.close()
        clock.change { $0 = $0.advanced(bySeconds: 86_399) }
        try await TestService.with(files: files, clock: clock) { (service) async throws in
            #expect(try await verdict(old, from: device.moved(to: service)) == nil)
            clock.change { $0 = $0.advanced(bySeconds: 1) }
            #expect(try await verdict(old, from: device.moved(to: service)) == .signature)
        }
        try await TestService.with(files: files, clock: clock) { (service) async throws in
            #expect(try await verdict(old, from: device.moved(to: service)) == .signature)
            #expect(try await verdict(new, from: device.moved(to: service)) == nil)
            #expect(try await service.secretStatus("shop-ios").previous.optional == nil)
        }
    }

    @Test("an assertion of the overlap's last second is refused a second later, whatever its exp says")
    func assertionOutlivesSecret() async throws {
        try await TestService.with { service in
            let (device, old, _) = try await rotated(service)
            service.advance(seconds: 86_399)
            let assertion = old.assertion(of: "acct_1", at: service.clock.value)
            #expect(try await service.verdict(assertion, from: device) == nil)
            service.advance(seconds: 1)
            #expect(try await service.verdict(assertion, from: device) == .signature)
        }
    }

    @Test(
        "ending the overlap is safe an hour after the rotation and the previous one's last use, once the current one is used"
    )
    func safe() async throws {
        try await TestService.with { service in
            let (device, old, new) = try await rotated(service)
            func isSafe() async throws -> Bool { try await service.secretStatus("shop-ios").safeToEndOverlap }
            service.advance(seconds: 10)
            #expect(try await verdict(old, from: device) == nil)
            service.advance(seconds: 3_599)
            #expect(try await verdict(new, from: device) == nil)
            #expect(try await !isSafe())
            service.advance(seconds: 1)
            #expect(try await isSafe())
            // The current one must have been used within that hour, too.
            service.advance(seconds: 3_598)
            #expect(try await isSafe())
            service.advance(seconds: 1)
            #expect(try await !isSafe())
            #expect(try await verdict(new, from: device) == nil)
            #expect(try await isSafe())
            #expect(try await verdict(old, from: device) == nil)
            #expect(try await !isSafe())
        }
    }

    @Test("the only one in use is not ended, neither by hand nor by a rotation, until the current one has verified")
    func previousInUse() async throws {
        try await TestService.with { service in
            let (device, old, new) = try await rotated(service)
            #expect(try await verdict(old, from: device) == nil)
            let rotate = #"{"end_overlap":true}"#
            #expect(await service.call("DELETE", Self.path + "/previous").code == "previous_in_use")
            #expect(await service.call("POST", Self.path + "/rotate", rotate).code == "previous_in_use")
            #expect(try await verdict(old, from: device) == nil)
            #expect(try await verdict(new, from: device) == nil)
            #expect(await service.call("POST", Self.path + "/rotate", rotate).status == 200)
            #expect(try await verdict(old, from: device) == .signature)
            #expect(try await verdict(new, from: device) == nil)
        }
    }

    @Test("a rotation whose secret is in use is not cancelled; one whose secret was lost is, and the old one goes on")
    func cancel() async throws {
        try await TestService.with { service in
            let (device, old, new) = try await rotated(service)
            #expect(try await verdict(new, from: device) == nil)
            #expect(await service.call("POST", Self.path + "/cancel", "{}").code == "current_in_use")
            #expect(await service.call("POST", Self.path + "/cancel", #"{"compromised":true}"#).status == 200)
            #expect(try await verdict(new, from: device) == .signature)
            service.advance(seconds: 90_000)
            #expect(try await verdict(old, from: device) == nil)
        }
    }

    @Test("after a compromise nothing but the new one verifies, from the next call on")
    func compromised() async throws {
        try await TestService.with { service in
            let (device, old, new) = try await rotated(service)
            #expect(try await verdict(new, from: device) == nil)
            var newest = new
            newest.secret = try await service.rotated("shop-ios", #"{"compromised":true}"#)
            #expect(try await verdict(old, from: device) == .signature)
            #expect(try await verdict(new, from: device) == .signature)
            #expect(try await verdict(newest, from: device) == nil)
        }
    }
}
