import API
import Crypto
import Domain
import HTTP
import Support
import Testing

/// Lists are keyset: newest first, nothing lost or repeated while rows are added (contract section 8).
@Suite("Paging", .serialized)
struct PagingTests {
    /// A list with a way to lengthen it.
    struct List: Sendable, CustomTestStringConvertible {
        let path: String
        /// The member of an item by which it is known.
        let key: String
        let add: @Sendable (TestService, Int) async -> Response

        var testDescription: String { path }
    }

    static let lists: [List] = [
        List(path: "/api/v1/tenants", key: "slug") { service, number in
            await service.call("POST", "/api/v1/tenants", #"{"slug":"t-\#(number)","name":"T"}"#)
        },
        List(path: "/api/v1/operators", key: "name") { service, number in
            await service.call("POST", "/api/v1/operators", #"{"name":"o-\#(number)","rights":{}}"#)
        },
        List(path: "/api/v1/operators/root/tokens", key: "id") { service, _ in
            await service.call("POST", "/api/v1/operators/root/tokens", #"{"scopes":["admin"]}"#)
        },
        List(path: "/api/v1/projects?tenant=acme", key: "application_id") { service, number in
            await service.call(
                "POST", "/api/v1/projects",
                #"{"tenant":"acme","application_id":"p-\#(number)","name":"P","ios_bundle_ids":["com.acme.shop"]}"#)
        },
        List(path: "/api/v1/disables?active=true", key: "id") { service, _ in
            await service.call(
                "POST", "/api/v1/disables", #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"fire"}"#)
        },
        List(path: "/api/v1/projects/shop-ios/routes/versions", key: "version") { service, number in
            let map = #"{"entries":[{"pattern":"/\#(number)","surface":"home"}]}"#
            let path = "/api/v1/projects/shop-ios/routes"
            let tag = await service.call("GET", path).first("ETag")
            let answer = await service.call("PUT", path, map, headers: [("If-Match", tag ?? "")])
            // The other ways to lengthen a list make something, and this one replaces.
            return Response(status: answer.status == 200 ? 201 : answer.status, headers: [], body: answer.body)
        },
        List(path: "/api/v1/audit?action=tenant.create", key: "id") { service, number in
            await service.call("POST", "/api/v1/tenants", #"{"slug":"a-\#(number)","name":"A"}"#)
        },
    ]

    @Test("page by page it is the list as it was, each row once, newest first", arguments: lists, [1, 2, 3, 7])
    func whole(_ list: List, _ limit: Int) async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        // Rows of one moment and of several: within one the id decides.
        for number in 0..<9 {
            try #require(await list.add(service, number).status == 201)
            if number.isMultiple(of: 4) { service.advance(seconds: 1) }
        }
        let all = try await page(list, service, limit: 200)
        #expect(all.next == nil)
        #expect(all.keys.count >= 9)

        var keys: [String] = []
        var cursor: String?
        repeat {
            let page = try await page(list, service, limit: limit, cursor: cursor)
            #expect(page.keys.count <= limit && !page.keys.isEmpty)
            try #require(Set(keys).isDisjoint(with: page.keys), "nothing twice")
            keys += page.keys
            cursor = page.next
            // While somebody reads, others write: in the same moment and later.
            try #require(await list.add(service, 100 + keys.count).status == 201)
            service.advance(seconds: 1)
        } while cursor != nil
        #expect(Set(all.keys).isSubset(of: keys), "nothing lost")
        #expect(keys.filter(Set(all.keys).contains) == all.keys, "in the same order")
        await service.close()
    }

    @Test("without a limit a page has 50 rows", arguments: lists)
    func standard(_ list: List) async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        for number in 0..<51 { try #require(await list.add(service, number).status == 201) }
        let first = try await page(list, service)
        #expect(first.keys.count == 50)
        let next = try #require(first.next)
        let second = try await page(list, service, cursor: next)
        #expect(!second.keys.isEmpty)
        #expect(Set(first.keys).isDisjoint(with: second.keys))
        await service.close()
    }

    @Test("a cursor is of one list with one filter, and of no other", arguments: lists)
    func foreign(_ list: List) async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        for number in 0..<3 { _ = await list.add(service, number) }
        let cursor = try #require(try await page(list, service, limit: 1).next)
        for other in PagingTests.lists where other.path != list.path {
            await expectNoPage(other, cursor, service)
        }
        // Another tenant's, another state's: the same path under another filter.
        for path in ["/api/v1/projects", "/api/v1/disables", "/api/v1/disables?active=false", "/api/v1/audit"] {
            await expectNoPage(List(path: path, key: "", add: list.add), cursor, service)
        }
        await service.close()
    }

    @Test("a cursor of one operator's tokens is not one of another's")
    func ofAnother() async throws {
        let service = try await TestService()
        _ = try await service.operator("bob", rights: ["*": [.view]])
        for name in ["root", "bob"] {
            _ = await service.call("POST", "/api/v1/operators/\(name)/tokens", #"{"scopes":["admin"]}"#)
        }
        let mine = try await service.call("GET", "/api/v1/operators/root/tokens?limit=1").answer(
            Page<PersonalToken>.self)
        let cursor = try #require(mine.nextCursor.optional)
        #expect(await service.call("GET", "/api/v1/operators/bob/tokens?cursor=\(cursor)").status == 400)
        #expect(await service.call("GET", "/api/v1/operators/root/tokens?cursor=\(cursor)").status == 200)
        await service.close()
    }

    @Test("a cursor that was cut, changed or made up is 400 and named", arguments: lists)
    func tampered(_ list: List) async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        for number in 0..<3 { _ = await list.add(service, number) }
        let cursor = try #require(try await page(list, service, limit: 1).next)
        var bad = [
            "", "x", "null", "e30", "e30=", "%2E%2E", cursor + "A", cursor + "=", String(cursor.dropLast()),
            String(cursor.dropFirst()), Base64URL.encode(Array(#"{"at":1,"id":"x","check":"0123456789abcdef"}"#.utf8)),
        ]
        for index in stride(from: 0, to: cursor.count, by: 5) {
            var characters = Array(cursor)
            characters[index] = characters[index] == "A" ? "B" : "A"
            bad.append(String(characters))
        }
        for cursor in bad { await expectNoPage(list, cursor, service) }
        await service.close()
    }

    private func page(
        _ list: List, _ service: TestService, limit: Int? = nil, cursor: String? = nil
    ) async throws -> (keys: [String], next: String?) {
        let pairs = [limit.map { "limit=\($0)" }, cursor.map { "cursor=\($0)" }].compactMap { $0 }
        let mark = list.path.contains("?") ? "&" : "?"
        let response = await service.call("GET", list.path + (pairs.isEmpty ? "" : mark + pairs.joined(separator: "&")))
        try #require(response.status == 200)
        guard case .array(let items) = response.json["items"] else { throw NoList() }
        let keys = items.map { $0[list.key]?.written ?? "" }
        guard case .string(let next) = response.json["next_cursor"] else { return (keys, nil) }
        return (keys, next)
    }

    private func expectNoPage(_ list: List, _ cursor: String, _ service: TestService) async {
        let mark = list.path.contains("?") ? "&" : "?"
        let response = await service.call("GET", "\(list.path)\(mark)cursor=\(cursor)")
        #expect(response.status == 400, "\(list.path) \(cursor)")
        #expect((try? response.answer(Problem.self))?.errors?.first?.pointer == "?cursor", "\(list.path) \(cursor)")
    }

    private struct NoList: Error {}
}
