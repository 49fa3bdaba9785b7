import API
import HTTP
import Support
import Testing

/// The rules of rotation once more, as few lines as they can be said in: what the service is compared with.
private struct SecretsModel {
    struct Secret {
        var fingerprint: String
        var verified = 0
    }

    var current: Secret
    var previous: (secret: Secret, until: Instant)?

    /// What stands at a moment: an overlap that is over is gone.
    mutating func settle(at now: Instant) {
        if let until = previous?.until, until <= now { previous = nil }
    }

    var previousIsOnlyOneInUse: Bool {
        previous.map { $0.secret.verified > 0 && current.verified == 0 } ?? false
    }

    /// The code of the refusal, nil where it is done.
    mutating func rotate(endOverlap: Bool, compromised: Bool, at now: Instant, to new: () -> String) -> String? {
        if previous != nil, !endOverlap, !compromised { return "rotation_in_progress" }
        if previousIsOnlyOneInUse, !compromised { return "previous_in_use" }
        previous = compromised ? nil : (current, now.advanced(bySeconds: 86_400))
        current = Secret(fingerprint: new())
        return nil
    }

    mutating func cancel(compromised: Bool) -> String? {
        guard let back = previous?.secret else { return "nothing_to_cancel" }
        if current.verified > 0, !compromised { return "current_in_use" }
        current = back
        previous = nil
        return nil
    }

    mutating func endOverlap(compromised: Bool) -> String? {
        if previousIsOnlyOneInUse, !compromised { return "previous_in_use" }
        previous = nil
        return nil
    }
}

@Suite("Any sequence of rotations, and of times")
struct RotationModelTests {
    @Test("the service does what the rules say, and never do more than two secrets verify", arguments: 0..<6)
    func random(_ round: Int) async throws {
        var seed = Seed()
        let files = try FreshDatabase()
        let clock = Shared(TestService.start)
        var service = try await TestService(files: files, clock: clock)
        let path = "/api/v1/projects/shop/identity-secret"
        let created = try await service.created("shop", in: "acme")
        var model = SecretsModel(current: .init(fingerprint: created.project.identitySecret.fingerprint))
        for step in 0..<120 {
            let place: Comment = "\(seed), step \(step)"
            model.settle(at: clock.value)
            let (flag, other) = (Bool.random(using: &seed), Bool.random(using: &seed))
            var answer: Response?
            var expected: String?
            switch Int.random(in: 0..<9, using: &seed) {
            case 0, 1, 2:
                let done = await service.call(
                    "POST", path + "/rotate", #"{"end_overlap":\#(flag),"compromised":\#(flag && other)}"#)
                expected = model.rotate(endOverlap: flag, compromised: flag && other, at: clock.value) {
                    done.json["fingerprint"]?.text ?? ""
                }
                answer = done
            case 3:
                answer = await service.call("POST", path + "/cancel", #"{"compromised":\#(flag)}"#)
                expected = model.cancel(compromised: flag)
            case 4:
                answer = await service.call("DELETE", path + "/previous?compromised=\(flag)")
                expected = model.endOverlap(compromised: flag)
            case 5:
                try await service.verified(model.current.fingerprint)
                model.current.verified += 1
            case 6:
                guard let previous = model.previous else { continue }
                try await service.verified(previous.secret.fingerprint)
                model.previous?.secret.verified += 1
            case 7:
                let jump = [1, 3_600, 43_200, 86_399, 86_400].randomElement(using: &seed) ?? 1
                clock.change { $0 = $0.advanced(bySeconds: Int64(jump)) }
                model.settle(at: clock.value)
            default:
                guard other, flag else { continue }
                await service.close()
                service = try await TestService(files: files, clock: clock)
            }
            if let answer {
                #expect((answer.status < 300) == (expected == nil), place)
                if answer.status >= 300 { #expect(answer.code == expected, place) }
            }
            let status = try await service.secretStatus("shop")
            #expect(status.current.fingerprint == model.current.fingerprint, place)
            #expect(status.current.verifiedCount == Int64(model.current.verified), place)
            #expect(status.previous.optional?.fingerprint == model.previous?.secret.fingerprint, place)
            #expect(status.previous.optional?.verifiesUntil == model.previous?.until, place)
            let expectedNow = Set([model.current.fingerprint] + (model.previous.map { [$0.secret.fingerprint] } ?? []))
            #expect(try await service.verifying("shop") == expectedNow, place)
            #expect(expectedNow.count <= 2, place)
        }
        await service.close()
    }

    @Test("what was ended by hand does not verify again when the clock is set back")
    func clockSetBack() async throws {
        let path = "/api/v1/projects/shop/identity-secret"
        let endings: [(method: String, path: String, body: String?)] = [
            ("POST", path + "/rotate", #"{"compromised":true}"#), ("POST", path + "/cancel", "{}"),
            ("DELETE", path + "/previous", nil),
        ]
        for (method, path, body) in endings {
            try await TestService.with { service in
                try await service.project("shop", in: "acme")
                service.advance(seconds: 500)
                _ = await service.call("POST", "/api/v1/projects/shop/identity-secret/rotate", "{}")
                service.advance(seconds: 500)
                #expect(await service.call(method, path, body).status < 300)
                service.advance(seconds: -300)
                let status = try await service.secretStatus("shop")
                #expect(status.previous.optional == nil, "\(path)")
                #expect(try await service.verifying("shop") == [status.current.fingerprint], "\(path)")
            }
        }
    }
}
