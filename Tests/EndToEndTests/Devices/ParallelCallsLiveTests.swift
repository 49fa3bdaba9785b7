import API
import HTTP
import Support
import Testing

@Suite("Parallel calls over sockets", .onThreadsOfTheirOwn)
struct ParallelCallsLiveTests {
    static let rounds = 12
    static let callsCount = 64

    @Test("are answered as some order, one after the other, would have it")
    func storms() async throws {
        var seed = Seed()
        let service = try LiveService()
        try service.start("--init")
        let backend = try service.backend()
        for round in 0..<Self.rounds {
            let place: Comment = "\(seed), round \(round)"
            let device = try LiveDevice(service, projectKey: backend.projectKey)
            let users = ["u1-\(round)", "u2-\(round)", "u1-\(round)"]
            let now = service.now
            let storm = try await Storm(
                token: device.token, assertions: users.map { (backend.assertion(of: $0, at: now), $0) },
                count: Self.callsCount, using: &seed
            ) { call in
                let (plane, message) = service.wire(call, of: device.id)
                let client = try service.connect(plane)
                client.send(message)
                return try client.response(to: "POST").modelled
            }
            // All are connected before any of them speaks.
            let lines = try storm.calls.map { call in
                let (plane, message) = service.wire(call, of: device.id)
                return (call, try service.connect(plane), message)
            }
            let answered = Shared<[SerialOrder.Answered]>([])
            let threads = lines.map { call, client, message in
                Thread {
                    client.send(message)
                    guard let outcome = try? client.response(to: "POST").modelled.outcome else { return }
                    answered.change { $0.append((call, outcome)) }
                }
            }
            for thread in threads { thread.join() }
            #expect(answered.value.count == Self.callsCount, place)

            let installation = try service.call("GET", "\(TestService.installations)/\(device.id)")
                .answer(Installation.self)
            var owners: [String] = []
            for user in Set(users) {
                let person = try service.call("GET", "/api/v1/projects/shop-ios/people/\(user)")
                if person.status == 200, try person.answer(Person.self).installations == [device.id] {
                    owners.append(user)
                }
            }
            #expect(owners.count == (installation.identified ? 1 : 0), place)
            let hasOrder = SerialOrder.exists(of: answered.value, from: storm.model) { model in
                Int64(model.epoch) == installation.epoch && model.isRevoked == (installation.status == .revoked)
                    && model.user == owners.first
            }
            #expect(hasOrder, place)
        }
    }
}

extension LiveService {
    fileprivate func wire(_ call: InstallationModel.Call, of id: String) -> (plane: Plane, message: String) {
        guard let (method, path, token, epoch, body) = call.request else {
            return (.admin, message("DELETE", "\(TestService.installations)/\(id)"))
        }
        return (.sdk, message(method, path, body, on: .sdk, headers: LiveDevice.headers(token, epoch)))
    }
}
