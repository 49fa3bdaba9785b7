import API
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("Explaining an assertion")
struct ExplainTests {
    private static func path(_ applicationID: String) -> String {
        "/api/v1/projects/\(applicationID)/identity-secret/explain"
    }

    private func explain(
        _ assertion: String, in applicationID: String = "shop-ios", by service: TestService
    ) async throws -> ExplainedAssertion {
        let body = String(decoding: JSONWriter.encode(ExplainAssertion(assertion: assertion)), as: UTF8.self)
        return try await service.call("POST", Self.path(applicationID), body).answer(ExplainedAssertion.self)
    }

    private func faulty(_ backend: TestBackend, _ service: TestService) -> FaultyAssertion {
        FaultyAssertion(backend: backend, now: service.clock.value, usedJTI: TestBackend.newJTI())
    }

    @Test(
        "names the first rule at present and as of its iat; one that was pasted late would have been accepted in time")
    func rules() async throws {
        try await TestService.with { service in
            let faulty = faulty(try await service.backend("shop-ios", in: "acme"), service)
            let good = try await explain(faulty.text(breaking: []), by: service)
            #expect(good.accepted && good.rule == nil && good.asIssued.accepted && good.asIssued.rule == nil)
            #expect(!good.jtiSeen)
            // Whether it was used already is told by jti_seen alone.
            for rule in AssertionRule.allCases where rule != .replayed {
                let explained = try await explain(faulty.text(breaking: [rule]), by: service)
                #expect(!explained.accepted && explained.rule == rule.rawValue, "\(rule)")
                let isOfNow = rule == .expired || rule == .issuedInFuture
                #expect(explained.asIssued.rule == (isOfNow ? nil : rule.rawValue), "\(rule)")
                #expect(explained.asIssued.accepted == isOfNow, "\(rule)")
            }
            service.advance(seconds: 100_000)
            let late = try await explain(faulty.text(breaking: []), by: service)
            #expect(late.rule == "expired" && late.asIssued.accepted)
            let lateAndWrong = try await explain(faulty.text(breaking: [.userID]), by: service)
            #expect(lateAndWrong.rule == "expired" && lateAndWrong.asIssued.rule == "user_id")
        }
    }

    @Test("goes by the secrets that verify now, also for a moment in the past")
    func secrets() async throws {
        try await TestService.with { service in
            let old = try await service.backend("shop-ios", in: "acme")
            let assertion = old.assertion(of: "acct_1", at: service.clock.value)
            let new = TestBackend(projectKey: old.projectKey, secret: try await service.rotated("shop-ios"))
            #expect(try await explain(assertion, by: service).accepted)
            service.advance(seconds: 86_400)
            let late = try await explain(assertion, by: service)
            #expect(late.rule == "signature" && late.asIssued.rule == "signature")
            #expect(try await explain(new.assertion(of: "acct_1", at: service.clock.value), by: service).accepted)
        }
    }

