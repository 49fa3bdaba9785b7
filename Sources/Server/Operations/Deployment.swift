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

        package init(signer: ProjectKeySigner, region: String, audience: String) {
            self.signer = signer
            self.region = region
            self.audience = audience
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
