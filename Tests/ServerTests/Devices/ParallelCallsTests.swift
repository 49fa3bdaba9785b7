import API
import Crypto
import HTTP
import SQL
import Support
import Testing

@Suite("Parallel calls on one installation")
struct ParallelCallsTests {
    static let rounds = 100
    static let callsCount = 64

    @Test("are answered as some order, one after the other, would have it, and leave what that leaves")
    func storms() async throws {
        var seed = Seed()
        var seen: Set<String> = []
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            for round in 0..<Self.rounds {
                let place: Comment = "\(seed), round \(round)"
                let device = try await TestDevice(service, projectKey: backend.projectKey)
                let now = service.clock.value
                let users = ["u1-\(round)", "u2-\(round)", "u1-\(round)"]
                let storm = try await Storm(
                    token: device.token, assertions: users.map { (backend.assertion(of: $0, at: now), $0) },
                    count: Self.callsCount, using: &seed
                ) { call in await service.answer(to: call, of: device.id) }

                let answered = await withTaskGroup { group in
                    for call in storm.calls {
                        group.addTask { (call, await service.answer(to: call, of: device.id).outcome) }
                    }
                    return await group.reduce(into: [SerialOrder.Answered]()) { $0.append($1) }
                }
                let left = try await service.left(of: device.id, known: storm)
                #expect(SerialOrder.exists(of: answered, from: storm.model) { left.isLeft(by: $0) }, place)
                seen.formUnion(answered.map { "\($0.call.kind) \($0.outcome.status)" })
            }
        }
        // A storm in which nothing happens proves nothing.
        let wanted = [SDKAPI.refresh, SDKAPI.identify, SDKAPI.logout, SDKAPI.content].flatMap {
            ["\($0) 200", "\($0) 401"]
        }
        #expect(
            seen == Set(wanted + ["/sdk/v1/chat/threads 409", "/sdk/v1/chat/threads 401", "revoke 204"]), "\(seed)")
    }

    @Test("the search finds no order where there is none")
    func impossible() {
        typealias Answered = SerialOrder.Answered
        var start = InstallationModel(current: "a")
        start.pending = ["b", "c"]
        func exists(_ answered: [Answered], to isEnd: (InstallationModel) -> Bool = { _ in true }) -> Bool {
            SerialOrder.exists(of: answered, from: start, to: isEnd)
        }
        let useB: Answered = (.content("b", epoch: 1), .init(200))
        let useC: Answered = (.content("c", epoch: 1), .init(200))
        #expect(exists([useB]) && exists([useC]))
        #expect(!exists([useB, useC]))
        // With a refresh through the old one it must come first, and what it issued has ended.
        let refresh: Answered = (.refresh("a", epoch: 1), .init(200, epoch: 1))
        #expect(exists([useB, refresh]) { $0.pending.isEmpty && $0.current == "b" })
        #expect(!exists([useB, refresh]) { !$0.pending.isEmpty })
        // Two logouts from one epoch are one and its repeat, unless something was answered between them.
        let logOut: Answered = (.logOut("b", epoch: 1), .init(200, epoch: 2))
        #expect(exists([logOut, logOut]) { $0.epoch == 2 })
        #expect(!exists([logOut, logOut]) { $0.epoch == 3 })
        #expect(!exists([logOut, (.logOut("b", epoch: 1), .init(200, epoch: 3))]))
        #expect(exists([logOut, (.content("b", epoch: 1), .init(401))]))
        // After a revocation everything is refused.
        let revoke: Answered = (.revoke, .init(204))
        #expect(!exists([revoke, useB]) { !$0.isRevoked })
        #expect(!exists([(.content("b", epoch: 1), .init(401)), useB]))
        #expect(exists([(.content("b", epoch: 1), .init(401)), revoke, useB]))
    }
}

/// What a storm left, read from the tables.
private struct Left {
    let epoch: Int64
    let isEpochUsed: Bool
    let isRevoked: Bool
    let user: String?
    let current: String?
    let pending: [String?]

    func isLeft(by model: InstallationModel) -> Bool {
        Int64(model.epoch) == epoch && model.isEpochUsed == isEpochUsed && model.isRevoked == isRevoked
            && model.user == user && model.current == current && model.pending == pending
    }
}

extension TestService {
    fileprivate func answer(to call: InstallationModel.Call, of id: String) async -> Storm.Answer {
        guard let (method, path, token, epoch, body) = call.request else {
            return await self.call("DELETE", "\(Self.installations)/\(id)").modelled
        }
        return await post(
            path, body ?? "", method: method,
            headers: [("Authorization", "Bearer \(token)"), (SDKAPI.epochHeader, String(epoch))]
        ).modelled
    }

    /// Tokens that were known before go by their text, those issued since have no name.
    fileprivate func left(of id: String, known storm: Storm) async throws -> Left {
        let names = Dictionary(storm.tokens.map { (SHA256.digest(Array($0.utf8)), $0) }) { first, _ in first }
        let tokens = try await rows(
            "SELECT digest, state FROM installation_tokens WHERE installation_id = \(id) ORDER BY number")
        func named(_ state: String) -> [String?] {
            tokens.filter { $0.get("state") == state }.map { names[$0.get("digest")] }
        }
        let row = try #require(
            try await rows(
                """
                SELECT epoch, epoch_is_used, revoked_at, user_id FROM installations
                JOIN people ON people.id = person_id WHERE installations.id = \(id)
                """
            ).first)
        #expect(named("current").count == 1)
        return Left(
            epoch: row.get("epoch"), isEpochUsed: row.get("epoch_is_used"),
            isRevoked: row.get("revoked_at", as: Int64?.self) != nil, user: row.get("user_id"),
            current: named("current").first ?? nil, pending: named("pending"))
    }
}
