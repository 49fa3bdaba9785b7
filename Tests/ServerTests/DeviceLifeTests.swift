import API
import HTTP
import Support
import Testing

@Suite("One device's life")
struct DeviceLifeTests {
    @Test("it registers, is identified, logs out, and is revoked")
    func life() async throws {
        let service = try await TestService()
        let backend = try await service.backend("shop-ios", in: "acme")
        var device = try await TestDevice(service, projectKey: backend.projectKey)
        #expect(await device.content().status == 200)

        let assertion = backend.assertion(of: "acct_1", at: service.clock.value, properties: #"{"plan":"pro"}"#)
        #expect(await device.identify(assertion).status == 200)
        // The answer may have been lost: the same again changes nothing.
        #expect(await device.identify(assertion).status == 200)
        let person = try await service.call("GET", "/api/v1/projects/shop-ios/people/acct_1").answer(Person.self)
        #expect(person.installations == [device.id])
        #expect(person.properties == ["plan": .init(value: "pro", signed: true)])

        let loggedOut = try await device.logOut().answer(CurrentEpoch.self)
        #expect(loggedOut.epoch == 2)
        #expect(try await device.logOut().answer(CurrentEpoch.self).epoch == 2)
        #expect(await device.content().status == 401)
        device.epoch = 2
        #expect(await device.content().status == 200)
        // Something was answered in the new epoch: the old one is over.
        #expect(await device.call(SDKAPI.logout, epoch: "1").status == 401)
        // The assertion belongs to the epoch in which it was accepted.
        #expect(await device.identify(assertion).status == 401)

        let refreshed = try await device.refresh().answer(RefreshedToken.self)
        #expect(await device.content().status == 401)
        device.token = refreshed.token.text
        #expect(await device.content().status == 200)

        #expect(await service.call("DELETE", "/api/v1/projects/shop-ios/installations/\(device.id)").status == 204)
        #expect(await device.content().status == 401)
        #expect(await device.refresh().status == 401)
        let shown = try await service.call("GET", "/api/v1/projects/shop-ios/installations/\(device.id)")
            .answer(Installation.self)
        #expect(shown.status == .revoked)
        await service.close()
    }
}
