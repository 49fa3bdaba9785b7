import API
import HTTP
import Support
import Testing

@Suite("The list of the audit log")
struct AuditListTests {
    /// Things done to two tenants, ten seconds apart.
    private func withHistory(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            for (app, tenant) in [("shop", "acme"), ("shop-2", "acme"), ("other", "globex")] {
                try await service.project(app, in: tenant)
                service.advance(seconds: 10)
                _ = await service.call("PATCH", "/api/v1/projects/\(app)", #"{"status":"suspended","reason":"unpaid"}"#)
                service.advance(seconds: 10)
            }
            let ann = try await service.operator("ann", rights: ["acme": [.view, .respond]])
            let disable = #"{"scope":{"kind":"project","application_id":"shop"},"targets":["sdk"],"reason":"r"}"#
            #expect(await service.call("POST", "/api/v1/disables", disable, token: ann).status == 201)
            try await body(service)
        }
    }

    @Test("each filter, alone and together with others, keeps what it says and leaves nothing out")
    func filters() async throws {
        try await withHistory { service in
            let all = try await service.audit()
            #expect(all.count >= 10)
            let kept: [(String, (AuditEntry) -> Bool)] = [
                ("tenant=acme", { $0.tenant.optional == "acme" }),
                ("tenant=globex", { $0.tenant.optional == "globex" }),
                ("application_id=shop", { $0.applicationID.optional == "shop" }),
                ("application_id=SHOP-2", { $0.applicationID.optional == "shop-2" }),
                ("actor=ann", { $0.actor == "ann" }), ("actor=root", { $0.actor == "root" }),
                ("action=project.update", { $0.action == .projectUpdate }),
                ("tenant=acme&action=project.create", { $0.tenant.optional == "acme" && $0.action == .projectCreate }),
                ("actor=ann&application_id=shop", { $0.actor == "ann" && $0.applicationID.optional == "shop" }),
            ]
            for (query, isKept) in kept {
                let listed = try await service.audit(query).map(\.id)
                #expect(listed == all.filter(isKept).map(\.id), "\(query)")
                #expect(!listed.isEmpty && listed.count < all.count, "\(query)")
            }
            for query in ["actor=nobody", "application_id=never"] {
                #expect(try await service.audit(query).isEmpty, "\(query)")
            }
        }
    }

    @Test("since and until are half-open: an entry of the moment itself is in the one and not in the other")
    func times() async throws {
        try await withHistory { service in
            let all = try await service.audit()
            for moment in Set(all.map(\.at)) {
                let since = try await service.audit("since=\(moment)")
                let until = try await service.audit("until=\(moment)")
                #expect(since.map(\.id) == all.filter { $0.at >= moment }.map(\.id))
                #expect(until.map(\.id) == all.filter { $0.at < moment }.map(\.id))
                #expect(since.count + until.count == all.count)
                let empty = try await service.audit("since=\(moment)&until=\(moment)")
                #expect(empty.isEmpty)
            }
        }
    }

    @Test("it is newest first, and page by page the same, also while others are added", arguments: [1, 3, 7])
    func paging(_ limit: Int) async throws {
        try await withHistory { service in
            let all = try await service.audit().map(\.id)
            var seen: [Int64] = []
            var cursor: String?
            repeat {
                let query = "limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await service.call("GET", "/api/v1/audit?\(query)").answer(Page<AuditEntry>.self)
                #expect(page.items.count <= limit)
                seen += page.items.map(\.id)
                cursor = page.nextCursor.optional
                await service.tenant("more-\(seen.count)")
            } while cursor != nil
            #expect(seen == all.reversed())
        }
    }

    @Test("an operator of one tenant sees that tenant's entries and no other's, not even the deployment's")
    func visible() async throws {
        try await withHistory { service in
            let ann = try await service.operator("bea", rights: ["acme": [.view]])
            let all = try await service.audit()
            let mine = try await service.call("GET", "/api/v1/audit?limit=200", token: ann).answer(
                Page<AuditEntry>.self)
            #expect(mine.items.map(\.id) == all.reversed().filter { $0.tenant.optional == "acme" }.map(\.id))
            #expect(await service.call("GET", "/api/v1/audit?tenant=globex", token: ann).status == 404)
            let other = await service.call("GET", "/api/v1/audit?application_id=other", token: ann)
            #expect(other.json["items"]?.items.isEmpty ?? false)
        }
    }

    @Test("what cannot be read of a filter is 400")
    func badQueries() async throws {
        try await withHistory { service in
            for query in [
                "action=everything", "since=yesterday", "until=2026-11-30", "since=2026-11-30T10:00:00%2B01:00",
                "limit=0",
                "cursor=x", "colour=red", "since=", "actor=a&actor=b",
            ] {
                #expect(await service.call("GET", "/api/v1/audit?\(query)").code == "invalid_request", "\(query)")
            }
        }
    }
}
