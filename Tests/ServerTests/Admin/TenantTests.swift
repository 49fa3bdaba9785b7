import API
import HTTP
import Support
import Testing

@Suite("Tenants", .serialized)
struct TenantTests {
    @Test(
        "a slug is 1–40 of a–z, 0–9 and '-', a letter or digit at both ends",
        arguments: ["a", "0", "a1", "a-b", "a--b", "admins", "default-2", String(repeating: "a", count: 40)])
    func slugs(_ slug: String) async throws {
        let service = try await TestService()
        let response = await create(slug, "A name", service)
        #expect(response.status == 201)
        let tenant = try response.answer(Tenant.self)
        #expect(tenant == Tenant(slug: slug, name: "A name", status: .active, createdAt: TestService.start))
        #expect(try await service.call("GET", "/api/v1/tenants/\(slug)").answer(Tenant.self) == tenant)
        await service.close()
    }

    @Test(
        "what has not the form of a slug, and what is reserved, is refused",
        arguments: [
            "", "-", "-a", "a-", "A", "aB", "a_b", "a.b", "a b", " a", "a\\n", "a\\u0000", "ä", "\\u212A", "\\uFF11",
            "*",
            "all", "admin", "system", "default", String(repeating: "a", count: 41),
        ])
    func badSlugs(_ slug: String) async throws {
        let service = try await TestService()
        let response = await create(slug, "A name", service)
        #expect(response.status == 422)
        #expect(response.code == "invalid_slug")
        #expect(try response.answer(Problem.self).errors?.map(\.pointer) == ["/slug"])
        #expect(try await service.call("GET", "/api/v1/tenants").answer(Page<Tenant>.self).items.isEmpty)
        await service.close()
    }

    @Test("a slug that is taken is a conflict, and the tenant is as it was")
    func taken() async throws {
        let service = try await TestService()
        _ = await create("acme", "Acme", service)
        let response = await create("acme", "Other", service)
        #expect(response.status == 409)
        #expect(response.code == "conflict")
        #expect(try await service.call("GET", "/api/v1/tenants/acme").answer(Tenant.self).name == "Acme")
        await service.close()
    }

    @Test(
        "a name is kept in Unicode's form C", arguments: [("Cafe\\u0301", "Café"), ("\\u212B", "\u{C5}"), ("한", "한")])
    func normalised(_ sent: String, _ kept: String) async throws {
        let service = try await TestService()
        let tenant = try await create("acme", sent, service).answer(Tenant.self)
        #expect(Array(tenant.name.unicodeScalars) == Array(kept.unicodeScalars))
        await service.close()
    }

    @Test(
        "a name has 1–100 characters, counted as they are kept",
        arguments: [
            ("", false), ("x", true), (String(repeating: "x", count: 100), true),
            (String(repeating: "x", count: 101), false),
            (String(repeating: "e\u{301}", count: 100), true), (String(repeating: "e\u{301}", count: 101), false),
            (String(repeating: "\u{1F6CD}", count: 100), true), (String(repeating: "\u{1F6CD}", count: 101), false),
        ])
    func lengths(_ name: String, _ isGood: Bool) async throws {
        try await expectName(name, isGood)
    }

    @Test(
        "a name has no control characters and none that turn the writing direction",
        arguments: [
            "\\u0000", "\\u0007", "\\n", "\\u001b[31m", "\\u007f", "\\u0085", "\\u009f", "\\u2028", "\\u2029",
            "\\u202a",
            "\\u202e", "\\u2066", "\\u2069", "\\u200e", "\\u200f", "\\u061c",
        ])
    func forbidden(_ escape: String) async throws {
        try await expectName("A\(escape)b", false)
    }

