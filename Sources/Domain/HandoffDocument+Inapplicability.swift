import API

/// Why a check or a work package says nothing of a handoff. It follows from what was handed over, and nobody marks it (seed S4: "pass, fail, or
/// blocked for each applicable row").
package enum Inapplicability: Sendable {
    /// The player opens the app's own product page and calls no cart.
    case noDirectCart
    /// The player stands where a placement is (seed S4).
    case liveMarket
    /// Its SDK brings identity, chat, content and events (seed S2).
    case myBot

    /// What follows "does not apply to this handoff: ".
    package var words: String {
        switch self {
        case .noDirectCart: "it has no direct cart"
        case .liveMarket: "LiveMarket has no products of a feed, no entry point and no Follow-me"
        case .myBot: "MyBot has no video, no products, no cart and no Follow-me"
        }
    }
}

extension HandoffDocument {
    /// Nil where the row is to be tried.
    package func inapplicability(of row: AcceptanceRow) -> Inapplicability? {
        switch row {
        case .directCart: lackOfCart
        case .feedProductID, .entrypoint, .productChange, .productAction, .followMe: lackOfFeed
        case .exactVersion, .background, .networkLoss, .accessibility, .physicalDevice, .rollback: nil
        }
    }

    /// Nil where the scenario is to be played through.
    package func inapplicability(of scenario: AcceptanceScenario) -> Inapplicability? {
        switch scenario {
        case .cart: lackOfCart
        case .live, .noContent: lackOfFeed
        case .vod: product == .mybot ? .myBot : nil
        case .networkFailure, .background, .rollback: nil
        }
    }

    /// Nil where there is something to do.
    package func inapplicability(of package: WorkPackage) -> Inapplicability? {
        switch package {
        case .productDetail, .playback, .productAction: product == .mybot ? .myBot : nil
        case .dependency, .bootstrap, .navigation, .release: nil
        }
    }

    /// Only ShopStory has products of a feed and shows video for them.
    private var lackOfFeed: Inapplicability? {
        switch product {
        case .shopstory: nil
        case .livemarket: .liveMarket
        case .mybot: .myBot
        }
    }

    /// LiveMarket always calls the app's cart.
    private var lackOfCart: Inapplicability? {
        switch product {
        case .shopstory: cart.optional?.mode == .directCart ? nil : .noDirectCart
        case .livemarket: nil
        case .mybot: .myBot
        }
    }
}
