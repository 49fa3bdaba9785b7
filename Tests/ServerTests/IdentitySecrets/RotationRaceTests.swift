import API
import HTTP
import Support
import Testing

@Suite("Rotations that race")
struct RotationRaceTests {
    /// Twenty calls at once; the answers in any order.
    private func race(_ service: TestService, key: @escaping @Sendable (Int) -> String?) async -> [Response] {
        await withTaskGroup(of: Response.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await service.call(
                        "POST", "/api/v1/projects/shop/identity-secret/rotate", "{}",
                        headers: key(number).map { [("Idempotency-Key", $0)] } ?? [])
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("under one key exactly one rotates, and the others are told what it did")
    func sameKey() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let answers = await race(service) { _ in "same" }
            let done = answers.filter { $0.status == 200 }
            #expect(done.count == 1)
            #expect(answers.filter { $0.code == "already_done" }.count == 19)
            let fingerprint = try #require(done.first?.json["fingerprint"]?.text)
            for answer in answers where answer.status == 409 {
                #expect(answer.json["result", "fingerprint"]?.text == fingerprint)
            }
            #expect(try await service.secretStatus("shop").current.fingerprint == fingerprint)
        }
    }

    @Test(
        "under keys of their own, or none, exactly one rotates, and for the others it is in progress",
        arguments: [true, false])
    func otherKeys(_ hasKeys: Bool) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let answers = await race(service) { hasKeys ? "key-\($0)" : nil }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.code == "rotation_in_progress" }.count == 19)
            #expect(try await service.verifying("shop").count == 2)
            let done = try await service.audit("action=identity_secret.rotate").filter { $0.outcome == .done }
            #expect(done.count == 1)
        }
    }
}
