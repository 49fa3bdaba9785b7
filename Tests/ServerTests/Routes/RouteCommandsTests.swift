import API
import CLI
import HTTP
import SQL
import Support
import Testing

/// Why something shows on a screen or does not, over the service itself.
@Suite("Testing a route")
struct RouteCommandsTests {
    private static func test(_ service: TestService, _ route: String = "/product/1") async -> String {
        await service.command(["route", "test", "shop", route], isTerminal: true).output
    }

    @Test("it says which pattern matched, what the policy has there, and who takes it away from all and from some")
    func reasons() async throws {
        let faults = Faults()
        let service = try await TestService(faults: faults)
        try await service.project("shop", in: "acme")
        let map =
            #"{"entries":[{"pattern":"/product/:id","surface":"productDetail"},{"pattern":"/c","surface":"promo"}]}"#
        #expect(await service.command(["route", "set", "shop", "-f", "-"], input: map).status == .done)
        #expect(
            await Self.test(service) == """
                surface    productDetail
                pattern    /product/:id
                player     on
                follow-me  on

                The policy has productDetail: player on, follow-me on.

                """)
        #expect(await Self.test(service, "/c").contains("The policy does not have promo, and then all is off there."))
        #expect(await Self.test(service, "/x").contains("none matches, and then it is unknown"))

        func disable(_ words: String...) async throws -> String {
            let run = await service.command(["disable"] + words + ["--json"])
            return try #require(JSONScanner.scan(Array(run.output.utf8))["id"]?.text)
        }
        let here = try await disable("shop", "--target", "surface:productDetail", "--reason", "crash")
        let some = try await disable("--tenant", "acme", "--platform", "ios", "--reason", "black")
        let elsewhere = try await disable("shop", "--target", "surface:home", "--reason", "other")
        let off = await Self.test(service)
        #expect(off.contains("player     off") && !off.contains(elsewhere))
        #expect(off.contains("Taken away by:\n  surface:productDetail for shop: crash (disable \(here), just now)\n"))
        #expect(
            off.contains(
                "And from some apps by:\n  sdk for all apps of acme, only ios: black (disable \(some), just now)"))

        #expect(await service.command(["lift", here, "--reason", "fixed"]).status == .done)
        #expect(await Self.test(service).contains("player     on"))
        #expect(await service.command(["project", "suspend", "shop"]).status == .done)
        #expect(await Self.test(service).contains("The project or its tenant is suspended, so everything is off."))
        #expect(await service.command(["project", "restore", "shop", "--reason", "fixed"]).status == .done)
        faults.stopCommits()
        #expect(await service.command(["disable", "shop", "--reason", "crash"]).status == .done)
        #expect(await Self.test(service).contains("What takes it away waits for the database: ssadmin status"))
        await service.close()
    }
}
