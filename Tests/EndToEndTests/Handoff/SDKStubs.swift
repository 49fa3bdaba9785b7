/// What the code in handoffs calls, with the names of the SDKs' own references (seeds S0 to S4) and no bodies to speak of:
/// enough for a compiler to say whether that code holds together.
enum SDKStubs {
    static let uiKit = """
        public typealias CGFloat = Double

        @MainActor open class UIView {
            public init() {}
            public var translatesAutoresizingMaskIntoConstraints = true
            public func addSubview(_ view: UIView) {}
            public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
            public var topAnchor: NSLayoutAnchor { NSLayoutAnchor() }
            public var leadingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
            public var trailingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
            public var heightAnchor: NSLayoutAnchor { NSLayoutAnchor() }
        }

        @MainActor public final class UILayoutGuide {
            public var topAnchor: NSLayoutAnchor { NSLayoutAnchor() }
            public var leadingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
            public var trailingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
        }

        @MainActor public final class NSLayoutAnchor {
            public func constraint(equalTo other: NSLayoutAnchor) -> NSLayoutConstraint { NSLayoutConstraint() }
            public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint { NSLayoutConstraint() }
        }

        @MainActor public final class NSLayoutConstraint {
            public static func activate(_ constraints: [NSLayoutConstraint]) {}
        }

        public final class NSCoder {}
        public final class Bundle {}
        public enum UIModalPresentationStyle { case overFullScreen, automatic }

        @MainActor open class UIViewController {
            public init(nibName: String?, bundle: Bundle?) {}
            public required init?(coder: NSCoder) { nil }
            public var view: UIView! { nil }
            public var presentedViewController: UIViewController? { nil }
            public var modalPresentationStyle: UIModalPresentationStyle { .automatic }
            public var isMovingFromParent: Bool { false }
            public var isBeingDismissed: Bool { false }
            open func viewDidLoad() {}
            open func viewWillDisappear(_ animated: Bool) {}
            open func viewDidDisappear(_ animated: Bool) {}
        }
        """

    static let shopStory = """
        import UIKit

        public struct ShopStorySurface: RawRepresentable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let home = Self(rawValue: "home")
            public static let liveList = Self(rawValue: "liveList")
            public static let catalog = Self(rawValue: "catalog")
            public static let search = Self(rawValue: "search")
            public static let productDetail = Self(rawValue: "productDetail")
            public static let cart = Self(rawValue: "cart")
            public static let checkout = Self(rawValue: "checkout")
            public static let payment = Self(rawValue: "payment")
            public static let auth = Self(rawValue: "auth")
            public static let profile = Self(rawValue: "profile")
            public static let unknown = Self(rawValue: "unknown")
        }

        public enum ShopStoryMediaOrientation: Sendable { case portrait, landscape, square, unknown }

        public struct ShopStoryProductDetailEntrypoint: Sendable {
            public let feedProductId: String
            public let mediaOrientation: ShopStoryMediaOrientation
        }

        public enum ShopStoryProductStreamUnavailableReason: Sendable { case noActiveStream, scheduled, disabled }

        public enum ShopStoryProductStreamState: Sendable {
            case active(ShopStoryProductDetailEntrypoint)
            case unavailable(ShopStoryProductStreamUnavailableReason)
        }

        public enum ShopStoryProductStreamStateError: Error { case sdkNotConfigured, networkFailure }

        @MainActor public final class ShopStoryProductStreamStateRequest {
            public func cancel() {}
        }

        public struct ShopStoryFollowMeGeometry {}

        @MainActor public final class ShopStoryFloatingPlayerController {
            public func show(using geometry: ShopStoryFollowMeGeometry) {}
            public func suppress() {}
            public func close() {}
        }

        @MainActor public final class ShopStorySDK {
            public static let shared = ShopStorySDK()
            public func configure(
                applicationId: String, hostAppVersion: String? = nil, isEnabled: Bool = true,
                followMePlayerEnabled: Bool = true, manualMinimizeEnabled: Bool = true
            ) throws {}
            public func setCurrentSurface(_ surface: ShopStorySurface) {}
            public func shouldOpenPlayer() -> Bool { false }
            public func shouldShowFollowMePlayer(on surface: ShopStorySurface? = nil) -> Bool { false }
            public func followMeGeometry(
                mediaOrientation: ShopStoryMediaOrientation
            ) -> ShopStoryFollowMeGeometry { .init() }
            public func makeFloatingPlayerController() -> ShopStoryFloatingPlayerController { .init() }
            public func loadProductStreamState(
                feedProductId: String,
                completion: @escaping @MainActor (
                    Result<ShopStoryProductStreamState, ShopStoryProductStreamStateError>
                ) -> Void
            ) -> ShopStoryProductStreamStateRequest { .init() }
        }

        public struct ShopStoryProductAction: Sendable {
            public enum Kind: Sendable { case openProduct, addProduct }
            public struct Payload: Sendable {
                public let feedProductId: String?
                public let url: String?
            }
            public let kind: Kind
            public let payload: Payload
        }

        public enum ShopStoryPlayerLifecycleEvent: Sendable {
            case pageLoaded, closeRequested, backgroundPaused, foregroundRestored, runtimePolicyDisabled
            case navigationFailed(String), navigationBlocked(String), bridgeMessageBlocked(String)
        }

        @MainActor public protocol ShopStoryPlayerCoordinatorDelegate: AnyObject {
            func shopStoryPlayerCoordinator(
                _ coordinator: ShopStoryPlayerCoordinator, didReceive action: ShopStoryProductAction)
            func shopStoryPlayerCoordinator(
                _ coordinator: ShopStoryPlayerCoordinator, didUpdate event: ShopStoryPlayerLifecycleEvent)
        }

        public enum ShopStoryPauseReason: Sendable { case appBackgrounded, hostRequested, surfaceBlocked, teardown }

        @MainActor public final class ShopStoryPlayerCoordinator {
            public init(delegate: ShopStoryPlayerCoordinatorDelegate? = nil) {}
            public func attach(to container: UIView) {}
            public func load(entrypoint: ShopStoryProductDetailEntrypoint) {}
            public func detach() {}
            public func pausePlayback(reason: ShopStoryPauseReason) {}
            public func resumePlayback() {}
            public func teardown() {}
        }
        """

