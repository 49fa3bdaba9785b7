/// The calls of the SDK plane (contract section 5).
package enum SDKAPI {
    package static let specification = "/sdk/openapi.yaml"
    package static let policy = "/sdk/v1/policy"
    package static let policyEvents = "/sdk/v1/policy/events"
    package static let register = "/sdk/v1/installations"
    package static let refresh = "/sdk/v1/installations/refresh"
    package static let identify = "/sdk/v1/identify"
    package static let logout = "/sdk/v1/logout"
    /// Asked by no device, but by whoever holds a one-shot token.
    package static let unwrap = "/sdk/v1/identity-secret/unwrap"
    package static let content = "/sdk/v1/content"
    /// Everything below it: there is no chat here.
    package static let chat = "/sdk/v1/chat/"

    /// The epoch of the installation as the device knows it, beside its token.
    package static let epochHeader = "X-SDK-Epoch"
}

/// What a new installation is told once.
package struct RegisteredInstallation: Codable, Sendable {
    package struct Configuration: Codable, Sendable {
        /// Nobody here sends notifications to customers' devices (seed S2).
        package let pushEnabled: Bool

        enum CodingKeys: String, CodingKey {
            case pushEnabled = "push_enabled"
        }
    }

    package let installationID: String
    package let token: Revealed
    package let epoch: Int64
    package let configuration: Configuration

    package init(installationID: String, token: Revealed, epoch: Int64) {
        self.installationID = installationID
        self.token = token
        self.epoch = epoch
        configuration = Configuration(pushEnabled: false)
    }

    enum CodingKeys: String, CodingKey {
        case token, epoch, configuration
        case installationID = "installation_id"
    }
}

package struct RefreshedToken: Codable, Sendable {
    package let token: Revealed
    package let epoch: Int64

    package init(token: Revealed, epoch: Int64) {
        self.token = token
        self.epoch = epoch
    }
}

package struct CurrentEpoch: Codable, Sendable {
    package let epoch: Int64

    package init(epoch: Int64) {
        self.epoch = epoch
    }
}
