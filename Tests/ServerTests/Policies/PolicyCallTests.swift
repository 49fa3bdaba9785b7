import API
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("Reading and setting a policy")
struct PolicyCallTests {
    private static let path = "/api/v1/projects/shop/policy"

    private func body(reason: String? = nil, _ change: (inout SetPolicy) -> Void = { _ in }) -> String {
        var policy = SetPolicy(.standard, reason: reason)
        change(&policy)
        return String(decoding: JSONWriter.encode(policy), as: UTF8.self)
    }

    private func withShop(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await body(service)
        }
    }

    @Test("a new project has the standard one, with its ETag")
    func standard() async throws {
        try await withShop { service in
            let answer = await service.call("GET", Self.path)
            #expect(answer.first("ETag") != nil && answer.first("Cache-Control") == "no-store")
            let policy = try answer.answer(BasePolicy.self)
            #expect(policy == .standard)
        }
    }

    @Test("what was seen must be stated, and be the present state")
    func precondition() async throws {
        try await withShop { service in
            let tag = try #require(await service.call("GET", Self.path).first("ETag"))
            let off = body { $0.isEnabled = false }
            #expect(await service.call("PUT", Self.path, off).code == "precondition_required")
            for (value, code) in [("*", "precondition_required"), ("\"x\"", "stale"), ("W/\(tag)", "stale")] {
                let answer = await service.call("PUT", Self.path, off, headers: [("If-Match", value)])
                #expect(answer.code == code, "\(value)")
                if code == "stale" { #expect(answer.status == 412 && answer.first("ETag") == tag) }
            }
            #expect(try service.policy("shop").isEnabled)
            let done = await service.call("PUT", Self.path, off, headers: [("If-Match", tag)])
            #expect(done.status == 200)
            let twice = await service.call("PUT", Self.path, off, headers: [("If-Match", tag)])
            #expect(twice.status == 412 && twice.first("ETag") == done.first("ETag"))
        }
    }

    @Test("taking away needs no reason, giving back does, and devices have either at once in a new revision")
    func reason() async throws {
        try await withShop { service in
            let before = try service.policy("shop")
            let less = body { $0.surfaces["home"] = SurfaceDecision(player: true, followMe: false) }
            #expect(try await service.change("PUT", Self.path, less).status == 200)
            let off = try service.policy("shop")
            #expect(off.surfaces["home"] == SurfaceDecision(player: true, followMe: false))
            #expect(off.revision > before.revision)
            let silent = try await service.change("PUT", Self.path, body())
            #expect(silent.status == 422 && silent.code == "reason_required")
            #expect(try await service.change("PUT", Self.path, body(reason: "\t")).code == "invalid_reason")
            #expect(try service.policy("shop") == off)
            #expect(try await service.change("PUT", Self.path, body(reason: "fixed in 2.2")).status == 200)
            let after = try service.policy("shop")
            #expect(after.surfaces == before.surfaces && after.revision > off.revision)
        }
    }

    @Test("the same document again is no new revision, a new ttl is")
    func sameAgain() async throws {
        try await withShop { service in
            let first = service.device("/sdk/v1/policy?application_id=shop")
            service.advance(seconds: 10)
            #expect(try await service.change("PUT", Self.path, body()).status == 200)
            let same = service.device("/sdk/v1/policy?application_id=shop")
            #expect(same.body == first.body && same.first("ETag") == first.first("ETag"))
            #expect(try await service.change("PUT", Self.path, body { $0.ttlSeconds = 300 }).status == 200)
            let slower = service.device("/sdk/v1/policy?application_id=shop")
            #expect(slower.first("ETag") != first.first("ETag"))
            #expect(slower.first("Cache-Control") == "public, max-age=300, stale-if-error=300")
            let revisions = try [first, slower].map { try $0.answer(PolicyDocument.self).revision }
            #expect(revisions[1] > revisions[0])
        }
    }

    @Test("what a rule refuses changes nothing, and every fault is named")
    func refused() async throws {
        try await withShop { service in
            let before = service.device("/sdk/v1/policy?application_id=shop").body
            let on = SurfaceDecision(player: true, followMe: true)
            let refused: [(String, String, [String])] = [
                (body { $0.surfaces["checkout"] = on }, "protected_surface", ["/surfaces/checkout"]),
                (body { $0.surfaces["profile"] = on }, "protected_surface", ["/surfaces/profile/follow_me"]),
                (body { $0.surfaces["Promo"] = on }, "invalid_surface", ["/surfaces"]),
                (body { $0.ttlSeconds = 9 }, "out_of_range", ["/ttl_seconds"]),
                (
                    body {
                        $0.surfaces["auth"] = on
                        $0.ttlSeconds = 301
                    }, "protected_surface", ["/surfaces/auth", "/ttl_seconds"]
                ),
            ]
            for (body, code, pointers) in refused {
                let answer = try await service.change("PUT", Self.path, body)
                #expect(answer.status == 422 && answer.code == code)
                #expect((answer.json["errors"]?.items ?? []).map { $0["pointer"]?.text } == pointers)
            }
            for body in ["{}", body().replacing("true", with: "1"), body().dropLast() + #","extra":1}"#, "[]", ""] {
                #expect(try await service.change("PUT", Self.path, body).status == 400, "\(body)")
            }
            #expect(service.device("/sdk/v1/policy?application_id=shop").body == before)
        }
    }

    @Test("a custom surface is off until it is allowed, and then a disable can name it")
    func custom() async throws {
        try await withShop { service in
            let on = body(reason: "campaign") { $0.surfaces["promo"] = SurfaceDecision(player: true, followMe: true) }
            #expect(try await service.change("PUT", Self.path, on).status == 200)
            let shown = try service.policy("shop")
            #expect(shown.surfaces["promo"] == SurfaceDecision(player: true, followMe: true))
            let scope = #"{"kind":"project","application_id":"shop"}"#
            #expect(try await service.disable(scope, targets: ["surface:promo"]).warnings.isEmpty)
            #expect(try service.policy("shop").surfaces["promo"] == .off)
        }
    }

    @Test("a dry run of it writes nothing, and the audit log holds surfaces as their digest")
    func dryRunAndAudit() async throws {
        try await withShop { service in
            let before = service.device("/sdk/v1/policy?application_id=shop").body
            let off = body { $0.isEnabled = false }
            let dry = try await service.change("PUT", Self.path, off, query: "?dry_run=true")
            #expect(dry.status == 200 && dry.json["dry_run"]?.flag == true && dry.json["is_enabled"]?.flag == false)
            #expect(service.device("/sdk/v1/policy?application_id=shop").body == before)
            #expect(try await service.audit("action=policy.set").isEmpty)
            _ = try await service.change("PUT", Self.path, off)
            let entry = try #require(try await service.audit("action=policy.set").first)
            #expect(
                entry.before.optional?["is_enabled"]?.flag == true && entry.after.optional?["is_enabled"]?.flag == false
            )
            #expect(entry.after.optional?["surfaces", "count"]?.number == 11)
            #expect(entry.after.optional?["surfaces", "sha256"]?.text?.count == 64)
        }
    }
}
