/// What a personal token may be used for (contract section 8). A call needs the scope and a right that backs it.
package enum Scope: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    case customerSDKRead = "customer_sdk:read"
    case customerSDKWrite = "customer_sdk:write"
    case secretWrite = "secret:write"
    case policyWrite = "policy:write"
    case releaseWrite = "release:write"
    case handoffWrite = "handoff:write"
    case auditRead = "audit:read"
    case admin

    /// The right that backs this scope; `administer` backs every one.
    package var right: Right {
        switch self {
        case .customerSDKRead, .auditRead: .view
        case .customerSDKWrite, .handoffWrite, .releaseWrite: .integrate
        case .secretWrite: .secure
        case .policyWrite: .respond
        case .admin: .administer
        }
    }
}

/// What an operator may do in one tenant, or with `*` in all of them.
package enum Right: String, Sendable, Codable, CaseIterable {
    case view, integrate, secure, respond, administer
}
