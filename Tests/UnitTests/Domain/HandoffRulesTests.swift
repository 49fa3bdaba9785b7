import API
import Domain
import Support
import Testing

@Suite("What may stand in a handoff")
struct HandoffRulesTests {
    private static let release = "aaaaaaaaaaaaaaaaaaaaaaaa"
    private static let rollback = "bbbbbbbbbbbbbbbbbbbbbbbb"

    /// Of the whole handoff but for what a test changes.
    private func faults(_ product: Product = .shopstory, _ change: (inout Handoff) -> Void) -> [String] {
        allFaults(product, change).map { "\($0.pointer) \($0.code)" }
    }

    private func allFaults(_ product: Product = .shopstory, _ change: (inout Handoff) -> Void) -> [API.Fault] {
        var handoff = TestService.handoff(release: Self.release, rollback: Self.rollback)
        if product == .livemarket { handoff.cart = nil }
        change(&handoff)
        do throws(Failure) {
            try HandoffRules.check(
                handoff, of: product, isReleased: { [Self.release, Self.rollback].contains($0) })
            return []
        } catch {
            #expect(error.code.rawValue == error.faults.first?.code)
            return error.faults
        }
    }

    @Test("a whole one is right, and so is an empty one")
    func right() {
        #expect(faults { _ in } == [])
        #expect(faults { $0 = Handoff() } == [])
    }

