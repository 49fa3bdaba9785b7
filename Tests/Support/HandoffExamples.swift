import API

/// Issued handoffs as a service would make them, one of each kind.
package enum HandoffExamples {
    package static let all: [(name: String, issued: IssuedHandoff)] = [
        ("native-ios", issued(nativeIOS)), ("flutter", issued(flutter)), ("mybot", issued(myBot())),
        ("livemarket", issued(liveMarket)),
    ]

    package static func issued(_ document: HandoffDocument) -> IssuedHandoff {
        IssuedHandoff(
            number: document.number, issuedAt: Instant("2026-11-30T10:00:00Z")!, issuedBy: "ann",
            sha256: "5d1c8f0c1f8f9a6b0b5e8f7a2f6f4f0b6e3c1f7d2a9b8c7d6e5f4a3b2c1d0e9f", document: document)
    }

    package static let nativeIOS = document(
        number: 3, applicationID: "shop-ios", name: "Acme Shop", product: .shopstory, iosBundleIDs: ["com.acme.shop"],
        platform: .ios,
        release: release(SDKPackage.shopStoryPlayer, "0.2.0-preview.2", ["ios": "15.0", "xcode": "16.0"]),
        rollback: release(SDKPackage.shopStoryPlayer, "0.1.9", ["ios": "15.0", "xcode": "15.4"]))

    package static let flutter = document(
        number: 1, applicationID: "shop-flutter", name: "Acme Shop на Flutter", product: .shopstory,
        iosBundleIDs: ["com.acme.shop", "com.acme.shop.beta"], platform: .flutterIOS,
        release: release(
            SDKPackage.shopStoryPlayerFlutter, "0.3.0", paired: "0.2.0",
            ["dart": "3.5", "flutter": "3.24", "ios": "15.0"]),
        rollback: release(
            SDKPackage.shopStoryPlayerFlutter, "0.2.1", paired: "0.1.9",
            ["dart": "3.5", "flutter": "3.24", "ios": "15.0"]),
        cart: CartContract(
            mode: .directCart, merchantAPI: "https://api.acme.example/cart/v2", fallback: "Открыть карточку товара"))

    /// - Parameters:
    ///   - identity: what a backend signs with; a project's own in tests that sign.
    ///   - package: in whose language its code is.
    package static func myBot(
        _ identity: SignedIdentity = SignedIdentity(
            projectKey: "sdk1_eu_ccbd258204659ee7eb68505f_d863bde1964c2ce2a1e17d8520fd76a2",
            audience: "mybot-customer-sdk", secretFingerprint: "b104d818eba5"),
        package: String = SDKPackage.myBotReactNative
    ) -> HandoffDocument {
        document(
            number: 12, applicationID: "chat", name: "Acme Chat", product: .mybot,
            iosBundleIDs: ["com.acme.chat", "com.acme.chat.beta"], androidPackageNames: ["com.acme.chat"],
            platform: .other, agreement: "ACME-77: iOS and Android",
            release: release(package, "1.0.0", ["android_min_sdk": "24", "ios": "15.0"]),
            rollback: release(package, "0.9.4", ["android_min_sdk": "24", "ios": "15.0"]),
            identity: identity, testProducts: [], branding: [])
    }

    package static let liveMarket = document(
        number: 2, applicationID: "market", name: "Acme Market", product: .livemarket,
        iosBundleIDs: ["com.acme.market"], platform: .ios,
        release: release(SDKPackage.liveMarket, "2.4.0", ["ios": "18.0", "swift": "6.0", "xcode": "26.0"]),
        rollback: release(SDKPackage.liveMarket, "2.3.1", ["ios": "18.0", "swift": "6.0", "xcode": "26.0"]),
        routes: [.init(pattern: "HomeViewController", surface: "home", player: true, followMe: true)],
        testProducts: [], cart: nil, branding: [],
        liveMarket: LiveMarketSetup(
            clientID: "acme", environment: .staging, cartMode: .post,
            imageOrigins: ["https://images.acme.example", "https://cdn.acme.example"],
            placementTags: ["home-top", "product-page"], consent: .askedByHost,
            contentTokenReference: "ACME-101, vault path of the content token",
            collectorTokenReference: "ACME-102, vault path of the collector token"))

    package static func document(
        number: Int64 = 1, applicationID: String = "shop-ios", name: String, product: Product,
        iosBundleIDs: [String], androidPackageNames: [String] = [], platform: HandoffPlatform,
        agreement: String? = nil, release: HandedRelease, rollback: HandedRelease, identity: SignedIdentity? = nil,
        routes: [HandedRoutes.Entry] = routes, testProducts: [TestProduct] = testProducts,
        cart: CartContract? = CartContract(mode: .openProduct),
        branding: [String] = ["Цвет кнопки", "Corner radius of the preview"],
        packageAccess: String = "ACME-41", support: String = "sdk-support@shopstory.example, #acme-sdk",
        rollout: [RolloutStage] = [
            .init(name: "Сотрудники", percent: 1), .init(name: "Early adopters", percent: 10),
            .init(name: "Все", percent: 100),
        ], liveMarket: LiveMarketSetup? = nil
    ) -> HandoffDocument {
        HandoffDocument(
            number: number, tenant: "acme", applicationID: applicationID, name: name, product: product,
            environment: .staging, iosBundleIDs: iosBundleIDs, androidPackageNames: androidPackageNames,
            platform: platform, agreement: agreement, baseURL: "https://sdk.shopstory.example", release: release,
            rollbackRelease: rollback, signedIdentity: identity,
            routes: HandedRoutes(version: 7, entries: routes), testProducts: testProducts, cart: cart,
            branding: branding, packageAccess: packageAccess, rollout: rollout, support: support,
            liveMarket: liveMarket)
    }

    package static func release(
        _ product: String, _ version: String, paired: String? = nil, _ requirements: [String: String]
    ) -> HandedRelease {
        HandedRelease(
            product: product, version: version, paired: paired.map { HandedNative(native($0)) },
            archiveSHA256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            requirements: requirements, status: .accepted)
    }

    private static func native(_ version: String) -> Release {
        Release(
            id: "n", product: SDKPackage.shopStoryPlayer, version: version, pairedVersion: nil,
            archiveSHA256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
            requirements: ["ios": "16.0", "xcode": "16.0"], notes: nil, status: .accepted, createdBy: "ann",
            createdAt: Instant("2026-11-30T10:00:00Z")!, withdrawal: nil)
    }

    package static let routes: [HandedRoutes.Entry] = [
        .init(pattern: "/", surface: "home", player: true, followMe: true),
        .init(pattern: "/product/:id", surface: "productDetail", player: true, followMe: true),
        .init(pattern: "/checkout/*", surface: "checkout", player: false, followMe: false),
        .init(pattern: "CartViewController", surface: "cart", player: false, followMe: false),
        .init(pattern: "tab:lookbook", surface: "lookbook", player: true, followMe: false),
    ]

    package static let testProducts: [TestProduct] = [
        .init(feedProductID: "00123", expected: .live), .init(feedProductID: "A-77", expected: .vod),
        .init(feedProductID: "00999", expected: .noContent),
    ]
}
