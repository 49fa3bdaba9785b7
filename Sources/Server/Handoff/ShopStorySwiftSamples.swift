import API
import Domain

/// A native iOS app with ShopStory (seeds S0, S1 and S3).
extension HandoffSample {
    static func shopStorySwift(_ document: HandoffDocument) -> HandoffSample {
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

                    /// For the first screen, and after each change of the visible one: push, replace, pop,
                    /// another tab, a nested navigation. It takes the screen's pattern, not the open path.
                    static func screenChanged(toRoute pattern: String) {
                        ShopStorySDK.shared.setCurrentSurface(surface(ofRoute: pattern))
                    }

                    /// By the route map, version \(document.routes.version).
                    ///
                    /// It compares with the map's pattern as it is written, "/product/:id". An open path,
                    /// "/product/00123", is .unknown, where nothing shows and no error says why.
                    static func surface(ofRoute pattern: String) -> ShopStorySurface {
                        switch pattern {
                \(cases.joined())        default: .unknown
                        }
                    }
                }
                """)
    }

    static let shopStorySwiftProductPage = HandoffSample(
        language: "swift",
        text: """
            import ShopStoryPlayerSDK

            /// The video of one product page. The page holds it, and decides where its entry point stands.
            @MainActor
            final class ProductPageVideo {
                private let showEntrypoint: (ShopStoryProductDetailEntrypoint) -> Void
                private let hideEntrypoint: () -> Void
                private var request: ShopStoryProductStreamStateRequest?

                init(
                    showEntrypoint: @escaping (ShopStoryProductDetailEntrypoint) -> Void,
                    hideEntrypoint: @escaping () -> Void
                ) {
                    self.showEntrypoint = showEntrypoint
                    self.hideEntrypoint = hideEntrypoint
                }

                /// When the page opens, and again when another product takes its place.
                func productChanged(to feedProductId: String) {
                    clear()
                    guard ShopStoryIntegration.isConfigured else { return }
                    request = ShopStorySDK.shared.loadProductStreamState(
                        feedProductId: feedProductId
                    ) { [weak self] result in
                        self?.take(result)
                    }
                }

                /// When the page is left. After cancel() no answer comes, so none can be the former product's.
                func clear() {
                    request?.cancel()
                    request = nil
                    hideEntrypoint()
                }

                private func take(
                    _ result: Result<ShopStoryProductStreamState, ShopStoryProductStreamStateError>
                ) {
                    switch result {
                    case .success(.active(let entrypoint)):
                        // As it is, and whole: the player loads it.
                        showEntrypoint(entrypoint)
                    case .success(.unavailable):
                        // This product has no video now. That is usual, and no error: nothing to report.
                        hideEntrypoint()
                    case .failure(let error):
                        // Whether there is a video is not known. The page itself goes on.
                        hideEntrypoint()
                        reportIntegrationError(error)
                    }
                }
            }
            """)

    /// - Parameter callsCart: whether the player's button is for the app's cart; else it opens the product page too.
    static func shopStorySwiftPlayback(callsCart: Bool) -> HandoffSample {
        let addToCart =
            callsCart
            ? """

                /// Calls the app's cart. The app says that it is there once its cart has confirmed it, and
                /// does what was agreed where the cart does not answer.
                func addToCart(feedProductId: String)
            """ : ""
        let acting =
            callsCart
            ? """
                    switch action.kind {
                    case .addProduct: host?.addToCart(feedProductId: feedProductId)
                    default: host?.openProduct(feedProductId: feedProductId)
                    }
            """
            : """
                    // Whichever button it was: the app's own page is where a product is bought.
                    host?.openProduct(feedProductId: feedProductId)
            """
        return HandoffSample(
            language: "swift",
            text: """
                import ShopStoryPlayerSDK
                import UIKit

                /// What the app itself does for the player.
                @MainActor
                protocol ShopStoryHost: AnyObject {
                    /// Finds the product in the app's catalogue and opens its page; opens nothing if unknown.
                    func openProduct(feedProductId: String)\(addToCart)
                    /// Takes the containers off the screen and lets go of the playback.
                    func playbackEnded()
                }

                /// One playback session, from the entry point to its end; the next session gets a new one. The
                /// app's root holds it: the coordinator's own reference to its delegate is weak.
                @MainActor
                final class ShopStoryPlayback: ShopStoryPlayerCoordinatorDelegate {
                    private enum Place { case fullscreen, followMe, ended }

                    private lazy var coordinator = ShopStoryPlayerCoordinator(delegate: self)
                    private let floating = ShopStorySDK.shared.makeFloatingPlayerController()
                    private let orientation: ShopStoryMediaOrientation
                    private weak var host: ShopStoryHost?
                    private var place = Place.fullscreen

                    /// Into the full-screen container. Nil where the policy lets no player open now.
                    init?(
                        entrypoint: ShopStoryProductDetailEntrypoint, in container: UIView, host: ShopStoryHost
                    ) {
                        guard ShopStorySDK.shared.shouldOpenPlayer() else { return nil }
                        orientation = entrypoint.mediaOrientation
                        self.host = host
                        coordinator.attach(to: container)
                        coordinator.load(entrypoint: entrypoint)
                    }

                    /// When the app has opened its product page: the same session moves into the floating
                    /// player's container. Neither load nor teardown, or it would begin anew.
                    func moveToFollowMe(in container: UIView) {
                        guard place == .fullscreen else { return }
                        coordinator.detach()
                        coordinator.attach(to: container)
                        place = .followMe
                        followPolicy()
                    }

                    /// After each ShopStoryIntegration.screenChanged(toRoute:), while there is a session.
                    func screenChanged() {
                        followPolicy()
                    }

                    /// When the shopper closes the player. Once ended, it does nothing more.
                    func end() {
                        guard place != .ended else { return }
                        place = .ended
                        floating.close()
                        coordinator.teardown()
                        host?.playbackEnded()
                    }

                    private func followPolicy() {
                        guard place == .followMe else { return }
                        let sdk = ShopStorySDK.shared
                        if sdk.shouldShowFollowMePlayer() {
                            floating.show(using: sdk.followMeGeometry(mediaOrientation: orientation))
                            coordinator.resumePlayback()
                        } else {
                            coordinator.pausePlayback(reason: .surfaceBlocked)
                            floating.suppress()
                        }
                    }

                    func shopStoryPlayerCoordinator(
                        _ coordinator: ShopStoryPlayerCoordinator,
                        didReceive action: ShopStoryProductAction
                    ) {
                        // Without the ID of your catalogue nothing happens; payload.url steers nothing.
                        guard let feedProductId = action.payload.feedProductId, !feedProductId.isEmpty else {
                            return reportRejectedProductAction(action)
                        }
                \(acting)
                    }

                    func shopStoryPlayerCoordinator(
                        _ coordinator: ShopStoryPlayerCoordinator,
                        didUpdate event: ShopStoryPlayerLifecycleEvent
                    ) {
                        switch event {
                        // Closed by the shopper, or switched off by the policy while it played.
                        case .closeRequested, .runtimePolicyDisabled: end()
                        // The screen or the policy may be another one by now.
                        case .foregroundRestored: followPolicy()
                        // For the app's diagnostic log; like reportRejectedProductAction it is yours.
                        default: reportPlayerEvent(event)
                        }
                    }
                }
                """)
    }
}
