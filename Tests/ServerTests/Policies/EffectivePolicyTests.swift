import API
import Domain
import HTTP
import Support
import Testing

@Suite("The policy that a device gets, and why")
struct EffectivePolicyTests {
    private func effective(_ service: TestService, _ query: String = "") async throws -> EffectivePolicy {
        try await service.call("GET", "/api/v1/projects/shop/policy/effective?\(query)").answer(EffectivePolicy.self)
    }

    @Test("it is what the device is answered, with the disables that hold for it and no other")
    func same() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let wide = try await service.disable(#"{"kind":"deployment"}"#, targets: ["manual_minimize"])
            let narrow = try await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"tenant","tenant":"acme"},"targets":["surface:home"],"platform":"ios","reason":"r"}"#
            ).answer(CreatedDisable.self)
            for (query, ids) in [("platform=ios", [wide.id, narrow.id]), ("platform=android", [wide.id])] {
                let shown = try await effective(service, query)
                #expect(Set(shown.disables.map(\.id)) == Set(ids))
                let answered = try service.device("/sdk/v1/policy?application_id=shop&\(query)").answer(
                    PolicyDocument.self)
                #expect(shown.policy.optional == answered)
                #expect(!shown.suspended && shown.warnings.isEmpty)
            }
        }
    }

    @Test("an app that is not listed gets none; a version that cannot be read is said; a suspension is named")
    func refusedAndWarned() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            #expect(try await effective(service, "app_identifier=com.copycat").policy.optional == nil)
            #expect(try await effective(service, "platform=ios&app_identifier=COM.acme.shop").policy.optional != nil)
            #expect(
                try await effective(service, "platform=android&app_identifier=COM.acme.shop").policy.optional == nil)
            #expect(try await effective(service, "sdk_version=latest").warnings.count == 1)
            #expect(await service.call("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#).status == 200)
            let shown = try await effective(service)
            #expect(shown.suspended && shown.policy.optional?.isEnabled == false)
        }
    }
}

@Suite("Versions of a policy")
struct PolicyVersionTests {
    private static let path = "/api/v1/projects/shop/policy"

    private func set(_ service: TestService, ttl: Int, reason: String? = nil) async throws {
        var policy = SetPolicy(.standard, reason: reason)
        policy.ttlSeconds = ttl
        let body = String(decoding: JSONWriter.encode(policy), as: UTF8.self)
        #expect(try await service.change("PUT", Self.path, body).status == 200)
    }

    @Test("each is kept, with who set it, when and why; the same document again makes none")
    func kept() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await set(service, ttl: 10, reason: "a launch")
            try await set(service, ttl: 10)
            service.advance(seconds: 5)
            try await set(service, ttl: 20)
            let page = try await service.call("GET", Self.path + "/versions?limit=2").answer(Page<PolicyVersion>.self)
            #expect(page.items.map(\.version) == [3, 2])
            #expect(page.items.map(\.policy.ttlSeconds) == [20, 10])
            #expect(page.items.map(\.reason.optional) == [nil, "a launch"])
            #expect(page.items.allSatisfy { $0.setBy.optional == "root" } && page.items[0].setAt == service.clock.value)
            let cursor = try #require(page.nextCursor.optional)
            let rest = try await service.call("GET", Self.path + "/versions?limit=2&cursor=\(cursor)").answer(
                Page<PolicyVersion>.self)
            #expect(rest.items.map(\.policy) == [.standard] && rest.nextCursor.optional == nil)
        }
    }

    @Test("one is read by its number, and put back it is a new version in a new revision")
    func putBack() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await set(service, ttl: 10)
            let revision = try service.policy("shop").revision
            let first = try await service.call("GET", Self.path + "/versions/1").answer(PolicyVersion.self)
            let body = String(decoding: JSONWriter.encode(SetPolicy(first.policy)), as: UTF8.self)
            #expect(try await service.change("PUT", Self.path, body).status == 200)
            #expect(try service.policy("shop").revision > revision)
            let third = try await service.call("GET", Self.path + "/versions/3").answer(PolicyVersion.self)
            #expect(third.policy == first.policy)
            for number in ["0", "4", "01", "-1", "x"] {
                #expect(await service.call("GET", Self.path + "/versions/\(number)").status == 404)
            }
        }
    }
}