    @Test("only another platform goes by agreement")
    func agreement() {
        #expect(
            faults {
                $0.platform = .other; $0.agreement = "ticket ACME-7"
            } == [])
        #expect(
            faults {
                $0.platform = nil; $0.agreement = "ticket ACME-7"
            } == [])
        #expect(faults { $0.agreement = "ticket ACME-7" } == ["/agreement out_of_range"])
    }

    @Test("a release is one that there is, and one goes back to another")
    func releases() {
        #expect(faults { $0.releaseID = "0.2.0" } == ["/release_id out_of_range"])
        #expect(faults { $0.rollbackReleaseID = Self.release } == ["/rollback_release_id out_of_range"])
    }

    @Test("a product's id is 1–256 bytes, whatever they are, and has one state")
    func products() {
        func ids(_ ids: String...) -> [String] {
            faults { $0.testProducts = ids.map { TestProduct(feedProductID: $0, expected: .live) } }
        }
        #expect(ids("1", String(repeating: "é", count: 128), "0001", "a b", "9f86d081884c7d659a2feaa0c55ad015") == [])
        #expect(
            ids("", String(repeating: "a", count: 257)).map { String($0.prefix(16)) } == [
                "/test_products/0", "/test_products/1",
            ])
        #expect(ids("x", "x") == ["/test_products/1/feed_product_id out_of_range"])
        // Two that look the same and are two.
        #expect(ids("\u{E9}", "e\u{301}") == [])
        #expect(ids("password=1") == ["/test_products/0/feed_product_id invalid_reason"])
        let many = (0..<50).map { TestProduct(feedProductID: "\($0)", expected: .vod) }
        #expect(faults { $0.testProducts = many } == [])
        #expect(
            faults { $0.testProducts = many + [.init(feedProductID: "50", expected: .vod)] } == [
                "/test_products out_of_range"
            ])
    }

    @Test("a direct cart has a contract and a fallback, and no other has")
    func cart() {
        func cart(_ mode: CartContract.Mode, _ api: String?, _ fallback: String?) -> [String] {
            faults { $0.cart = CartContract(mode: mode, merchantAPI: api, fallback: fallback) }
        }
        #expect(cart(.directCart, "https://wiki.example.com/cart-api#v2", "opens the product page") == [])
        #expect(cart(.directCart, nil, nil) == ["/cart/merchant_api out_of_range", "/cart/fallback out_of_range"])
        #expect(
            cart(.openProduct, "https://wiki.example.com", "x") == [
                "/cart/merchant_api out_of_range", "/cart/fallback out_of_range",
            ])
    }

    @Test("a livemarket project's cart is livemarket.cart_mode, and no other is said")
    func cartOfLiveMarket() {
        for mode in CartContract.Mode.allCases {
            #expect(faults(.livemarket) { $0.cart = CartContract(mode: mode) } == ["/cart out_of_range"])
        }
    }

    @Test(
        "the contract is an HTTPS URL without a user",
        arguments: [
            "http://wiki.example.com", "wiki.example.com", "https://", "https:///cart", "https://a b",
            "ftp://wiki.example.com", "https://[", "https://1", "https://a<script>", "https://999.1/x",
            "https://ann@wiki.example.com", "https://ann:pw@wiki.example.com/cart", "https://wiki.example.com/?token=1",
            "HTTPS://wiki.example.com", "https://" + String(repeating: "a", count: 493),
        ])
    func urls(_ url: String) {
        let cart = CartContract(mode: .directCart, merchantAPI: url, fallback: "opens the product page")
        #expect(faults { $0.cart = cart }.count == 1)
    }

    @Test("a text is one line of 1–500 characters without a secret, and its URLs are HTTPS")
    func texts() {
        for text in ["", " ", "a\nb", String(repeating: "a ", count: 251), "token=abc", "a\u{202E}b"] {
            #expect(faults { $0.support = text } == ["/support invalid_reason"], "\(text)")
            #expect(faults { $0.packageAccess = text } == ["/package_access invalid_reason"], "\(text)")
            #expect(faults { $0.branding = ["a", text] } == ["/branding/1 invalid_reason"], "\(text)")
        }
        for text in ["see http://wiki.example.com", "ssh://git.example.com", "xhttps://a.example", "://"] {
            #expect(faults { $0.support = text } == ["/support out_of_range"], "\(text)")
        }
        for text in [
            "see https://wiki.example.com.", "канал «ShopStory», ответ за день", "(https://a.example)",
            "vault://acme/sdk",
        ] {
            #expect(faults { $0.support = text } == [], "\(text)")
        }
        #expect(faults { $0.branding = [] } == [])
    }

    @Test("each stage of a rollout has a name of its own and reaches more shoppers than the one before")
    func rollout() {
        func stages(_ percents: Int...) -> [String] {
            faults { handoff in
                handoff.rollout = percents.enumerated().map { RolloutStage(name: "stage \($0)", percent: $1) }
            }
        }
        #expect(stages(1, 2, 100) == [])
        #expect(stages() == ["/rollout out_of_range"])
        #expect(stages(0) == ["/rollout/0/percent out_of_range"])
        #expect(stages(101) == ["/rollout/0/percent out_of_range"])
        #expect(stages(5, 5, 4) == ["/rollout/1/percent out_of_range", "/rollout/2/percent out_of_range"])
        #expect(faults { $0.rollout = [RolloutStage(name: "", percent: 1)] } == ["/rollout/0/name invalid_name"])
        let twice = [RolloutStage(name: "staff", percent: 1), RolloutStage(name: "staff", percent: 5)]
        #expect(faults { $0.rollout = twice } == ["/rollout/1/name out_of_range"])
        #expect(stages(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) == ["/rollout out_of_range"])
    }

    @Test("a stage's name is handed over, and judged like all that is")
    func stageNames() {
        #expect(faults { $0.rollout = [RolloutStage(name: "staff in Berlin", percent: 1)] } == [])
        #expect(
            faults { $0.rollout = [RolloutStage(name: "staff, password hunter2", percent: 1)] } == [
                "/rollout/0/name invalid_reason"
            ])
        let twice = [
            RolloutStage(name: "password: hunter2", percent: 1), RolloutStage(name: "password: hunter2", percent: 2),
        ]
        #expect(faults { $0.rollout = twice } == ["/rollout/0/name invalid_name", "/rollout/1/name invalid_name"])
    }

    @Test("what is too long or too much is refused for that, and no more of it is judged")
    func lengthsFirst() {
        let long = String(repeating: "password: hunter2 ", count: 1_000)
        #expect(
            allFaults { $0.support = long }.map(\.detail) == [
                "A support channel is 1–500 characters that say something."
            ])
        let ids = (0..<51).map { TestProduct(feedProductID: $0 < 50 ? "\($0)" : "password=1", expected: .vod) }
        #expect(faults { $0.testProducts = ids } == ["/test_products out_of_range"])
        #expect(faults { $0.branding = Array(repeating: "a", count: 50) + ["token=1"] } == ["/branding out_of_range"])
        #expect(
            faults { $0.testProducts = [.init(feedProductID: "password=" + long, expected: .vod)] } == [
                "/test_products/0/feed_product_id out_of_range"
            ])
        #expect(
            faults(.livemarket) {
                $0.liveMarket = liveMarket(
                    origins: (0..<20).map { "https://cdn\($0).example.com" } + ["https://a:b@c.example"],
                    tags: (0..<100).map { "tag\($0)" } + ["token=1"])
            } == ["/livemarket/image_origins out_of_range", "/livemarket/placement_tags out_of_range"])
    }

    @Test("a refusal does not repeat what looks like a secret")
    func repeatsNoSecret() {
        let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
        var found = allFaults {
            $0.releaseID = token
            $0.rollbackReleaseID = "password: hunter2"
            $0.testProducts = [token, token].map { TestProduct(feedProductID: $0, expected: .vod) }
            $0.rollout = [RolloutStage(name: token, percent: 1), RolloutStage(name: token, percent: 2)]
        }
        let origins =
            ["https://ann:hunter2@cdn.example.com"]
            + Array(repeating: "https://\(token.dropFirst(4).lowercased())16c7e42f.example", count: 2)
        found += allFaults(.livemarket) { $0.liveMarket = liveMarket(origins: origins, tags: [token, token]) }
        #expect(found.count == 11)
        for fault in found {
            #expect(
                !fault.detail.contains("hunter2") && !fault.detail.lowercased().contains("16c7e42f"), "\(fault.pointer)"
            )
        }
        // What looks like none is.
        #expect(allFaults { $0.releaseID = "0.2.0" }.first?.detail.contains("'0.2.0'") ?? false)
    }

    @Test("LiveMarket's inputs are of its own projects")
    func ofLiveMarket() {
        #expect(faults(.livemarket) { $0.liveMarket = TestService.liveMarket() } == [])
        #expect(faults { $0.liveMarket = TestService.liveMarket() } == ["/livemarket out_of_range"])
    }

    @Test(
        "an image origin is exact",
        arguments: [
            ("https://images.example.com", true), ("https://images.example.com:8443", true), ("https://a", true),
            ("https://images.example.com/", false), ("https://images.example.com:443", false),
            ("https://*.example.com", false),
            ("http://images.example.com", false), ("https://Images.example.com", false),
            ("https://images.example.com:0", false),
            ("https://images.example.com:+80", false), ("https://images.example.com:65536", false), ("https://", false),
            ("https://images..example.com", false), ("https://-a.example", false),
            ("https://ann@images.example.com", false),
            ("https://images.example.com:", false), ("https://images.example.com:1:2", false), ("", false),
            ("https://999.1", false), ("https://1.2.3.4.5", false), ("https://10.0.0.1", true),
            ("https://[::1]", false),
            ("https://images.example.com?", false), ("https://images.example.com#", false), ("https://a<b>", false),
        ])
    func origins(_ origin: String, _ isRight: Bool) {
        let setup = liveMarket(origins: [origin])
        #expect(faults(.livemarket) { $0.liveMarket = setup }.isEmpty == isRight)
    }

    @Test("analytics takes a collector token of its own, by reference, and nothing else does")
    func tokens() {
        func references(_ consent: LiveMarketSetup.Consent, _ collector: String?) -> [String] {
            faults(.livemarket) { $0.liveMarket = liveMarket(consent: consent, collector: collector) }
        }
        let pointer = "/livemarket/collector_token_reference"
        #expect(references(.disabled, nil) == [])
        #expect(references(.disabled, "vault entry b") == ["\(pointer) out_of_range"])
        #expect(references(.askedByHost, nil) == ["\(pointer) out_of_range"])
        #expect(references(.askedByHost, "vault entry a") == ["\(pointer) out_of_range"])
        #expect(references(.askedByHost, "0123456789abcdef0123456789abcdef") == ["\(pointer) invalid_reason"])
        #expect(references(.askedByHost, "vault entry b") == [])
        for same in ["Vault Entry A", " vault entry a ", "vault  entry a", "vault\u{200B} entry a"] {
            #expect(references(.askedByHost, same) == ["\(pointer) out_of_range"], "\(same)")
        }
    }

    @Test(
        "a reference says where a token is written down, and is none",
        arguments: [
            ("OPS-1042", true), ("ОПС-12", true), ("#1042", true), ("vault:shop/livemarket/content", true),
            ("op://vault/item/field", true), ("vault://shop/acme/packages", true), ("secret/data/shop#content", true),
            ("https://vault.example.com/x", true),
            ("Vault of the platform team", true), ("ticket OPS-1042", true), ("ACME-101, vault path", true),
            ("заявка ОПС-12", true), ("хранилище магазина", true), ("1Password entry of the shop", true),
            ("hunter2", false), ("Xk9mQ2vL", false), ("0123456789abcdef0123456789abcd", false), ("swordfish", false),
            ("vault", false), ("vault hunter2", false), ("app store", false), ("login/demo/swordfish", false),
            ("https://", false), ("correct horse battery", false), ("vault:hunter2", false),
            ("content-token", false), ("OPS-1042 Xk9mQ2vL", false), ("http://vault.example.com/x", false), ("", false),
        ])
    func references(_ text: String, _ isRight: Bool) {
        let setup = LiveMarketSetup(
            clientID: "acme", environment: .staging, cartMode: .post, imageOrigins: [], placementTags: ["home-top"],
            consent: .disabled, contentTokenReference: text, collectorTokenReference: nil)
        let found = faults(.livemarket) { $0.liveMarket = setup }
        #expect(found.isEmpty == isRight, "\(found)")
    }

    @Test("a client id and a placement tag may look like a UUID, and not like a whole secret")
    func identifiers() {
        let hex = String(repeating: "9f86d081884c7d65", count: 4)
        #expect(faults { $0.testProducts = [.init(feedProductID: hex, expected: .vod)] }.count == 1)
        #expect(
            faults(.livemarket) { $0.liveMarket = liveMarket(tags: [hex, String(hex.prefix(32))]) } == [
                "/livemarket/placement_tags/0 invalid_reason"
            ])
    }

    @Test("placements are named, each once")
    func placements() {
        #expect(
            faults(.livemarket) { $0.liveMarket = liveMarket(tags: []) } == ["/livemarket/placement_tags out_of_range"])
        #expect(
            faults(.livemarket) { $0.liveMarket = liveMarket(tags: ["a", "a", "b c"]) } == [
                "/livemarket/placement_tags/1 out_of_range", "/livemarket/placement_tags/2 invalid_name",
            ])
    }

    private func liveMarket(
        origins: [String] = [], tags: [String] = ["home-top"], consent: LiveMarketSetup.Consent = .disabled,
        collector: String? = nil
    ) -> LiveMarketSetup {
        LiveMarketSetup(
            clientID: "acme", environment: .staging, cartMode: .post, imageOrigins: origins, placementTags: tags,
            consent: consent, contentTokenReference: "vault entry a", collectorTokenReference: collector)
    }
}
