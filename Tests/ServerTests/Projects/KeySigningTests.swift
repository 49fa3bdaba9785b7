import API
import HTTP
import Support
import Testing

@Suite("A deployment without CUSTOMER_SDK_KEY_SECRET")
struct KeySigningTests {
    @Test("cannot make a project, says so, and does everything else")
    func without() async throws {
        let files = try FreshDatabase()
        try await TestService.with(files: files) { try await $0.project("shop", in: "acme") }
        try await TestService.with(files: files, keySecret: nil) { service in
            let refused = await service.call("POST", "/api/v1/projects", TestService.projectBody("other", in: "acme"))
            #expect(refused.status == 503 && refused.code == "key_signing_unavailable")
            #expect(refused.json["detail"]?.text?.contains("CUSTOMER_SDK_KEY_SECRET") ?? false)
            // It was refused to an operator, so the audit log has it.
            let codes = try await service.audit("application_id=other").map(\.code.optional)
            #expect(codes == [.keySigningUnavailable])
            // What a rule refuses comes first.
            let malformed = TestService.projectBody("other", in: "acme", ios: ["x"])
            #expect(await service.call("POST", "/api/v1/projects", malformed).status == 422)

            let rotated = await service.call("POST", "/api/v1/projects/shop/identity-secret/rotate", "{}")
            #expect(rotated.status == 200)
            #expect(rotated.json["identity_secret"]?.text?.hasPrefix("ssis1_") ?? false)
            #expect(await service.call("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#).status == 200)
            let scope = #"{"kind":"project","application_id":"shop"}"#
            let reach = try await service.disable(scope).reach
            #expect(reach.projects == 1)
        }
    }

    @Test("knows keys by comparing them whole with those that were issued")
    func wholeKeys() async throws {
        let files = try FreshDatabase()
        let key = try await TestService.with(files: files) { try await $0.created("shop", in: "acme").projectKey }
        try await TestService.with(files: files, keySecret: nil) { service in
            func answer(_ key: some StringProtocol) -> Response {
                service.device("/sdk/v1/policy?project_key=\(key)&app_identifier=com.acme.shop&platform=ios")
            }
            #expect(answer(key).status == 200)
            let document = try answer(key).answer(PolicyDocument.self)
            #expect(document.applicationID.optional == "shop")
            let last = key.hasSuffix("0") ? "1" : "0"
            #expect(answer(key.dropLast() + last).status == 401)
            #expect(answer(key.uppercased()).status == 401)
            #expect(answer(key.dropLast()).status == 401)
        }
    }
}
