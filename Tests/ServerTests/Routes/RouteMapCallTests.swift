import API
import Domain
import HTTP
import Support
import Testing

@Suite("Reading and setting a route map")
struct RouteMapCallTests {
    private static let path = "/api/v1/projects/shop/routes"

    private func body(_ entries: (String, String)...) -> String {
        let map = SetRouteMap(entries: entries.map { RouteEntry(pattern: $0.0, surface: $0.1) })
        return String(decoding: JSONWriter.encode(map), as: UTF8.self)
    }

    private func withShop(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await body(service)
        }
    }

    private func set(_ body: String, _ service: TestService) async throws -> RouteMap {
        try await service.change("PUT", Self.path, body).answer(RouteMap.self)
    }

    private func resolve(_ route: String, _ service: TestService) async throws -> ResolvedRoute {
        try await service.call("GET", "\(Self.path)/resolve?route=\(route.percentEncoded)").answer(ResolvedRoute.self)
    }

    @Test("before the first one it is version 0 without entries, and has a tag to state")
    func none() async throws {
        try await withShop { service in
            let answer = await service.call("GET", Self.path)
            #expect(answer.json.written == #"{"entries":[],"version":0}"#)
            #expect(answer.first("ETag") != nil)
            let zero = try await service.call("GET", "\(Self.path)?version=0").answer(RouteMap.self)
            #expect(zero.version == 0 && zero.entries.isEmpty)
            #expect(try await set(body(), service).version == 0, "nothing is what there was")
            #expect(try await resolve("/", service) == ResolvedRoute(surface: "unknown", pattern: nil, decision: .off))
        }
    }

    @Test("what was seen must be stated, and be the present version")
    func precondition() async throws {
        try await withShop { service in
            let tag = try #require(await service.call("GET", Self.path).first("ETag"))
            let map = body(("/", "home"))
            #expect(await service.call("PUT", Self.path, map).code == "precondition_required")
            let done = await service.call("PUT", Self.path, map, headers: [("If-Match", tag)])
            #expect(done.status == 200 && done.first("ETag") != tag)
            let stale = await service.call("PUT", Self.path, body(), headers: [("If-Match", tag)])
            #expect(stale.status == 412 && stale.first("ETag") == done.first("ETag"))
            #expect(await service.call("GET", Self.path).first("ETag") == done.first("ETag"))
        }
    }

    @Test("every version is kept, the same map again makes none, and one that differs by a byte does")
    func versions() async throws {
        try await withShop { service in
            #expect(try await set(body(("/caf\u{E9}", "home")), service).version == 1)
            service.advance(seconds: 60)
            #expect(try await set(body(("/caf\u{E9}", "home")), service).version == 1)
            #expect(try await set(body(("/cafe\u{301}", "home")), service).version == 2)
            #expect(try await set(body(("/a", "home"), ("/b", "home")), service).version == 3)
            #expect(try await set(body(("/b", "home"), ("/a", "home")), service).version == 4, "another document")
            for (version, count) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
                let map = try await service.call("GET", "\(Self.path)?version=\(version)").answer(RouteMap.self)
                #expect(map.version == Int64(version) && map.entries.count == count)
            }
            let first = try await service.call("GET", "\(Self.path)?version=1").answer(RouteMap.self)
            #expect(first.entries[0].pattern.utf8.elementsEqual("/caf\u{E9}".utf8))
            let never = await service.call("GET", "\(Self.path)?version=5")
            #expect(never.status == 404 && never.code == "not_found")
            for word in ["", "-1", "01", "+1", "1.0", "last", "99999999999999999999"] {
                let answer = await service.call("GET", "\(Self.path)?version=\(word.percentEncoded)")
                #expect(answer.status == 400 && answer.code == "invalid_request", "\(word)")
            }
            let listed = try await service.call("GET", "\(Self.path)/versions").answer(Page<RouteMapVersion>.self)
            #expect(listed.items.map(\.version) == [4, 3, 2, 1])
            #expect(listed.items.map(\.entryCount) == [2, 2, 1, 1])
            #expect(listed.items.last?.setAt == TestService.start && listed.items.last?.setBy == "root")
            #expect(listed.items[0].setAt == TestService.start.advanced(bySeconds: 60))
        }
    }

    @Test("what a rule refuses changes nothing, and every fault is named where it stands")
    func refused() async throws {
        try await withShop { service in
            _ = try await set(body(("/", "home")), service)
            let answer = try await service.change(
                "PUT", Self.path, body(("/p/:id", "promo"), ("/a/*/b", "home"), ("/p/:sku", "Home")))
            #expect(answer.status == 422 && answer.code == "invalid_pattern")
            let found = (answer.json["errors"]?.items ?? []).map {
                "\($0["pointer"]?.text ?? "") \($0["code"]?.text ?? "")"
            }
            #expect(
                found == [
                    "/entries/1/pattern invalid_pattern", "/entries/2/pattern ambiguous_route",
                    "/entries/2/surface invalid_surface",
                ])
            let more = try await service.change(
                "PUT", Self.path,
                String(
                    decoding: JSONWriter.encode(
                        SetRouteMap(entries: (0...512).map { RouteEntry(pattern: "/\($0)", surface: "home") })),
                    as: UTF8.self))
            #expect(more.status == 422 && more.code == "out_of_range")
            #expect(try await service.call("GET", Self.path).answer(RouteMap.self).version == 1)
        }
    }

    @Test("every map of the fixture is refused or accepted as it says, and every route has its surface")
    func fixture() async throws {
        try await withShop { service in
            for each in try Fixtures.cases("routes", "refused") {
                let map = JSONValue.object([.init("entries", try #require(each["entries"]))])
                let answer = try await service.change("PUT", Self.path, map.written)
                #expect(answer.status == 422 && answer.code == each["code"]?.text, "\(map.written)")
            }
            for each in try Fixtures.cases("routes", "accepted") {
                #expect(try await service.change("PUT", Self.path, each.written).status == 200)
            }
            for map in try Fixtures.cases("routes", "maps") {
                let entries = JSONValue.object([.init("entries", try #require(map["entries"]))])
                #expect(try await service.change("PUT", Self.path, entries.written).status == 200)
                for each in map["resolve"]?.items ?? [] {
                    let route = try #require(each["route"]?.text)
                    #expect(try await resolve(route, service).surface == each["surface"]?.text, "\(route)")
                }
            }
        }
    }

    @Test("what may show on a route is by the base, what holds it off, and a suspension")
    func decisions() async throws {
        try await withShop { service in
            _ = try await set(
                body(("/product/:id", "productDetail"), ("/cart", "cart"), ("/sale", "promo")), service)
            let on = SurfaceDecision(player: true, followMe: true)
            let product = { (decision: SurfaceDecision) in
                ResolvedRoute(surface: "productDetail", pattern: "/product/:id", decision: decision)
            }
            #expect(try await resolve("/product/1?x", service) == product(on))
            #expect(
                try await resolve("/cart", service)
                    == ResolvedRoute(surface: "cart", pattern: "/cart", decision: .off))
            #expect(
                try await resolve("/sale", service)
                    == ResolvedRoute(surface: "promo", pattern: "/sale", decision: .off), "no policy, nothing shows")
            let scope = #"{"kind":"tenant","tenant":"acme"}"#
            let conditional = await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":\#(scope),"targets":["sdk"],"sdk_versions":"<1.0","reason":"crash"}"#)
            #expect(conditional.status == 201)
            #expect(try await resolve("/product/1", service) == product(on), "it takes away from some apps only")
            _ = try await service.disable(scope, targets: ["follow_me_player"])
            #expect(
                try await resolve("/product/1", service) == product(SurfaceDecision(player: true, followMe: false)))
            _ = try await service.disable(scope, targets: ["surface:productDetail"])
            #expect(try await resolve("/product/1", service) == product(.off))
            for each in try await service.call("GET", "/api/v1/disables").answer(Page<Disable>.self).items {
                _ = await service.call("POST", "/api/v1/disables/\(each.id)/lift", #"{"reason":"fixed"}"#)
            }
            #expect(try await resolve("/product/1", service) == product(on))
            _ = await service.call("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#)
            #expect(try await resolve("/product/1", service) == product(.off))
            let without = await service.call("GET", "\(Self.path)/resolve")
            #expect(without.status == 400 && without.json["errors"]?.items.first?["pointer"]?.text == "?route")
        }
    }

    @Test("no policy changes by a map: devices have the same document under the same tag")
    func policyStays() async throws {
        try await withShop { service in
            let before = service.device("/sdk/v1/policy?application_id=shop")
            service.advance(seconds: 10)
            _ = try await set(body(("/", "home")), service)
            let after = service.device("/sdk/v1/policy?application_id=shop")
            #expect(after.body == before.body && after.first("ETag") == before.first("ETag"))
        }
    }

    @Test("a dry run of it writes nothing, and the audit log holds digest and version only")
    func dryRunAndAudit() async throws {
        try await withShop { service in
            let map = body(("/secret-launch", "home"))
            let dry = try await service.change("PUT", Self.path, map, query: "?dry_run=true")
            #expect(dry.status == 200 && dry.json["version"]?.number == 1)
            #expect(try await service.call("GET", Self.path).answer(RouteMap.self).version == 0)
            #expect(try await service.audit("action=route_map.set").isEmpty)
            _ = try await set(map, service)
            let entry = try #require(try await service.audit("action=route_map.set").first)
            #expect(entry.before.optional?["version"]?.number == 0 && entry.after.optional?["version"]?.number == 1)
            #expect(entry.after.optional?["entries", "count"]?.number == 1)
            #expect(entry.after.optional?["entries", "sha256"]?.text?.count == 64)
            #expect(!String(decoding: JSONWriter.encode(entry), as: UTF8.self).contains("secret-launch"))
        }
    }

    @Test("the findings are those of the present map under the base policy")
    func lint() async throws {
        try await withShop { service in
            func codes() async throws -> [RouteFinding.Code] {
                try await service.call("GET", "\(Self.path)/lint").answer(RouteFindings.self).findings.map(\.code)
            }
            #expect(try await codes() == [.emptyMap])
            _ = try await set(body(("/sale", "promo"), ("/*", "home"), ("/pay", "catalog")), service)
            #expect(
                try await codes() == [.noProductDetail, .surfaceWithoutPolicy, .catchAll, .sensitiveWord])
            _ = try await set(body(("/", "home"), ("/product/:id", "productDetail")), service)
            #expect(try await codes() == [])
        }
    }

    @Test("a deleted project has no map, for reading and for setting")
    func deleted() async throws {
        try await withShop { service in
            _ = await service.call("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#)
            _ = await service.call("DELETE", "/api/v1/projects/shop")
            for path in ["", "/versions", "/resolve?route=/", "/lint"] {
                #expect(await service.call("GET", Self.path + path).status == 404, "\(path)")
            }
            let tag = [(name: "If-Match", value: "\"none\"")]
            #expect(await service.call("PUT", Self.path, body(), headers: tag).status == 404)
        }
    }
}
