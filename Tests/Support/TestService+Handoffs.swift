import API
import Domain
import HTTP

/// What a handoff is made of.
extension TestService {
    package static let routes = [
        ("/product/:id", "productDetail"), ("/", "home"), ("/cart", "cart"), ("/checkout/*", "checkout"),
        ("/pay", "payment"), ("/login", "auth"), ("/me", "profile"),
    ].map { RouteEntry(pattern: $0.0, surface: $0.1) }

    /// With nothing missing, of a native iOS app.
    package static func handoff(release: String, rollback: String) -> Handoff {
        var handoff = Handoff()
        handoff.platform = .ios
        handoff.releaseID = release
        handoff.rollbackReleaseID = rollback
        handoff.testProducts = [
            TestProduct(feedProductID: "00123", expected: .live), TestProduct(feedProductID: "00124", expected: .vod),
            TestProduct(feedProductID: "A-7", expected: .noContent),
        ]
        handoff.cart = CartContract(mode: .openProduct)
        handoff.branding = ["accent colour", "corner radius"]
        handoff.support = "ticket queue ACME-SDK, answered within a working day"
        handoff.rollout = [RolloutStage(name: "staff", percent: 1), RolloutStage(name: "everybody", percent: 100)]
        handoff.packageAccess = "read-only access by ticket OPS-1042"
        return handoff
    }

    package static func liveMarket() -> LiveMarketSetup {
        LiveMarketSetup(
            clientID: "acme", environment: .production, cartMode: .message,
            imageOrigins: ["https://images.example.com"], placementTags: ["home-top"], consent: .askedByHost,
            contentTokenReference: "vault entry acme/content", collectorTokenReference: "vault entry acme/collector")
    }

    /// Makes everything that the handoff of a project wants: two releases, the newer one accepted too, a route map, and the
    /// inputs.
    @discardableResult
    package func prepareHandoff(
        of applicationID: String, package: String = SDKPackage.shopStoryPlayer,
        versions: (String, String) = ("1.0.0", "1.1.0"),
        _ change: (inout Handoff) -> Void = { _ in }
    ) async throws -> (release: Release, rollback: Release) {
        var releases: [Release] = []
        for version in [versions.0, versions.1] {
            let release = try await release(version, of: package)
            let accepted = try await self.change("PATCH", "/api/v1/releases/\(release.id)", #"{"status":"accepted"}"#)
            releases.append(try accepted.answer(Release.self))
        }
        var handoff = Self.handoff(release: releases[1].id, rollback: releases[0].id)
        if package == SDKPackage.liveMarket { handoff.cart = nil }
        change(&handoff)
        try await setRoutes(Self.routes, of: applicationID)
        try await set(handoff, of: applicationID)
        return (releases[1], releases[0])
    }

    package func setRoutes(_ entries: [RouteEntry], of applicationID: String) async throws {
        let body = String(decoding: JSONWriter.encode(SetRouteMap(entries: entries)), as: UTF8.self)
        let response = try await change("PUT", "/api/v1/projects/\(applicationID)/routes", body)
        precondition(response.status == 200, String(decoding: response.body, as: UTF8.self))
    }

    package func set(_ handoff: Handoff, of applicationID: String) async throws {
        let body = String(decoding: JSONWriter.encode(handoff), as: UTF8.self)
        let response = try await change("PUT", "/api/v1/projects/\(applicationID)/handoff", body)
        precondition(response.status == 200, String(decoding: response.body, as: UTF8.self))
    }

    package func handoff(of applicationID: String) async throws -> Handoff {
        try await call("GET", "/api/v1/projects/\(applicationID)/handoff").answer(Handoff.self)
    }

    package func readiness(of applicationID: String) async throws -> HandoffReadiness {
        try await call("GET", "/api/v1/projects/\(applicationID)/handoff/check").answer(HandoffReadiness.self)
    }

    package func issueHandoff(of applicationID: String) async throws -> IssuedHandoff {
        try await call("POST", "/api/v1/projects/\(applicationID)/handoff/issues", "{}").answer(IssuedHandoff.self)
    }
}
