import API
import Domain
import Store

extension Operations {
    func rotateSecret(_ call: Call<RotateSecret>) async throws(Failure) -> Changed<RotatedSecret> {
        let applicationID = try call.applicationID()
        let compromised = call.body.compromised ?? false
        let endOverlap = call.body.endOverlap ?? false
        let new = newSecret(at: call.at, wrapSeconds: call.body.wrapSeconds)
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            try new.check()
            let rotation = try change.snapshot.rotation(of: applicationID, at: change.at)
            change.record(before: rotation.audited)
            let rotated = try rotation.rotated(
                to: new.record, endOverlap: endOverlap, compromised: compromised, at: change.at)
            try change.rotateSecret(of: applicationID, rotated, new.sealed)
            let wrapped = try new.wrap(in: change)
            let after = try change.snapshot.rotation(of: applicationID, at: change.at)
            change.record(subject: new.record.fingerprint, after: new.audited(after.audited))
            return RotatedSecret(
                identitySecret: new.revealed, wrapped: wrapped, fingerprint: new.record.fingerprint,
                previous: after.previous.flatMap { previous in
                    previous.endsAt.map { .init(fingerprint: previous.fingerprint, verifiesUntil: $0) }
                })
        }
    }

    func cancelRotation(_ call: Call<CancelRotation>) async throws(Failure) -> Changed<IdentitySecretStatus> {
        let applicationID = try call.applicationID()
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let rotation = try change.snapshot.rotation(of: applicationID, at: change.at)
            change.record(subject: rotation.current.fingerprint, before: rotation.audited)
            let (ended, restored) = try rotation.cancelled(
                compromised: call.body.compromised ?? false, at: change.at)
            try change.cancelRotation(of: applicationID, ended: ended, restored: restored)
            change.effect = .object([
                .init("cancelled", .string(ended.fingerprint)), .init("verified_count", .integer(ended.verifiedCount)),
            ])
            let after = try change.snapshot.rotation(of: applicationID, at: change.at)
            change.record(after: after.audited)
            return after.status(at: change.at)
        }
    }

    /// Where no previous secret verifies any more, all is as it was asked to be.
    func endOverlap(_ call: Call<Nothing>) async throws(Failure) -> Changed<Nothing> {
        let applicationID = try call.applicationID()
        let compromised = try call.flag("compromised") ?? false
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let rotation = try change.snapshot.rotation(of: applicationID, at: change.at)
            change.record(subject: rotation.previous?.fingerprint, before: rotation.audited)
            if let previous = rotation.previous {
                change.effect = .object([
                    .init("ends", .string(previous.fingerprint)),
                    .init("verified_count", .integer(previous.verifiedCount)),
                    .init("safe_to_end_overlap", .bool(rotation.isSafeToEndOverlap(at: change.at))),
                ])
            }
            try change.endOverlap(
                of: applicationID, try rotation.overlapEnded(compromised: compromised, at: change.at))
            change.record(after: try change.snapshot.rotation(of: applicationID, at: change.at).audited)
            return Nothing()
        }
    }

    func secretStatus(_ call: Call<Nothing>) async throws(Failure) -> IdentitySecretStatus {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.rotation(of: applicationID, at: call.at).status(at: call.at)
        }
    }
}

extension Rotation {
    func status(at now: Instant) -> IdentitySecretStatus {
        IdentitySecretStatus(
            current: .init(
                fingerprint: current.fingerprint, createdAt: current.createdAt, verifiedCount: current.verifiedCount,
                lastVerifiedAt: current.lastVerifiedAt, wrapped: current.wrapping?.delivery(at: now)),
            previous: previous.flatMap { previous in
                guard let retiredAt = previous.retiredAt, let endsAt = previous.endsAt else { return nil }
                return .init(
                    fingerprint: previous.fingerprint, createdAt: previous.createdAt, retiredAt: retiredAt,
                    verifiesUntil: endsAt, verifiedCount: previous.verifiedCount,
                    lastVerifiedAt: previous.lastVerifiedAt, wrapped: previous.wrapping?.delivery(at: now))
            }, safeToEndOverlap: isSafeToEndOverlap(at: now))
    }

    /// By fingerprints.
    fileprivate var audited: JSONValue {
        .object([
            .init("current", .string(current.fingerprint)),
            .init("previous", previous.map { .string($0.fingerprint) } ?? .null),
        ])
    }
}
