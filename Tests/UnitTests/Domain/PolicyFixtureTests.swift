import API
import Domain
import Support
import Testing

@Suite("Policies of the fixture")
struct PolicyFixtureTests {
    @Test("each caller gets the policy that the case says")
    func cases() throws {
        let cases = try Fixtures.cases("policies")
        #expect(cases.count == 40)
        for json in cases {
            let caller = try #require(json["caller"])
            let app = try #require(caller["application_id"]?.text)
            let project = ProjectPolicy(
                tenant: try #require(caller["tenant"]?.text), applicationID: app,
                product: try #require(caller["product"]?.text.flatMap(Product.init)), projectKey: "",
                allowlists: Allowlists(stored: [], []), isSuspended: false, base: try Self.policy(json["base"]),
                revision: 1, disables: try Self.disables(json["disables"], for: caller))
            let document = project.document(
                for: PolicyCaller(
                    platform: caller["platform"]?.text.flatMap(Platform.init),
                    appIdentifier: caller["app_identifier"]?.text, sdkVersion: caller["sdk_version"]?.text,
                    hostAppVersion: caller["host_app_version"]?.text))
            let expected = PolicyDocument(revision: 1, applicationID: app, policy: try Self.policy(json["policy"]))
            #expect(document == expected, "\(json)")
        }
    }

    /// Those in whose scope the caller's project is: in the service that is the database's doing.
    private static func disables(_ json: JSONValue?, for caller: JSONValue) throws -> [Disabling] {
        try (json?.items ?? []).compactMap { json in
            let scope = try JSONReader.decode(DisableScope.self, from: #require(json["scope"]))
            let isInside =
                switch scope {
                case .deployment: true
                case .tenant(let tenant): tenant == caller["tenant"]?.text
                case .project(let applicationID): applicationID == caller["application_id"]?.text
                }
            guard isInside else { return nil }
            let conditions = json.members.filter { !["scope", "targets"].contains($0.name) }
            return try Disabling(
                id: "", targets: (json["targets"]?.items ?? []).compactMap(\.text),
                JSONReader.decode(DisableConditions.self, from: .object(conditions)))
        }
    }

    private static func policy(_ json: JSONValue?) throws -> BasePolicy {
        // The fixture leaves the ttl out: it takes no part in the rules.
        let members = try #require(json).members + [.init("ttl_seconds", .integer(60))]
        return try JSONReader.decode(BasePolicy.self, from: .object(members))
    }
}
