import API
import Domain
import Support
import Testing

@Suite("Route maps")
struct RouteTableTests {
    private func table(_ patterns: String...) throws -> RouteTable {
        try RouteTable(patterns.map { RouteEntry(pattern: $0, surface: "home") })
    }

    private func faults(_ entries: [(String, String)]) -> [API.Fault] {
        let entries = entries.map { RouteEntry(pattern: $0.0, surface: $0.1) }
        return #expect(throws: Failure.self) { try RouteTable(entries) }?.faults ?? []
    }

    @Test(
        "what is more specific further left wins, also where the end of the other looks better",
        arguments: [
            (["/a/:x/c", "/a/b/*"], "/a/b/c", "/a/b/*"),
            (["/a/:x/c", "/a/b/*"], "/a/x/c", "/a/:x/c"),
            (["/a/:x/c", "/a/b/d"], "/a/b/c", "/a/:x/c"),
            (["/a/b", "/a/b/*"], "/a/b", "/a/b"),
            (["/a/:x", "/a/:x/*"], "/a/b", "/a/:x"),
            (["/:x/*", "/*"], "/a", "/:x/*"),
            (["/*", "/"], "/", "/"),
            (["/:a/:b/*", "/:a/*"], "/1/2", "/:a/:b/*"),
        ])
    func specificity(_ patterns: [String], _ route: String, _ winner: String) throws {
        for patterns in [patterns, patterns.reversed()] {
            let table = try RouteTable(patterns.map { RouteEntry(pattern: $0, surface: "home") })
            #expect(table.entry(for: route)?.pattern == winner)
        }
    }

    @Test("a segment is compared after it is decoded, and a name never is")
    func bytes() throws {
        #expect(try table("/a%2Fb").entry(for: "/a%2fb") != nil)
        #expect(try table("/a%2Fb").entry(for: "/a/b") == nil)
        #expect(try table("/%2A").entry(for: "/x") == nil, "an escaped star is a star")
        #expect(try table("/%2A").entry(for: "/*") != nil)
        #expect(try table("/%3Aid").entry(for: "/x") == nil)
        // One letter as one code point and as two: Swift calls them equal, a router does not.
        #expect(try table("/caf\u{E9}").entry(for: "/cafe\u{301}") == nil)
        #expect(try table("caf\u{E9}").entry(for: "cafe\u{301}") == nil)
        _ = try table("/caf\u{E9}", "/cafe\u{301}", "caf\u{E9}", "cafe\u{301}")
        #expect(try table("/%FF").entry(for: "/%ff") != nil, "bytes need not be UTF-8")
        #expect(try table("a%2Fb").entry(for: "a/b") == nil)
        #expect(try table("/*").entry(for: "/a/%") == nil, "a broken escape matches nothing, the rest neither")
        #expect(try table("/*").entry(for: "/a?x=%") != nil, "what is dropped is not looked at")
    }

