import API
import Crypto
import HTTP
import SQL
import Support
import Testing

@Suite("Rotating the identity secret")
struct RotationTests {
    private static let rotate = "/api/v1/projects/shop/identity-secret/rotate"

    /// How the project's secrets stand `seconds` after a rotation, in the same process or in a new one on the same files.
    private func status(
        after seconds: Int64, restarting: Bool
    ) async throws -> (status: IdentitySecretStatus, first: String, second: String) {
        let files = try FreshDatabase()
        let clock = Shared(TestService.start)
        let (first, second, early) = try await TestService.with(files: files, clock: clock) { service in
            let created = try await service.created("shop", in: "acme")
            service.advance(seconds: 500)
            let rotated = try await service.call("POST", Self.rotate, "{}").answer(RotatedSecret.self)
            let until = service.clock.value.advanced(bySeconds: 86_400)
            #expect(rotated.previous.optional?.verifiesUntil == until)
            service.advance(seconds: seconds)
            let status = restarting ? nil : try await service.secretStatus("shop")
            return (created.project.identitySecret.fingerprint, rotated.fingerprint, status)
        }
        if let early { return (early, first, second) }
        return try await TestService.with(files: files, clock: clock) { service in
            (try await service.secretStatus("shop"), first, second)
        }
    }

    @Test("the previous secret verifies for exactly 86 400 s", arguments: [86_399, 86_400, 86_401], [false, true])
    func boundary(_ seconds: Int64, _ restarting: Bool) async throws {
        let (status, first, second) = try await status(after: seconds, restarting: restarting)
        #expect(status.current.fingerprint == second)
        if seconds < 86_400 {
            #expect(status.previous.optional?.fingerprint == first)
            #expect(status.previous.optional?.verifiesUntil == TestService.start.advanced(bySeconds: 500 + 86_400))
        } else {
            #expect(status.previous.optional == nil)
        }
    }

    @Test("the answer holds the new secret, and everything that is read later only fingerprints of both")
    func answer() async throws {
        try await TestService.with { service in
            let created = try await service.created("shop", in: "acme")
            let answer = await service.call("POST", Self.rotate, "{}")
            #expect(answer.status == 200)
            #expect(answer.first("Cache-Control") == "no-store")
            let rotated = try answer.answer(RotatedSecret.self)
            let secret = try #require(rotated.identitySecret?.text)
            #expect(secret != created.identitySecret?.text)
            #expect(rotated.fingerprint == String(Hex.encode(SHA256.digest(Array(secret.utf8))).prefix(12)))
            #expect(rotated.previous.optional?.fingerprint == created.project.identitySecret.fingerprint)
            let read = await service.call("GET", "/api/v1/projects/shop/identity-secret")
            #expect(!String(decoding: read.body, as: UTF8.self).contains(secret))
            let project = try await service.call("GET", "/api/v1/projects/shop").answer(Project.self)
            #expect(project.identitySecret.fingerprint == rotated.fingerprint)
            #expect(project.projectKey == created.projectKey, "the key never changes when a secret rotates")
        }
    }

    @Test("nothing that devices are told changes")
    func policyStays() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let before = service.device("/sdk/v1/policy?application_id=shop")
            #expect(await service.call("POST", Self.rotate, "{}").status == 200)
            let after = service.device("/sdk/v1/policy?application_id=shop")
            #expect(after.body == before.body && after.first("ETag") == before.first("ETag"))
        }
    }

    @Test("a second one within the day is in progress, and says what still verifies and until when")
    func inProgress() async throws {
        try await TestService.with { service in
            let first = try await service.created("shop", in: "acme").project.identitySecret.fingerprint
            _ = await service.call("POST", Self.rotate, "{}")
            service.advance(seconds: 86_399)
            for body in ["{}", #"{"end_overlap":false}"#, #"{"compromised":false}"#] {
                let refused = await service.call("POST", Self.rotate, body)
                #expect(refused.status == 409 && refused.code == "rotation_in_progress")
                #expect(refused.json["result", "fingerprint"]?.text == first)
                let until = TestService.start.advanced(bySeconds: 86_400).description
                #expect(refused.json["result", "verifies_until"]?.text == until)
            }
            service.advance(seconds: 1)
            #expect(await service.call("POST", Self.rotate, "{}").status == 200)
        }
    }

    @Test("end_overlap ends the oldest at that moment and goes on")
    func endOverlap() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let second = try await service.call("POST", Self.rotate, "{}").answer(RotatedSecret.self).fingerprint
            service.advance(seconds: 60)
            let third = try await service.call("POST", Self.rotate, #"{"end_overlap":true}"#).answer(RotatedSecret.self)
            #expect(third.previous.optional?.fingerprint == second)
            #expect(third.previous.optional?.verifiesUntil == service.clock.value.advanced(bySeconds: 86_400))
            let verifying = try await service.verifying("shop").count
            #expect(verifying == 2)
        }
    }

    @Test("end_overlap does not cut off the only secret in use, unless it is compromised")
    func previousInUse() async throws {
        try await TestService.with { service in
            let first = try await service.created("shop", in: "acme").project.identitySecret.fingerprint
            _ = await service.call("POST", Self.rotate, "{}")
            try await service.verified(first, times: 7)
            let refused = await service.call("POST", Self.rotate, #"{"end_overlap":true}"#)
            #expect(refused.status == 409 && refused.code == "previous_in_use")
            #expect(refused.json["detail"]?.text?.contains("7") ?? false)
            #expect(try await service.secretStatus("shop").previous.optional?.fingerprint == first)
            let forced = await service.call("POST", Self.rotate, #"{"compromised":true}"#)
            #expect(forced.status == 200)
            #expect(forced.json["previous"]?.isNull ?? false)
        }
    }

    @Test(
        "compromised leaves nothing that verifies but the new one, with and without an overlap",
        arguments: [false, true])
    func compromised(_ isOverlapping: Bool) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            if isOverlapping { _ = await service.call("POST", Self.rotate, "{}") }
            let answer = await service.call("POST", Self.rotate, #"{"compromised":true}"#)
            #expect(answer.status == 200)
            #expect(answer.json["previous"]?.isNull ?? false)
            let status = try await service.secretStatus("shop")
            #expect(status.previous.optional == nil)
            #expect(status.current.fingerprint == answer.json["fingerprint"]?.text)
            let verifying = try await service.verifying("shop").count
            #expect(verifying == 1)
            // With no other that verifies, the next rotation is free.
            #expect(await service.call("POST", Self.rotate, "{}").status == 200)
        }
    }

    @Test("a dry run says what would be, without the secret and its fingerprint, and changes nothing")
    func dryRun() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let before = try await service.secretStatus("shop")
            let rows = try await service.count("SELECT count(*) FROM audit_log")
            let answer = await service.call("POST", Self.rotate + "?dry_run=true", "{}")
            #expect(answer.status == 200 && answer.json["dry_run"]?.flag == true)
            #expect(answer.json["identity_secret"] == nil && answer.json["fingerprint"] == nil)
            #expect(answer.json["previous", "fingerprint"]?.text == before.current.fingerprint)
            #expect(try await service.secretStatus("shop") == before)
            let after = try await service.count("SELECT count(*) FROM audit_log")
            #expect(after == rows)
            _ = await service.call("POST", Self.rotate, "{}")
            let refused = await service.call("POST", Self.rotate + "?dry_run=true", "{}")
            #expect(refused.code == "rotation_in_progress", "a dry run makes all checks of the real call")
        }
    }
}
