import API
import HTTP
import Support
import Testing

/// The fixture's cases, told to the service and asked back as the caller would.
@Suite("Policies of the fixture, through the service")
struct PolicyFixtureCallTests {
    private func concerns(_ scope: JSONValue?, _ caller: JSONValue) -> Bool {
        switch scope?["kind"]?.text {
        case "tenant": scope?["tenant"] == caller["tenant"]
        case "project": scope?["application_id"] == caller["application_id"]
        default: true
        }
    }

    @Test("each caller gets the policy that the case says")
    func cases() async throws {
        for json in try Fixtures.cases("policies") {
            try await TestService.with { service in
                let caller = try #require(json["caller"])
                let app = try #require(caller["application_id"]?.text)
                for (id, tenant) in ["acme-ios": "acme", "globex-shop": "globex"] {
                    _ = try await service.created(
                        id, in: tenant, product: caller["product"]?.text.flatMap(Product.init),
                        android: ["com.acme.shop", "com.Acme.Shop"])
                }
                var base = json["base"]?.members ?? []
                base += [.init("ttl_seconds", .integer(60)), .init("reason", .string("the fixture"))]
                let body = String(decoding: JSONWriter.encode(JSONValue.object(base)), as: UTF8.self)
                #expect(try await service.change("PUT", "/api/v1/projects/\(app)/policy", body).status == 200)
                for disable in json["disables"]?.items ?? [] {
                    let body = JSONValue.object(disable.members + [.init("reason", .string("the fixture"))])
                    let answer = await service.call(
                        "POST", "/api/v1/disables", String(decoding: JSONWriter.encode(body), as: UTF8.self))
                    #expect(
                        answer.status == 201 || answer.code == "unknown_surface" && !concerns(disable["scope"], caller))
                }
                let query = caller.members.filter { !["tenant", "product"].contains($0.name) }.map {
                    "\($0.name)=\($0.value.text ?? "")"
                }
                let answer = service.device("/sdk/v1/policy?" + query.joined(separator: "&"))
                for member in json["policy"]?.members ?? [] {
                    #expect(answer.json[member.name] == member.value, "\(member.name) of \(caller)")
                }
            }
        }
    }
}
