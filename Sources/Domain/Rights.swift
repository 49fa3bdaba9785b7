import API

/// What an operator may do, by tenant (contract section 8).
package struct Rights: Sendable, Equatable {
    package static let everywhere = "*"

    private let byTenant: [String: Set<Right>]

    package static let administerEverywhere = Rights([everywhere: [.administer]])

    package init(_ byTenant: [String: Set<Right>]) {
        self.byTenant = byTenant
    }

    /// - Throws: `invalid_rights` with every word that is no right and every key that is neither `*` nor a slug.
    package init(wire: [String: [String]], at pointer: String = "/rights") throws(Failure) {
        var faults: [Fault] = []
        var rights: [String: Set<Right>] = [:]
        for (tenant, words) in wire.sorted(by: { $0.key < $1.key }) {
            let place =
                "\(pointer)/\(tenant.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0").split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1"))"
            if tenant != Rights.everywhere, (try? Identifiers.tenantSlug(tenant)) == nil {
                faults.append(Fault(place, "invalid_rights", "\(quoted(tenant)) is neither a tenant's slug nor '*'."))
            }
            if words.isEmpty {
                faults.append(Fault(place, "invalid_rights", "Leave a tenant out rather than give it no rights."))
            }
            for (index, word) in words.enumerated() {
                guard let right = Right(rawValue: word) else {
                    let known = Right.allCases.map(\.rawValue).joined(separator: ", ")
                    faults.append(
                        Fault("\(place)/\(index)", "invalid_rights", "\(quoted(word)) is no right; there are \(known).")
                    )
                    continue
                }
                rights[tenant, default: []].insert(right)
            }
        }
        guard faults.isEmpty else {
            throw Failure(.invalidRights, faults[0].detail, faults: faults)
        }
        self.init(rights)
    }

    package var wire: [String: [String]] {
        byTenant.mapValues { rights in Right.allCases.filter(rights.contains).map(\.rawValue) }
    }

    package var tenants: [String] { byTenant.keys.filter { $0 != Rights.everywhere } }

    /// In one tenant, or with nil in the deployment as a whole.
    package func allow(_ right: Right, in tenant: String?) -> Bool {
        let held = rights(in: tenant)
        return held.contains(right) || held.contains(.administer)
    }

    /// Whether the tenant is the operator's business at all: if not, its things answer 404.
    package func know(_ tenant: String?) -> Bool { !rights(in: tenant).isEmpty }

    /// The tenants in which a right is held, for a list; nil where it is held everywhere.
    package func tenants(allowing right: Right) -> [String]? {
        allow(right, in: nil) ? nil : tenants.filter { allow(right, in: $0) }.sorted()
    }

    /// Every scope that some right backs: what a call on the socket may be used for.
    package var scopes: [Scope] {
        Scope.allCases.filter { scope in
            byTenant.values.contains { $0.contains(scope.right) || $0.contains(.administer) }
        }
    }

    private func rights(in tenant: String?) -> Set<Right> {
        let everywhere = byTenant[Rights.everywhere] ?? []
        guard let tenant else { return everywhere }
        return everywhere.union(byTenant[tenant] ?? [])
    }
}
