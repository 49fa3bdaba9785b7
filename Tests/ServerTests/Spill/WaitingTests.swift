import API
import CLI
import HTTP
import SQL
import Server
import Support
import Testing

@Suite("What operators are told of changes that wait for the database")
struct WaitingTests {
    private static let warning = "WARNING: 1 change is in force that the database does not have yet"

    @Test("an answer says how many wait, whatever it is of; one that waits for nothing does not")
    func field() async throws {
        let faults = Faults()
        let service = try await TestService(faults: faults)
        try await service.project("shop", in: "acme")
        #expect(await service.call("GET", "/api/v1/disables").first(AdminAPI.waiting) == nil)
        faults.stopCommits()
        let told = try await service.disabled(#"{"kind":"project","application_id":"shop"}"#)
        for path in [
            "/api/v1/disables", "/api/v1/disables/\(told.id)", "/api/v1/projects", "/api/v1/projects/shop",
            "/api/v1/audit", "/api/v1/whoami",
        ] {
            #expect(await service.call("GET", path).first(AdminAPI.waiting) == "1", "\(path)")
        }
        let refused = await service.call("POST", "/api/v1/disables/\(told.id)/lift", #"{"reason":"fixed"}"#)
        #expect(refused.status == 503 && refused.first(AdminAPI.waiting) == "1")
        let second = await service.call(
            "PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#)
        #expect(second.status == 202 && second.first(AdminAPI.waiting) == nil)
        faults.plan(nil)
        // A change enters them first, and its answer lacks nothing.
        let lifted = await service.call("POST", "/api/v1/disables/\(told.id)/lift", #"{"reason":"fixed"}"#)
        #expect(lifted.status == 200 && lifted.first(AdminAPI.waiting) == nil)
        #expect(await service.call("GET", "/api/v1/disables").first(AdminAPI.waiting) == nil)
        await service.close()
    }

    @Test("no command says that nothing is off while a disable waits, and each says that something does")
    func commands() async throws {
        let faults = Faults()
        let service = try await TestService(faults: faults)
        try await service.project("shop", in: "acme")
        let before = await service.command(["disables", "list"], isTerminal: true)
        #expect(before.output.contains("No disable is in force") && before.errors.isEmpty)
        faults.stopCommits()
        let told = await service.command(["disable", "shop", "--reason", "crash", "--json"])
        let id = try #require(JSONScanner.scan(Array(told.output.utf8))["id"]?.text)

        let list = await service.command(["disables", "list"], isTerminal: true)
        #expect(list.output == "Nothing is listed, but something waits that is in force.\n")
        #expect(list.errors.hasPrefix(Self.warning) && list.status == .done)
        let show = await service.command(["disables", "show", id], isTerminal: true)
        #expect(show.status == .notFound && show.errors.contains(Self.warning))
        let project = await service.command(["project", "list"], isTerminal: true)
        #expect(project.output.contains("shop") && project.errors.hasPrefix(Self.warning))
        let effective = await service.command(["policy", "effective", "shop"], isTerminal: true)
        #expect(effective.output.contains("sdk               off") && !effective.output.contains("No disable holds"))
        #expect(effective.errors.hasPrefix(Self.warning))

        // For scripts: one document on each side.
        let script = await service.command(["disables", "list", "--json"])
        #expect(script.output == "{\"items\":[],\"next_cursor\":null}\n")
        #expect(try JSONScanner.scan(Array(script.errors.utf8))["waiting"] == .integer(1))
        let missing = await service.command(["disables", "show", id, "--json"])
        let problem = try JSONScanner.scan(Array(missing.errors.utf8))
        #expect(problem["code"]?.text == "not_found" && problem["waiting"] == .integer(1))

        faults.plan(nil)
        await service.app.entering.enterAll()
        let after = await service.command(["disables", "list"], isTerminal: true)
        #expect(after.output.contains(id) && after.errors.isEmpty)
        await service.close()
    }

    @Test("a route is judged with the disables that wait")
    func route() async throws {
        let faults = Faults()
        let service = try await TestService(faults: faults)
        try await service.project("shop", in: "acme")
        let policy = try await service.call("GET", "/api/v1/projects/shop/policy").answer(BasePolicy.self)
        let resolve = "/api/v1/projects/shop/routes/resolve?route=/p/1"
        let map = #"{"entries":[{"pattern":"/p/:id","surface":"productDetail"}]}"#
        let tag = await service.call("GET", "/api/v1/projects/shop/routes").first("ETag") ?? ""
        #expect(
            await service.call("PUT", "/api/v1/projects/shop/routes", map, headers: [("If-Match", tag)]).status == 200)
        let first = try await service.call("GET", resolve).answer(ResolvedRoute.self)
        #expect(first.player == policy.surfaces["productDetail"]?.player && first.player)
        faults.stopCommits()
        _ = try await service.disabled(#"{"kind":"tenant","tenant":"acme"}"#)
        #expect(try await !service.call("GET", resolve).answer(ResolvedRoute.self).player)
        await service.close()
    }
}