    static let myBot = """
        import Foundation

        public struct Configuration: Sendable {
            public init(projectKey: String, baseURL: URL, appIdentifier: String, sdkVersion: String) {}
        }

        public actor MyBotClient {
            public static func start(configuration: Configuration) async throws -> MyBotClient { MyBotClient() }
            public func identify(_ assertion: String) async throws {}
            public func logout() async throws {}
        }
        """

    static let liveMarket = """
        import UIKit

        public struct LiveMarketBusiness: Sendable {
            public init(clientID: String, contentToken: String, collectorToken: String? = nil) throws {}
        }

        public struct LiveMarketSDKConfiguration: Sendable {
            public enum Environment: Sendable { case staging, production }
            public enum CartMode: Sendable { case message, post }
            public enum Analytics: Sendable { case disabled, enabled }
            public init(
                environment: Environment, business: LiveMarketBusiness, cartMode: CartMode,
                analytics: Analytics = .disabled, productImageOrigins: [String] = []
            ) {}
        }

        public struct LiveMarketSelection: Sendable {
            public init(placementTag: String, contentLanguage: String? = nil) throws {}
        }

        public struct LiveMarketCartRequest: Sendable {
            public let requestID: String
            public let productID: String
        }

        public enum LiveMarketCartResult: Sendable {
            case accepted(message: String)
            case rejected(message: String, retryAllowed: Bool)
        }

        public enum LiveMarketPresentation: Sendable { case single, carousel, grid, feed }

        @MainActor public final class LiveMarketPlayer {
            public init(configuration: LiveMarketSDKConfiguration) {}
            public var onAddToCart: (@MainActor (LiveMarketCartRequest) async -> LiveMarketCartResult)?
            public var height: CGFloat { 0 }
            public func load(_ selection: LiveMarketSelection, presentation: LiveMarketPresentation) {}
            public func grantAnalyticsConsent(userID: String) {}
            public func denyAnalyticsConsent() {}
            public func pause() {}
            public func destroy() {}
        }

        @MainActor public final class LiveMarketPlayerUIView: UIView {
            public init(player: LiveMarketPlayer) { super.init() }
        }
        """

    /// What the code says is the app's own.
    static let app = """
        func reportIntegrationError(_ error: any Error) {}
        """

    /// The same, of an app with ShopStory.
    static let shopStoryApp = """
        import ShopStoryPlayerSDK

        func reportRejectedProductAction(_ action: ShopStoryProductAction) {}
        func reportPlayerEvent(_ event: ShopStoryPlayerLifecycleEvent) {}
        """
}
