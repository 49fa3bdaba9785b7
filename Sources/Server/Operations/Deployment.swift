import Domain
import Synchronization

/// What the configuration says of the deployment and SIGHUP may change.
package final class Deployment: Sendable {
    package struct Settings: Sendable {
        package var signer: ProjectKeySigner
        /// Two letters, in every new project key.
        package var region: String

        /// The `aud` of identity assertions.
        package var audience: String
        /// The SDK plane's base URL as others see it, without a slash at its end; nil where nobody said.
        package var publicURL: String?

        package init(signer: ProjectKeySigner, region: String, audience: String, publicURL: String? = nil) {
            self.signer = signer
            self.region = region
            self.audience = audience
            self.publicURL = publicURL
        }
    }

    private let current: Mutex<Settings>

    package init(_ settings: Settings) {
        current = Mutex(settings)
    }

    package var settings: Settings { current.withLock { $0 } }

    package func replace(_ settings: Settings) {
        current.withLock { $0 = settings }
    }
}
