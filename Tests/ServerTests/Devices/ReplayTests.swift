import API
import HTTP
import SQL
import Support
import Testing

@Suite("An assertion used again")
struct ReplayTests {
    @Test("is refused from another installation, in another epoch, and after another user")
    func refused() async throws {
        try await TestService.withDevice { service, backend, device in
            let other = try await TestDevice(service, projectKey: backend.projectKey)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(await device.identify(assertion).status == 200)
            #expect(await other.identify(assertion).status == 401)
            #expect(await device.identify(backend.assertion(of: "acct_2", at: service.clock.value)).status == 200)
            #expect(await device.identify(assertion).status == 401)
            #expect(await device.epoch(loggingOutFrom: 1) == 2)
            var later = device
            later.epoch = 2
            #expect(await later.identify(assertion).status == 401)
            // Another assertion with the same jti is the same to this rule.
            let again = backend.assertion(
                of: "acct_3", at: service.clock.value, jti: "f25a8f4e-0c1f-4c0d-9d3a-3c1b2a190807")
            #expect(await other.identify(again).status == 200)
            let forged = backend.assertion(
                of: "acct_4", at: service.clock.value, jti: "f25a8f4e-0c1f-4c0d-9d3a-3c1b2a190807")
            #expect(await other.identify(forged).status == 401)
            #expect(await service.metric(#"ssadmin_assertions_total{result="replayed"}"#) == 4)
            #expect(try await service.person("acct_3").installations == [other.id])
        }
    }

    @Test("is refused to a call that came before its end and was served after another that came behind it")
    func overtaken() async throws {
        try await TestService.withDevice { service, backend, device in
            let other = try await TestDevice(service, projectKey: backend.projectKey)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            #expect(await device.identify(assertion).status == 200)
            // 110 s after its making it ends. Somebody else is served then, and what has ended may be forgotten.
            service.advance(seconds: 110)
            #expect(await other.identify(backend.assertion(of: "acct_2", at: service.clock.value)).status == 200)
            service.advance(seconds: -1)
            #expect(await other.identify(assertion).status == 401)
            #expect(await service.metric(#"ssadmin_assertions_total{result="replayed"}"#) == 1)
        }
    }

    @Test("a jti may come again when the assertion that had it has ended, and no heap of them is kept")
    func afterwards() async throws {
        try await TestService.withDevice { service, backend, device async throws in
            let jti = TestBackend.newJTI()
            for _ in 0..<3 {
                let assertion = backend.assertion(of: "acct_1", at: service.clock.value, jti: jti)
                service.advance(seconds: 109)
                #expect(await device.identify(assertion).status == 200)
                service.advance(seconds: 1)
                #expect(await device.identify(assertion).status == 401)
            }
            // A day and an hour: a clock that ran ahead may have been set back.
            service.advance(seconds: 90_001)
            #expect(await device.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            #expect(try await service.count("SELECT count(*) FROM used_assertions") == 1)
        }
    }
}
