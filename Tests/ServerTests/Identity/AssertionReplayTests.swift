import API
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("An assertion that comes again")
struct AssertionReplayTests {
    private func verifiedCount(_ service: TestService) async throws -> Int64 {
        try await service.secretStatus("shop-ios").current.verifiedCount
    }

    @Test("is idempotent where nothing has changed, and counts as verified")
    func idempotent() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
            let first = SeenAnswer(await device.identify(assertion))
            #expect(first.status == 200)
            for times in 2...4 as ClosedRange<Int64> {
                service.advance(seconds: 1)
                #expect(SeenAnswer(await device.identify(assertion)) == first)
                #expect(try await verifiedCount(service) == times)
                let status = try await service.secretStatus("shop-ios")
                #expect(status.current.lastVerifiedAt.optional == service.clock.value)
            }
            #expect(try await service.count("SELECT count(*) FROM used_assertions") == 1)
            // Later properties of the same user are not undone by it.
            let later = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"free"}"#)
            #expect(await device.identify(later).status == 200)
            #expect(await device.identify(assertion).status == 200)
            let person = try await service.call("GET", "/api/v1/projects/shop-ios/people/acct_1").answer(Person.self)
            #expect(person.properties == ["plan": .init(value: "free", signed: true)])
        }
    }

    @Test("is refused where another one has its jti, also from the same device for the same user")
    func sameJTI() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let jti = TestBackend.newJTI()
            let first = backend.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(await device.identify(first).status == 200)
            service.advance(seconds: 1)
            let second = backend.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(try await service.verdict(second, from: device) == .replayed)
            #expect(try await service.verdict(first, from: device) == nil)
            #expect(try await verifiedCount(service) == 2)
        }
    }

    @Test("is refused from another installation, of the same user or of nobody, and in a project of its own is another")
    func otherInstallation() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let jti = TestBackend.newJTI()
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(await device.identify(assertion).status == 200)
            let stranger = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(try await service.verdict(assertion, from: stranger) == .replayed)
            let own = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(try await service.verdict(own, from: stranger) == nil)
            #expect(try await service.verdict(assertion, from: stranger) == .replayed)
            // Used jtis are a project's own.
            let other = try await service.backend("other-shop", in: "acme")
            let theirs = try await TestDevice(service, projectKey: other.projectKey)
            let sameJTI = other.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(try await service.verdict(sameJTI, from: theirs) == nil)
        }
    }

    @Test("is refused after a logout, in the new epoch as in the old")
    func otherEpoch() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            var device = try await TestDevice(service, projectKey: backend.projectKey)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(await device.identify(assertion).status == 200)
            #expect(await device.logOut().status == 200)
            #expect(await device.identify(assertion).status == 401)
            device.epoch = 2
            #expect(try await service.verdict(assertion, from: device) == .replayed)
            let person = try await service.call("GET", "/api/v1/projects/shop-ios/people/acct_1").answer(Person.self)
            #expect(person.installations.isEmpty)
            // The same user with a new one.
            let fresh = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(try await service.verdict(fresh, from: device) == nil)
            #expect(try await service.verdict(assertion, from: device) == .replayed)
        }
    }

    @Test("is refused after another user was identified, and accepted while the installation is its user's again")
    func otherUser() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let now = service.clock.value
            let (one, two) = (backend.assertion(of: "acct_1", at: now), backend.assertion(of: "acct_2", at: now))
            #expect(try await service.verdict(one, from: device) == nil)
            #expect(try await service.verdict(two, from: device) == nil)
            #expect(try await service.verdict(one, from: device) == .replayed)
            let person = try await service.call("GET", "/api/v1/projects/shop-ios/people/acct_2").answer(Person.self)
            #expect(person.installations == [device.id])
            let back = backend.assertion(of: "acct_1", at: now)
            #expect(try await service.verdict(back, from: device) == nil)
            #expect(try await service.verdict(one, from: device) == nil)
            #expect(try await service.verdict(two, from: device) == .replayed)
        }
    }

    @Test("is known after a restart")
    func restart() async throws {
        let (files, clock) = (try FreshDatabase(), Shared(TestService.start))
        let first = try await TestService(files: files, clock: clock)
        let backend = try await first.backend("shop-ios", in: "acme")
        let device = try await TestDevice(first, projectKey: backend.projectKey)
        let stranger = try await TestDevice(first, projectKey: backend.projectKey)
        let assertion = backend.assertion(of: "acct_1", at: clock.value)
        #expect(await device.identify(assertion).status == 200)
        await first.close()
        try await TestService.with(files: files, clock: clock) { (service) async throws in
            let (device, stranger) = (device.moved(to: service), stranger.moved(to: service))
            #expect(try await service.verdict(assertion, from: stranger) == .replayed)
            #expect(try await service.verdict(assertion, from: device) == nil)
            #expect(try await verifiedCount(service) == 2)
        }
    }

    @Test("is refused as replayed until its exp, from then on as expired, and then its jti is forgotten")
    func forgotten() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let device = try await TestDevice(service, projectKey: backend.projectKey)
            let stranger = try await TestDevice(service, projectKey: backend.projectKey)
            let jti = TestBackend.newJTI()
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value, jti: jti)
            #expect(try await service.verdict(assertion, from: device) == nil)
            service.advance(seconds: 109)
            #expect(try await service.verdict(assertion, from: device) == nil)
            #expect(try await service.verdict(assertion, from: stranger) == .replayed)
            service.advance(seconds: 1)
            #expect(try await service.verdict(assertion, from: device) == .expired)
            #expect(try await service.verdict(assertion, from: stranger) == .expired)
            // Another with that jti is one that was never used.
            let later = backend.assertion(of: "acct_2", at: service.clock.value, jti: jti)
            #expect(try await service.verdict(later, from: stranger) == nil)
            #expect(try await service.count("SELECT count(*) FROM used_assertions") == 1)
            let row = try await service.rows("SELECT installation_id FROM used_assertions")
            #expect(row.first?.get("installation_id") == stranger.id)
        }
    }

    @Test("twenty installations with one assertion at once: exactly one is identified")
    func race() async throws {
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            var devices: [TestDevice] = []
            for _ in 0..<20 { devices.append(try await TestDevice(service, projectKey: backend.projectKey)) }
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            let statuses = await withTaskGroup(of: Int.self) { group in
                for device in devices { group.addTask { await device.identify(assertion).status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 401 }.count == 19)
            #expect(await service.verdicts() == ["accepted": 1, "replayed": 19])
            let person = try await service.call("GET", "/api/v1/projects/shop-ios/people/acct_1").answer(Person.self)
            #expect(person.installations.count == 1)
        }
    }
}
