import API
import Support

extension EndpointFixture {
    static let handoffs: [EndpointFixture] = [
        .init(Handoffs.get.shape, .tenant, absent: ["app": "never-was"], things: ofShop),
        // Of LiveMarket, whose cart is its own.
        .init(
            Handoffs.set.shape, .tenant, absent: ["app": "never-was"],
            body: #"""
                {"platform":"other","agreement":"ticket ACME-7","release_id":"{release}","rollback_release_id":"{rollback}",
                 "test_products":[{"feed_product_id":"00123","expected":"vod"}],
                 "branding":["accent colour"],"support":"ticket queue ACME-SDK","rollout":[{"name":"staff","percent":1}],
                 "package_access":"by ticket OPS-1042",
                 "livemarket":{"client_id":"acme","environment":"staging","cart_mode":"post",
                               "image_origins":["https://images.example.com"],"placement_tags":["home-top"],
                               "consent":"asked_by_host","content_token_reference":"vault entry acme/content",
                               "collector_token_reference":"vault entry acme/collector"}}
                """#, excluded: ["cart"],
            optional: [
                "/platform", "/agreement", "/release_id", "/rollback_release_id", "/test_products", "/branding",
                "/support", "/rollout", "/package_access", "/livemarket", "/livemarket/collector_token_reference",
            ],
            things: { ["app": "shop-market", "release": $0.release, "rollback": $0.rollback] },
            prepare: { service in
                _ = try await service.created("shop-market", in: Setting.tenant, product: .livemarket)
            }),
        .init(Handoffs.check.shape, .tenant, absent: ["app": "never-was"], things: ofShop),
        .init(
            Handoffs.issue.shape, .tenant, absent: ["app": "never-was"], body: "{}", things: ofShop,
            prepare: { try await $0.prepareHandoff(of: Setting.app) }),
        .init(Handoffs.issues.shape, .tenant, absent: ["app": "never-was"], things: ofShop),
        .init(
            Handoffs.issued.shape, .tenant, absent: ["app": "never-was", "n": "1"],
            things: ofIssued, prepare: issue),
        .init(
            Acceptances.get.shape, .tenant, absent: ["app": "never-was", "n": "1"], things: ofIssued, prepare: issue),
        .init(
            Acceptances.set.shape, .tenant, absent: ["app": "never-was", "n": "1"],
            body: #"""
                {"results":[{"check":"scenario:live","result":"fail","device":"iPhone 15","os":"iOS 17.2",
                             "sdk_version":"1.1.0","note":"no sound"}],"stages_done":[]}
                """#,
            optional: ["/results/0/note"], things: ofIssued, prepare: issue),
    ]

    /// Second bodies of endpoints that have their fixture.
    static let otherBodies: [EndpointFixture] = [
        .init(
            Handoffs.set.shape, .tenant, absent: ["app": "never-was"],
            body: #"""
                {"platform":"other","agreement":"ticket ACME-7","release_id":"{release}","rollback_release_id":"{rollback}",
                 "test_products":[{"feed_product_id":"00123","expected":"vod"}],
                 "cart":{"mode":"direct_cart","merchant_api":"https://wiki.example.com/cart","fallback":"opens the product"},
                 "branding":["accent colour"],"support":"ticket queue ACME-SDK","rollout":[{"name":"staff","percent":1}],
                 "package_access":"by ticket OPS-1042"}
                """#, excluded: ["livemarket"],
            optional: [
                "/platform", "/agreement", "/release_id", "/rollback_release_id", "/test_products", "/cart",
                "/cart/merchant_api", "/cart/fallback", "/branding", "/support", "/rollout", "/package_access",
            ],
            things: { ["app": Setting.app, "release": $0.release, "rollback": $0.rollback] })
    ]

    @Sendable private static func ofShop(_ setting: Setting) -> [String: String] { ["app": Setting.app] }

    @Sendable private static func ofIssued(_ setting: Setting) -> [String: String] { ["app": Setting.app, "n": "1"] }

    @Sendable private static func issue(_ service: TestService) async throws {
        try await service.prepareHandoff(of: Setting.app)
        _ = try await service.issueHandoff(of: Setting.app)
    }
}
