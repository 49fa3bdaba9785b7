import API
import HTTP
import Support
import Testing

/// A right in one tenant, in all of them, and what concerns the deployment as a whole (contract section 8).
@Suite("How far rights reach", .serialized)
struct ReachOfRightsTests {
    @Test("a disable of the deployment wants the right for all tenants, one of a tenant the right there")
    func disabling() async throws {
        let service = try await twoTenants()
        let local = try await service.operator("local", rights: ["acme": [.respond, .view]])
        let each = try await service.operator("each", rights: ["acme": [.respond], "umbra": [.respond]])
        let global = try await service.operator("global", rights: ["*": [.respond]])
        let scopes = [
            (#"{"kind":"deployment"}"#, local: 403, each: 403), (#"{"kind":"tenant","tenant":"acme"}"#, 201, 201),
            (#"{"kind":"tenant","tenant":"umbra"}"#, 404, 201), (#"{"kind":"tenant","tenant":"nowhere"}"#, 404, 404),
            (#"{"kind":"project","application_id":"shop-ios"}"#, 201, 201),
            (#"{"kind":"project","application_id":"brolly"}"#, 404, 201),
            (#"{"kind":"project","application_id":"never-was"}"#, 404, 404),
            (#"{"kind":"project","application_id":"not an id"}"#, 404, 404),
        ]
        for (scope, ofLocal, ofEach) in scopes {
            let body = #"{"scope":\#(scope),"targets":["sdk"],"reason":"fire"}"#
            #expect(await service.call("POST", "/api/v1/disables", body, token: local).status == ofLocal, "\(scope)")
            #expect(await service.call("POST", "/api/v1/disables", body, token: each).status == ofEach, "\(scope)")
            let isThere = !scope.contains("nowhere") && !scope.contains("never") && !scope.contains("not an")
            #expect(
                await service.call("POST", "/api/v1/disables", body, token: global).status == (isThere ? 201 : 404),
                "\(scope)")
        }
        await service.close()
    }

    @Test(
        "a disable of the deployment is seen by everyone who may look, and lifted only with the right for all tenants")
    func ofDeployment() async throws {
        let service = try await twoTenants()
        let created = await service.call(
            "POST", "/api/v1/disables", #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"fire"}"#)
        let id = try created.answer(CreatedDisable.self).id
        let local = try await service.operator("local", rights: ["acme": [.respond, .view, .administer]])
        let deaf = try await service.operator("deaf", rights: ["acme": [.respond]])
        #expect(await service.call("GET", "/api/v1/disables/\(id)", token: local).status == 200)
        #expect(await service.call("GET", "/api/v1/disables/\(id)", token: deaf).status == 403)
        let listed = try await service.call("GET", "/api/v1/disables?tenant=acme", token: local).answer(
            Page<Disable>.self)
        #expect(listed.items.map(\.id) == [id])
        let lift = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"out"}"#, token: local)
        #expect(lift.status == 403)
        let global = try await service.operator("global", rights: ["*": [.respond]])
        #expect(
            await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"out"}"#, token: global).status == 200
        )
        await service.close()
    }

    @Test(
        "a list of another's tenant or project is the 404 of one that never existed",
        arguments: [
            ("/api/v1/projects?tenant=", "acme", "nowhere"), ("/api/v1/disables?tenant=", "acme", "nowhere"),
            ("/api/v1/disables?application_id=", "shop-ios", "never-was"), ("/api/v1/audit?tenant=", "acme", "nowhere"),
        ])
    func filters(_ path: String, _ foreign: String, _ never: String) async throws {
        let service = try await twoTenants()
        let token = try await service.operator("stranger", rights: ["umbra": [.administer]])
        let real = await service.call("GET", path + foreign, token: token)
        let absent = await service.call("GET", path + never, token: token)
        #expect(real.status == 404)
        #expect(real.withoutRequestID == absent.withoutRequestID)
        let other = try await service.operator("other", rights: ["acme": [.secure], "umbra": [.view]])
        #expect(await service.call("GET", path + foreign, token: other).status == 403, "another right there")
        await service.close()
    }

    @Test("a list without a filter is of the tenants in which the right is held, and refused where it is held in none")
    func lists() async throws {
        let service = try await twoTenants()
        let one = try await service.operator("one", rights: ["acme": [.view], "umbra": [.respond]])
        let all = try await service.operator("all", rights: ["*": [.view]])
        let none = try await service.operator("none", rights: ["acme": [.respond], "umbra": [.integrate]])
        func apps(_ token: String) async throws -> [String] {
            try await service.call("GET", "/api/v1/projects", token: token).answer(Page<Project>.self).items.map(
                \.applicationID
            ).sorted()
        }
        #expect(try await apps(one) == ["shop-ios"])
        #expect(try await apps(all) == ["brolly", "shop-ios"])
        for path in ["/api/v1/projects", "/api/v1/disables", "/api/v1/audit"] {
            #expect(await service.call("GET", path, token: none).status == 403, "\(path)")
        }
        let entries = try await service.call("GET", "/api/v1/audit?limit=200", token: one).answer(Page<AuditEntry>.self)
        #expect(!entries.items.isEmpty)
        #expect(entries.items.allSatisfy { $0.tenant == .value("acme") }, "nor those of no tenant")
        await service.close()
    }

    @Test("what a stranger tried is seen by the tenant it was tried on, and not by the stranger's own")
    func attempts() async throws {
        let service = try await twoTenants()
        let stranger = try await service.operator("stranger", rights: ["umbra": [.administer]])
        #expect(
            await service.call("PATCH", "/api/v1/projects/shop-ios", #"{"status":"suspended"}"#, token: stranger).status
                == 404)
        let path = "/api/v1/audit?actor=stranger"
        let own = try await service.call("GET", path, token: stranger).answer(Page<AuditEntry>.self)
        #expect(own.items.isEmpty)
        let local = try await service.operator("local", rights: ["acme": [.view]])
        let seen = try await service.call("GET", path, token: local).answer(Page<AuditEntry>.self)
        #expect(seen.items.map(\.code) == [.value(.notFound)])
        #expect(seen.items.map(\.applicationID) == [.value("shop-ios")])
        await service.close()
    }

    private func twoTenants() async throws -> TestService {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        try await service.project("brolly", in: "umbra")
        return service
    }
}
