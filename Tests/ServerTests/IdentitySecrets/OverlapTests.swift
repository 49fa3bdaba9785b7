import API
import HTTP
import Support
import Testing

@Suite("Cancelling a rotation and ending its overlap")
struct OverlapTests {
    private static let path = "/api/v1/projects/shop/identity-secret"

    /// A project that was rotated once; the fingerprints of both secrets.
    private func rotated(_ service: TestService) async throws -> (first: String, second: String) {
        let first = try await service.created("shop", in: "acme").project.identitySecret.fingerprint
        service.advance(seconds: 60)
        let second = try await service.call("POST", Self.path + "/rotate", "{}").answer(RotatedSecret.self)
        return (first, second.fingerprint)
    }

    @Test("cancelling makes the previous secret current again, without a deadline")
    func cancel() async throws {
        try await TestService.with { service in
            let (first, _) = try await rotated(service)
            let answer = try await service.call("POST", Self.path + "/cancel", "{}").answer(IdentitySecretStatus.self)
            #expect(answer.current.fingerprint == first && answer.previous.optional == nil)
            service.advance(seconds: 90_000)
            #expect(try await service.secretStatus("shop").current.fingerprint == first)
            let again = await service.call("POST", Self.path + "/cancel", "{}")
            #expect(again.status == 409 && again.code == "nothing_to_cancel")
            #expect(await service.call("POST", Self.path + "/rotate", "{}").status == 200)
        }
    }

    @Test("there is nothing to cancel without a rotation, and after its day")
    func nothingToCancel() async throws {
        try await TestService.with { service in
            try await service.project("other", in: "acme")
            let fresh = await service.call("POST", "/api/v1/projects/other/identity-secret/cancel", "{}")
            #expect(fresh.code == "nothing_to_cancel")
            _ = try await rotated(service)
            service.advance(seconds: 86_400)
            for body in ["{}", #"{"compromised":true}"#] {
                #expect(await service.call("POST", Self.path + "/cancel", body).code == "nothing_to_cancel")
            }
        }
    }

    @Test("a current secret that has verified is not cancelled unless it is compromised; the dry run says how often")
    func currentInUse() async throws {
        try await TestService.with { service in
            let (first, second) = try await rotated(service)
            let unused = await service.call("POST", Self.path + "/cancel?dry_run=true", "{}")
            #expect(unused.json["effect", "verified_count"]?.number == 0)
            try await service.verified(second, times: 12)
            for query in ["", "?dry_run=true"] {
                let refused = await service.call("POST", Self.path + "/cancel" + query, "{}")
                #expect(refused.status == 409 && refused.code == "current_in_use")
                #expect(refused.json["detail"]?.text?.contains("12") ?? false)
            }
            let dry = await service.call("POST", Self.path + "/cancel?dry_run=true", #"{"compromised":true}"#)
            #expect(dry.status == 200 && dry.json["effect", "verified_count"]?.number == 12)
            #expect(dry.json["effect", "cancelled"]?.text == second)
            #expect(try await service.secretStatus("shop").current.fingerprint == second)
            let done = await service.call("POST", Self.path + "/cancel", #"{"compromised":true}"#)
            #expect(done.json["current", "fingerprint"]?.text == first)
        }
    }

    @Test("ending the overlap is 204, again and again, and takes effect at once")
    func endOverlap() async throws {
        try await TestService.with { service in
            let (first, second) = try await rotated(service)
            #expect(try await service.secretStatus("shop").previous.optional?.fingerprint == first)
            for _ in 0..<3 {
                let answer = await service.call("DELETE", Self.path + "/previous")
                #expect(answer.status == 204 && answer.body.isEmpty)
            }
            let status = try await service.secretStatus("shop")
            #expect(status.previous.optional == nil && status.current.fingerprint == second)
            #expect(await service.call("POST", Self.path + "/cancel", "{}").code == "nothing_to_cancel")
        }
    }

    @Test("the only secret in use is not ended, unless it is compromised")
    func previousInUse() async throws {
        try await TestService.with { service in
            let (first, second) = try await rotated(service)
            try await service.verified(first)
            for query in ["", "?compromised=false", "?dry_run=true"] {
                let refused = await service.call("DELETE", Self.path + "/previous" + query)
                #expect(refused.status == 409 && refused.code == "previous_in_use", "\(query)")
            }
            #expect(await service.call("DELETE", Self.path + "/previous?compromised=yes").status == 400)
            #expect(try await service.secretStatus("shop").previous.optional?.fingerprint == first)
            #expect(await service.call("DELETE", Self.path + "/previous?compromised=true").status == 204)
            #expect(try await service.secretStatus("shop").current.fingerprint == second)
            #expect(try await service.secretStatus("shop").previous.optional == nil)
        }
    }

    @Test("it is ended without more once the current one has verified")
    func bothInUse() async throws {
        try await TestService.with { service in
            let (first, second) = try await rotated(service)
            try await service.verified(first)
            try await service.verified(second)
            #expect(await service.call("DELETE", Self.path + "/previous").status == 204)
        }
    }

    @Test("the status has the counters, and says when ending is safe")
    func status() async throws {
        try await TestService.with { service in
            let (first, second) = try await rotated(service)
            let rotatedAt = service.clock.value
            try await service.verified(first, times: 3)
            service.advance(seconds: 3_599)
            try await service.verified(second, times: 2)
            var status = try await service.secretStatus("shop")
            #expect(status.previous.optional?.verifiedCount == 3)
            #expect(status.previous.optional?.lastVerifiedAt.optional == rotatedAt)
            #expect(status.previous.optional?.retiredAt == rotatedAt)
            #expect(status.current.verifiedCount == 2)
            #expect(status.current.lastVerifiedAt.optional == service.clock.value)
            #expect(!status.safeToEndOverlap)
            service.advance(seconds: 1)
            status = try await service.secretStatus("shop")
            #expect(status.safeToEndOverlap)
            #expect(await service.call("GET", Self.path).first("ETag") != nil)
            let dry = await service.call("DELETE", Self.path + "/previous?dry_run=true")
            #expect(dry.json["effect", "safe_to_end_overlap"]?.flag == true)
            #expect(dry.json["effect", "verified_count"]?.number == 3)
        }
    }
}
