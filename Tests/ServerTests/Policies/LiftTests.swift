import API
import HTTP
import Support
import Testing

@Suite("Lifting a disable", .serialized)
struct LiftTests {
    private static let app = "/api/v1/projects/shop"

    private static func lift(_ service: TestService, _ scope: String) async throws -> LiftedDisable {
        let disable = try await service.disable(scope)
        return try await service.call("POST", "/api/v1/disables/\(disable.id)/lift", #"{"reason":"fixed"}"#)
            .answer(LiftedDisable.self)
    }

    @Test("says that a suspended project is off all the same, and one whose tenant is suspended too")
    func suspended() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let project = #"{"kind":"project","application_id":"shop"}"#
            let tenant = #"{"kind":"tenant","tenant":"acme"}"#
            #expect(try await Self.lift(service, project).suspended == false)
            #expect(try await Self.lift(service, tenant).suspended == false)

            _ = await service.call("PATCH", Self.app, #"{"status":"suspended"}"#)
            #expect(try await Self.lift(service, project).suspended)
            #expect(try await Self.lift(service, tenant).suspended == false)

            let tag = await service.call("GET", Self.app).first("ETag") ?? ""
            let restored = await service.call(
                "PATCH", Self.app, #"{"status":"active","reason":"mended"}"#, headers: [("If-Match", tag)])
            #expect(restored.status == 200)
            _ = await service.call("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#)
            #expect(try await Self.lift(service, project).suspended)
            #expect(try await Self.lift(service, tenant).suspended)
            #expect(try await Self.lift(service, #"{"kind":"deployment"}"#).suspended == false)
        }
    }
}
