import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("Verifications in a storm of rotations, against the built service", .onThreadsOfTheirOwn)
struct LiveRotationStormTests {
    private static let rotations = 50
    private static let verifiersCount = 4
    private static let perSecond = 200

    private struct Tally: Sendable {
        var accepted = 0
        var byPrevious = 0
        var refusedTooSoon: [String] = []
    }

    @Test("200 a second, while 50 rotations each end the overlap before: none that was valid at its moment is refused")
    func storm() throws {
        let service = try LiveService()
        try service.start("--init")
        let backend = try service.backend("shop-ios", in: "acme")
        let timeline = SecretsTimeline(first: backend.secret)
        let isOver = Shared(false)
        let results = Shared<[Result<Tally, any Error>]>([])
        let threads = try (0..<Self.verifiersCount).map { _ in
            let device = try IdentifyingDevice(service, projectKey: backend.projectKey)
            return Thread { [self] in
                let result = Result { try verify(device, backend.projectKey, timeline, until: isOver) }
                results.change { $0.append(result) }
            }
        }
        let rotated = Result { try rotate(service, timeline) }
        isOver.change { $0 = true }
        for thread in threads { thread.join() }
        #expect(try rotated.get() == Self.rotations)
        let tallies = try results.value.map { try $0.get() }
        #expect(tallies.count == Self.verifiersCount)
        #expect(tallies.flatMap(\.refusedTooSoon) == [])
        // Both kinds were there to be refused.
        #expect(tallies.map(\.accepted).reduce(0, +) > Self.rotations * 4)
        #expect(tallies.map(\.byPrevious).reduce(0, +) > Self.rotations)
        #expect(try service.stop() == .exited(0))
    }

    /// Rotates about ten times a second, each time after the current secret has verified: else the previous one would be
    /// the only one in use, and not be ended.
    private func rotate(_ service: LiveService, _ timeline: SecretsTimeline) throws -> Int {
        var rotated = 0
        for _ in 0..<Self.rotations * 20 where rotated < Self.rotations {
            sleep(milliseconds: 100)
            let ending = timeline.willRotate()
            let answer = try service.call(
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

    private func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

    private func verify(
        _ device: IdentifyingDevice, _ projectKey: String, _ timeline: SecretsTimeline, until isOver: Shared<Bool>
    ) throws -> Tally {
        let client = try RawClient(port: device.port, seconds: 15)
        var tally = Tally()
        var next = ContinuousClock.now
        while !isOver.value {
            for secret in timeline.verifying {
                let signer = TestBackend(projectKey: projectKey, secret: secret.text)
                let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
                let answer = try device.identify(signer.assertion(of: "acct_1", at: now), on: client)
                if answer.status == 200 {
                    tally.accepted += 1
                    if secret != timeline.current { tally.byPrevious += 1 }
                } else if timeline.verifies(secret) {
                    tally.refusedTooSoon.append("secret \(secret.number): \(SeenAnswer(answer))")
                }
                next += .seconds(Self.verifiersCount) / Self.perSecond
                sleep(milliseconds: max(0, Int((next - .now) / .milliseconds(1))))
            }
        }
        return tally
    }
}
