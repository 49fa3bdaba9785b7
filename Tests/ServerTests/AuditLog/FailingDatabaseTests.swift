import API
import HTTP
import SQL
import Support
import Testing

@Suite("While the database fails")
struct FailingDatabaseTests {
    private static let error = SQLError(.io, "a fault of the test: /var/lib/ssadmin/ssadmin.db")

    private func withFailing(_ body: (TestService, Faults) async throws -> Void) async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            try await body(service, faults)
        }
    }

    @Test("devices are answered from memory, and operators are told 503 and nothing of files")
    func everything() async throws {
        try await withFailing { service, faults in
            let before = service.device("/sdk/v1/policy?application_id=shop")
            faults.plan { _ in .before(Self.error) }
            for query in ["application_id=shop", "application_id=never"] {
                #expect([200, 401].contains(service.device("/sdk/v1/policy?\(query)").status))
            }
            #expect(service.device("/sdk/v1/policy?application_id=shop").body == before.body)
            for (method, path, body) in [
                ("GET", "/projects/shop", nil), ("GET", "/audit", nil), ("GET", "/whoami", nil),
                ("POST", "/tenants", #"{"slug":"globex","name":"Globex"}"#),
                ("POST", "/projects/shop/identity-secret/rotate", "{}"),
            ] as [(String, String, String?)] {
                let answer = await service.call(method, "/api/v1" + path, body)
                #expect(answer.status == 503 && answer.code == "unavailable", "\(path)")
                #expect(answer.first("Retry-After") != nil)
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("ssadmin.db"))
            }
            #expect(service.logged.value.contains { $0.contains("ssadmin.db") }, "the log does not say why")
            faults.plan(nil)
            #expect(await service.call("GET", "/api/v1/projects/shop").status == 200)
        }
    }

    @Test("a refusal that cannot be entered in the audit log is not answered as one")
    func refusals() async throws {
        try await withFailing { service, faults in
            let ann = try await service.operator("ann", rights: ["acme": [.view]])
            let calls: [(token: String, path: String, status: Int)] = [
                (service.rootToken, "/api/v1/projects/shop/identity-secret/cancel", 409),
                (ann, "/api/v1/projects/shop/identity-secret/cancel", 403),
                (ann, "/api/v1/projects/never/identity-secret/cancel", 404),
            ]
            for (token, path, status) in calls {
                let rows = try await service.audit().count
                faults.fail(startingWith: "INSERT INTO audit_log", .before(Self.error))
                #expect(await service.call("POST", path, "{}", token: token).status == 503)
                faults.plan(nil)
                #expect(try await service.audit().count == rows)
                #expect(await service.call("POST", path, "{}", token: token).status == status)
                #expect(try await service.audit().count == rows + 1)
            }
        }
    }

    @Test(
        "many changes at once that share a COMMIT which fails are all undone, or all of unknown outcome",
        arguments: [false, true])
    func sharedCommit(_ after: Bool) async throws {
        try await withFailing { service, faults in
            faults.fail(startingWith: "COMMIT", after ? .after(Self.error) : .before(Self.error))
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        await service.call("POST", "/api/v1/tenants", #"{"slug":"t\#(number)","name":"T"}"#).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            faults.plan(nil)
            let made = try await service.count("SELECT count(*) FROM tenants WHERE slug <> 'acme'")
            let entered = try await service.count(
                "SELECT count(*) FROM audit_log WHERE action = 'tenant.create' AND tenant <> 'acme' AND outcome = 'done'"
            )
            #expect(made == entered)
            let acknowledged = Int64(statuses.filter { $0 == 201 }.count)
            #expect(statuses.allSatisfy { $0 == 201 || $0 == 503 } && acknowledged < 40)
            #expect(after ? made == 40 : made == acknowledged)
        }
    }
}
