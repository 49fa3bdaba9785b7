import API
import Domain
import HTTP
import Support
import Testing

@Suite("Verifications in a storm of rotations")
struct RotationStormTests {
    private static let rotations = 50
    private static let verifiersCount = 4
    private static let perSecond = 200

    private struct Tally: Sendable {
        var accepted = 0
        var byPrevious = 0
        var refusedTooSoon: [String] = []
    }

    @Test("200 a second, while 50 rotations each end the overlap before: none that was valid at its moment is refused")
    func storm() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let timeline = SecretsTimeline(first: backend.secret)
            let isOver = Shared(false)
            let begun = ContinuousClock.now
            // The service's clock goes on, as clocks do.
            let start = service.clock.value
            let ticking = Task {
                while !Task.isCancelled {
                    let passed = (ContinuousClock.now - begun) / .milliseconds(1)
                    service.clock.change { $0 = Instant(milliseconds: start.milliseconds + Int64(passed)) }
                    try? await Task.sleep(for: .milliseconds(2))
                }
            }
            defer { ticking.cancel() }
            let rotated = Task { [self] in
                defer { isOver.change { $0 = true } }
                return try await rotate(service, timeline)
            }
            let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
                for _ in 0..<Self.verifiersCount {
                    group.addTask { try await verify(service, backend, timeline, until: isOver) }
                }
                return try await group.reduce(into: Tally()) { all, one in
                    all.accepted += one.accepted
                    all.byPrevious += one.byPrevious
                    all.refusedTooSoon += one.refusedTooSoon
                }
            }
            #expect(try await rotated.value == Self.rotations)
            #expect(tally.refusedTooSoon == [])
            // Both kinds were there to be refused.
            #expect(tally.accepted > Self.rotations * 4)
            #expect(tally.byPrevious > Self.rotations)
            let verdicts = await service.verdicts()
            #expect(verdicts["accepted"] == Int64(tally.accepted))
            #expect(Set(verdicts.keys).isSubset(of: ["accepted", "signature"]))
        }
    }

    /// Rotates about ten times a second, each time after the current secret has verified: else the previous one would be
    /// the only one in use, and not be ended.
    private func rotate(_ service: TestService, _ timeline: SecretsTimeline) async throws -> Int {
        var rotated = 0
        for _ in 0..<Self.rotations * 20 where rotated < Self.rotations {
            try await Task.sleep(for: .milliseconds(rotated == 0 ? 50 : 100))
            let ending = timeline.willRotate()
            let answer = await service.call(
                "POST", "/api/v1/projects/shop-ios/identity-secret/rotate", #"{"end_overlap":true}"#)
            if answer.status == 200, let secret = try answer.answer(RotatedSecret.self).identitySecret {
                timeline.didRotate(to: secret.text)
                rotated += 1
            } else {
                #expect(answer.code == "previous_in_use")
                timeline.didNotRotate(keeping: ending)
            }
        }
        return rotated
    }

    private func verify(
        _ service: TestService, _ backend: TestBackend, _ timeline: SecretsTimeline, until isOver: Shared<Bool>
    ) async throws -> Tally {
        let device = try await TestDevice(service, projectKey: backend.projectKey)
        var tally = Tally()
        var next = ContinuousClock.now
        while !isOver.value {
            for secret in timeline.verifying {
                let signer = TestBackend(projectKey: backend.projectKey, secret: secret.text)
                let answer = await device.identify(signer.assertion(of: "acct_1", at: service.clock.value))
                if answer.status == 200 {
                    tally.accepted += 1
                    if secret != timeline.current { tally.byPrevious += 1 }
                } else if timeline.verifies(secret) {
                    tally.refusedTooSoon.append("secret \(secret.number): \(SeenAnswer(answer))")
                }
                next += .seconds(Self.verifiersCount) / Self.perSecond
                try await Task.sleep(until: next)
            }
        }
        return tally
    }
}
