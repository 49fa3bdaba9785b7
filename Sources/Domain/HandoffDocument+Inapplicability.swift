import API

/// Why a check says nothing of a handoff. It follows from what was handed over, and nobody marks it (seed S4: "pass, fail, or
/// blocked for each applicable row").
package enum Inapplicability: Sendable {
    /// The player opens the app's own product page and calls no cart.
    case noDirectCart
    /// The player stands where a placement is (seed S4).
    case liveMarket

    /// What follows "does not apply to this handoff: ".
    package var words: String {
        switch self {
        case .noDirectCart: "it has no direct cart"
        case .liveMarket: "LiveMarket has no products of a feed, no entry point and no Follow-me"
        }
    }
}

extension HandoffDocument {
    /// Nil where the row is to be tried.
    package func inapplicability(of row: AcceptanceRow) -> Inapplicability? {
        switch row {
        case .directCart: hasDirectCart ? nil : .noDirectCart
        case .feedProductID, .entrypoint, .productChange, .productAction, .followMe:
            product == .livemarket ? .liveMarket : nil
        case .exactVersion, .background, .networkLoss, .accessibility, .physicalDevice, .rollback: nil
        }
    }

    /// Nil where the scenario is to be played through.
    package func inapplicability(of scenario: AcceptanceScenario) -> Inapplicability? {
        switch scenario {
        case .cart: hasDirectCart ? nil : .noDirectCart
        case .live, .noContent: product == .livemarket ? .liveMarket : nil
        case .vod, .networkFailure, .background, .rollback: nil
        }
    }

    /// LiveMarket always calls the app's cart.
    private var hasDirectCart: Bool { product == .livemarket || cart.optional?.mode == .directCart }
}