    @Test(
        "a name that nobody can see is none",
        arguments: [" ", "\\u00a0", "\\u200b", "\\u3164", "\\ufeff", "\\u200b \\u3164", "\\u2800", "\\u3000\\u00ad"])
    func invisible(_ name: String) async throws {
        try await expectName(name, false)
        let service = try await TestService()
        _ = await create("acme", "Acme", service)
        let disable = await service.call(
            "POST", "/api/v1/disables",
            #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"\#(name)"}"#)
        #expect(disable.status == 422 && disable.code == "invalid_reason")
        let suspension = await service.call(
            "PATCH", "/api/v1/tenants/acme", #"{"status":"suspended","reason":"\#(name)"}"#)
        #expect(suspension.status == 422 && suspension.code == "invalid_reason")
        await service.close()
    }

    @Test(
        "names of every language are names", arguments: ["Магазин", "小売", "متجر", "L'Été & Co. \\u2013 50%", "a\\\\b"])
    func languages(_ name: String) async throws {
        try await expectName(name, true)
    }

    @Test("suspending needs no If-Match and no reason, but only where the body does nothing else")
    func suspending() async throws {
        let service = try await TestService()
        _ = await create("acme", "Acme", service)
        for body in [#"{"status":"suspended","name":"Other"}"#, #"{"status":"active"}"#, #"{"name":"Other"}"#] {
            #expect(await service.call("PATCH", "/api/v1/tenants/acme", body).status == 428, "\(body)")
        }
        for body in [#"{"status":"suspended"}"#, #"{"status":"suspended","reason":"unpaid"}"#] {
            let response = await service.call("PATCH", "/api/v1/tenants/acme", body)
            #expect(response.status == 200, "\(body)")
            #expect(try response.answer(Tenant.self).status == .suspended)
        }
        let entry = try await service.call("GET", "/api/v1/audit?limit=1").answer(Page<AuditEntry>.self).items[0]
        #expect(entry.action == .tenantUpdate)
        #expect(entry.tenant == .value("acme"))
        #expect(entry.reason == .value("unpaid"))
        await service.close()
    }

    @Test(
        "making active what was suspended wants If-Match and a reason",
        arguments: ["/api/v1/tenants/acme", "/api/v1/operators/bob"])
    func restoring(_ path: String) async throws {
        let service = try await TestService()
        _ = await create("acme", "Acme", service)
        _ = try await service.operator("bob", rights: ["acme": [.view]])
        _ = await service.call("PATCH", path, #"{"status":"suspended"}"#)
        let tag = try #require(await service.call("GET", path).first("ETag"))
        func patch(_ body: String, match: Bool = true) async -> Response {
            await service.call("PATCH", path, body, headers: match ? [("If-Match", tag)] : [])
        }
        #expect(await patch(#"{"status":"active","reason":"paid"}"#, match: false).status == 428)
        let without = await patch(#"{"status":"active"}"#)
        #expect(without.status == 422)
        #expect(without.code == "reason_required")
        let long = String(repeating: "я", count: 501)
        for reason in ["", "  ", "\\t", "two\\nlines", "\\u202eturned", long] {
            let response = await patch(#"{"status":"active","reason":"\#(reason)"}"#)
            #expect(response.status == 422, "\(reason)")
            #expect(response.code == "invalid_reason", "\(reason)")
        }
        #expect(await service.call("GET", path).first("ETag") == tag, "still suspended")
        #expect(await patch(#"{"status":"active","reason":"\#(long.dropLast())"}"#).status == 200)
        #expect(await service.call("GET", path).json["status"] == .string("active"))
        await service.close()
    }

    @Test("a suspended tenant's apps are told that everything is off, in a new revision, and it comes back")
    func policies() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        try await service.project("brolly", in: "umbra")
        func policy(_ app: String = "shop-ios") throws -> PolicyDocument {
            try service.device("/sdk/v1/policy?application_id=\(app)").answer(PolicyDocument.self)
        }
        let before = try policy()
        let other = try policy("brolly")
        _ = await service.call("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#)
        let off = try policy()
        #expect(!off.isEnabled && !off.followMePlayerEnabled && !off.manualMinimizeEnabled)
        #expect(off.surfaces.values.allSatisfy { $0 == .off })
        #expect(off.revision > before.revision)
        #expect(try policy("brolly") == other, "another tenant is not touched")

        let tag = try #require(await service.call("GET", "/api/v1/tenants/acme").first("ETag"))
        _ = await service.call(
            "PATCH", "/api/v1/tenants/acme", #"{"status":"active","reason":"paid"}"#, headers: [("If-Match", tag)])
        let after = try policy()
        #expect(after.revision > off.revision)
        #expect(after.isEnabled && after.surfaces == before.surfaces)
        await service.close()
    }

    @Test("a retry with the same Idempotency-Key makes one tenant and gives the same answer")
    func idempotent() async throws {
        let service = try await TestService()
        let key = [(name: "Idempotency-Key", value: "retry-1")]
        let body = #"{"slug":"acme","name":"Acme"}"#
        let first = await service.call("POST", "/api/v1/tenants", body, headers: key)
        service.advance(seconds: 60)
        let second = await service.call("POST", "/api/v1/tenants", #"{ "name":"Acme", "slug":"acme" }"#, headers: key)
        #expect(first.status == 201 && second.status == 201)
        #expect(first.body == second.body)
        let other = await service.call("POST", "/api/v1/tenants", #"{"slug":"acme","name":"Acme 2"}"#, headers: key)
        #expect(other.code == "idempotency_key_reused")
        #expect(try await service.call("GET", "/api/v1/tenants").answer(Page<Tenant>.self).items.count == 1)
        await service.close()
    }

    private func create(_ slug: String, _ name: String, _ service: TestService) async -> Response {
        await service.call("POST", "/api/v1/tenants", #"{"slug":"\#(slug)","name":"\#(name)"}"#)
    }

    /// At creation and when it is changed.
    private func expectName(_ name: String, _ isGood: Bool) async throws {
        let service = try await TestService()
        let created = await create("acme", name, service)
        #expect(created.status == (isGood ? 201 : 422))
        _ = await create("other", "Other", service)
        let tag = try #require(await service.call("GET", "/api/v1/tenants/other").first("ETag"))
        let renamed = await service.call(
            "PATCH", "/api/v1/tenants/other", #"{"name":"\#(name)"}"#, headers: [("If-Match", tag)])
        #expect(renamed.status == (isGood ? 200 : 422))
        for response in [created, renamed] where !isGood {
            #expect(response.code == "invalid_name")
            #expect(try response.answer(Problem.self).errors?.map(\.pointer) == ["/name"])
        }
        await service.close()
    }
}
