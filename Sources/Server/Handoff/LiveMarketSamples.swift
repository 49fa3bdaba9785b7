import API

/// An app with LiveMarket (seed S4).
extension HandoffSample {
    static func liveMarketConfiguration(_ setup: LiveMarketSetup) -> HandoffSample {
        let isAnalysed = setup.consent == .askedByHost
        let origins = lines(setup.imageOrigins.map { "                \(CodeLiteral.swift.of($0))" })
        let selections = lines(
            setup.placementTags.map { "            try LiveMarketSelection(placementTag: \(CodeLiteral.swift.of($0)))" }
        )
        return HandoffSample(
            language: "swift",
            text: """
                import LiveMarketSDK

                enum LiveMarketIntegration {
                    /// Does not change once it is made; another client or environment has its own.
                    ///
                    /// The tokens come by the app's approved path for secrets and stand in no source.
                    static func configuration(
                        contentToken: String\(isAnalysed ? ", collectorToken: String" : "")
                    ) throws -> LiveMarketSDKConfiguration {
                        let business = try LiveMarketBusiness(
                            clientID: \(CodeLiteral.swift.of(setup.clientID)),
                            contentToken: contentToken\(isAnalysed ? ",\n            collectorToken: collectorToken" : "")
                        )
                        return LiveMarketSDKConfiguration(
                            environment: .\(setup.environment.rawValue),
                            business: business,
                            cartMode: .\(setup.cartMode.rawValue),\(isAnalysed ? "\n            analytics: .enabled," : "")
                            productImageOrigins: [\(origins.isEmpty ? "" : "\n\(origins)            ")]
                        )
                    }

                    /// The placements of this handoff. A screen takes its own.
                    static func selections() throws -> [LiveMarketSelection] {
                        [
                \(selections)        ]
                    }
                }
                """)
    }

    static func liveMarketScreen(_ setup: LiveMarketSetup) -> HandoffSample {
        let part = { (text: String) in setup.consent == .askedByHost ? text : "" }
        return HandoffSample(
            language: "swift",
            text: """
                import LiveMarketSDK
                import UIKit

                /// The app's own cart.
                @MainActor
                protocol LiveMarketCart: AnyObject {
                    /// Returns once the cart has confirmed it. A request.requestID that is in it already is
                    /// not put there again. Look at Task.isCancelled once more just before the cart changes:
                    /// nobody waits then.
                    func apply(_ request: LiveMarketCartRequest) async throws
                }

                /// One screen with one player. load begins when everything else is in place.
                final class LiveMarketViewController: UIViewController {
                    private let player: LiveMarketPlayer
                    private let selection: LiveMarketSelection
                    private let cart: LiveMarketCart\(part("\n    private let consentedUserID: String?"))

                \(part("""
                        /// - Parameter consentedUserID: of a shopper who agreed to analytics; nil where nobody did.

                    """))    init(
                        configuration: LiveMarketSDKConfiguration, selection: LiveMarketSelection,
                        cart: LiveMarketCart\(part(", consentedUserID: String?"))
                    ) {
                        player = LiveMarketPlayer(configuration: configuration)
                        self.selection = selection
                        self.cart = cart\(part("\n        self.consentedUserID = consentedUserID"))
                        super.init(nibName: nil, bundle: nil)
                    }

                    @available(*, unavailable)
                    required init?(coder: NSCoder) { nil }

                    override func viewDidLoad() {
                        super.viewDidLoad()
                        addPlayerView()
                        connectCart()\(part("\n        if let consentedUserID { player.grantAnalyticsConsent(userID: consentedUserID) }"))
                        // As the placement is made in the service: single, carousel, grid or feed.
                        player.load(selection, presentation: .single)
                    }
                \(part("""

                        /// When the shopper takes the consent back.
                        func consentWithdrawn() {
                            player.denyAnalyticsConsent()
                        }

                    """))
                    private func connectCart() {
                        player.onAddToCart = { [cart] request in
                            // Another load or destroy() came first. An answer has 15 seconds.
                            guard !Task.isCancelled else {
                                return .rejected(message: "Not added.", retryAllowed: true)
                            }
                            do {
                                try await cart.apply(request)
                                return .accepted(message: "In your cart.")
                            } catch {
                                return .rejected(message: "Not added. Try again.", retryAllowed: true)
                            }
                        }
                    }

                    private func addPlayerView() {
                        let playerView = LiveMarketPlayerUIView(player: player)
                        playerView.translatesAutoresizingMaskIntoConstraints = false
                        view.addSubview(playerView)
                        let safeArea = view.safeAreaLayoutGuide
                        NSLayoutConstraint.activate([
                            playerView.topAnchor.constraint(equalTo: safeArea.topAnchor),
                            playerView.leadingAnchor.constraint(equalTo: safeArea.leadingAnchor),
                            playerView.trailingAnchor.constraint(equalTo: safeArea.trailingAnchor),
                            playerView.heightAnchor.constraint(equalToConstant: player.height),
                        ])
                    }

                    /// Under another screen it pauses; under the SDK's own full screen it plays on.
                    override func viewWillDisappear(_ animated: Bool) {
                        super.viewWillDisappear(animated)
                        let isUnderFullScreen = presentedViewController?.modalPresentationStyle == .overFullScreen
                        if !isUnderFullScreen { player.pause() }
                    }

                    /// Gone for good. A container that removes the screen otherwise calls destroy() itself.
                    override func viewDidDisappear(_ animated: Bool) {
                        super.viewDidDisappear(animated)
                        guard isMovingFromParent || isBeingDismissed else { return }
                        player.destroy()
                    }
                }
                """)
    }

    /// One on a line, each with a comma.
    private static func lines(_ items: [String]) -> String { items.map { "\($0),\n" }.joined() }
}
