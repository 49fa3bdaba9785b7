import API
import Domain
import Support
import Testing

@Suite("Route maps of the fixture")
struct RouteFixtureTests {
    static func entries(_ json: JSONValue) throws -> [RouteEntry] {
        try JSONReader.decode([RouteEntry].self, from: #require(json["entries"]))
    }

    @Test("every route of every map has the surface that it says, in whatever order the map comes")
    func resolve() throws {
        let maps = try Fixtures.cases("routes", "maps")
        #expect(maps.count == 3)
        for map in maps {
            let entries = try Self.entries(map)
            let cases = map["resolve"]?.items ?? []
            #expect(cases.count >= 50)
            for table in [try RouteTable(entries), try RouteTable(entries.reversed())] {
                for each in cases {
                    let route = try #require(each["route"]?.text)
                    #expect(table.entry(for: route)?.surface ?? "unknown" == each["surface"]?.text, "\(route)")
                }
            }
        }
    }

    @Test("every map that is refused is refused with its code, in whatever order it comes")
    func refused() throws {
        let cases = try Fixtures.cases("routes", "refused")
        #expect(cases.count >= 19)
        for each in cases {
            let entries = try Self.entries(each)
            for entries in [entries, entries.reversed()] {
                let failure = #expect(throws: Failure.self) { try RouteTable(entries) }
                #expect(failure?.code.rawValue == each["code"]?.text, "\(entries)")
                #expect(failure?.faults.count == 1)
            }
        }
    }

    @Test("every map that is accepted is")
    func accepted() throws {
        for each in try Fixtures.cases("routes", "accepted") { _ = try RouteTable(Self.entries(each)) }
    }
}
