import API

/// Code that the retailer's engineers start from: for each way that an app is built, with the names of the SDK's own
/// reference (seeds S0 to S4). Values of the handoff stand in it as literals of its language.
struct HandoffSample: Equatable, Sendable {
    /// The info string of a fence, and what tests find a sample by.
    let language: String
    let text: String
}

extension HandoffSample {
    /// How the app is configured. None where an agreement says how.
    static func configuring(_ document: HandoffDocument) -> [HandoffSample] {
        switch document.kind {
        case .shopStoryIOS: [shopStorySwift(document)]
        case .shopStoryFlutter: [shopStoryDart(document)]
        case .shopStoryOther: []
        case .myBot: myBot(document).map { [$0] } ?? []
        case .liveMarket: document.liveMarket.optional.map { [liveMarketConfiguration($0)] } ?? []
        }
    }

    /// Nil where the SDK knows of no product, and where an agreement says how.
    static func productPage(_ kind: HandoffKind) -> HandoffSample? {
        switch kind {
        case .shopStoryIOS: shopStorySwiftProductPage
        case .shopStoryFlutter: shopStoryDartProductPage
        case .shopStoryOther, .myBot, .liveMarket: nil
        }
    }

    /// Nil where the SDK keeps the player itself, has none, or an agreement says how.
    static func playback(_ document: HandoffDocument) -> HandoffSample? {
        switch document.kind {
        case .shopStoryIOS: shopStorySwiftPlayback(callsCart: document.callsCart)
        case .liveMarket: document.liveMarket.optional.map(liveMarketScreen)
        case .shopStoryFlutter, .shopStoryOther, .myBot: nil
        }
    }

    /// Nil where the owner of the playback takes the actions too, and where there are none.
    static func productAction(_ document: HandoffDocument) -> HandoffSample? {
        switch document.kind {
        case .shopStoryFlutter: shopStoryDartProductActions(callsCart: document.callsCart)
        case .shopStoryIOS, .shopStoryOther, .myBot, .liveMarket: nil
        }
    }
}

extension HandoffDocument {
    /// Whether a button of ShopStory's player is for the app's cart.
    fileprivate var callsCart: Bool { cart.optional?.mode == .directCart }
}
