/// Route maps: which screen of an app is which surface (contract section 7).
package enum RouteMaps {
    package static let get = Endpoint<Nothing, RouteMap>(
        .get, "/api/v1/projects/{app}/routes", scope: .customerSDKRead, query: ["version"])
    package static let set = Endpoint<SetRouteMap, RouteMap>(
        .put, "/api/v1/projects/{app}/routes", scope: .policyWrite, action: .routeMapSet, [.conditional])
    package static let versions = Endpoint<Nothing, Page<RouteMapVersion>>(
        .get, "/api/v1/projects/{app}/routes/versions", scope: .customerSDKRead, [.list])
    package static let resolve = Endpoint<Nothing, ResolvedRoute>(
        .get, "/api/v1/projects/{app}/routes/resolve", scope: .customerSDKRead, query: ["route"])
    package static let lint = Endpoint<Nothing, RouteFindings>(
        .get, "/api/v1/projects/{app}/routes/lint", scope: .customerSDKRead)
}

/// What leads to a surface.
package struct RouteEntry: Codable, Sendable {
    /// A path pattern begins with a slash; anything else is a name, compared whole.
    package let pattern: String
    package let surface: String

    package init(pattern: String, surface: String) {
        self.pattern = pattern
        self.surface = surface
    }
}

/// A project's map as one version of it was.
package struct RouteMap: Codable, Sendable {
    /// 0 before the first one was set, and then there are no entries.
    package let version: Int64
    package let entries: [RouteEntry]

    package init(version: Int64, entries: [RouteEntry]) {
        self.version = version
        self.entries = entries
    }

    package static let none = RouteMap(version: 0, entries: [])
}

/// The whole map anew.
package struct SetRouteMap: Codable, Sendable {
    package let entries: [RouteEntry]

    package init(entries: [RouteEntry]) {
        self.entries = entries
    }
}

/// A version of a map without its entries.
package struct RouteMapVersion: Codable, Sendable {
    package let version: Int64
    package let setAt: Instant
    package let setBy: String
    package let entryCount: Int64

    package init(version: Int64, setAt: Instant, setBy: String, entryCount: Int64) {
        self.version = version
        self.setAt = setAt
        self.setBy = setBy
        self.entryCount = entryCount
    }

    enum CodingKeys: String, CodingKey {
        case version
        case setAt = "set_at"
        case setBy = "set_by"
        case entryCount = "entry_count"
    }
}

/// Where a route leads, and what is decided there.
package struct ResolvedRoute: Codable, Sendable, Equatable {
    /// `unknown` where no pattern matches.
    package let surface: String
    /// The one that matched.
    package let pattern: Nullable<String>
    package let player: Bool
    package let followMe: Bool

    package init(surface: String, pattern: String?, decision: SurfaceDecision) {
        self.surface = surface
        self.pattern = Nullable(pattern)
        player = decision.player
        followMe = decision.followMe
    }

    enum CodingKeys: String, CodingKey {
        case surface, pattern, player
        case followMe = "follow_me"
    }
}

/// What is lawful in a map and probably not meant.
package struct RouteFindings: Codable, Sendable {
    package let findings: [RouteFinding]

    package init(findings: [RouteFinding]) {
        self.findings = findings
    }
}

package struct RouteFinding: Codable, Sendable, Equatable {
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// The map has no entry.
        case emptyMap = "empty_map"
        /// No entry leads to `productDetail`.
        case noProductDetail = "no_product_detail"
        /// A path pattern without any literal: it takes whatever nobody thought of.
        case catchAll = "catch_all"
        /// A word of paying or logging in leads to a surface that the base policy allows.
        case sensitiveWord = "sensitive_word"
        /// A custom surface that the base policy has no decision for.
        case surfaceWithoutPolicy = "surface_without_policy"
        /// What reads like a parameter and is compared letter by letter.
        case literalPlaceholder = "literal_placeholder"
    }

    package let code: Code
    /// The one that is at fault; null where it is the whole map.
    package let pattern: Nullable<String>
    /// What is wrong, and what to do about it.
    package let detail: String

    package init(_ code: Code, _ pattern: String?, _ detail: String) {
        self.code = code
        self.pattern = Nullable(pattern)
        self.detail = detail
    }
}
