import API
import HTTP
import Support
import Testing

@Suite("The list of disables")
struct DisableListTests {
    /// Disables of the deployment, of acme, of its two projects and of globex, in this order; the third is lifted.
    private func withFive(_ body: (TestService, [String]) async throws -> Void) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.project("shop-2", in: "acme")
            try await service.project("other", in: "globex")
            var ids: [String] = []
            for scope in [
                #"{"kind":"deployment"}"#, #"{"kind":"tenant","tenant":"acme"}"#,
                #"{"kind":"project","application_id":"shop"}"#, #"{"kind":"project","application_id":"shop-2"}"#,
                #"{"kind":"tenant","tenant":"globex"}"#,
            ] {
                ids.append(try await service.disable(scope).id)
                service.advance(seconds: 1)
            }
            let lifted = await service.call("POST", "/api/v1/disables/\(ids[2])/lift", #"{"reason":"r"}"#)
            #expect(lifted.status == 200)
            try await body(service, ids)
        }
    }

    /// A filter, and which of the five it lists, newest first.
    private static let filters: [(query: String, listed: [Int])] = [
        ("", [4, 3, 2, 1, 0]), ("active=true", [4, 3, 1, 0]), ("active=false", [2]), ("tenant=acme", [3, 2, 1, 0]),
        ("tenant=globex", [4, 0]), ("application_id=shop", [2, 1, 0]), ("application_id=SHOP-2", [3, 1, 0]),
        ("application_id=other", [4, 0]), ("application_id=shop&active=true", [1, 0]),
        ("tenant=acme&application_id=shop-2&active=true", [3, 1, 0]),
    ]

    @Test("each filter lists all that can touch what it names, newest first", arguments: filters.indices)
    func filter(_ index: Int) async throws {
        let (query, listed) = Self.filters[index]
        try await withFive { service, ids in
            let page = try await service.call("GET", "/api/v1/disables?\(query)").answer(Page<Disable>.self)
            #expect(page.items.map(\.id) == listed.map { ids[$0] }, "\(query)")
            #expect(page.nextCursor.optional == nil)
        }
    }

    @Test("page by page it is the same list, also while others are made", arguments: [1, 2, 3, 4, 5])
    func paging(_ limit: Int) async throws {
        try await withFive { service, ids in
            var seen: [String] = []
            var cursor: String?
            repeat {
                let query = "limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await service.call("GET", "/api/v1/disables?\(query)").answer(Page<Disable>.self)
                #expect(page.items.count <= limit)
                seen += page.items.map(\.id)
                cursor = page.nextCursor.optional
                _ = try await service.disable(#"{"kind":"deployment"}"#)
            } while cursor != nil
            #expect(seen == ids.reversed())
        }
    }

    @Test("those of one moment are each listed once")
    func sameMoment() async throws {
        try await TestService.with { service in
            var made: Set<String> = []
            for _ in 0..<7 { made.insert(try await service.disable(#"{"kind":"deployment"}"#).id) }
            let first = try await service.call("GET", "/api/v1/disables?limit=4").answer(Page<Disable>.self)
            let cursor = try #require(first.nextCursor.optional)
            let second = try await service.call("GET", "/api/v1/disables?limit=4&cursor=\(cursor)").answer(
                Page<Disable>.self)
            #expect(Set((first.items + second.items).map(\.id)) == made)
            #expect(first.items.count + second.items.count == 7)
        }
    }

    @Test("a cursor belongs to its filter, and what cannot be read is 400")
    func badQueries() async throws {
        try await withFive { service, _ in
            let page = try await service.call("GET", "/api/v1/disables?limit=1").answer(Page<Disable>.self)
            let cursor = try #require(page.nextCursor.optional)
            for query in [
                "cursor=\(cursor)&tenant=acme", "cursor=x", "limit=0", "limit=201", "limit=01", "limit=+1", "limit=",
                "active=yes", "active=true&active=true", "scope=deployment",
            ] {
                #expect(await service.call("GET", "/api/v1/disables?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("an operator of one tenant sees that tenant's and those of all, and no other's by any filter")
    func visible() async throws {
        try await withFive { service, ids in
            let ann = try await service.operator("ann", rights: ["acme": [.view]])
            let page = try await service.call("GET", "/api/v1/disables", token: ann).answer(Page<Disable>.self)
            #expect(page.items.map(\.id) == [3, 2, 1, 0].map { ids[$0] })
            for query in ["tenant=globex", "application_id=other", "tenant=nobody", "application_id=.."] {
                #expect(await service.call("GET", "/api/v1/disables?\(query)", token: ann).status == 404, "\(query)")
            }
            for (id, status) in zip(ids, [200, 200, 200, 200, 404]) {
                #expect(await service.call("GET", "/api/v1/disables/\(id)", token: ann).status == status)
            }
        }
    }
}
