/// Handoffs: what a retailer's engineers are given to build with (seed S0, "Integration handoff"). What is being prepared can
/// be changed; what was issued cannot.
package enum Handoffs {
    package static let get = Endpoint<Nothing, Handoff>(
        .get, "/api/v1/projects/{app}/handoff", scope: .customerSDKRead)
    package static let set = Endpoint<Handoff, Handoff>(
        .put, "/api/v1/projects/{app}/handoff", scope: .handoffWrite, action: .handoffSet, [.conditional])
    package static let check = Endpoint<Nothing, HandoffReadiness>(
        .get, "/api/v1/projects/{app}/handoff/check", scope: .customerSDKRead)
    package static let issue = Endpoint<IssueHandoff, IssuedHandoff>(
        .post, "/api/v1/projects/{app}/handoff/issues", scope: .handoffWrite, action: .handoffIssue, status: 201,
        [.idempotent])
    package static let issues = Endpoint<Nothing, Page<HandoffIssue>>(
        .get, "/api/v1/projects/{app}/handoff/issues", scope: .customerSDKRead, [.list])
    package static let issued = Endpoint<Nothing, IssuedHandoff>(
        .get, "/api/v1/projects/{app}/handoff/issues/{n}", scope: .customerSDKRead, query: ["format", "lang"])
}

/// How the app is built in.
package enum HandoffPlatform: String, Codable, Sendable, CaseIterable {
    case ios
    case flutterIOS = "flutter_ios"
    /// By agreement, which `agreement` names.
    case other
}

/// What is being prepared. Every member may be left out until the handoff is issued; what is missing then,
/// `HandoffReadiness` says.
package struct Handoff: Codable, Sendable, Equatable {
    package var platform: HandoffPlatform?
    /// Of another platform: where it is written down.
    package var agreement: String?
    /// A release's id.
    package var releaseID: String?
    /// The release to go back to, an accepted one.
    package var rollbackReleaseID: String?
    package var testProducts: [TestProduct]?
    package var cart: CartContract?
    /// What the retailer may change of the player's looks.
    package var branding: [String]?
    package var support: String?
    package var rollout: [RolloutStage]?
    /// Where access to the package is arranged, e.g. a ticket; never the access itself.
    package var packageAccess: String?
    package var liveMarket: LiveMarketSetup?

    package init() {}

    enum CodingKeys: String, CodingKey {
        case platform, agreement, cart, branding, support, rollout
        case releaseID = "release_id"
        case rollbackReleaseID = "rollback_release_id"
        case testProducts = "test_products"
        case packageAccess = "package_access"
        case liveMarket = "livemarket"
    }
}

/// A product by which the retailer's engineers see each state once.
package struct TestProduct: Codable, Sendable, Equatable {
    package enum State: String, Codable, Sendable, CaseIterable {
        case live, vod
        case noContent = "no_content"
    }

    package let feedProductID: String
    package let expected: State

    package init(feedProductID: String, expected: State) {
        self.feedProductID = feedProductID
        self.expected = expected
    }

    enum CodingKeys: String, CodingKey {
        case expected
        case feedProductID = "feed_product_id"
    }
}

/// What the player's button does.
package struct CartContract: Codable, Sendable, Equatable {
    package enum Mode: String, Codable, Sendable, CaseIterable {
        /// Opens the app's own product page.
        case openProduct = "open_product"
        /// Calls the app's own cart.
        case directCart = "direct_cart"
    }

    package let mode: Mode
    /// Of a direct cart: where the merchant API's contract is, an HTTPS URL.
    package let merchantAPI: String?
    /// Of a direct cart: what the app does where the cart does not answer.
    package let fallback: String?

    package init(mode: Mode, merchantAPI: String? = nil, fallback: String? = nil) {
        self.mode = mode
        self.merchantAPI = merchantAPI
        self.fallback = fallback
    }

    enum CodingKeys: String, CodingKey {
        case mode, fallback
        case merchantAPI = "merchant_api"
    }
}

/// A step of the rollout, in order.
package struct RolloutStage: Codable, Sendable, Equatable {
    package let name: String
    /// Of the shoppers who get it, 1–100.
    package let percent: Int

    package init(name: String, percent: Int) {
        self.name = name
        self.percent = percent
    }
}

/// What an app with LiveMarket needs instead (seed S4). Tokens are named by reference, never given.
package struct LiveMarketSetup: Codable, Sendable, Equatable {
    package enum CartMode: String, Codable, Sendable, CaseIterable {
        case message, post
    }

    package enum Consent: String, Codable, Sendable, CaseIterable {
        /// Analytics is off.
        case disabled
        /// The app asks the shopper and tells the SDK.
        case askedByHost = "asked_by_host"
    }

    package let clientID: String
    package let environment: ProjectEnvironment
    package let cartMode: CartMode
    /// HTTPS origins, exact.
    package let imageOrigins: [String]
    package let placementTags: [String]
    package let consent: Consent
    /// Where the host's secret path to the content token is written down.
    package let contentTokenReference: String
    /// The same of the collector token; needed where analytics is on.
    package let collectorTokenReference: String?

    package init(
        clientID: String, environment: ProjectEnvironment, cartMode: CartMode, imageOrigins: [String],
        placementTags: [String], consent: Consent, contentTokenReference: String, collectorTokenReference: String?
    ) {
        self.clientID = clientID
        self.environment = environment
        self.cartMode = cartMode
        self.imageOrigins = imageOrigins
        self.placementTags = placementTags
        self.consent = consent
        self.contentTokenReference = contentTokenReference
        self.collectorTokenReference = collectorTokenReference
    }

    enum CodingKeys: String, CodingKey {
        case environment, consent
        case clientID = "client_id"
        case cartMode = "cart_mode"
        case imageOrigins = "image_origins"
        case placementTags = "placement_tags"
        case contentTokenReference = "content_token_reference"
        case collectorTokenReference = "collector_token_reference"
    }
}

/// What is missing before the handoff can be issued, and what somebody should look at.
package struct HandoffReadiness: Codable, Sendable, Equatable {
    package struct Finding: Codable, Sendable, Equatable {
        /// One word for what it is, e.g. `no_vod_product`.
        package let code: String
        package let detail: String
        /// The command that mends it.
        package let mend: String
        /// Whether it stops the handoff from being issued.
        package let blocks: Bool

        package init(code: String, detail: String, mend: String, blocks: Bool) {
            self.code = code
            self.detail = detail
            self.mend = mend
            self.blocks = blocks
        }
    }

    package let ready: Bool
    package let findings: [Finding]

    package init(findings: [Finding]) {
        ready = !findings.contains(where: \.blocks)
        self.findings = findings
    }
}

/// An empty object: all that is issued is in the service already.
package struct IssueHandoff: Codable, Sendable {
    package init() {}

    /// A type without members would take any JSON for itself.
    package init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: NoMember.self)
    }

    private enum NoMember: CodingKey {}
}