    @Test("says whether its jti was used in this project, and still that it would be accepted")
    func seen() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let other = try await service.backend("other-shop", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let jti = TestBackend.newJTI()
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(try await !explain(assertion, by: service).jtiSeen)
            #expect(await device.identify(assertion).status == 200)
            let explained = try await explain(assertion, by: service)
            #expect(explained.jtiSeen && explained.accepted && explained.rule == nil)
            // Another that has the same, and one that is wrong otherwise.
            let same = backend.assertion(of: "acct_2", at: service.clock.value, jti: jti)
            #expect(try await explain(same, by: service).jtiSeen)
            let forged = TestBackend(projectKey: backend.projectKey, secret: "guess")
                .assertion(of: "acct_2", at: service.clock.value, jti: jti)
            let wrong = try await explain(forged, by: service)
            #expect(wrong.rule == "signature" && wrong.jtiSeen)
            let theirs = other.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(try await !explain(theirs, in: "other-shop", by: service).jtiSeen)
        }
    }

    @Test("changes nothing: no counter, no jti, no audit row, nobody identified, and nothing of it is logged")
    func changesNothing() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let faulty = faulty(backend, service)
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let before = (
                tables: try await service.identityTables(), verdicts: await service.verdicts(),
                status: try await service.secretStatus("shop-ios")
            )
            let valid = faulty.text(breaking: [])
            for rule in AssertionRule.allCases { _ = try await explain(faulty.text(breaking: [rule]), by: service) }
            for _ in 0..<3 { _ = try await explain(valid, by: service) }
            #expect(try await service.identityTables() == before.tables)
            #expect(await service.verdicts() == before.verdicts)
            #expect(try await service.secretStatus("shop-ios") == before.status)
            for part in valid.split(separator: ".").dropFirst() {
                #expect(!service.logged.value.contains { $0.contains(part) })
            }
            // What was explained can still be used, once.
            #expect(try await service.verdict(valid, from: device) == nil)
        }
    }

    @Test("takes anything for an assertion: garbage, nine kilobytes, bytes that are no text, another project's")
    func garbage() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let other = try await service.backend("other-shop", in: "acme")
            for text in ["", ".", "..", "a.b.c", "eyJ", "\u{0}", "\u{1F512}", String(repeating: "a.", count: 4_608)] {
                let explained = try await explain(text, by: service)
                #expect(explained.rule == "malformed" && explained.asIssued.rule == "malformed")
                #expect(!explained.jtiSeen)
            }
            let padding = String(repeating: "x", count: 9 * 1024)
            let long = backend.assertion(of: padding, at: service.clock.value)
            #expect(try await explain(long, by: service).rule == "malformed")
            // Within 8 KiB it is judged, to the byte.
            for (bytes, rule) in [(8 * 1024, "user_id"), (8 * 1024 + 1, "malformed")] {
                let text = try #require(assertion(of: backend, bytes: bytes, at: service.clock.value))
                #expect(try await explain(text, by: service).rule == rule, "\(bytes)")
            }
            let theirs = other.assertion(of: "acct_1", at: service.clock.value)
            #expect(try await explain(theirs, by: service).rule == "signature")
            #expect(try await explain(theirs, in: "other-shop", by: service).accepted)
            for extreme in [Int64.max, .min, 0, -1, 1 << 50, (1 << 50) - 1] {
                let claims = #"{"project_key":"\#(backend.projectKey)","aud":"mybot-customer-sdk","#
                let rest = #""jti":"\#(TestBackend.newJTI())","iat":\#(extreme),"exp":\#(extreme),"user_id":"a"}"#
                let explained = try await explain(backend.sign(claims + rest), by: service)
                #expect(explained.rule == "lifetime" && explained.asIssued.rule == "lifetime", "\(extreme)")
            }
        }
    }

    /// One of exactly that size, by a `user_id` and a `jti` of the right lengths.
    private func assertion(of backend: TestBackend, bytes: Int, at now: Instant) -> String? {
        for length in 5_500..<6_200 {
            let text = backend.assertion(of: String(repeating: "x", count: length), at: now)
            if text.utf8.count == bytes { return text }
        }
        return nil
    }

    @Test("a body without an assertion is 400, a project of another tenant 404")
    func refusals() async throws {
        try await TestService.with { service in
            _ = try await service.backend("shop-ios", in: "acme")
            for body in ["{}", "[]", #"{"assertion":null}"#, #"{"assertion":1}"#, #"{"assertion":"a","at":1}"#] {
                #expect(await service.call("POST", Self.path("shop-ios"), body).status == 400, "\(body)")
            }
            #expect(await service.call("POST", Self.path("nobodys"), #"{"assertion":"a"}"#).status == 404)
            await service.tenant("elsewhere")
            let stranger = try await service.operator("stranger", rights: ["elsewhere": [.view]])
            let answer = await service.call("POST", Self.path("shop-ios"), #"{"assertion":"a"}"#, token: stranger)
            #expect(answer.status == 404)
        }
    }
}
