import API
import Domain
import HTTP
import Support
import Testing

@Suite("Every rule of an assertion, over HTTP")
struct IdentityRuleTests {
    /// A device that was identified once, and what becomes of faulty assertions that it sends.
    private func setting(
        _ service: TestService
    ) async throws -> (device: TestDevice, faulty: FaultyAssertion) {
        let backend = try await service.backend("shop-ios", in: "acme")
        let other = try await TestDevice(service, projectKey: backend.projectKey)
        let usedJTI = TestBackend.newJTI()
        let used = backend.assertion(of: "acct_used", at: service.clock.value, jti: usedJTI)
        #expect(await other.identify(used).status == 200)
        let device = try await TestDevice(service, projectKey: backend.projectKey)
        let own = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
        #expect(await device.identify(own).status == 200)
        return (device, FaultyAssertion(backend: backend, now: service.clock.value, usedJTI: usedJTI))
    }

    @Test("all are refused with the very bytes of a bad token, change nothing, and have a counter each")
    func opaque() async throws {
        try await TestService.with { service in
            let (device, faulty) = try await setting(service)
            let valid = faulty.text(breaking: [])
            let badToken = SeenAnswer(
                await device.call(SDKAPI.identify, #"{"assertion":"\#(valid)"}"#, token: "ssit1_nobody"))
            #expect(badToken.status == 401)
            #expect(badToken.body == #"{"error":"unauthorized"}"#)
            let before = try await service.identityTables()
            for rule in AssertionRule.allCases {
                let text = faulty.text(breaking: [rule])
                let verdict = try await service.verdict(text, from: device)
                #expect(verdict == rule, "\(rule)")
                #expect(SeenAnswer(await device.identify(text)) == badToken, "\(rule)")
                #expect(try await service.identityTables() == before, "\(rule)")
            }
            let counted = await service.verdicts()
            for rule in AssertionRule.allCases { #expect(counted[rule.rawValue] == 2, "\(rule)") }
            // What made all the others fail was the fault, and nothing else.
            #expect(try await service.verdict(valid, from: device) == nil)
            #expect(try await service.identityTables() != before)
        }
    }

    @Test("of two faults the one that the contract names first is counted, whatever they are")
    func order() async throws {
        try await TestService.with { service in
            let (device, faulty) = try await setting(service)
            let rules = AssertionRule.allCases
            for (place, first) in rules.enumerated() {
                for second in rules[(place + 1)...] where FaultyAssertion.canBreak(first, second) {
                    let verdict = try await service.verdict(faulty.text(breaking: [first, second]), from: device)
                    #expect(verdict == first, "\(first) before \(second)")
                }
            }
            #expect(rules.map(\.rawValue) == Self.contractOrder)
        }
    }

    private static let contractOrder = [
        "malformed", "algorithm", "header", "signature", "forbidden_claim", "unknown_claim", "audience", "project_key",
        "jti", "lifetime", "issued_in_future", "expired", "user_id", "properties", "replayed",
    ]

    @Test("a body that holds no assertion is 400 for a good token, and 401 for a bad one or an old epoch")
    func unreadable() async throws {
        try await TestService.with { service in
            let (device, _) = try await setting(service)
            let before = (tables: try await service.identityTables(), verdicts: await service.verdicts())
            for body in [
                "", "[]", "{}", #"{"assertion":null}"#, #"{"assertion":7}"#, #"{"assertion":"a","assertion":"a"}"#,
            ] {
                #expect(await device.call(SDKAPI.identify, body).status == 400, "\(body)")
                #expect(await device.call(SDKAPI.identify, body, token: "none").status == 401, "\(body)")
                #expect(await device.call(SDKAPI.identify, body, epoch: "0").status == 401, "\(body)")
            }
            #expect(try await service.identityTables() == before.tables)
            #expect(await service.verdicts() == before.verdicts)
        }
    }

    @Test("the assertion of another project's backend is refused by its signature, and with its key by that")
    func otherProject() async throws {
        try await TestService.with { service in
            let (device, faulty) = try await setting(service)
            let other = try await service.backend("other-shop", in: "acme")
            let theirs = other.assertion(of: "acct_1", at: service.clock.value)
            #expect(try await service.verdict(theirs, from: device) == .signature)
            let mixed = TestBackend(projectKey: other.projectKey, secret: faulty.backend.secret)
            let verdict = try await service.verdict(
                mixed.assertion(of: "acct_1", at: service.clock.value), from: device)
            #expect(verdict == .projectKey)
        }
    }

    @Test("an iat or exp at the edge of what a number may be is refused by its lifetime, and the service goes on")
    func extremes() async throws {
        try await TestService.with { service in
            let (device, faulty) = try await setting(service)
            let now = String(service.clock.value.seconds)
            let edges = [
                "\(Int64.min)", "\(Int64.max)", "-9223372036854775809", "0", "-1", "1e3", "1.0", "\(1 << 50 as Int64)",
            ]
            for (iat, exp) in edges.flatMap({ [($0, now), (now, $0), ($0, $0)] }) {
                let claims =
                    #"{"project_key":"\#(faulty.backend.projectKey)","aud":"mybot-customer-sdk","user_id":"acct_1","#
                    + #""jti":"\#(TestBackend.newJTI())","iat":\#(iat),"exp":\#(exp)}"#
                let verdict = try await service.verdict(faulty.backend.sign(claims), from: device)
                #expect(verdict == .lifetime, "\(iat), \(exp)")
            }
        }
    }

    @Test("nothing of a refused assertion is logged")
    func notLogged() async throws {
        try await TestService.with { service in
            let (device, faulty) = try await setting(service)
            for rule in AssertionRule.allCases {
                let text = faulty.text(breaking: [rule])
                _ = await device.identify(text)
                for part in text.split(separator: ".") where part.count > 8 {
                    #expect(!service.logged.value.contains { $0.contains(part) }, "\(rule)")
                }
            }
        }
    }
}
