import API

/// What is stored of an identity secret beside the secret itself.
package struct IdentitySecretRecord: Sendable, Equatable {
    package let id: String
    package let fingerprint: String
    package let createdAt: Instant
    /// When another took its place; nil for the current one.
    package var retiredAt: Instant?
    /// The first moment at which it no longer verifies, 1970 where it was ended by hand; nil for the current one. The
    /// deadline is the secret's own, so that no restart, restore or upgrade can move it.
    package var endsAt: Instant?
    package let verifiedCount: Int64
    package let lastVerifiedAt: Instant?
    /// Nil where it was shown to the operator.
    package let wrapping: Wrapping?

    package init(
        id: String, fingerprint: String, createdAt: Instant, retiredAt: Instant? = nil, endsAt: Instant? = nil,
        verifiedCount: Int64 = 0, lastVerifiedAt: Instant? = nil, wrapping: Wrapping? = nil
    ) {
        self.id = id
        self.fingerprint = fingerprint
        self.createdAt = createdAt
        self.retiredAt = retiredAt
        self.endsAt = endsAt
        self.verifiedCount = verifiedCount
        self.lastVerifiedAt = lastVerifiedAt
        self.wrapping = wrapping
    }

    /// Issued for a token that nobody has used, nor will once it ran out.
    var isUndelivered: Bool { wrapping.map { $0.openedAt == nil } ?? false }

    package func verifies(at now: Instant) -> Bool {
        endsAt.map { now < $0 } ?? true
    }
}

/// The secrets of one project and the steps between them, each a pure function of state and time
/// (contract section 3, seed S2).
package struct Rotation: Sendable, Equatable {
    /// How long a retired secret goes on verifying: one deployment cycle of a retailer's backend (S2).
    package static let overlapSeconds: Int64 = 86_400
    /// How long nothing may have used the previous secret before ending its overlap is called safe.
    package static let quietSeconds: Int64 = 3_600

    package let current: IdentitySecretRecord
    /// The one before, only while it verifies.
    package let previous: IdentitySecretRecord?

    package init(current: IdentitySecretRecord, previous: IdentitySecretRecord?, at now: Instant) {
        self.current = current
        self.previous = previous.flatMap { $0.verifies(at: now) ? $0 : nil }
    }

    /// The secrets as they are after a rotation to `issued`.
    package struct Rotated: Sendable, Equatable {
        /// The secret that was current.
        package let retired: IdentitySecretRecord
        /// The one before it, where a rotation ended its overlap.
        package let ended: IdentitySecretRecord?
        package let issued: IdentitySecretRecord
    }

    /// - Throws: `rotation_in_progress` while another secret still verifies, unless its overlap is to end;
    ///   `previous_in_use` where that would cut off the only secret in use, or the only one that anybody has, unless it is
    ///   compromised.
    package func rotated(
        to issued: IdentitySecretRecord, endOverlap: Bool, compromised: Bool, at now: Instant
    ) throws(Failure) -> Rotated {
        if previous != nil {
            guard endOverlap || compromised else { throw inProgress }
            if !compromised { try refuseToCutOffTheOnlyOneInUse() }
        }
        return Rotated(
            retired: compromised
                ? current.ended(at: now)
                : current.retired(at: now, until: now.advanced(bySeconds: Rotation.overlapSeconds)),
            ended: previous?.ended(at: now), issued: issued)
    }

    /// Undoes a rotation whose secret was lost or never deployed: the previous secret is current again, without a
    /// deadline.
    ///
    /// - Throws: `nothing_to_cancel` where no previous secret verifies; `current_in_use` where the current one has
    ///   verified, unless it is compromised.
    package func cancelled(
        compromised: Bool, at now: Instant
    ) throws(Failure) -> (ended: IdentitySecretRecord, restored: IdentitySecretRecord) {
        guard var restored = previous else {
            throw Failure(.nothingToCancel, "No previous secret verifies any more, so there is nothing to go back to.")
        }
        guard current.verifiedCount == 0 || compromised else {
            throw Failure(
                .currentInUse,
                "The current secret \(current.fingerprint) has verified \(current.verifiedCount) assertions: cancelling "
                    + "would log those shoppers out. Say compromised if it must end all the same.")
        }
        restored.retiredAt = nil
        restored.endsAt = nil
        return (current.ended(at: now), restored)
    }

    /// The previous secret as it is when its overlap ends now; nil where none verifies, and nothing is left to do.
    ///
    /// - Throws: `previous_in_use`, as a rotation does.
    package func overlapEnded(compromised: Bool, at now: Instant) throws(Failure) -> IdentitySecretRecord? {
        if !compromised { try refuseToCutOffTheOnlyOneInUse() }
        return previous?.ended(at: now)
    }

    /// Whether ending the overlap would cut off nobody seen in the last hour: the rotation is at least that old, the
    /// previous secret verified nothing in that time and the current one something.
    package func isSafeToEndOverlap(at now: Instant) -> Bool {
        guard let previous, let retiredAt = previous.retiredAt else { return false }
        let hourAgo = now.advanced(bySeconds: -Rotation.quietSeconds)
        return retiredAt <= hourAgo && previous.lastVerifiedAt.map { $0 <= hourAgo } ?? true
            && current.lastVerifiedAt.map { $0 > hourAgo } ?? false
    }

    private var inProgress: Failure {
        let until = previous?.endsAt.map(\.description) ?? ""
        return Failure(
            .rotationInProgress,
            "The secret before this one, \(previous?.fingerprint ?? ""), still verifies until \(until). Wait for that, "
                + "cancel the last rotation, or end the overlap.",
            result: previous.map {
                .object([
                    .init("fingerprint", .string($0.fingerprint)), .init("verifies_until", .string(until)),
                ])
            })
    }

    private func refuseToCutOffTheOnlyOneInUse() throws(Failure) {
        guard let previous, current.verifiedCount == 0 else { return }
        if current.isUndelivered, !previous.isUndelivered {
            throw Failure(
                .previousInUse,
                "The current secret \(current.fingerprint) was not fetched with its token, so that nobody can sign with it: to "
                    + "end the previous one, \(previous.fingerprint), would leave no secret that anybody has. Have it fetched, or "
                    + "cancel the rotation where the token ran out; say compromised if the previous one must end all the same."
            )
        }
        guard previous.verifiedCount > 0 else { return }
        throw Failure(
            .previousInUse,
            "The previous secret \(previous.fingerprint) is the only one in use: it has verified \(previous.verifiedCount) "
                + "assertions and the current one, \(current.fingerprint), none. Ending it would log those shoppers out. "
                + "Deploy the current secret first, or say compromised if it must end all the same.")
    }
}

extension IdentitySecretRecord {
    fileprivate func retired(at now: Instant, until end: Instant) -> IdentitySecretRecord {
        var record = self
        record.retiredAt = now
        record.endsAt = end
        return record
    }

    /// Ended by hand, and for good: at no moment does it verify, so that a clock that is set back does not bring a
    /// compromised secret back. When that was is in the audit log.
    fileprivate func ended(at now: Instant) -> IdentitySecretRecord {
        retired(at: retiredAt ?? now, until: Instant(milliseconds: 0))
    }
}
