import API
import HTTP
import Support
import Testing

/// Two planes, one process: what belongs to one does not exist on the other (contract, first page).
@Suite("The planes are apart", .serialized)
struct PlanesApartTests {
    @Test("no call of the admin plane exists on the SDK plane", arguments: EndpointFixture.all)
    func adminOnSDK(_ fixture: EndpointFixture) async throws {
        let setting = try await Setting(fixture)
        let path = PathTemplate(fixture.shape.path).path(fixture.things(setting))
        for token in [nil, setting.service.rootToken] {
            let response = setting.service.device(
                path, method: fixture.shape.method.rawValue,
                headers: token.map { [("Authorization", "Bearer \($0)")] } ?? [])
            #expect(response.status == 404)
            #expect(String(decoding: response.body, as: UTF8.self) == #"{"error":"not_found"}"#)
        }
        await setting.service.close()
    }

    @Test(
        "no path of the SDK plane exists on the admin plane",
        arguments: [SDKAPI.policy, SDKAPI.specification, "/sdk/v1/installations", "/sdk/v1/identify", "/sdk/v1/logout"])
    func sdkOnAdmin(_ path: String) async throws {
        let service = try await TestService()
        for method in ["GET", "POST", "DELETE"] {
            let response = await service.call(method, path, method == "GET" ? nil : "{}")
            #expect(response.status == 404)
            #expect(response.code == "not_found")
        }
        await service.close()
    }

    @Test("the admin plane's document is not on the SDK plane, and its probes say less there")
    func probes() async throws {
        let service = try await TestService()
        #expect(service.device(AdminAPI.specification).status == 404)
        #expect(await service.call("GET", AdminAPI.specification, token: .some(nil)).status == 200)
        #expect(service.device(SDKAPI.specification).status == 200)
        for probe in [Probes.alive, Probes.ready] {
            #expect(service.device(probe).status == 200)
            #expect(await service.call("GET", probe, token: .some(nil)).status == 200)
        }
        await service.close()
    }

    @Test("a personal token opens nothing on the SDK plane, and changes no answer there")
    func personalTokenOnSDK() async throws {
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let bearer = [(name: "Authorization", value: "Bearer \(service.rootToken)")]
        for query in ["", "?application_id=shop-ios", "?application_id=never-was"] {
            let with = service.device("/sdk/v1/policy\(query)", headers: bearer)
            let without = service.device("/sdk/v1/policy\(query)")
            #expect(with.status == without.status)
            #expect(with.body == without.body)
        }
        #expect(service.device("/sdk/v1/policy", headers: bearer).status == 400)
        #expect(service.device("/sdk/v1/policy?application_id=never-was", headers: bearer).status == 401)
        for path in ["/sdk/v1/installations", "/sdk/v1/installations/refresh", "/sdk/v1/content"] {
            let answers = ["GET", "POST"].map { service.device(path, method: $0, headers: bearer).status }
            #expect(answers.allSatisfy { $0 >= 400 })
        }
        await service.close()
    }
}
