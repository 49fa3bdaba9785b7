import API
import CLI
import Support
import Testing

@Suite("From the first tenant to the audit log")
struct WholeStoryTests {
    @Test("a project is made, its policy read, switched off and back on, and all of it is in the audit log")
    func story() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let before = try service.device("/sdk/v1/policy?application_id=Shop-iOS").answer(PolicyDocument.self)
        #expect(before.isEnabled)

        let disabled = await service.command(["disable", "shop-ios", "--reason", "crash in 2.1"])
        #expect(disabled.status == .done)
        let off = try service.device("/sdk/v1/policy?application_id=shop-ios").answer(PolicyDocument.self)
        #expect(!off.isEnabled)
        #expect(off.revision > before.revision)

        let id = try #require(
            try await service.call("GET", "/api/v1/disables?active=true").answer(Page<Disable>.self).items.first?.id)
        #expect(await service.command(["lift", id, "--reason", "2.2 is out"]).status == .done)
        let after = try service.device("/sdk/v1/policy?application_id=shop-ios").answer(PolicyDocument.self)
        #expect(after.isEnabled)
        #expect(after.revision > off.revision)

        let audit = try await service.call("GET", "/api/v1/audit").answer(Page<AuditEntry>.self)
        #expect(audit.items.map(\.action).prefix(2) == [.disableLift, .disableCreate])
        await service.close()
    }
}
