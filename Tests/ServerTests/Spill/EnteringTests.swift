import API
import HTTP
import SQL
import Server
import Support
import Testing

@Suite("What is taken out of the spill, and what holds while it waits")
struct EnteringTests {
    private static let scope = #"{"kind":"tenant","tenant":"acme"}"#
    /// Not the disk's: entering fails by itself.
    private static let ownFault = SQLError(.constraintOther, "a fault of the test")

    @Test("what was entered before a start, and is lifted, is in force no more", arguments: [false, true])
    func phantom(_ restarts: Bool) async throws {
        let faults = Faults()
        let files = try FreshDatabase()
        var service = try await TestService(files: files, faults: faults)
        try await service.project("shop", in: "acme")
        faults.stopCommits(after: true)
        let told = try await service.disabled(Self.scope)
        faults.plan(nil)
        try await service.put("UPDATE disables SET lifted_at = created_at, lifted_by = 'root' WHERE id = \(told.id)")
        #expect(await service.spilledChanges == 1)
        #expect(try !service.policy("shop").isEnabled)
        if restarts {
            await service.close()
            service = try await TestService(files: files, faults: faults)
        } else {
            await service.app.entering.enterAll()
        }
        #expect(await service.spilledChanges == 0)
        let policy = try service.policy("shop")
        #expect(policy.isEnabled && policy.revision == told.revision)
        await service.close()
    }

    @Test("a kept change takes effect without a table that can be read")
    func unreadable() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            let (isStopped, undone) = (Shared(false), Shared(0))
            faults.plan { text in
                if text == "COMMIT" {
                    isStopped.change { $0 = true }
                    return .before(Faults.full)
                }
                if text == "ROLLBACK", isStopped.value { undone.change { $0 += 1 } }
                // The write's, and then the rehearsal's: from there on nothing can be read.
                guard undone.value >= 2, text.hasPrefix("SELECT") else { return nil }
                return .before(SQLError(.io, "a fault of the test"))
            }
            let told = try await service.disabled(Self.scope)
            #expect(undone.value >= 2)
            let policy = try service.policy("shop")
            #expect(!policy.isEnabled && policy.revision == told.revision)
        }
    }

    @Test("a disable for one product leaves the revision of the others; entered, none has fallen")
    func products() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            _ = try await service.created("bot", in: "acme", product: .mybot, android: ["com.acme.bot"])
            let before = try service.policy("shop")
            service.advance(seconds: 60)
            faults.stopCommits()
            let body = #"{"scope":\#(Self.scope),"targets":["sdk"],"reason":"r","products":["mybot"]}"#
            let told = await service.call("POST", "/api/v1/disables", body).json["revision"]?.number
            let bot = try service.policy("bot")
            #expect(try service.policy("shop") == before)
            #expect(!bot.isEnabled && bot.revision == told)
            try await service.app.load()
            #expect(try service.policy("shop") == before)
            faults.plan(nil)
            await service.app.entering.enterAll()
            #expect(try service.policy("shop") == before)
            #expect(try service.policy("bot").revision >= bot.revision)
        }
    }

    @Test("one that cannot be entered by a fault of its own holds, is counted and logged once, and holds up no other")
    func setAside() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            faults.stopCommits()
            let told = try await service.disabled(#"{"kind":"deployment"}"#)
            let path = "/api/v1/projects/shop"
            #expect(await service.call("PATCH", path, #"{"status":"suspended"}"#).status == 202)
            let last = try service.policy("shop").revision
            faults.plan { $0.hasPrefix("INSERT INTO disables") ? .before(Self.ownFault) : nil }
            for _ in 0..<3 { await service.app.entering.enterAll() }
            #expect(await service.spilledChanges == 1)
            #expect(service.logged.value.filter { $0.contains("cannot be entered") }.count == 1)
            #expect(await service.call("GET", path).json["status"] == .string("suspended"))
            #expect(await service.call("GET", "/readyz", token: .some(nil)).json["spilled_changes"] == .integer(1))
            faults.plan(nil)
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == 0)
            #expect(await service.call("GET", "/api/v1/disables/\(told.id)").status == 200)
            #expect(try service.policy("shop").revision >= last)
        }
    }

    @Test("a project that is made meanwhile is above every revision that was told")
    func made() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            faults.stopCommits()
            service.advance(seconds: 60)
            let told = try await service.disabled(#"{"kind":"deployment"}"#)
            service.advance(seconds: -7_200)
            faults.plan { $0.hasPrefix("INSERT INTO disables") ? .before(Self.ownFault) : nil }
            try await service.project("later", in: "acme")
            let later = try service.policy("later")
            #expect(!later.isEnabled && later.revision > told.revision)
        }
    }

    @Test("what is refused stays where policies cannot be made anew, and in the log is nothing of its words")
    func dropped() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            try await service.project("gone", in: "acme")
            faults.stopCommits()
            _ = try await service.disabled(#"{"kind":"project","application_id":"gone"}"#, reason: "the lost one")
            faults.plan(nil)
            try await service.put("UPDATE projects SET status = 'deleted' WHERE application_id = 'gone'")
            faults.plan { $0.hasPrefix("UPDATE projects SET revision") ? .before(Faults.full) : nil }
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == 1)
            faults.plan(nil)
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == 0)
            let lines = service.logged.value.filter { $0.contains("is refused, and holds no more") }
            #expect(lines.count == 1 && lines[0].contains(#""actor":"root""#) && lines[0].contains("/api/v1/disables"))
            #expect(!service.logged.value.contains { $0.contains("the lost one") })
        }
    }

    @Test("a call that is refused while the database cannot be written is in the log")
    func refused() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let calls = try await ExemptCall.prepare(service)
            let viewer = try await service.operator("vic", rights: ["*": [.view]])
            faults.stopCommits()
            for call in calls {
                #expect(await call.made(on: service, token: viewer).status == 403)
                let lines = service.logged.value.filter { $0.contains("a refused call is not in the audit log") }
                let line = try #require(lines.last)
                for word in ["vic", call.action.rawValue, "forbidden"] {
                    #expect(line.contains(#":"\#(word)""#), "\(call.action)")
                }
            }
            faults.plan(nil)
            #expect(await calls[0].made(on: service, token: viewer).status == 403)
            #expect(try await service.audit("actor=vic").count == 1)
        }
    }

    @Test("the last who may administer everything is not suspended, also where the others' suspensions wait")
    func lastOperator() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            _ = try await service.operator("ann", rights: ["*": [.administer]])
            faults.stopCommits()
            let body = #"{"status":"suspended"}"#
            #expect(await service.call("PATCH", "/api/v1/operators/ann", body).status == 202)
            #expect(await service.call("PATCH", "/api/v1/operators/root", body).status == 409)
            #expect(await service.spilledChanges == 1)
            faults.plan(nil)
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == 0)
            #expect(await service.call("GET", "/api/v1/whoami").status == 200)
        }
    }
}
