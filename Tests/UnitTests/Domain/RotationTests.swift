import API
import Domain
import Support
import Testing

@Suite("Rotation of identity secrets")
struct RotationTests {
    private let now = Instant("2026-11-30T10:00:00Z")!
    private var issued: IdentitySecretRecord { record("c", at: now) }

    private func record(
        _ id: String, at created: Instant, retired: Instant? = nil, ends: Instant? = nil, verified: Int64 = 0,
        last: Instant? = nil
    ) -> IdentitySecretRecord {
        IdentitySecretRecord(
            id: id, fingerprint: "print-\(id)", createdAt: created, retiredAt: retired, endsAt: ends,
            verifiedCount: verified, lastVerifiedAt: last)
    }

    /// A project whose rotation was `ago` seconds before now.
    private func rotation(
        ago: Int64, previousVerified: Int64 = 0, previousLast: Int64? = nil, currentVerified: Int64 = 0,
        currentLast: Int64? = nil
    ) -> Rotation {
        let rotated = now.advanced(bySeconds: -ago)
        return Rotation(
            current: record(
                "b", at: rotated, verified: currentVerified, last: currentLast.map { now.advanced(bySeconds: -$0) }),
            previous: record(
                "a", at: rotated.advanced(bySeconds: -999_999), retired: rotated,
                ends: rotated.advanced(bySeconds: Rotation.overlapSeconds), verified: previousVerified,
                last: previousLast.map { now.advanced(bySeconds: -$0) }), at: now)
    }

    @Test("the retired secret verifies for exactly 86 400 s, and its deadline is its own")
    func deadline() throws {
        let single = Rotation(current: record("b", at: now), previous: nil, at: now)
        let rotated = try single.rotated(to: issued, endOverlap: false, compromised: false, at: now)
        #expect(rotated.retired.retiredAt == now)
        #expect(rotated.retired.endsAt == now.advanced(bySeconds: 86_400))
        #expect(rotated.issued == issued)
        #expect(rotated.ended == nil)
        for (seconds, verifies) in [(86_399, true), (86_400, false), (86_401, false)] as [(Int64, Bool)] {
            #expect(rotated.retired.verifies(at: now.advanced(bySeconds: seconds)) == verifies, "\(seconds)")
        }
        let end = now.advanced(bySeconds: 86_400)
        #expect(rotated.retired.verifies(at: Instant(milliseconds: end.milliseconds - 1)))
        #expect(rotated.issued.verifies(at: now.advanced(bySeconds: 999_999_999)))
    }

    @Test(
        "a second rotation is in progress until the first one's overlap has ended by itself",
        arguments: [(86_399, true), (86_400, false), (86_401, false)] as [(Int64, Bool)])
    func secondRotation(_ ago: Int64, _ isInProgress: Bool) throws {
        let failure = refusal {
            try rotation(ago: ago).rotated(to: issued, endOverlap: false, compromised: false, at: now)
        }
        #expect((failure?.code == .rotationInProgress) == isInProgress)
        if isInProgress {
            #expect(failure?.result?["verifies_until"]?.text == now.advanced(bySeconds: 86_400 - ago).description)
            #expect(failure?.result?["fingerprint"]?.text == "print-a")
        } else {
            #expect(failure == nil)
        }
    }

    @Test("ending the overlap ends the older secret at that moment and leaves its own day to the retired one")
    func endOverlap() throws {
        let rotated = try rotation(ago: 60).rotated(to: issued, endOverlap: true, compromised: false, at: now)
        #expect(rotated.ended.map { $0.id == "a" && !$0.verifies(at: now) } ?? false)
        #expect(rotated.retired.id == "b" && rotated.retired.endsAt == now.advanced(bySeconds: 86_400))
    }

    @Test("compromised ends every secret but the new one at once")
    func compromised() throws {
        for rotation in [
            rotation(ago: 60, previousVerified: 5), Rotation(current: record("b", at: now), previous: nil, at: now),
        ] {
            let rotated = try rotation.rotated(to: issued, endOverlap: false, compromised: true, at: now)
            #expect(!rotated.retired.verifies(at: now))
            #expect(!(rotated.ended?.verifies(at: now) ?? false))
            #expect((rotated.ended != nil) == (rotation.previous != nil))
        }
    }

    @Test(
        "only where the previous secret has verified and the current one never is it the only one in use",
        arguments: [(0, 0, false), (1, 0, true), (0, 1, false), (1, 1, false)] as [(Int64, Int64, Bool)])
    func previousInUse(_ previous: Int64, _ current: Int64, _ isInUse: Bool) {
        let rotation = rotation(ago: 60, previousVerified: previous, currentVerified: current)
        let rotated = refusal {
            try rotation.rotated(to: issued, endOverlap: true, compromised: false, at: now)
        }
        let ended = refusal { try rotation.overlapEnded(compromised: false, at: now) }
        #expect((rotated?.code == .previousInUse) == isInUse)
        #expect((ended?.code == .previousInUse) == isInUse)
        #expect(refusal { try rotation.overlapEnded(compromised: true, at: now) } == nil)
    }

