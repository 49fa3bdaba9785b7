import API
import HTTP
import SQL
import Support
import Testing

@Suite("Answers that were lost")
struct LostAnswerTests {
    @Test("a registration is made anew, and what the lost ones left does nothing", arguments: [1, 2, 5])
    func register(lost: Int) async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            for _ in 0..<lost { _ = try await TestDevice(service, projectKey: backend.projectKey) }
            let heard = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(await heard.status() == 200)
            let all = try await service.installationIDs("identified=false&status=active")
            #expect(Set(all).count == lost + 1)
            #expect(all.contains(heard.id))
        }
    }

    @Test("a refresh is asked for again with the old token, and what is heard at last is good", arguments: [1, 2, 5])
    func refresh(lost: Int) async throws {
        try await TestService.withDevice { service, _, device in
            for _ in 0..<lost { #expect(await device.refresh().status == 200) }
            let heard = try await device.refresh().answer(RefreshedToken.self)
            #expect(heard.epoch == 1)
            #expect(try await service.tokenStates(of: device.id)["pending"] == Int64(min(lost + 1, 4)))
            #expect(await device.status() == 401)
            #expect(await device.status(token: heard.token.text) == 200)

            let counted = await service.metric("ssadmin_token_reuse_total")
            #expect(await device.status(refreshing: device.token) == 401)
            #expect(await service.metric("ssadmin_token_reuse_total") == counted + 1)
            let states = try await service.tokenStates(of: device.id)
            #expect(states["pending"] == nil && states["current"] == 1)
            #expect(try await service.count("SELECT count(*) FROM installations") == 1)
            #expect(try await service.count("SELECT count(*) FROM people") == 1)
        }
    }

    @Test("of six refreshes the last four answers are good, whichever is heard", arguments: 0..<6)
    func anyOfFour(heard: Int) async throws {
        try await TestService.withDevice { _, _, device in
            var issued: [String] = []
            for _ in 0..<6 { issued.append(try await device.refreshedToken()) }
            #expect(await device.status(token: issued[heard]) == (heard < 2 ? 401 : 200))
            // One that was pushed out did not end the others.
            #expect(await device.status(token: issued[5]) == (heard < 2 || heard == 5 ? 200 : 401))
        }
    }

    @Test("an identification is sent again, and is done once", arguments: [1, 2, 5])
    func identify(lost: Int) async throws {
        try await TestService.withDevice { service, backend, device in
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            #expect(await device.identify(assertion).status == 200)
            let first = try await service.rows("SELECT person_id, identified_at FROM installations")
            for _ in 0..<lost {
                service.advance(seconds: 1)
                let again = await device.identify(assertion)
                #expect(again.status == 200)
                #expect(try again.answer(CurrentEpoch.self).epoch == 1)
            }
            let last = try await service.rows("SELECT person_id, identified_at FROM installations")
            #expect(last.map(\.values) == first.map(\.values))
            #expect(try await service.count("SELECT count(*) FROM people") == 1)
            #expect(try await service.count("SELECT count(*) FROM used_assertions") == 1)
            #expect(try await service.secretStatus("shop-ios").current.verifiedCount == Int64(lost) + 1)
        }
    }

    @Test("a repeat of an identification does not bring back what a later one signed", arguments: [1, 2, 5])
    func olderAssertion(lost: Int) async throws {
        try await TestService.withDevice { service, backend, device in
            let older = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"free"}"#)
            #expect(await device.identify(older).status == 200)
            let newer = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            #expect(await device.identify(newer).status == 200)
            for _ in 0..<lost { #expect(await device.identify(older).status == 200) }
            let person = try await service.person("acct_1")
            #expect(person.properties["plan"]?.value == "pro")
        }
    }

    @Test("a logout is sent again with the epoch that the device knows, and is done once", arguments: [1, 2, 5])
    func logOut(lost: Int) async throws {
        try await TestService.withDevice { service, backend, device in
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(await device.identify(assertion).status == 200)
            for _ in 0..<lost { #expect(await device.epoch(loggingOutFrom: 1) == 2) }
            let person = try await service.rows("SELECT person_id FROM installations")
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            #expect(try await service.rows("SELECT person_id FROM installations").map(\.values) == person.map(\.values))
            #expect(try await service.installation(device.id).epoch == 2)
            // The user, and the new anonymous one.
            #expect(try await service.count("SELECT count(*) FROM people") == 2)
            #expect(await device.status(epoch: "2") == 200)
        }
    }

    @Test("a device that loses half of all answers is never locked out, and nothing is done twice", arguments: 0..<4)
    func badLine(_ round: Int) async throws {
        var seed = Seed()
        try await TestService.withDevice { service, backend, device in
            var device = device
            var user: String?
            var logouts: Int64 = 0
            for step in 0..<60 {
                let place: Comment = "\(seed), step \(step)"
                let losses = (0..<6).prefix { _ in Bool.random(using: &seed) }.count
                switch Int.random(in: 0..<4, using: &seed) {
                case 0:
                    for _ in 0..<losses { #expect(await device.refresh().status == 200, place) }
                    device.token = try await device.refreshedToken()
                case 1:
                    let name = "acct_\(Int.random(in: 0..<3, using: &seed))"
                    let assertion = backend.assertion(of: name, at: service.clock.value)
                    for _ in 0...losses { #expect(await device.identify(assertion).status == 200, place) }
                    user = name
                case 2:
                    for _ in 0...losses {
                        #expect(await device.epoch(loggingOutFrom: logouts + 1) == logouts + 2, place)
                    }
                    logouts += 1
                    device.epoch = logouts + 1
                    user = nil
                default:
                    for _ in 0...losses { #expect(await device.status() == 200, place) }
                }
                let shown = try await service.installation(device.id)
                #expect(shown.epoch == logouts + 1, place)
                #expect(shown.identified == (user != nil), place)
                if let user { #expect(try await service.person(user).installations == [device.id], place) }
            }
        }
    }
}
