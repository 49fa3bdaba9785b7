import API
import HTTP
import Support
import Testing

/// The fixture's cases in which scopes and targets decide, told to the service and asked back as the caller would. Disables
/// have no conditions yet: of one that has some only scope and targets are told, and only where it is another's anyway.
@Suite("Policies of the fixture, through the service")
struct PolicyFixtureCallTests {
    /// Whose the fixture's projects are.
    private static let tenants = ["acme-ios": "acme", "globex-shop": "globex"]

    private func concerns(_ scope: JSONValue?, _ caller: JSONValue?) -> Bool {
        switch scope?["kind"]?.text {
        case "tenant": scope?["tenant"] == caller?["tenant"]
        case "project": scope?["application_id"] == caller?["application_id"]
        default: true
        }
    }

    private func isDecided(_ json: JSONValue) -> Bool {
        (json["disables"]?.items ?? []).allSatisfy { disable in
            disable.members.count == 2 || !concerns(disable["scope"], json["caller"])
        }
    }

    @Test("each caller gets the policy that the case says")
    func cases() async throws {
        let decided = try Fixtures.cases("policies").filter(isDecided)
        #expect(decided.count >= 9)
        #expect(decided.contains { !($0["disables"]?.items.isEmpty ?? true) })
        for json in decided {
            try await TestService.with { service in
                for (app, tenant) in Self.tenants { try await service.project(app, in: tenant) }
                let caller = try #require(json["caller"])
                let app = try #require(caller["application_id"]?.text)
                var base = json["base"]?.members ?? []
                base += [.init("ttl_seconds", .integer(60)), .init("reason", .string("the fixture"))]
                let body = String(decoding: JSONWriter.encode(JSONValue.object(base)), as: UTF8.self)
                #expect(try await service.change("PUT", "/api/v1/projects/\(app)/policy", body).status == 200)
                for disable in json["disables"]?.items ?? [] {
                    let told = disable.members.filter { ["scope", "targets"].contains($0.name) }
                    let body = JSONValue.object(told + [.init("reason", .string("the fixture"))])
                    let answer = await service.call(
                        "POST", "/api/v1/disables", String(decoding: JSONWriter.encode(body), as: UTF8.self))
                    #expect(
                        answer.status == 201 || answer.code == "unknown_surface" && !concerns(disable["scope"], caller))
                }
                let answer = service.device("/sdk/v1/policy?application_id=\(app)")
                for member in json["policy"]?.members ?? [] {
                    #expect(answer.json[member.name] == member.value, "\(member.name) of \(caller)")
                }
            }
        }
    }
}
