/// One installation by the rules of the contract (sections 5.1 to 5.4), in as few lines as they can be said: what the
/// service is compared with. Nothing of it is shared with the service.
package struct InstallationModel: Hashable, Sendable {
    /// A token by the name that a test gave it. Those issued while calls run in parallel are not known to any of them, and
    /// all alike: they have no name.
    package typealias Token = String?

    package enum Call: Hashable, Sendable {
        case refresh(String, epoch: Int)
        /// By an assertion of that name, which says that the person is that user.
        case identify(String, epoch: Int, assertion: String, user: String)
        case logOut(String, epoch: Int)
        case content(String, epoch: Int)
        case chat(String, epoch: Int)
        case revoke
    }

    package struct Outcome: Hashable, Sendable {
        package var status: Int
        package var epoch: Int?

        package init(_ status: Int, epoch: Int? = nil) {
            self.status = status
            self.epoch = epoch
        }

        static let refused = Outcome(401)
    }

    private struct Use: Hashable {
        let epoch: Int
        let user: String
    }

    package var current: Token
    /// The oldest first.
    package var pending: [Token] = []
    package var epoch = 1
    /// Whether anything was answered 2xx in it since the logout that made it.
    package var isEpochUsed = true
    package var user: String?
    package var isRevoked = false
    private var used: [String: Use] = [:]

    package init(current: String) {
        self.current = current
    }

    package mutating func apply(_ call: Call) -> Outcome {
        switch call {
        case .revoke:
            isRevoked = true
            return Outcome(204)
        case .refresh(let token, let sent):
            guard knows(token), sent == epoch else { return .refused }
            use(token)
            isEpochUsed = true
            pending = (pending + [nil]).suffix(4)
            return Outcome(200, epoch: epoch)
        case .identify(let token, let sent, let assertion, let user):
            guard mayUse(token), sent == epoch else { return .refused }
            if let before = used[assertion] {
                guard before == Use(epoch: epoch, user: user), self.user == user else { return .refused }
            }
            used[assertion] = Use(epoch: epoch, user: user)
            self.user = user
            use(token)
            isEpochUsed = true
            return Outcome(200, epoch: epoch)
        case .logOut(let token, let sent):
            guard mayUse(token) else { return .refused }
            if sent == epoch {
                epoch += 1
                isEpochUsed = false
                user = nil
            } else if isEpochUsed || sent != epoch - 1 {
                return .refused
            }
            use(token)
            return Outcome(200, epoch: epoch)
        case .content(let token, let sent):
            guard mayUse(token), sent == epoch else { return .refused }
            use(token)
            isEpochUsed = true
            return Outcome(200)
        case .chat(let token, let sent):
            return mayUse(token) && sent == epoch ? Outcome(409) : .refused
        }
    }

    private func knows(_ token: String) -> Bool {
        !isRevoked && (current == token || pending.contains(token))
    }

    /// While tokens wait, the old one may only refresh.
    private func mayUse(_ token: String) -> Bool {
        knows(token) && (pending.isEmpty || pending.contains(token))
    }

    private mutating func use(_ token: String) {
        guard pending.contains(token) else { return }
        current = token
        pending = []
    }
}
