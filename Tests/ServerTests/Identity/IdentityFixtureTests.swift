import API
import Crypto
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("The fixture of assertions, over HTTP")
struct IdentityFixtureTests {
    /// The vault that every `TestService` has.
    private static let vault = Vault(masterKey: [UInt8](repeating: 7, count: Vault.keyBytesCount))

    /// A project that has the fixture's key and secrets, as if it had been made and rotated then.
    private func place(_ fixture: JSONValue, in service: TestService) async throws -> TestDevice {
        let backend = try await service.backend("shop-ios", in: "acme")
        let device = try await TestDevice(service, projectKey: backend.projectKey)
        let retiredAt = try #require(fixture["previous_retired_at"]?.number) * 1000
        let key = try #require(fixture["project_key"]?.text)
        try await service.put("UPDATE projects SET project_key = \(key) WHERE application_id = 'shop-ios'")
        try await service.put("DELETE FROM identity_secrets WHERE application_id = 'shop-ios'")
        for (id, name) in [("a", "current_secret"), ("b", "previous_secret")] {
            let secret = IdentitySecret(stored: Array(try #require(fixture[name]?.text).utf8))
            let isCurrent = name == "current_secret"
            try await service.put(
                """
                INSERT INTO identity_secrets
                    (id, application_id, fingerprint, sealed, master_key_id, created_at, retired_at, ends_at)
                VALUES (\(id), 'shop-ios', \(secret.fingerprint), \(Self.vault.seal(secret, id: id)),
                        \(Self.vault.keyID), \(retiredAt - 1000), \(isCurrent ? nil : retiredAt),
                        \(isCurrent ? nil : retiredAt + 86_400_000))
                """)
        }
        return device
    }

    @Test("each is accepted, or refused by the rule that it names, and then nothing has changed")
    func fixture() async throws {
        try await TestService.with { service in
            let fixture = try Fixtures.whole("identity-assertions")
            let device = try await place(fixture, in: service)
            let cases = fixture["cases"]?.items ?? []
            #expect(cases.count > 100)
            for each in cases {
                let name = try #require(each["name"]?.text)
                let now = try #require(each["now"]?.number) * 1000
                service.clock.change { $0 = Instant(milliseconds: now) }
                let before = try await service.identityTables()
                let text = try #require(each["assertion"]?.text)
                let verdict = try await service.verdict(text, from: device)
                if each["accepted"]?.flag == true {
                    #expect(verdict == nil, "\(name)")
                } else {
                    let rules = each["rule_any"]?.items.compactMap(\.text) ?? [each["rule"]?.text ?? ""]
                    #expect(
                        verdict.map { rules.contains($0.rawValue) } ?? false, "\(name): \(String(describing: verdict))")
                    #expect(try await service.identityTables() == before, "\(name)")
                }
            }
        }
    }
}
