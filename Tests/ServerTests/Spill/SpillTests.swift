import API
import FoundationEssentials
import HTTP
import SQL
import Server
import Support
import Testing

@Suite("What is in force from the spill")
struct SpillTests {
    private static let scope = #"{"kind":"tenant","tenant":"acme"}"#

    @Test("a disable holds at once and after a restart, under the id and revision that were told, and is lifted as any")
    func disable() async throws {
        let faults = Faults()
        let files = try FreshDatabase()
        let clock = Shared(TestService.start)
        let service = try await TestService(files: files, clock: clock, faults: faults)
        try await service.project("shop", in: "acme")
        try await service.project("other", in: "globex")
        let (before, other) = (try service.policy("shop"), try service.policy("other"))
        faults.stopCommits()
        clock.change { $0 = $0.advanced(bySeconds: -7_200) }
        let body = #"{"scope":\#(Self.scope),"targets":["sdk"],"reason":"crash","platform":"ios"}"#
        let told = await service.call("POST", "/api/v1/disables", body)
        let id = try #require(told.json["id"]?.text)
        let first = try service.policy("shop")
        #expect(!first.isEnabled && first.revision > before.revision)
        #expect(told.json["revision"] == .integer(first.revision))
        #expect(try service.policy("other") == other)
        // The clock stands before all that was: revisions rise by one.
        let second = try await service.disabled(Self.scope, targets: ["follow_me_player"])
        #expect(try service.policy("shop").revision == second.revision && second.revision > first.revision)
        let android = try service.device("/sdk/v1/policy?application_id=shop&platform=android").answer(
            PolicyDocument.self)
        #expect(android.isEnabled && !android.followMePlayerEnabled)
        let shown = try await service.call("GET", "/api/v1/projects/shop/policy/effective?platform=ios").answer(
            EffectivePolicy.self)
        #expect(shown.policy.optional?.isEnabled == false && shown.policy.optional?.revision == second.revision)
        #expect(await service.spilledChanges == 2)
        let last = try service.policy("shop")
        await service.close()

        faults.plan(nil)
        let restarted = try await TestService(files: files, clock: clock, faults: faults)
        #expect(await restarted.spilledChanges == 0, "it was entered before it was ready")
        let now = try restarted.policy("shop")
        #expect(!now.isEnabled && !now.followMePlayerEnabled && now.revision >= last.revision)
        let row = try await restarted.call("GET", "/api/v1/disables/\(id)").answer(Disable.self)
        #expect(row.createdAt == clock.value && row.createdBy == "root")
        for each in [id, second.id] {
            let lifted = await restarted.call("POST", "/api/v1/disables/\(each)/lift", #"{"reason":"fixed"}"#)
            #expect(lifted.status == 200)
        }
        let back = try restarted.policy("shop")
        #expect(back.isEnabled && back.revision > now.revision)
        await restarted.close()
    }

    @Test("a project or tenant that is suspended is off, and its devices are 503; an operator and a token are nobody")
    func suspended() async throws {
        let faults = Faults()
        try await TestService.withDevice(faults: faults) { service, _, device in
            let ann = try await service.operator("ann", rights: ["*": [.administer]])
            let bob = try await service.operator("bob", rights: ["*": [.administer]])
            let list = await service.call("GET", "/api/v1/operators/bob/tokens").json["items"]?.items
            let id = try #require(list?.first?["id"]?.text)
            #expect(await device.content().status == 200)
            faults.stopCommits()
            for (method, path, body) in [
                ("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#),
                ("PATCH", "/api/v1/operators/ann", #"{"status":"suspended"}"#),
                ("DELETE", "/api/v1/operators/bob/tokens/\(id)", nil),
            ] {
                #expect(await service.call(method, path, body).status == 202, "\(path)")
            }
            #expect(try !service.policy("shop-ios").isEnabled)
            #expect(await service.call("GET", "/api/v1/whoami", token: ann).status == 401)
            #expect(await service.call("GET", "/api/v1/whoami", token: bob).status == 401)
            #expect(await service.call("GET", "/readyz", token: .some(nil)).status == 200)
            faults.plan(nil)
            #expect(await device.content().first("Retry-After") == "60")
            #expect(await service.spilledChanges == 3)
            await service.app.entering.enterAll()
            #expect(await service.call("GET", "/api/v1/whoami", token: ann).status == 401)
            #expect(await service.call("GET", "/api/v1/whoami", token: bob).status == 401)
            #expect(try !service.policy("shop-ios").isEnabled)
        }
    }

    @Test("one revoked installation is 401, and the others go on; where only the tables can tell which, all wait")
    func devices() async throws {
        let faults = Faults()
        try await TestService.withDevice(faults: faults) { service, backend, device in
            let other = try await TestDevice(service, projectKey: backend.projectKey)
            #expect(await device.content().status == 200)
            #expect(await other.content().status == 200)
            faults.plan { text in
                // A disk without room: what changes nothing needs none.
                text.hasPrefix("UPDATE") || text.hasPrefix("INSERT") ? .before(Faults.full) : nil
            }
            let path = "\(TestService.installations)/\(device.id)"
            #expect(await service.call("DELETE", path).status == 503, "what cannot be tried is not taken")
            faults.stopCommits()
            #expect(await service.call("DELETE", path).status == 202)
            faults.plan(nil)
            #expect(await device.content().status == 401)
            #expect(await other.content().status == 200)
            faults.stopCommits()
            let many = #"{"app_identifier":"com.acme.shop","reason":"r"}"#
            #expect(
                await service.call("POST", "\(TestService.installations)/revoke", many).json["revoked"] == .integer(2))
            faults.plan(nil)
            for response in [await other.content(), await other.refresh()] {
                #expect(response.status == 503 && response.first("Retry-After") != nil)
            }
            #expect(await service.spilledChanges == 2)
            await service.app.entering.enterAll()
            #expect(await other.content().status == 401)
            _ = try await TestDevice(service, projectKey: backend.projectKey)
        }
    }

    @Test("a spill that is full is 503, and all that it took is entered")
    func full() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            faults.stopCommits()
            let reason = String(repeating: "r", count: 500)
            let body = #"{"scope":\#(Self.scope),"targets":["sdk"],"reason":"\#(reason)"}"#
            var taken: Int64 = 0
            while await service.call("POST", "/api/v1/disables", body).status == 202, taken < 1_000 { taken += 1 }
            #expect((50..<1_000).contains(taken))
            faults.plan(nil)
            await service.app.entering.enterAll()
            #expect(try await service.count("SELECT count(*) FROM disables") == taken)
            #expect(await service.spilledChanges == 0)
        }
    }

