import API
import HTTP
import SQL
import Server
import Support
import Testing

@Suite("What only takes away, while the database cannot be written")
struct ExemptionTests {
    @Test("it is the closed list of the contract")
    func list() async throws {
        let exempt = AdminRoute.all.filter(\.hasExemption).map { $0.shape.action?.rawValue ?? "" }
        #expect(exempt.sorted() == ExemptCall.all(token: "").map(\.action.rawValue).sorted())
    }

    enum Failing: CaseIterable { case commit, commitThatTookEffect, body }

    @Test(
        "each is 202, holds, and is entered once, with its own time, actor and request id",
        arguments: 0..<ExemptCall.count, Failing.allCases)
    func entered(_ index: Int, _ failing: Failing) async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let call = try await ExemptCall.prepare(service)[index]
            let before = try await service.audit("action=\(call.action.rawValue)").count
            switch failing {
            case .commit: faults.stopCommits()
            case .commitThatTookEffect: faults.stopCommits(after: true)
            case .body:
                let first = Shared(true)
                faults.plan { text in
                    if text == "COMMIT" { return .before(Faults.full) }
                    guard text.hasPrefix("INSERT INTO audit_log") else { return nil }
                    return first.change { isFirst in
                        defer { isFirst = false }
                        return isFirst ? .before(Faults.full) : nil
                    }
                }
            }
            let at = service.clock.value
            let answer = await call.made(on: service)
            #expect(answer.status == 202, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(answer.json["durable"] == .bool(false))
            #expect(await service.spilledChanges == 1)
            service.advance(seconds: 3_600)
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == (failing == .commitThatTookEffect ? 0 : 1))

            faults.plan(nil)
            await service.app.entering.enterAll()
            await service.app.entering.enterAll()
            #expect(await service.spilledChanges == 0)
            let entries = try await service.audit("action=\(call.action.rawValue)")
            #expect(entries.count == before + 1)
            let entry = try #require(entries.max { $0.id < $1.id })
            #expect(entry.at == at && entry.actor == "root" && entry.outcome == .done)
            #expect(entry.requestID == answer.first("X-Request-Id"))
        }
    }

    @Test("whichever statement fails: what was answered 2xx is there afterwards, once", arguments: 0..<ExemptCall.count)
    func everyStatement(_ index: Int) async throws {
        let faults = Faults()
        var service = try await TestService(faults: faults)
        var call = try await ExemptCall.prepare(service)[index]
        for persists in [false, true] {
            for nth in 1... {
                let seen = Shared(0)
                // What was committed and cannot be read back ends the process, by design.
                let isOver = Shared(false)
                faults.plan { text in
                    if isOver.value { return nil }
                    let count = seen.change { count in
                        count += 1
                        return count
                    }
                    guard count == nth || persists && count > nth else {
                        if text == "COMMIT" { isOver.change { $0 = true } }
                        return nil
                    }
                    return .before(Faults.full)
                }
                let answer = await call.made(on: service)
                let hasStruck = seen.value >= nth
                faults.plan(nil)
                await service.app.entering.enterAll()
                let request = answer.first("X-Request-Id") ?? ""
                let done = try await service.count(
                    "SELECT count(*) FROM audit_log WHERE request_id = \(request) AND outcome = 'done'")
                #expect(done == (answer.status < 300 ? 1 : 0), "\(call.action), statement \(nth), \(answer.status)")
                #expect(answer.status < 300 || answer.status == 503, "\(call.action), statement \(nth)")
                #expect(await service.spilledChanges == 0)
                if !hasStruck { break }
                if answer.status < 300 {
                    await service.close()
                    service = try await TestService(faults: faults)
                    call = try await ExemptCall.prepare(service)[index]
                }
                #expect(nth < 300)
            }
        }
        await service.close()
    }

    @Test("what is not exempt, and what is refused, is not kept")
    func others() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let calls = try await ExemptCall.prepare(service)
            await service.tenant("globex")
            let stranger = try await service.operator("eve", rights: ["globex": [.administer]])
            let viewer = try await service.operator("vic", rights: ["*": [.view]])
            let policy = try service.policy("shop")
            faults.stopCommits()
            for call in calls {
                let status = await call.made(on: service, token: stranger).status
                #expect(status == 403 || status == 404, "\(call.action)")
                #expect(await call.made(on: service, token: viewer).status == 403, "\(call.action)")
            }
            for (path, body) in [
                ("/api/v1/projects/shop", #"{"status":"suspended","ios_bundle_ids":["a.b"]}"#),
                ("/api/v1/projects/shop", #"{"ios_bundle_ids":["a.b"]}"#),
                ("/api/v1/projects/shop", #"{"status":"suspended","name":"Shop"}"#),
                ("/api/v1/tenants/acme", #"{"status":"suspended","name":"Acme"}"#),
                ("/api/v1/tenants/acme", #"{"status":"active","reason":"r"}"#),
                ("/api/v1/operators/ann", #"{"status":"suspended","rights":{"acme":["view"]}}"#),
            ] {
                #expect(try await service.change("PATCH", path, body).status == 503, "\(body)")
            }
            let wrong = #"{"scope":{"kind":"deployment"},"targets":["everything"],"reason":"r"}"#
            #expect(await service.call("POST", "/api/v1/disables", wrong).code == "invalid_target")
            let unknown = #"{"scope":{"kind":"tenant","tenant":"none"},"targets":["sdk"],"reason":"r"}"#
            #expect(await service.call("POST", "/api/v1/disables", unknown).status == 404)
            let dry = await service.call("POST", "/api/v1/disables?dry_run=true", calls[0].body)
            #expect(dry.status == 200, "a dry run needs no room")
            #expect(await service.spilledChanges == 0)
            #expect(try service.policy("shop") == policy)
        }
    }

    @Test("a retry with its key is answered the same; another body is refused; entered, it is still the same")
    func retried() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let call = try await ExemptCall.prepare(service)[0]
            let key = [(name: "Idempotency-Key", value: "k")]
            faults.stopCommits()
            let first = await service.call("POST", call.path, call.body, headers: key)
            let again = await service.call("POST", call.path, call.body, headers: key)
            #expect(first.status == 202 && again.status == 202 && again.json["id"] == first.json["id"])
            let other = await service.call(
                "POST", call.path, #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"s"}"#, headers: key)
            #expect(other.code == "idempotency_key_reused")
            #expect(await service.spilledChanges == 1)
            faults.plan(nil)
            let entered = await service.call("POST", call.path, call.body, headers: key)
            #expect(entered.status == 201 && entered.json["id"] == first.json["id"])
            #expect(try await service.count("SELECT count(*) FROM disables") == 1)
        }
    }

    @Test("two calls at once with one key are one change", arguments: [false, true])
    func twice(_ tookEffect: Bool) async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let call = try await ExemptCall.prepare(service)[0]
            for round in 1...20 {
                let key = [(name: "Idempotency-Key", value: "k\(round)")]
                faults.stopCommits(after: tookEffect)
                let answers = await withTaskGroup(of: Response.self) { group in
                    for _ in 0..<4 {
                        group.addTask { await service.call("POST", call.path, call.body, headers: key) }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.allSatisfy { $0.status < 300 } && Set(answers.map { $0.json["id"]?.text }).count == 1)
                #expect(await service.spilledChanges <= 1)
                faults.plan(nil)
                await service.app.entering.enterAll()
                #expect(try await service.count("SELECT count(*) FROM disables") == Int64(round))
            }
        }
    }

    @Test("a retry of what was written, and is lifted meanwhile, is answered as it was and kept no second time")
    func phantom() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let call = try await ExemptCall.prepare(service)[0]
            let key = [(name: "Idempotency-Key", value: "k")]
            let first = await service.call("POST", call.path, call.body, headers: key)
            let id = try #require(first.json["id"]?.text)
            let lifted = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"fixed"}"#)
            #expect(lifted.status == 200)
            faults.stopCommits()
            let again = await service.call("POST", call.path, call.body, headers: key)
            #expect(again.status == 201 && again.json["id"] == first.json["id"])
            #expect(await service.spilledChanges == 0)
            #expect(try service.policy("shop").isEnabled)
        }
    }

    @Test("nothing that gives back overtakes what waits, also where only that cannot be entered")
    func overtaking() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let calls = try await ExemptCall.prepare(service)
            let older = await calls[0].made(on: service)
            let id = try #require(older.json["id"]?.text)
            faults.stopCommits()
            #expect(await calls[3].made(on: service).status == 202)
            let isEntering: @Sendable (String) -> Bool = { $0.hasPrefix("UPDATE tenants") }
            faults.plan { text in isEntering(text) ? .before(Faults.full) : nil }
            let giving = [
                ("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"fixed"}"#),
                ("POST", "/api/v1/tenants", #"{"slug":"globex","name":"Globex"}"#),
            ]
            for (method, path, body) in giving {
                let answer = await service.call(method, path, body)
                #expect(answer.status == 503 && answer.first("Retry-After") != nil, "\(path)")
            }
            #expect(await calls[5].made(on: service).status == 200, "what takes away waits for nothing")
            #expect(await service.spilledChanges == 1)
            faults.plan(nil)
            for (method, path, body) in giving {
                #expect(await service.call(method, path, body).status < 300, "\(path)")
            }
            #expect(try !service.policy("shop").isEnabled)
        }
    }
}
