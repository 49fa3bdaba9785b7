import API
import CLI
import Support
import Testing

@Suite("The allowlist commands")
struct AllowlistCommandsTests {
    private static func project(ios: [String] = ["com.acme.Shop"], android: [String] = ["com.acme.shop"]) -> String {
        let instant = CommandRun.now
        let project = Project(
            tenant: "acme", applicationID: "shop", name: "Shop", product: .shopstory, environment: .production,
            iosBundleIDs: ios, androidPackageNames: android, projectKey: "sdk1_eu_1", status: .active,
            createdAt: instant, revision: 1, identitySecret: IdentitySecretSummary(fingerprint: "f", createdAt: instant)
        )
        return String(decoding: JSONWriter.encode(project), as: UTF8.self)
    }

    private func body(_ request: ClientRequest?) -> String? {
        request?.body.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("What is added is shown, and only that list is sent")
    func add() {
        let after = Self.project(ios: ["com.acme.Shop", "com.acme.beta"])
        let service = ScriptedService(.answer(200, Self.project(), etag: #""1""#), .answer(200, after))
        let run = CommandRun(
            ["allowlist", "add", "shop", "--ios", "com.acme.beta"], isTerminal: true, transport: service.transport)
        #expect(body(service.requests.last) == #"{"ios_bundle_ids":["com.acme.Shop","com.acme.beta"]}"#)
        #expect(service.requests.last?.header("If-Match") == #""1""#)
        #expect(
            run.output == """
                + ios      com.acme.beta
                Now on the lists of shop:
                  ios      com.acme.Shop
                  ios      com.acme.beta
                  android  com.acme.shop

                """)
    }

    @Test("What is there already is not sent")
    func nothingToAdd() {
        let service = ScriptedService(.answer(200, Self.project(), etag: #""1""#))
        let run = CommandRun(
            ["allowlist", "add", "shop", "--ios", "COM.acme.shop", "--android", "com.acme.shop"], isTerminal: true,
            transport: service.transport)
        #expect(run.output == "Nothing to change: the lists are so already.\n")
        #expect(service.requests.count == 1)
    }

    @Test("An app that is not listed cannot be removed, and the nearest is named")
    func removeUnlisted() {
        let service = ScriptedService(.answer(200, Self.project(), etag: #""1""#))
        let run = CommandRun(
            ["allowlist", "remove", "shop", "--android", "com.acme.Shop"], isTerminal: true,
            transport: service.transport)
        #expect(run.status == .notFound)
        #expect(run.errors.contains("Did you mean com.acme.shop?"))
        #expect(service.requests.count == 1)
    }

    @Test("A dry run shows what would be, and what that does")
    func dryRun() {
        let service = ScriptedService(
            .answer(200, Self.project(), etag: #""1""#),
            .answer(200, #"{"dry_run":true,"effect":{"installations_losing_access":3}}"#))
        let run = CommandRun(
            ["allowlist", "set", "shop", "--ios", "com.acme.new", "--dry-run"], isTerminal: true,
            transport: service.transport)
        #expect(service.requests.last?.path == "/api/v1/projects/shop?dry_run=true")
        #expect(
            run.output == """
                Dry run: nothing was changed. It would change:
                - ios      com.acme.Shop
                + ios      com.acme.new
                  installations_losing_access: 3

                """)
    }

    private static let stale = ScriptedService.Line.answer(
        412, #"{"type":"t","title":"T","status":412,"code":"stale","detail":"Changed.","request_id":"r"}"#)

    @Test("What somebody else wrote meanwhile is thought of again")
    func stale() {
        let other = Self.project(ios: ["com.acme.Shop", "com.acme.other"])
        let service = ScriptedService(
            .answer(200, Self.project(), etag: #""1""#), Self.stale, .answer(200, other, etag: #""2""#),
            .answer(200, other))
        let run = CommandRun(["allowlist", "add", "shop", "--ios", "com.acme.beta"], transport: service.transport)
        #expect(run.status == .done)
        #expect(service.requests.last?.header("If-Match") == #""2""#)
        #expect(
            body(service.requests.last) == #"{"ios_bundle_ids":["com.acme.Shop","com.acme.other","com.acme.beta"]}"#)
    }

    @Test("It gives up after five times")
    func staleForEver() {
        let get = ScriptedService.Line.answer(200, Self.project(), etag: #""1""#)
        let service = ScriptedService(
            get, Self.stale, get, Self.stale, get, Self.stale, get, Self.stale, get, Self.stale, get)
        let run = CommandRun(["allowlist", "add", "shop", "--ios", "com.acme.beta"], transport: service.transport)
        #expect(run.status == .conflict)
        #expect(service.requests.count == 10)
    }
}
