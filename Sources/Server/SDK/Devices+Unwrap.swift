import API
import Crypto
import Domain
import Store

extension Devices {
    /// What becomes of a one-shot token: what it fetches, or why nothing.
    private typealias Unwrapping = Result<UnwrappedSecret, WrappedSecret.Refusal>

    /// Gives a wrapped secret to whoever holds its token, once: the copy is erased and the use entered in the audit log in
    /// one transaction, and the answer goes out after its commit.
    ///
    /// A suspended project is no obstacle. Nothing verifies there meanwhile, so there is nothing to protect, and a token that
    /// runs out during the suspension would leave the backend without the secret when it ends.
    ///
    /// - Parameter source: where the call came from, for the audit log.
    /// - Throws: `invalid_request` for what cannot be read; `not_found`, the same for every token that fetches nothing.
    func unwrap(_ body: JSONValue?, from source: String) async throws(Failure) -> UnwrappedSecret {
        guard case .string(let text) = body?["token"] else { throw .deviceInvalid }
        countUnknown(body, known: ["token"])
        guard let token = OneShotSecret(text), let result = try await unwrap(token, from: source) else {
            metrics.count(.unwrapUnknown)
            throw .unwrapRefused
        }
        switch result {
        case .success(let secret):
            metrics.count(.unwrapped)
            return secret
        case .failure(let refusal):
            metrics.count(.unwrapAlarm(refusal))
            throw .unwrapRefused
        }
    }

    /// Nil for what was never issued.
    private func unwrap(_ token: OneShotSecret, from source: String) async throws(Failure) -> Unwrapping? {
        let now = world.now()
        // What will change nothing takes no turn of the writer.
        let first = try await store.read { snapshot throws(Failure) in
            guard let wrapped = try snapshot.wrappedSecret(token) else { return FirstLook.unknown }
            guard let refusal = wrapped.refusal(of: token, at: now),
                try snapshot.hasEnoughAlarms(of: wrapped, refusal)
            else { return .worthWriting }
            return .repeated(refusal)
        }
        switch first {
        case .unknown: return nil
        case .repeated(let refusal): return .failure(refusal)
        case .worthWriting: break
        }
        let requestID = Hex.encode(world.randomBytes(8))
        return try await store.serve(at: now) { change throws(Failure) in
            try Self.unwrap(token, change, from: source, requestID: requestID)
        }
    }

    private enum FirstLook: Sendable {
        case unknown, worthWriting
        /// Often enough for the audit log.
        case repeated(WrappedSecret.Refusal)
    }

    private static func unwrap(
        _ token: OneShotSecret, _ change: DeviceChange, from source: String, requestID: String
    ) throws(Failure) -> Unwrapping? {
        guard let wrapped = try change.snapshot.wrappedSecret(token) else { return nil }
        let sealed: [UInt8]
        do throws(WrappedSecret.Refusal) {
            sealed = try wrapped.open(with: token, at: change.at)
        } catch {
            try change.refuseWrapped(wrapped, error, from: source, requestID: requestID)
            return .failure(error)
        }
        guard let secret = token.open(sealed, id: wrapped.secretID) else {
            throw Failure(.internal, "", detail: "wrapped secret \(wrapped.id) does not open")
        }
        try change.openWrapped(wrapped, from: source, requestID: requestID)
        return .success(
            UnwrappedSecret(
                identitySecret: secret.revealed(), projectKey: wrapped.projectKey,
                applicationID: wrapped.applicationID))
    }
}

extension Failure {
    fileprivate static let unwrapRefused = Failure(.notFound, "")
}
