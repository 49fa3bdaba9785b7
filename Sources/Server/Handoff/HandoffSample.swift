import API
import Domain

/// Code that the retailer's engineers start from. Values of the handoff stand in it as literals of its language.
struct HandoffSample: Equatable, Sendable {
    /// The info string of a fence, and what tests find a sample by.
    let language: String
    let text: String
}

extension HandoffSample {
    /// How the app is configured: for each way that it is built in, the names of the SDK's own reference (seeds S0 to S4).
    /// None where an agreement says how.
    static func configuring(_ document: HandoffDocument) -> [HandoffSample] {
        switch document.product {
        case .shopstory:
            switch document.platform {
            case .ios: [shopStorySwift(document)]
            case .flutterIOS: [shopStoryDart(document)]
            case .other: []
            }
        case .mybot:
            document.signedIdentity.optional.map { identity in
                document.iosBundleIDs.prefix(1).map { myBotSwift(document, identity, bundleID: $0) }
                    + (document.androidPackageNames.isEmpty ? [] : [myBotKotlin(document, identity)])
            } ?? []
        case .livemarket: document.liveMarket.optional.map { [liveMarketSwift($0)] } ?? []
        }
    }

    private static func shopStorySwift(_ document: HandoffDocument) -> HandoffSample {
        let cases = document.routes.entries.map { entry in
            let surface =
                Surfaces.standard.contains(entry.surface)
                ? ".\(entry.surface)" : "ShopStorySurface(rawValue: \(CodeLiteral.swift.of(entry.surface)))"
            return "        case \(CodeLiteral.swift.of(entry.pattern)): \(surface)\n"
        }
        return HandoffSample(
            language: "swift",
            text: """
                import Foundation
                import ShopStoryPlayerSDK

                @MainActor
                enum ShopStoryIntegration {
                    private(set) static var isConfigured = false

                    /// Once, when the app starts. Whatever comes of it, the app goes on.
                    static func configure() {
                        do {
                            try ShopStorySDK.shared.configure(
                                applicationId: \(CodeLiteral.swift.of(document.applicationID)),
                                hostAppVersion: Bundle.main.object(
                                    forInfoDictionaryKey: "CFBundleShortVersionString"
                                ) as? String
                            )
                            isConfigured = true
                        } catch {
                            // Nothing of ShopStory is shown then. reportIntegrationError is yours.
                            isConfigured = false
                            reportIntegrationError(error)
                        }
                    }

                    /// After each change of the visible screen: push, replace, pop, another tab.
                    static func screenChanged(toRoute pattern: String) {
                        ShopStorySDK.shared.setCurrentSurface(surface(ofRoute: pattern))
                    }

                    /// By the route map, version \(document.routes.version). Nothing shows on what is not in it.
                    static func surface(ofRoute pattern: String) -> ShopStorySurface {
                        switch pattern {
                \(cases.joined())        default: .unknown
                        }
                    }
                }
                """)
    }

    private static func shopStoryDart(_ document: HandoffDocument) -> HandoffSample {
        HandoffSample(
            language: "dart",
            text: """
                import 'package:flutter/material.dart';
                import 'package:shopstory_player_flutter/shopstory_player_flutter.dart';

                final shopStory = ShopStoryPlayerFlutter.instance;
                var isShopStoryConfigured = false;

                /// Once, when the app starts. Whatever comes of it, the app goes on.
                Future<void> configureShopStory() async {
                  if (!shopStory.isSupportedPlatform) return;
                  try {
                    await shopStory.configure(applicationId: \(CodeLiteral.dart.of(document.applicationID)));
                    isShopStoryConfigured = true;
                  } catch (error, stackTrace) {
                    // Nothing of ShopStory is shown then.
                    FlutterError.reportError(
                      FlutterErrorDetails(exception: error, stack: stackTrace),
                    );
                  }
                }

                /// For navigatorObservers of the one root Navigator. mapRouteToShopStorySurface is yours,
                /// by the route map, version \(document.routes.version).
                final shopStoryObserver = ShopStoryNavigatorObserver(
                  surfaceForRoute: mapRouteToShopStorySurface,
                );
                """)
    }

    private static func myBotSwift(
        _ document: HandoffDocument, _ identity: SignedIdentity, bundleID: String
    ) -> HandoffSample {
        HandoffSample(
            language: "swift",
            text: """
                import Foundation
                import MyBotSDK

                /// Once, when the app starts: the first start registers the device, later ones go on from there.
                func startMyBot() async throws -> MyBotClient {
                    try await MyBotClient.start(
                        configuration: Configuration(
                            projectKey: \(CodeLiteral.swift.of(identity.projectKey)),
                            baseURL: URL(string: \(CodeLiteral.swift.of(document.baseURL)))!,
                            appIdentifier: \(CodeLiteral.swift.of(bundleID)),
                            sdkVersion: \(CodeLiteral.swift.of(document.release.version))
                        )
                    )
                }
                """)
    }

    private static func myBotKotlin(_ document: HandoffDocument, _ identity: SignedIdentity) -> HandoffSample {
        HandoffSample(
            language: "kotlin",
            text: """
                import dev.gelfand.mybot.sdk.MyBotClient
                import dev.gelfand.mybot.sdk.MyBotConfiguration

                // Once, when the app starts.
                val client = MyBotClient.start(
                    context,
                    MyBotConfiguration(
                        projectKey = \(CodeLiteral.kotlin.of(identity.projectKey)),
                        baseUrl = \(CodeLiteral.kotlin.of(document.baseURL)),
                    ),
                )
                """)
    }

    private static func liveMarketSwift(_ setup: LiveMarketSetup) -> HandoffSample {
        let isAnalysed = setup.consent == .askedByHost
        let list = { (texts: [String]) in "[\(texts.map(CodeLiteral.swift.of).joined(separator: ", "))]" }
        return HandoffSample(
            language: "swift",
            text: """
                import LiveMarketSDK

                let liveMarketPlacementTags = \(list(setup.placementTags))

                /// One player for one screen; whoever holds it calls destroy() when the screen is gone.
                /// Tokens come by the app's approved secret path and stand in no source.
                @MainActor
                func makeLiveMarketPlayer(
                    placementTag: String,
                    contentToken: String\(isAnalysed ? ",\n    collectorToken: String" : "")
                ) throws -> LiveMarketPlayer {
                    let business = try LiveMarketBusiness(
                        clientID: \(CodeLiteral.swift.of(setup.clientID)),
                        contentToken: contentToken\(isAnalysed ? ",\n        collectorToken: collectorToken" : "")
                    )
                    let configuration = LiveMarketSDKConfiguration(
                        environment: .\(setup.environment.rawValue),
                        business: business,
                        cartMode: .\(setup.cartMode.rawValue),\(isAnalysed ? "\n        analytics: .enabled," : "")
                        productImageOrigins: \(list(setup.imageOrigins))
                    )
                    let selection = try LiveMarketSelection(placementTag: placementTag)
                    let player = LiveMarketPlayer(configuration: configuration)
                    player.onAddToCart = { request in
                        guard !Task.isCancelled else {
                            return .rejected(message: "Canceled.", retryAllowed: true)
                        }
                        // Apply request.requestID to your cart at most once; answer .accepted only after that.
                        return .rejected(message: "The cart is not connected yet.", retryAllowed: true)
                    }\(isAnalysed ? "\n    // grantAnalyticsConsent(userID:) only after the shopper agreed, best before load." : "")
                    player.load(selection, presentation: .single)
                    return player
                }
                """)
    }
}
