import CLI
import HTTP
import Support
import Testing

@Suite("Metrics")
struct MetricsTests {
    @Test("count each request under its route's template, and nothing that a caller sent becomes a label")
    func counts() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        for _ in 0..<3 { _ = service.device("/sdk/v1/policy?application_id=shop-ios") }
        _ = service.device("/sdk/v1/policy?application_id=evil%22%0A")
        _ = service.device("/sdk/v1/no-such-path")
        let text = String(decoding: await service.call("GET", "/metrics", token: .some(nil)).body, as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.contains(#"ssadmin_requests_total{plane="sdk",route="/sdk/v1/policy",status="200"} 3"#))
        #expect(lines.contains(#"ssadmin_requests_total{plane="sdk",route="/sdk/v1/policy",status="401"} 1"#))
        #expect(lines.contains(#"ssadmin_requests_total{plane="sdk",route="none",status="404"} 1"#))
        #expect(lines.contains(#"ssadmin_requests_total{plane="admin",route="/api/v1/projects",status="201"} 1"#))
        #expect(lines.contains("ssadmin_ready 1"))
        #expect(lines.contains("ssadmin_projects 1"))
        #expect(!text.contains("evil"))
        await service.close()
    }

    @Test("say how many projects are off")
    func off() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        #expect(await service.command(["disable", "shop-ios", "--reason", "crash"]).status == .done)
        let text = String(decoding: await service.call("GET", "/metrics", token: .some(nil)).body, as: UTF8.self)
        #expect(text.split(separator: "\n").contains("ssadmin_projects_off 1"))
        await service.close()
    }
}