    @Test("of a route only one trailing slash is dropped, and the root is a path of no segment")
    func slashes() throws {
        let root = try table("/")
        for route in ["/", "/?x", "/#x"] { #expect(root.entry(for: route) != nil) }
        for route in ["", "//", "/a", "?x"] { #expect(root.entry(for: route) == nil) }
        let rest = try table("/a/*/")
        for route in ["/a", "/a/", "/a//", "/a/b/", "/a//b"] { #expect(rest.entry(for: route) != nil) }
        #expect(try table("/a/:x").entry(for: "/a//") == nil, "a parameter is not empty")
    }

    @Test("lengths are counted in characters, and each form has its own")
    func lengths() throws {
        _ = try table(String(repeating: "ж", count: 200), "/" + String(repeating: "ж", count: 999))
        #expect(faults([(String(repeating: "n", count: 201), "home")]).map(\.code) == ["invalid_pattern"])
        #expect(faults([("/" + String(repeating: "p", count: 1_000), "home")]).map(\.code) == ["invalid_pattern"])
    }

    @Test("all faults are told, each where it stands; two patterns are named whichever comes first")
    func allFaults() throws {
        let found = faults([
            ("/a/*/b", "Home"), ("/p/:id", "home"), ("/ok", ""), ("/p/:sku/", "cart"), ("/p/:x", "promo"),
        ])
        #expect(
            found.map { "\($0.pointer) \($0.code)" } == [
                "/entries/0/pattern invalid_pattern", "/entries/0/surface invalid_surface",
                "/entries/2/surface invalid_surface", "/entries/3/pattern ambiguous_route",
                "/entries/4/pattern ambiguous_route",
            ])
        for fault in [found[3], found[4]] { #expect(fault.detail.contains("'/p/:id' (/entries/1)")) }
        #expect(found[3].detail.contains("'/p/:sku/'") && found[4].detail.contains("'/p/:x'"))
    }

    @Test("512 entries are a map, and 513 are none")
    func bound() throws {
        func entries(_ count: Int) -> [(String, String)] { (0..<count).map { ("/screen/\($0)/:id", "home") } }
        let table = try RouteTable(entries(512).map { RouteEntry(pattern: $0.0, surface: $0.1) })
        #expect(table.entry(for: "/screen/511/x")?.pattern == "/screen/511/:id")
        #expect(faults(entries(513)).map { "\($0.pointer) \($0.code)" } == ["/entries out_of_range"])
    }

    // MARK: A model

    /// Patterns that match the route's segments, the most specific first: an own way to the same rule.
    private func matching(_ parts: ArraySlice<String>) -> [String] {
        guard let part = parts.first else { return ["", "/*"] }
        let beginnings = part.isEmpty ? [] : ["/\(part)", "/:p"]
        return beginnings.flatMap { beginning in matching(parts.dropFirst()).map { beginning + $0 } } + ["/*"]
    }

    private func randomPattern(_ seed: inout Seed) -> String {
        var pattern = ""
        for _ in 0..<Int.random(in: 0...4, using: &seed) {
            pattern += ["/a", "/b", "/c", "/:p"].randomElement(using: &seed)!
        }
        if Int.random(in: 0..<4, using: &seed) == 0 { pattern += "/*" }
        return pattern.isEmpty ? "/" : pattern
    }

    @Test("on random maps the pattern found is the first of all that match, by a model of the rule")
    func model() throws {
        for _ in 0..<200 {
            var seed = Seed()
            let start = seed.description
            let patterns = Set((0..<Int.random(in: 0...40, using: &seed)).map { _ in randomPattern(&seed) }).sorted()
                .shuffled(using: &seed)
            let table = try RouteTable(patterns.map { RouteEntry(pattern: $0, surface: "home") })
            for _ in 0..<50 {
                let parts = (0..<Int.random(in: 0...5, using: &seed)).map { _ in
                    ["a", "b", "c", "d", ""].randomElement(using: &seed)!
                }
                // A slash at the end is dropped, so that an empty last segment needs one more.
                let route = "/" + parts.joined(separator: "/") + (parts.last == "" ? "/" : "")
                let expected = matching(parts[...]).lazy.map { $0.isEmpty ? "/" : $0 }.first(where: patterns.contains)
                #expect(table.entry(for: route)?.pattern == expected, "\(start): \(route) in \(patterns)")
            }
        }
    }

    @Test("two patterns are ambiguous exactly where they differ in the names of parameters only, by the same model")
    func ambiguity() {
        for _ in 0..<2_000 {
            var seed = Seed()
            let start = seed.description
            let (one, other) = (randomPattern(&seed), randomPattern(&seed))
            let renamed = other.replacing(":p", with: ":q")
            let isRefused = (try? table(one, renamed)) == nil
            #expect(isRefused == (one == other), "\(start): \(one) and \(renamed)")
        }
    }
}
