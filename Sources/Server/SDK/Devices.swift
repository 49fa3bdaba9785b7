import API
import Crypto
import Domain
import Store

/// What installations can do (contract sections 5.1 to 5.4). Each is one transaction in which the installation is looked
/// at and changed, so that a revocation and a refresh, or two logouts, have an order.
package struct Devices: Sendable {
    let store: Store
    let world: World
    let vault: Vault
    let deployment: Deployment
    let admission: Admission
    package let batches: Batches
    let spill: Spill
    let metrics: Metrics
    let log: Log

    /// What a token call came with: still to be judged, inside the transaction.
    struct TokenCall: Sendable {
        /// Nil where there is no whole token.
        let token: InstallationToken?
        /// The header as it was sent; nil where it was not, or twice.
        let epoch: String?
        /// Nil where it is no JSON object.
        let body: JSONValue?
    }

    /// - Throws: `invalid_request` for what cannot be read, `unauthorized` for a key and app that are not admitted,
    ///   `unavailable` for a suspended project.
    func register(_ body: JSONValue?) async throws(Failure) -> RegisteredInstallation {
        guard case .string(let key) = body?["project_key"], case .string(let app) = body?["app_identifier"],
            case .string(let word) = body?["platform"], let platform = Platform(rawValue: word)
        else { throw .deviceInvalid }
        let now = world.now()
        let entry = try admission.admit(key: key, app: app, platform: platform, at: now)
        guard !entry.policy.isSuspended else { throw .deviceSuspended }
        let facts = DeviceFacts(
            sdkVersion: body?["sdk_version"], hostAppVersion: body?["host_app_version"], locale: body?["locale"],
            timeZone: body?["time_zone"])
        metrics.count(.unreadableFact, times: facts.unreadable)
        countUnknown(
            body,
            known: [
                "project_key", "app_identifier", "platform", "sdk_version", "host_app_version", "locale", "time_zone",
            ])
        let id = Hex.encode(world.randomBytes(InstallationToken.idBytesCount))
        let token = InstallationToken(
            installationID: id, random: world.randomBytes(InstallationToken.randomBytesCount))
        let personID = world.newID()
        let applicationID = entry.policy.applicationID
        try await store.serve(at: now) { change throws(Failure) in
            // Once more where nothing can come between: the list may have changed since.
            guard try change.snapshot.isListed(app, on: platform, of: applicationID) else { throw .deviceUnauthorized }
            guard !spill.holdsJudgement(of: applicationID) else { throw .deviceUnjudged }
            try change.insertInstallation(
                id: id, of: applicationID, personID: personID, platform: platform, appIdentifier: app, facts)
            try change.issueToken(token, of: id, as: .current)
        }
        return RegisteredInstallation(installationID: id, token: token.revealed(), epoch: 1)
    }

    /// A further token; the one that came keeps the right to ask again, in case this answer is lost.
    func refresh(_ call: TokenCall) async throws(Failure) -> RefreshedToken {
        let random = world.randomBytes(InstallationToken.randomBytesCount)
        return try await serve(call, mayHavePending: true) { change, session throws(Failure) in
            guard case .object = call.body else { throw .deviceInvalid }
            countUnknown(call.body, known: [])
            try change.useToken(session)
            try change.useEpoch(of: session)
            let token = InstallationToken(installationID: session.installationID, random: random)
            try change.issueToken(token, of: session.installationID, as: .pending)
            return RefreshedToken(token: token.revealed(), epoch: session.epoch)
        }
    }

    func identify(_ call: TokenCall) async throws(Failure) -> CurrentEpoch {
        let newPersonID = world.newID()
        let audience = deployment.settings.audience
        let answer: CurrentEpoch
        do throws(Failure) {
            answer = try await serve(call) { change, session throws(Failure) in
                guard case .string(let text) = call.body?["assertion"] else { throw .deviceInvalid }
                countUnknown(call.body, known: ["assertion"])
                let keys = try openSecrets(of: session.applicationID, in: change.snapshot, at: change.at)
                let key = try change.snapshot.project(session.applicationID).projectKey
                let assertion: Assertion
                do throws(AssertionRule) {
                    assertion = try Assertion(text, keys: keys, projectKey: key, audience: audience, at: change.at)
                } catch {
                    throw .deviceRefused(by: error)
                }
                try accept(assertion, session, newPersonID: newPersonID, change)
                try change.countVerification(by: assertion.secretID)
                try change.useToken(session)
                try change.useEpoch(of: session)
                return CurrentEpoch(epoch: session.epoch)
            }
        } catch {
            if let rule = error.detail.flatMap(AssertionRule.init(rawValue:)) { metrics.count(.assertion(rule)) }
            throw error
        }
        metrics.count(.assertion(nil))
        return answer
    }

    /// The next epoch. A repeat of the logout that made the present one, whose answer was lost, answers the same.
    func logOut(_ call: TokenCall) async throws(Failure) -> CurrentEpoch {
        let newPersonID = world.newID()
        return try await serve(call, acceptsEpochBefore: true) { change, session throws(Failure) in
            guard case .object = call.body else { throw .deviceInvalid }
            countUnknown(call.body, known: [])
            try change.useToken(session)
            guard call.epoch == String(session.epoch) else { return CurrentEpoch(epoch: session.epoch) }
            try change.startEpoch(session.epoch + 1, of: session, personID: newPersonID)
            return CurrentEpoch(epoch: session.epoch + 1)
        }
    }

    /// Nothing is assigned to anybody here: an empty list is a normal answer (seed S2).
    func content(_ call: TokenCall) async throws(Failure) {
        try await serve(call) { change, session throws(Failure) in
            try change.useToken(session)
            try change.useEpoch(of: session)
        }
    }

    /// There is no chat here, for any installation that may ask.
    ///
    /// - Throws: `chat_unavailable`, after all that a call with a token can be refused for.
    func chat(_ call: TokenCall) async throws(Failure) -> Never {
        try await serve(call) { _, _ throws(Failure) in }
        throw Failure(.chatUnavailable, "")
    }

    // MARK: What all token calls share

    /// Credential, suspension, epoch, and then the call's own rules.
    ///
    /// - Parameters:
    ///   - mayHavePending: whether the call is open to a token that was refreshed already.
    ///   - acceptsEpochBefore: whether the epoch before is let through while nothing was answered in the present one.
    private func serve<T: Sendable>(
        _ call: TokenCall, mayHavePending: Bool = false, acceptsEpochBefore: Bool = false,
        _ body: @escaping @Sendable (DeviceChange, DeviceSession) throws(Failure) -> T
    ) async throws(Failure) -> T {
        guard let token = call.token else { throw .deviceUnauthorized }
        let now = world.now()
        return try await store.serve(at: now) { change throws(Failure) in
            guard let session = try change.snapshot.deviceSession(token) else { throw .deviceUnauthorized }
            guard session.tokenState != .ended else {
                metrics.count(.tokenReuse)
                throw .deviceUnauthorized
            }
            guard !session.isRevoked, !spill.revokes(installation: session.installationID),
                let entry = admission.entry(of: session),
                mayHavePending || session.tokenState == .pending || !session.hasPending
            else { throw .deviceUnauthorized }
            guard !entry.policy.isSuspended else { throw .deviceSuspended }
            guard !spill.holdsJudgement(of: session.applicationID) else { throw .deviceUnjudged }
            let isRepeat = acceptsEpochBefore && !session.epochIsUsed && call.epoch == String(session.epoch - 1)
            guard call.epoch == String(session.epoch) || isRepeat else { throw .deviceUnauthorized }
            batches.noteActivity(session.installationID, at: now)
            return try body(change, session)
        }
    }

    /// The same assertion again is accepted while nothing has changed since: the answer to the first may have been lost.
    private func accept(
        _ assertion: Assertion, _ session: DeviceSession, newPersonID: String, _ change: DeviceChange
    ) throws(Failure) {
        let used = try change.snapshot.usedAssertion(jti: assertion.jti, of: session.applicationID, at: change.at)
        if let used {
            guard used.digest == assertion.digest, used.installationID == session.installationID,
                used.epoch == session.epoch, used.personID == session.personID
            else { throw .deviceRefused(by: .replayed) }
            return
        }
        let personID = try change.identify(
            session, as: assertion.userID, newPersonID: newPersonID, properties: assertion.properties)
        try change.useAssertion(assertion, session, personID: personID)
    }

    /// The secrets that verify now. One that does not open was sealed for another row or under another key: an error of
    /// ours, which must not look like the device's.
    func openSecrets(
        of applicationID: String, in snapshot: Snapshot, at now: Instant
    ) throws(Failure) -> [Assertion.Key] {
        var keys: [Assertion.Key] = []
        for (id, sealed) in try snapshot.verifyingSecrets(of: applicationID, at: now) {
            guard let secret = vault.open(sealed, id: id) else {
                throw Failure(.internal, "", detail: "identity secret \(id) does not open")
            }
            keys.append((id, secret))
        }
        return keys
    }

    /// Calls with a member that nobody here knows: apps in shoppers' hands are not refused for it.
    func countUnknown(_ body: JSONValue?, known: Set<String>) {
        if case .object(let members) = body, members.contains(where: { !known.contains($0.name) }) {
            metrics.count(.unknownMember)
        }
    }
}

/// What devices are told is the code alone; a detail is for the log and the counters.
extension Failure {
    static let deviceInvalid = Failure(.invalidRequest, "")
    static let deviceUnauthorized = Failure(.unauthorized, "")
    /// What would tell is not in the tables yet.
    static let deviceUnjudged = Failure(.unavailable, "")

    /// Not 401, which would be final for the SDK: a suspension can be undone (a decision of the contract, section 2).
    static var deviceSuspended: Failure {
        var failure = Failure(.unavailable, "")
        failure.retryAfterSeconds = 60
        return failure
    }

    /// One opaque answer for every rule.
    static func deviceRefused(by rule: AssertionRule) -> Failure {
        Failure(.unauthorized, "", detail: rule.rawValue)
    }
}
