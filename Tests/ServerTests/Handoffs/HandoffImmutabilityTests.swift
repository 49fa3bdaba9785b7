import API
import Crypto
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("An issued handoff")
struct HandoffImmutabilityTests {
    private static let issue = "/api/v1/projects/shop/handoff/issues/1"

    @Test("stays as it was to the byte, whatever becomes of what it was made of")
    func immutable() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let (release, _) = try await service.prepareHandoff(of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            let before = await service.call("GET", Self.issue)
            func change(_ method: String, _ path: String, _ body: String) async throws {
                #expect(try await service.change(method, path, body).status == 200, "\(path)")
                #expect(await service.call("GET", Self.issue).body == before.body, "\(path)")
            }
            try await change(
                "PUT", "/api/v1/projects/shop/policy",
                #"{"is_enabled":false,"follow_me_player_enabled":true,"manual_minimize_enabled":true,"surfaces":{},"ttl_seconds":30}"#
            )
            try await change("PUT", "/api/v1/projects/shop/routes", #"{"entries":[]}"#)
            try await change("PATCH", "/api/v1/releases/\(release.id)", #"{"notes":"crashes on iOS 15"}"#)
            try await change("PATCH", "/api/v1/releases/\(release.id)", #"{"status":"withdrawn","reason":"r"}"#)
            try await change("PATCH", "/api/v1/projects/shop", #"{"name":"Other","ios_bundle_ids":["a.b"]}"#)
            try await change("PUT", "/api/v1/projects/shop/handoff", "{}")
            _ = await service.call("POST", "/api/v1/projects/shop/identity-secret/rotate", "{}")
            #expect(await service.call("GET", Self.issue).body == before.body)
        }
    }

    /// Nothing ever changes a row of it; one that an earlier service wrote is what this one says is already there.
    @Test("of LiveMarket that was issued with a cart of its own still has it, its hash and its page")
    func issuedWithCart() async throws {
        try await TestService.with { service in
            _ = try await service.created("shop", in: "acme", product: .livemarket)
            let (release, rollback) = try await service.prepareHandoff(of: "shop", package: SDKPackage.liveMarket) {
                $0.liveMarket = TestService.liveMarket()
            }
            let new = try await service.issueHandoff(of: "shop").document
            let canonical = String(decoding: JSONWriter.canonical(new), as: UTF8.self)
            let old = canonical.replacing(#""cart":null"#, with: #""cart":{"mode":"open_product"}"#)
                .replacing(#""number":1"#, with: #""number":2"#)
            #expect(old != canonical)
            let sha256 = Hex.encode(SHA256.digest(Array(old.utf8)))
            try await service.put(
                """
                INSERT INTO handoff_issues (application_id, number, issued_at, issued_by, sha256, document, release_id,
                                            rollback_release_id)
                VALUES ('shop', 2, 0, 'ann', \(sha256), \(old), \(release.id), \(rollback.id))
                """)
            let path = "/api/v1/projects/shop/handoff/issues/2"
            let answer = await service.call("GET", path)
            #expect(answer.json["document"]?.canonical == Array(old.utf8))
            #expect(try answer.answer(IssuedHandoff.self).sha256 == sha256)
            let page = await service.call("GET", path + "?format=md&lang=en")
            #expect(String(decoding: page.body, as: UTF8.self).contains("(`open_product`)"))
        }
    }

    @Test("can be changed or deleted by no statement")
    func guarded() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.prepareHandoff(of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            for statement: Statement in ["UPDATE handoff_issues SET document = '{}'", "DELETE FROM handoff_issues"] {
                await #expect(throws: SQLError.self) { try await service.put(statement) }
            }
        }
    }

    @Test("holds no secret of the project, and what a signing backend needs beside it", arguments: Product.allCases)
    func noSecret(_ product: Product) async throws {
        try await TestService.with { service in
            let created = try await service.created("shop", in: "acme", product: product)
            let package =
                switch product {
                case .shopstory: SDKPackage.shopStoryPlayer
                case .mybot: SDKPackage.myBot
                case .livemarket: SDKPackage.liveMarket
                }
            try await service.prepareHandoff(of: "shop", package: package) {
                if product == .livemarket { $0.liveMarket = TestService.liveMarket() }
            }
            let rotated = try await service.call("POST", "/api/v1/projects/shop/identity-secret/rotate", "{}")
                .answer(RotatedSecret.self)
            let issued = try await service.issueHandoff(of: "shop")
            let body = await service.call("GET", Self.issue).body
            let secrets = [created.identitySecret?.text, rotated.identitySecret?.text].compactMap(\.self)
            #expect(secrets.count == 2)
            for secret in secrets + [service.rootToken, TestService.keySecret] {
                #expect(!SecretTraces(of: secret).isIn(body))
            }
            #expect(issued.document.secretLike.isEmpty)
            let expected = SignedIdentity(
                projectKey: created.projectKey, audience: "mybot-customer-sdk", secretFingerprint: rotated.fingerprint)
            #expect(issued.document.signedIdentity == (product == .mybot ? .value(expected) : .null))
            #expect(String(decoding: body, as: UTF8.self).contains(created.projectKey) == (product == .mybot))
        }
    }

    @Test("is not made of a route that looks like a secret")
    func secretInRoute() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.prepareHandoff(of: "shop")
            try await service.setRoutes(
                TestService.routes + [
                    RouteEntry(pattern: "/reset/0123456789abcdef0123456789abcdef01", surface: "auth")
                ],
                of: "shop")
            let finding = try #require(try await service.readiness(of: "shop").findings.first)
            #expect(finding.code == "looks_like_a_secret" && finding.detail.contains("routes/entries/7/pattern"))
            #expect(finding.mend == "ssadmin route set shop -f FILE")
            #expect(await service.call("POST", "/api/v1/projects/shop/handoff/issues", "{}").status == 409)
        }
    }
}