    @Test("what is refused when it is entered is dropped and logged, and the rest is entered; revisions rise")
    func dropped() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            try await service.project("gone", in: "acme")
            faults.stopCommits()
            _ = try await service.disabled(#"{"kind":"project","application_id":"gone"}"#, reason: "the lost one")
            let kept = try await service.disabled(Self.scope, targets: ["manual_minimize"])
            let revision = try service.policy("shop").revision
            faults.plan(nil)
            try await service.put("UPDATE projects SET status = 'deleted' WHERE application_id = 'gone'")
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == 0)
            #expect(service.logged.value.contains { $0.contains("is refused") && $0.contains(#""level":"error""#) })
            #expect(await service.call("GET", "/api/v1/disables/\(kept.id)").status == 200)
            let now = try service.policy("shop")
            #expect(!now.manualMinimizeEnabled && now.revision >= revision)
        }
    }

    @Test("a torn write leaves what was before it; a file that cannot be read is not passed over")
    func torn() async throws {
        let faults = Faults()
        let files = try FreshDatabase()
        let service = try await TestService(files: files, faults: faults)
        try await service.project("shop", in: "acme")
        #expect(try files.mode(of: files.spillPath) == 0o600)
        faults.stopCommits()
        _ = try await service.disabled(Self.scope, targets: ["manual_minimize"])
        _ = try await service.disabled(Self.scope, targets: ["sdk"])
        await service.close()
        faults.plan(nil)

        // The second write is in the first slot.
        var bytes = try Data(contentsOf: URL(filePath: files.spillPath))
        #expect(bytes.count == 2 * 256 * 1024)
        bytes[100] ^= 1
        try bytes.write(to: URL(filePath: files.spillPath))
        let restarted = try await TestService(files: files, faults: faults)
        let policy = try restarted.policy("shop")
        #expect(policy.isEnabled && !policy.manualMinimizeEnabled)
        await restarted.close()

        try Data(repeating: 1, count: bytes.count).write(to: URL(filePath: files.spillPath))
        await #expect(throws: StartError.self) { try await TestService(files: files) }
    }
}
