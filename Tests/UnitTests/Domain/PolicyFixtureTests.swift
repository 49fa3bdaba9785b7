import API
import Domain
import Support
import Testing

/// The fixture's disables carry conditions on products, platforms, apps and versions, which the rules do not know yet. A case
/// is compared whole where no disable with a condition touches the caller's project; for the others, which wait for
/// conditions, the answer must lie between "all of these hold" and "none of these holds".
@Suite("Policies of the fixture")
struct PolicyFixtureTests {
    private struct Case {
        let base: BasePolicy
        let expected: BasePolicy
        /// Of disables in whose scope the caller is.
        let certain: Set<DisableTarget>
        let conditional: Set<DisableTarget>

        init(_ json: JSONValue) throws {
            base = try Case.policy(#require(json["base"]))
            expected = try Case.policy(#require(json["policy"]))
            var certain: Set<DisableTarget> = []
            var conditional: Set<DisableTarget> = []
            let caller = try #require(json["caller"])
            for disable in json["disables"]?.items ?? [] {
                let scope = try JSONReader.decode(DisableScope.self, from: #require(disable["scope"]))
                let isInside =
                    switch scope {
                    case .deployment: true
                    case .tenant(let tenant): tenant == caller["tenant"]?.text
                    case .project(let applicationID): applicationID == caller["application_id"]?.text
                    }
                guard isInside else { continue }
                let targets = try DisableTarget.targets((disable["targets"]?.items ?? []).compactMap(\.text))
                if disable.members.allSatisfy({ ["scope", "targets"].contains($0.name) }) {
                    certain.formUnion(targets)
                } else {
                    conditional.formUnion(targets)
                }
            }
            self.certain = certain
            self.conditional = conditional
        }

        private static func policy(_ json: JSONValue) throws -> BasePolicy {
            var members = json.members
            // The fixture leaves the ttl out: it takes no part in the rules.
            members.append(.init("ttl_seconds", .integer(60)))
            return try JSONReader.decode(BasePolicy.self, from: .object(members))
        }
    }

    private func cases() throws -> [Case] { try Fixtures.cases("policies").map(Case.init) }

    @Test("where only scopes and targets decide, each case has the policy that it says")
    func exact() throws {
        let decided = try cases().filter(\.conditional.isEmpty)
        #expect(decided.count >= 9)
        #expect(decided.contains { !$0.certain.isEmpty }, "no case has a disable that is sure to hold")
        for each in decided { #expect(each.base.without(each.certain) == each.expected) }
    }

    @Test("where conditions decide, no case allows more than without them or less than with all")
    func between() throws {
        for each in try cases() {
            #expect(!each.expected.givesBack(comparedTo: each.base.without(each.certain)))
            #expect(!each.base.without(each.certain.union(each.conditional)).givesBack(comparedTo: each.expected))
        }
    }
}
