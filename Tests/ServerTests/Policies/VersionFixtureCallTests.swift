import API
import HTTP
import Support
import Testing

/// The fixture's versions and ranges, told to the service and asked back as a device of that version would.
@Suite("Versions of the fixture, through the service")
struct VersionFixtureCallTests {
    private func create(_ service: TestService, _ app: String, range: String) async throws -> Response {
        let body: JSONValue = .object([
            .init("scope", .object([.init("kind", .string("project")), .init("application_id", .string(app))])),
            .init("targets", .array([.string("sdk")])), .init("reason", .string("the fixture")),
            .init("sdk_versions", .string(range)),
        ])
        return await service.call("POST", "/api/v1/disables", String(decoding: JSONWriter.encode(body), as: UTF8.self))
    }

    private func isOff(_ service: TestService, _ app: String, _ version: String?) -> Bool? {
        let said = version.map { "&sdk_version=\($0.percentEncoded)" } ?? ""
        return service.device("/sdk/v1/policy?application_id=\(app)\(said)").json["is_enabled"]?.flag.map { !$0 }
    }

    @Test("a device is inside a range or not as each case says")
    func inside() async throws {
        try await TestService.with { service in
            let cases = try Fixtures.cases("versions", "inside")
            let ranges = Set(cases.compactMap { $0["range"]?.text }).sorted()
            for (number, range) in ranges.enumerated() {
                try await service.project("app-\(number)", in: "acme")
                #expect(try await create(service, "app-\(number)", range: range).status == 201)
            }
            for each in cases {
                let number = try #require(ranges.firstIndex { $0 == each["range"]?.text })
                #expect(isOff(service, "app-\(number)", each["version"]?.text) == each["inside"]?.flag, "\(each)")
            }
        }
    }

    @Test("of each two ascending versions the lower is below the higher, and not the other way round")
    func ascending() async throws {
        try await TestService.with { service in
            let versions = try Fixtures.cases("versions", "ascending").compactMap(\.text)
            for (number, version) in versions.enumerated() {
                try await service.project("app-\(number)", in: "acme")
                #expect(try await create(service, "app-\(number)", range: "<\(version)").status == 201)
            }
            for (one, low) in versions.enumerated() {
                for other in versions.indices { #expect(isOff(service, "app-\(other)", low) == (one < other)) }
            }
        }
    }

    @Test("what is no range is refused")
    func invalid() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            for each in try Fixtures.cases("versions", "invalid_ranges") {
                let answer = try await create(service, "shop", range: try #require(each.text))
                #expect(answer.status == 422 && answer.code == "invalid_range", "\(each)")
            }
            #expect(isOff(service, "shop", "1.0.0") == false)
        }
    }
}
