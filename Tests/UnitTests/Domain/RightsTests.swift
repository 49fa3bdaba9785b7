import API
import Domain
import Support
import Testing

@Suite("Rights")
struct RightsTests {
    private let rights = Rights(["acme": [.view, .respond], "globex": [.administer]])

    @Test("a right holds in its tenant and nowhere else")
    func tenant() {
        #expect(rights.allow(.respond, in: "acme"))
        #expect(!rights.allow(.secure, in: "acme"))
        #expect(!rights.allow(.respond, in: "initech"))
        #expect(!rights.allow(.respond, in: nil), "a right in one tenant is none for the deployment")
    }

    @Test("administer is every right", arguments: Right.allCases)
    func administer(_ right: Right) {
        #expect(rights.allow(right, in: "globex"))
        #expect(!rights.allow(right, in: nil))
        #expect(Rights.administerEverywhere.allow(right, in: nil))
        #expect(Rights.administerEverywhere.allow(right, in: "acme"))
    }

    @Test("a tenant is known to whoever holds any right there")
    func know() {
        #expect(rights.know("acme") && rights.know("globex") && !rights.know("initech") && !rights.know(nil))
        #expect(Rights(["*": [.view]]).know("initech"))
    }

    @Test("rights everywhere and in one tenant add up")
    func union() {
        let both = Rights(["*": [.view], "acme": [.respond]])
        #expect(both.allow(.view, in: "acme") && both.allow(.respond, in: "acme") && both.allow(.view, in: "globex"))
        #expect(!both.allow(.respond, in: "globex"))
    }

    @Test("the tenants for a right are those that allow it, or all")
    func tenants() {
        #expect(rights.tenants(allowing: .view) == ["acme", "globex"])
        #expect(rights.tenants(allowing: .secure) == ["globex"])
        #expect(Rights(["*": [.view]]).tenants(allowing: .view) == nil)
        #expect(Rights([:]).tenants(allowing: .view) == [])
    }

    @Test("a caller without the right in a tenant that it knows is forbidden, and else finds nothing there")
    func mustHave() {
        let caller = Caller(
            name: "ann", rights: rights, scopes: [], source: "test", requestID: "r", expiresAt: nil, credential: .token)
        #expect(refusal { try caller.mustHave(.view, in: "acme") } == nil)
        #expect(refusal { try caller.mustHave(.secure, in: "acme") }?.code == .forbidden)
        #expect(refusal { try caller.mustHave(.view, in: "initech") } == .notFound)
        #expect(refusal { try caller.mustHave(.view, in: nil) }?.code == .forbidden)
    }

    @Test("the wire's form is read and written back, and every fault of it is named")
    func wire() throws {
        let wire = ["*": ["view"], "acme": ["view", "respond"]]
        #expect(try Rights(wire: wire).wire == wire)
        let failure = try #require(
            refusal {
                try Rights(wire: ["acme": [], "UPPER": ["view"], "b": ["view", "rule"], "a/b~": ["view"]])
            })
        #expect(failure.code == .invalidRights)
        #expect(
            Set(failure.faults.map(\.pointer)) == ["/rights/acme", "/rights/UPPER", "/rights/b/1", "/rights/a~1b~0"])
    }

    @Test("every scope is backed by the right that the contract says")
    func scopes() {
        let table: [(Right, Set<Scope>)] = [
            (.view, [.customerSDKRead, .auditRead]), (.integrate, [.customerSDKWrite, .handoffWrite, .releaseWrite]),
            (.secure, [.secretWrite]), (.respond, [.policyWrite]), (.administer, Set(Scope.allCases)),
        ]
        for (right, scopes) in table { #expect(Set(Rights(["acme": [right]]).scopes) == scopes, "\(right)") }
    }
}
