import API
import Crypto
import Domain
import Glibc
import HTTP
import Store
import Synchronization

/// Who an operator is: a personal token, or on the socket the Unix user as the kernel names it.
struct Authentication: Sendable {
    let store: Store
    let spill: Spill

    /// - Throws: `unauthorized`, the same for every cause.
    func caller(_ request: Request, requestID: String, at now: Instant) async throws(Failure) -> Caller {
        if case .unix(let uid, _) = request.peer, !request.headers.contains("Authorization") {
            return try await caller(uid: uid, requestID: requestID)
        }
        guard let token = request.headers.bearer.flatMap(PersonalTokenSecret.init) else { throw Self.unauthorized }
        return try await caller(token, from: request.peer.source, requestID: requestID, at: now)
    }

    private static let unauthorized = Failure(
        .unauthorized,
        "Say who you are: a personal token as 'Authorization: Bearer ssat1_…' that has neither ended nor been revoked, "
            + "or the Unix socket as a Unix user who is bound to an active operator.")

    private func caller(
        _ token: PersonalTokenSecret, from source: String, requestID: String, at now: Instant
    ) async throws(Failure) -> Caller {
        let id = token.id
        let holder = try await store.read { (snapshot) throws(Failure) in try snapshot.personalTokenHolder(id: id) }
        guard let holder, constantTimeEquals(holder.digest, token.digest), !holder.isRevoked,
            holder.expiresAt.map({ now < $0 }) ?? true, holder.operator.status == .active,
            !spill.revokes(personalToken: id), !spill.suspends(operator: holder.operator.name)
        else { throw Self.unauthorized }
        return Caller(
            name: holder.operator.name, rights: try Rights(wire: holder.operator.rights), scopes: Set(holder.scopes),
            source: source, requestID: requestID, expiresAt: holder.expiresAt, credential: .token)
    }

    private func caller(uid: UInt32, requestID: String) async throws(Failure) -> Caller {
        guard let user = Self.userName(uid) else { throw Self.unauthorized }
        let bound = try await store.read { (snapshot) throws(Failure) in try snapshot.activeOperator(unixUser: user) }
        guard let bound, !spill.suspends(operator: bound.name) else { throw Self.unauthorized }
        let rights = try Rights(wire: bound.rights)
        return Caller(
            name: bound.name, rights: rights, scopes: Set(rights.scopes), source: "unix:\(user)", requestID: requestID,
            expiresAt: nil, credential: .unixUser)
    }

    /// Nil for a user whom this machine does not know. Remembered for a little while: where names come over a network a
    /// look-up may take seconds, and it holds one of the few threads that all calls run on.
    static func userName(_ uid: UInt32) -> String? {
        let now = ContinuousClock.now
        if let known = names.withLock({ $0[uid] }), now < known.until { return known.name }
        let name = lookUpName(uid)
        names.withLock { names in
            if names.count >= namesMax { names = [:] }
            names[uid] = (name, now + namesKept)
        }
        return name
    }

    private static let names = Mutex<[UInt32: (name: String?, until: ContinuousClock.Instant)]>([:])
    private static let namesMax = 1_000
    private static let namesKept = Duration.seconds(10)

    /// getpwuid_r(3).
    private static func lookUpName(_ uid: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // What glibc itself suggests at the least; a longer entry is one we do not need.
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
            return nil
        }
        return String(validatingCString: name)
    }
}

extension Peer {
    /// As the audit log names it.
    var source: String {
        switch self {
        case .unix(let uid, _): "unix:\(Authentication.userName(uid) ?? String(uid))"
        case .tcp(let address): address
        }
    }
}
