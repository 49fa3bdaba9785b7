/// One call of the admin plane, written once: the service routes by it, the command line calls by it, and the
/// authorization test and the OpenAPI test walk the list of them.
///
/// `Body` is what the caller sends (`Nothing` where the call has no body), `Answer` what a 2xx holds.
package struct Endpoint<Body: Codable & Sendable, Answer: Codable & Sendable>: Sendable {
    package let shape: EndpointShape

    package init(
        _ method: Method, _ path: String, scope: Scope?, action: Action? = nil, status: Int = 200,
        query: [String] = [], _ traits: Set<EndpointShape.Trait> = [], withholds: Set<String> = []
    ) {
        shape = EndpointShape(
            method: method, path: path, scope: scope, action: action, status: status, query: query, traits: traits,
            withheld: withholds, hasBody: Body.self != Nothing.self)
    }
}

/// What can be said of an endpoint without its types.
package struct EndpointShape: Sendable, Hashable {
    /// What a call may carry beside its body.
    package enum Trait: Sendable {
        /// A POST that creates or rotates: takes an `Idempotency-Key` (contract section 3).
        case idempotent
        /// A PUT or PATCH: wants `If-Match` (RFC 9110 section 13.1.1).
        case conditional
        /// A list: takes `limit` and `cursor`.
        case list
    }

    package let method: Method
    /// A template with the whole path, e.g. `/api/v1/projects/{app}`.
    package let path: String
    /// What the token must hold; nil where any valid credential is enough.
    package let scope: Scope?
    /// What the audit log calls it; nil for what only reads.
    package let action: Action?
    /// The status of a success.
    package let status: Int
    package let query: [String]
    package let traits: Set<Trait>
    /// Members of the answer that a dry run must not show: secrets, keys, and the ids of things that will not exist.
    /// One inside another is `outer/inner`.
    package let withheld: Set<String>
    package let hasBody: Bool

    /// A call that changes something: it is audited, may be tried with `dry_run`, and must be `application/json`.
    package var changes: Bool { action != nil }

    /// Every query parameter that the call takes.
    package var parameters: [String] {
        var all = query
        if traits.contains(.list) { all += ["limit", "cursor"] }
        if changes { all.append("dry_run") }
        return all
    }

    package init(
        method: Method, path: String, scope: Scope?, action: Action?, status: Int, query: [String],
        traits: Set<Trait>, withheld: Set<String>, hasBody: Bool
    ) {
        self.method = method
        self.path = path
        self.scope = scope
        self.action = action
        self.status = status
        self.query = query
        self.traits = traits
        self.withheld = withheld
        self.hasBody = hasBody
    }
}

/// No body, or a 204.
package struct Nothing: Codable, Sendable, Equatable {
    package init() {}
}

/// A part of a list, and where the next one starts. Lists are keyset: nothing is lost or repeated while paging but
/// rows whose own sort value changed.
package struct Page<Item: Codable & Sendable>: Codable, Sendable {
    package let items: [Item]
    package let nextCursor: Nullable<String>

    package init(items: [Item], nextCursor: String?) {
        self.items = items
        self.nextCursor = Nullable(nextCursor)
    }

    enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
    }
}

/// The size of a page of any list.
package enum PageLimit {
    package static let allowed = 1...200
    package static let standard = 50
}

/// An answer that is one thing, and so carries its `ETag`.
package protocol SingleThing: Encodable {
    /// What the tag is of, where an answer says more than the state of the thing; else nil.
    var tagged: (any Encodable)? { get }
}

extension SingleThing {
    package var tagged: (any Encodable)? { nil }
}

extension Tenant: SingleThing {}
extension Operator: SingleThing {}
extension Project: SingleThing {}
extension IdentitySecretStatus: SingleThing {}
extension BasePolicy: SingleThing {}
extension PolicyVersion: SingleThing {}
extension EffectivePolicy: SingleThing {}
extension RouteMap: SingleThing {}
extension ResolvedRoute: SingleThing {}
extension RouteFindings: SingleThing {}
extension Disable: SingleThing {}
extension Release: SingleThing {
    package var tagged: (any Encodable)? {
        guard handedTo != nil else { return nil }
        var release = self
        release.handedTo = nil
        return release
    }
}
extension Handoff: SingleThing {}
extension HandoffReadiness: SingleThing {}
extension IssuedHandoff: SingleThing {}
extension Acceptance: SingleThing {}
extension Installation: SingleThing {}
extension Person: SingleThing {}