    @Test("a secret that waits for its token ends no secret that somebody has", arguments: [true, false])
    func undelivered(isFetched: Bool) {
        func secret(_ id: String, _ wrapping: Wrapping?, isCurrent: Bool) -> IdentitySecretRecord {
            IdentitySecretRecord(
                id: id, fingerprint: id, createdAt: now, retiredAt: isCurrent ? nil : now,
                endsAt: isCurrent ? nil : now.advanced(bySeconds: 60), wrapping: wrapping)
        }
        let waiting = Wrapping(expiresAt: now, openedAt: isFetched ? now : nil, isErased: isFetched)
        let rotation = Rotation(
            current: secret("b", waiting, isCurrent: true), previous: secret("a", nil, isCurrent: false), at: now)
        let ended = refusal { try rotation.overlapEnded(compromised: false, at: now) }
        let rotated = refusal { try rotation.rotated(to: issued, endOverlap: true, compromised: false, at: now) }
        #expect((ended?.code == .previousInUse) != isFetched && (rotated?.code == .previousInUse) != isFetched)
        #expect(refusal { try rotation.overlapEnded(compromised: true, at: now) } == nil)
        #expect(refusal { try rotation.cancelled(compromised: false, at: now) } == nil)
        // Where nobody has the previous one either, nobody loses anything.
        let lost = Wrapping(expiresAt: now, openedAt: nil, isErased: true)
        let both = Rotation(
            current: secret("b", waiting, isCurrent: true), previous: secret("a", lost, isCurrent: false), at: now)
        #expect(refusal { try both.overlapEnded(compromised: false, at: now) } == nil)
    }

    @Test("cancelling makes the previous secret current again without a deadline, unless the current one is in use")
    func cancel() throws {
        let (ended, restored) = try rotation(ago: 60, previousVerified: 9).cancelled(compromised: false, at: now)
        #expect(ended.id == "b" && !ended.verifies(at: now))
        #expect(restored.id == "a" && restored.retiredAt == nil && restored.endsAt == nil)
        let used = rotation(ago: 60, currentVerified: 3)
        let failure = refusal { try used.cancelled(compromised: false, at: now) }
        #expect(failure?.code == .currentInUse)
        #expect(failure?.message.contains("3") ?? false)
        #expect(try used.cancelled(compromised: true, at: now).ended.id == "b")
    }

    @Test(
        "there is something to cancel until the overlap has ended",
        arguments: [(86_399, true), (86_400, false), (86_401, false)] as [(Int64, Bool)])
    func nothingToCancel(_ ago: Int64, _ isThere: Bool) {
        let failure = refusal { try rotation(ago: ago).cancelled(compromised: true, at: now) }
        #expect((failure?.code == .nothingToCancel) == !isThere)
    }

    /// Age of the rotation, and how long ago the previous and the current secret last verified; nil is never.
    private static let safety: [(age: Int64, previous: Int64?, current: Int64?, isSafe: Bool)] = [
        (3_599, nil, 10, false), (3_600, nil, 10, true), (3_601, nil, 10, true),
        (7_200, 3_599, 10, false), (7_200, 3_600, 10, true), (7_200, 3_601, 10, true), (7_200, 0, 10, false),
        (7_200, nil, 3_599, true), (7_200, nil, 3_600, false), (7_200, nil, 3_601, false), (7_200, nil, 0, true),
        (7_200, nil, nil, false), (7_200, 3_601, nil, false), (86_399, nil, 10, true), (86_400, nil, 10, false),
    ]

    @Test("ending the overlap is called safe exactly as the table says", arguments: safety.indices)
    func safe(_ index: Int) {
        let (age, previous, current, isSafe) = Self.safety[index]
        let rotation = rotation(
            ago: age, previousVerified: previous == nil ? 0 : 1, previousLast: previous,
            currentVerified: current == nil ? 0 : 1, currentLast: current)
        #expect(rotation.isSafeToEndOverlap(at: now) == isSafe, "\(Self.safety[index])")
    }

    @Test("without a previous secret nothing is safe to end, and ending does nothing")
    func single() throws {
        let single = Rotation(current: record("b", at: now, verified: 5, last: now), previous: nil, at: now)
        #expect(!single.isSafeToEndOverlap(at: now))
        #expect(try single.overlapEnded(compromised: false, at: now) == nil)
    }
}
