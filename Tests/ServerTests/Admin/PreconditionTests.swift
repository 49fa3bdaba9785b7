import API
import HTTP
import Support
import Testing

/// `If-Match` and `ETag` (RFC 9110 sections 8.8.3 and 13.1.1, contract section 8), for every PUT and PATCH.
@Suite("Preconditions", .serialized)
struct PreconditionTests {
    @Test("every PUT and PATCH wants If-Match, and nothing else does", arguments: AdminAPI.endpoints)
    func conditional(_ shape: EndpointShape) {
        #expect(shape.traits.contains(.conditional) == [.put, .patch].contains(shape.method))
    }

    @Test("what states no revision is 428, in a dry run too", arguments: fixtures, [[], ["*"]])
    func missing(_ fixture: EndpointFixture, _ fields: [String]) async throws {
        let thing = try await Thing(fixture)
        for query in ["", "?dry_run=true"] {
            let response = await thing.change(fields, query: query)
            #expect(response.status == 428)
            #expect(response.code == "precondition_required")
        }
        #expect(try await thing.tag() == thing.first)
        await thing.setting.service.close()
    }

    @Test("what does not match is 412 and says the present tag", arguments: fixtures)
    func stale(_ fixture: EndpointFixture) async throws {
        let thing = try await Thing(fixture)
        let bare = String(thing.first.dropFirst().dropLast())
        let fields = [
            [#""of-yesterday""#], ["W/\(thing.first)"], [bare], [""], [#""""#], [#""a", "b""#],
            ["\"\(bare.uppercased())\""],
            [#""a", *"#], ["*, *"], ["\"\(bare) \""], ["\"\(bare)"], ["W/\(thing.first), \"b\""],
        ]
        for field in fields {
            for query in ["", "?dry_run=true"] {
                let response = await thing.change(field, query: query)
                #expect(response.status == 412, "\(field)")
                #expect(response.code == "stale", "\(field)")
                #expect(response.first("ETag") == thing.first, "\(field)")
            }
        }
        #expect(try await thing.tag() == thing.first)
        await thing.setting.service.close()
    }

    @Test("the tag alone, in a list or in one of several fields lets it through, once", arguments: fixtures, 0..<5)
    func matching(_ fixture: EndpointFixture, _ form: Int) async throws {
        let thing = try await Thing(fixture)
        let fields = [
            [thing.first], [#""a", \#(thing.first)"#], [#"W/"a",\#(thing.first) , "b""#], [#""a""#, thing.first],
            [",, \(thing.first),"],
        ][form]
        let dry = await thing.change(fields, query: "?dry_run=true")
        #expect(dry.status == 200)
        #expect(try await thing.tag() == thing.first, "a dry run changes nothing")
        let changed = await thing.change(fields)
        #expect(changed.status == 200)
        let now = try await thing.tag()
        #expect(now != thing.first)
        #expect(changed.first("ETag") == now, "the answer carries the tag of what it shows")
        let again = await thing.change(fields)
        #expect(again.status == 412)
        #expect(again.first("ETag") == now)
        await thing.setting.service.close()
    }

    @Test("a single thing carries a strong tag, which is of its bytes", arguments: EndpointFixture.all)
    func tags(_ fixture: EndpointFixture) async throws {
        guard fixture.shape.method == .get else { return }
        let setting = try await Setting(fixture)
        let one = await setting.call(fixture, token: nil)
        let two = await setting.call(fixture, token: nil)
        let isThing = !fixture.isList && fixture.reach != .caller
        #expect((one.first("ETag") != nil) == isThing)
        #expect(one.first("ETag")?.hasPrefix("\"") ?? true)
        #expect(one.body == two.body)
        #expect(one.first("ETag") == two.first("ETag"))
        #expect(one.first("Cache-Control") == "no-store")
        await setting.service.close()
    }

    static let fixtures: [EndpointFixture] = EndpointFixture.all.filter { $0.shape.traits.contains(.conditional) }

    /// What a conditional call changes, and the tag that it had at first.
    private struct Thing {
        let setting: Setting
        let fixture: EndpointFixture
        let first: String

        init(_ fixture: EndpointFixture) async throws {
            self.fixture = fixture
            setting = try await Setting(fixture)
            first = try await Thing.tag(fixture, setting)
        }

        func tag() async throws -> String { try await Thing.tag(fixture, setting) }

        func change(_ fields: [String], query: String = "") async -> Response {
            await setting.service.call(
                fixture.shape.method.rawValue, Thing.path(fixture, setting) + query, setting.body(of: fixture),
                headers: fields.map { (name: "If-Match", value: $0) })
        }

        private static func tag(_ fixture: EndpointFixture, _ setting: Setting) async throws -> String {
            let tag = await setting.service.call("GET", path(fixture, setting)).first("ETag")
            return try #require(tag)
        }

        private static func path(_ fixture: EndpointFixture, _ setting: Setting) -> String {
            PathTemplate(fixture.shape.path).path(fixture.things(setting))
        }
    }
}
