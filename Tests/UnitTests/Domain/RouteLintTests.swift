import API
import Domain
import Testing

@Suite("Finding what is lawful in a route map and probably not meant")
struct RouteLintTests {
    private func findings(_ entries: [(String, String)], under base: BasePolicy = .standard) throws -> [RouteFinding] {
        try RouteTable(entries.map { RouteEntry(pattern: $0.0, surface: $0.1) }).findings(under: base)
    }

    /// Of a map that is otherwise good.
    private func codes(_ pattern: String, _ surface: String, under base: BasePolicy = .standard) throws -> [String] {
        try findings([("/product/:id", "productDetail"), (pattern, surface)], under: base).map { finding in
            #expect(finding.pattern.optional == pattern)
            return finding.code.rawValue
        }
    }

    @Test("an empty map is one finding, and a good one has none")
    func whole() throws {
        #expect(try findings([]).map(\.code) == [.emptyMap])
        #expect(try findings([("/", "home")]).map(\.code) == [.noProductDetail])
        #expect(try findings([("/", "home"), ("/product/:id", "productDetail"), ("/cart", "cart")]).isEmpty)
    }

    @Test("a path pattern without a literal takes what nobody thought of, unless that is unknown")
    func catchAll() throws {
        for pattern in ["/*", "/:section", "/:section/*", "/:section/:id"] {
            #expect(try codes(pattern, "catalog") == ["catch_all"], "\(pattern)")
            #expect(try codes(pattern, "unknown") == [], "\(pattern)")
        }
        #expect(try findings([("/*", "productDetail")]).first?.detail.contains("no path is 'unknown'") == true)
        #expect(try codes("/:lang/catalog", "catalog") == [])
        #expect(try codes("/", "home") == [])
    }

    @Test(
        "a word of paying or logging in on a surface that is allowed is found, as a whole word",
        arguments: [
            "/pay", "/checkout/*", "/order/payment", "/Cart", "CartViewController", "MyCARTView", "PDPCartView",
            "/sign-in", "SignInViewController", "signInScreen", "/log_in", "/oauth2/callback", "/3ds", "/3DSecure",
            "/3d-secure", "/payment2", "tab:login", "/saved-cards", "/%70ay", "/user/:id/password", "корзина",
        ])
    func sensitive(_ pattern: String) throws {
        #expect(try codes(pattern, "catalog") == ["sensitive_word"])
        #expect(try codes(pattern, "checkout") == [], "the base policy lets nothing show there")
    }

    @Test(
        "what only contains such letters is not found, nor is a parameter's name or a product's card",
        arguments: [
            "/payloads", "/authors", "/discard", "/cartoons", "/cardigans", "/display", "/users/:login/videos",
            "/product-card", "ProductCardViewController", "/gift_cards", "/basketball", "PlayerView", "/signs",
        ])
    func harmless(_ pattern: String) throws {
        #expect(try codes(pattern, "catalog") == [])
    }

    @Test("by the base policy: what it does not allow is no danger, what it allows is")
    func base() throws {
        var base = BasePolicy.standard
        base.surfaces["catalog"] = SurfaceDecision(player: false, followMe: false)
        base.surfaces["promo"] = SurfaceDecision(player: true, followMe: false)
        #expect(try codes("/pay", "catalog", under: base) == [])
        #expect(try codes("/pay", "promo", under: base) == ["sensitive_word"])
    }

    @Test("a custom surface that the policy does not have is found once")
    func withoutPolicy() throws {
        let found = try findings([
            ("/product/:id", "productDetail"), ("/sale", "promo"), ("/sale/:id", "promo"), ("/x", "other"),
        ])
        #expect(found.map(\.code) == [.surfaceWithoutPolicy, .surfaceWithoutPolicy])
        #expect(found.map(\.pattern.optional) == ["/sale", "/x"])
        var base = BasePolicy.standard
        base.surfaces["promo"] = .off
        #expect(try codes("/sale", "promo", under: base) == [])
    }

    @Test(
        "what reads like a parameter and is none is found",
        arguments: ["/user/{id}", "/user/<id>", "/user/[id]", "user/:id", "user/*"])
    func placeholder(_ pattern: String) throws {
        #expect(try codes(pattern, "catalog") == ["literal_placeholder"])
    }

    @Test(
        "names that only look a little like one are not", arguments: ["tab:home", "Tab/home", "app://x", "/a:b", "a*"])
    func noPlaceholder(_ name: String) throws {
        #expect(try codes(name, "catalog") == [])
    }
}
