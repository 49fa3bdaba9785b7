import API
import HTTP
import Support
import Testing

/// Query parameters and header fields of every endpoint, to the letter (contract, first page).
@Suite("Queries and headers of the admin plane", .serialized)
struct QueryAndHeaderTests {
    @Test("a parameter that is unknown, repeated or undecodable is 400", arguments: EndpointFixture.all)
    func parameters(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let known = fixture.shape.parameters
        var queries = [
            "?no_such=1", "?no_such", "?x=%zz", "?x=%F", "?x=%FF", "?x=%00", "?%FF=1", "?Dry_run=true", "?=1",
            "?\(known.map { "\($0)=true" }.joined(separator: "&"))&x=1",
        ]
        queries += known.map { "?\($0)=true&\($0)=true" }
        // The same name in two spellings is the same name.
        queries += known.map { "?\($0)=true&%\(String($0.utf8.first!, radix: 16))\($0.dropFirst())=true" }
        queries += EndpointFixture.parameters.filter { !known.contains($0) }.map { "?\($0)=1" }
        for query in queries {
            let response = await setting.call(fixture, token: nil, query: query)
            #expect(response.status == 400, "\(query)")
            #expect(response.code == "invalid_request", "\(query)")
        }
        #expect(
            await setting.call(fixture, token: nil, query: "?").status == fixture.shape.status, "an empty query is none"
        )
        await setting.service.close()
    }

    @Test("of 32 parameters each is looked at, and more are 400 together", arguments: EndpointFixture.all)
    func tooMany(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let names = (0..<Query.parametersMax).map { "p\($0)=1" }
        let most = try await setting.call(fixture, token: nil, query: "?" + names.joined(separator: "&")).answer(
            Problem.self)
        #expect(most.status == 400)
        #expect(most.errors?.first?.pointer == "?")
        let more = try await setting.call(
            fixture, token: nil, query: "?" + names.joined(separator: "&") + "&p32=1"
        ).answer(Problem.self)
        #expect(more.status == 400)
        #expect(more.detail.contains("more than 32 parameters"))
        await setting.service.close()
    }

    @Test(
        "a flag is true or false and nothing else", arguments: EndpointFixture.all.filter(\.shape.changes),
        ["", "1", "TRUE", "yes", "true%20", "null"])
    func flags(_ fixture: EndpointFixture, _ word: String) async throws {
        let setting = try await Setting(fixture)
        let response = await setting.call(fixture, token: nil, query: "?dry_run=\(word)")
        #expect(response.status == 400)
        #expect(try response.answer(Problem.self).errors?.first?.pointer == "?dry_run")
        #expect(
            await setting.call(fixture, token: nil, query: "?dry_run=false").status == fixture.shape.status,
            "dry_run=false is the call itself")
        await setting.service.close()
    }

    @Test(
        "a limit is a plain whole number from 1 to 200", arguments: EndpointFixture.all.filter(\.isList),
        ["0", "201", "-1", "+5", "05", "5.0", "5e0", "", "%205", "5%20", "0x5", "%EF%BC%95", "99999999999999999999"])
    func limits(_ fixture: EndpointFixture, _ limit: String) async throws {
        let setting = try await Setting(fixture)
        let response = await setting.call(fixture, token: nil, query: "?limit=\(limit)")
        #expect(response.status == 400)
        #expect(try response.answer(Problem.self).errors?.first?.pointer == "?limit")
        for good in ["1", "200"] {
            #expect(await setting.call(fixture, token: nil, query: "?limit=\(good)").status == 200)
        }
        await setting.service.close()
    }

    @Test(
        "a filter that cannot be read is 400 and named",
        arguments: [
            "/api/v1/audit?since=yesterday", "/api/v1/audit?until=2026-11-30T10:00:00%2B01:00",
            "/api/v1/audit?since=2026-11-30T10:00:00", "/api/v1/audit?until=2026-11-31T10:00:00Z",
            "/api/v1/audit?action=tenant.eat", "/api/v1/audit?action=", "/api/v1/disables?active=yes",
        ])
    func filters(_ target: String) async throws {
        let service = try await TestService()
        let response = await service.call("GET", target)
        #expect(response.status == 400)
        let name = target.drop { $0 != "?" }.prefix { $0 != "=" }
        #expect(try response.answer(Problem.self).errors?.first?.pointer == String(name))
        await service.close()
    }

    @Test(
        "what changes something is application/json, also without a body",
        arguments: EndpointFixture.all.filter(\.shape.changes))
    func contentTypes(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let bad = [
            "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx",
            "application/problem+json", "application/json; charset=iso-8859-1", "application/json, text/plain",
            "text/plain; application/json",
        ]
        for type in bad {
            let response = await setting.call(fixture, token: nil, headers: [("Content-Type", type)])
            #expect(response.status == 415, "\(type)")
            #expect(response.code == "unsupported_media_type", "\(type)")
        }
        let twice = [(name: "Content-Type", value: "application/json"), ("Content-Type", "text/plain")]
        #expect(await setting.call(fixture, token: nil, headers: twice).status == 415)
        for type in ["Application/JSON", "application/json; charset=UTF-8", "application/json;charset=utf-8"] {
            let response = await setting.call(
                fixture, token: nil, query: "?dry_run=true", headers: [("Content-Type", type)])
            #expect(response.status == 200, "\(type)")
        }
        await setting.service.close()
    }

    @Test(
        "an Idempotency-Key is one value of 1–64 printable ASCII characters",
        arguments: EndpointFixture.all.filter { $0.shape.traits.contains(.idempotent) })
    func idempotencyKeys(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let bad: [[String]] = [[""], [String(repeating: "k", count: 65)], ["caf\u{E9}"], ["a\tb"], ["a", "a"]]
        for keys in bad {
            let response = await setting.call(
                fixture, token: nil, headers: keys.map { (name: "Idempotency-Key", value: $0) })
            #expect(response.status == 400, "\(keys)")
            #expect(response.code == "invalid_request", "\(keys)")
        }
        let longest = String(repeating: "~", count: 63) + " "
        let response = await setting.call(fixture, token: nil, headers: [("Idempotency-Key", "!" + longest.dropLast())])
        #expect(response.status == fixture.shape.status)
        await setting.service.close()
    }
}

extension EndpointFixture {
    var isList: Bool { shape.traits.contains(.list) }

    /// Every query parameter that some call takes.
    static var parameters: Set<String> { Set(AdminAPI.endpoints.flatMap(\.parameters)) }
}
