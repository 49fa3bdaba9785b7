import API
import HTTP
import SQL
import Support
import Testing

@Suite("Idempotency keys")
struct IdempotencyTests {
    private static let rotate = "/api/v1/projects/shop/identity-secret/rotate"

    private func rotate(
        _ service: TestService, _ body: String = "{}", key: String = "k", token: String?? = nil,
        path: String = Self.rotate
    ) async -> Response {
        await service.call("POST", path, body, token: token, headers: [("Idempotency-Key", key)])
    }

    @Test(
        "a retry with a body that is equal as JSON is told what was done, and never the secret again",
        arguments: [
            #"{"end_overlap":true,"compromised":false}"#, #"{"compromised":false,"end_overlap":true}"#,
            " {\n\t\"end_overlap\" : true ,\r\n \"compromised\":false } ",
            #"{"end_overlap":true,"c\u006fmpromised":false}"#,
        ])
    func equalBodies(_ retry: String) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let first = await rotate(service, #"{"end_overlap":true,"compromised":false}"#)
            #expect(first.status == 200)
            let rows = try await service.audit().count
            let again = await rotate(service, retry)
            #expect(again.status == 409 && again.code == "already_done")
            #expect(again.json["result", "fingerprint"] == first.json["fingerprint"])
            #expect(again.json["result", "previous"] == first.json["previous"])
            #expect(again.json["result", "identity_secret"] == nil)
            #expect(!String(decoding: again.body, as: UTF8.self).contains("ssis1_"))
            #expect(try await service.verifying("shop").count == 2, "it rotated twice")
            #expect(try await service.audit().count == rows + 1, "the refusal has its row")
        }
    }

    @Test("where the answer held no secret, a retry gets it again and nothing is done twice")
    func sameAnswer() async throws {
        try await TestService.with { service in
            func create(_ body: String) async -> Response {
                await service.call("POST", "/api/v1/tenants", body, headers: [("Idempotency-Key", "one")])
            }
            let first = await create(#"{"slug":"acme","name":"Acme"}"#)
            let rows = try await service.audit().count
            service.advance(seconds: 60)
            let again = await create(#"{"name":"Acme","slug":"acme"}"#)
            #expect(first.status == 201 && again.status == 201)
            #expect(again.body == first.body)
            #expect(try await service.audit().count == rows)
            // Without the key it is a conflict, and with another too.
            #expect(await service.call("POST", "/api/v1/tenants", #"{"slug":"acme","name":"Acme"}"#).code == "conflict")
        }
    }

    @Test("another body under the same key is refused and does nothing")
    func otherBody() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            #expect(await rotate(service).status == 200)
            for body in [#"{"end_overlap":true}"#, #"{"compromised":true}"#, #"{"end_overlap":false}"#] {
                let answer = await rotate(service, body)
                #expect(answer.status == 422 && answer.code == "idempotency_key_reused")
            }
            #expect(try await service.verifying("shop").count == 2)
        }
    }

    @Test(
        "a key is kept for 24 h and not longer",
        arguments: [(86_399, true), (86_400, false), (86_401, false)] as [(Int64, Bool)])
    func kept(_ seconds: Int64, _ isKept: Bool) async throws {
        let files = try FreshDatabase()
        let clock = Shared(TestService.start)
        try await TestService.with(files: files, clock: clock) { service in
            try await service.project("shop", in: "acme")
            let first = await service.call(
                "POST", "/api/v1/tenants", #"{"slug":"once","name":"Once"}"#, headers: [("Idempotency-Key", "t")])
            #expect(first.status == 201)
            #expect(await rotate(service).status == 200)
        }
        clock.change { $0 = $0.advanced(bySeconds: seconds) }
        try await TestService.with(files: files, clock: clock) { service in
            let again = await service.call(
                "POST", "/api/v1/tenants", #"{"slug":"once","name":"Once"}"#, headers: [("Idempotency-Key", "t")])
            // `root` of the second start is another operator, so the key is asked for with the first one's name.
            let row = try await service.rows(
                "SELECT count(*) AS kept FROM idempotency_keys WHERE operator_name = 'root'")
            #expect(again.status == 409, "a key of another operator")
            #expect(row.first.map { $0.get("kept") as Int64 } == 2, "nothing was cleared yet: no key was entered")
            try await service.put("UPDATE idempotency_keys SET operator_name = (SELECT max(name) FROM operators)")
            let mine = await rotate(service)
            #expect(mine.code == (isKept ? "already_done" : nil), "\(mine.status)")
            #expect(mine.status == (isKept ? 409 : 200))
            if !isKept {
                let left = try await service.count("SELECT count(*) FROM idempotency_keys")
                #expect(left == 1, "what is over is cleared when a key is entered")
            }
        }
    }

    @Test(
        "an answer that was kept in another form than today's is told as it was, and nothing is done again",
        arguments: ["{}", #"{"slug":7}"#, #"{"slug":"acme","called":"Acme"}"#])
    func otherForm(_ kept: String) async throws {
        try await TestService.with { service in
            let headers = [(name: "Idempotency-Key", value: "t")]
            let body = #"{"slug":"acme","name":"Acme"}"#
            #expect(await service.call("POST", "/api/v1/tenants", body, headers: headers).status == 201)
            try await service.put("UPDATE idempotency_keys SET answer = \(kept)")
            let again = await service.call("POST", "/api/v1/tenants", body, headers: headers)
            #expect(again.status == 409 && again.code == "already_done")
            #expect(again.json["result"] == (try JSONScanner.scan(Array(kept.utf8))))
            #expect(again.json["detail"]?.text?.contains("secret") == false, "this answer held none")
            #expect(try await service.count("SELECT count(*) FROM tenants") == 1)
            #expect(await service.call("GET", "/api/v1/tenants/acme").status == 200, "it goes on")
        }
    }

    @Test("a key belongs to its operator and to its path")
    func owner() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.project("shop-2", in: "acme")
            #expect(await rotate(service).status == 200)
            let ann = try await service.operator("ann", rights: ["acme": [.secure]])
            #expect(await rotate(service, token: ann).code == "rotation_in_progress")
            let other = await rotate(service, path: "/api/v1/projects/shop-2/identity-secret/rotate")
            #expect(other.status == 200)
            #expect(await rotate(service, path: "/api/v1/projects/shop/identity-secret/cancel").status == 200)
        }
    }

    @Test("only an answer of 2xx is kept: after a refusal the same key goes through, also with another body")
    func refusals() async throws {
        try await TestService.with { service in
            let first = try await service.created("shop", in: "acme").project.identitySecret.fingerprint
            #expect(await rotate(service, key: "a").status == 200)
            #expect(await rotate(service, key: "b").code == "rotation_in_progress")
            try await service.verified(first)
            #expect(await rotate(service, #"{"end_overlap":true}"#, key: "b").code == "previous_in_use")
            service.advance(seconds: 86_400)
            #expect(await rotate(service, key: "b").status == 200)
            #expect(await rotate(service, key: "b").code == "already_done")
        }
    }

    @Test("what is kept is without secrets, and a dry run keeps nothing")
    func withoutSecrets() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let headers = [(name: "Idempotency-Key", value: "p")]
            let body = TestService.projectBody("shop", in: "acme")
            _ = await service.call("POST", "/api/v1/projects?dry_run=true", body, headers: headers)
            #expect(try await service.count("SELECT count(*) FROM idempotency_keys") == 0)
            let created = await service.call("POST", "/api/v1/projects", body, headers: headers)
            #expect(created.status == 201)
            _ = await rotate(service)
            let token = await service.call(
                "POST", "/api/v1/operators/root/tokens", #"{"scopes":["admin"]}"#, headers: headers)
            #expect(token.status == 201)
            for row in try await service.rows("SELECT answer FROM idempotency_keys") {
                let answer: String = row.get("answer")
                for word in ["ssis1_", "ssat1_"] { #expect(!answer.contains(word)) }
            }
            let again = await service.call("POST", "/api/v1/projects", body, headers: headers)
            #expect(again.code == "already_done")
            #expect(again.json["result", "project", "application_id"]?.text == "shop")
            #expect(again.json["result", "project_key"] == created.json["project_key"], "the key is public")
        }
    }

    @Test("the right is asked for before the key: who lost it is told nothing")
    func rights() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let ann = try await service.operator("ann", rights: ["acme": [.secure]])
            #expect(await rotate(service, token: ann).status == 200)
            let body = #"{"rights":{"acme":["view"]}}"#
            #expect(try await service.change("PATCH", "/api/v1/operators/ann", body).status == 200)
            let refused = await rotate(service, token: ann)
            #expect(refused.code == "forbidden" && refused.json["result"] == nil)
        }
    }

    @Test("a key is 1–64 characters of printable ASCII, once")
    func form() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            for key in ["", String(repeating: "k", count: 65), "k\u{E9}", "a\tb"] {
                #expect(await rotate(service, key: key).code == "invalid_request", "\(key.debugDescription)")
            }
            let twice = await service.call(
                "POST", Self.rotate, "{}", headers: [("Idempotency-Key", "a"), ("Idempotency-Key", "a")])
            #expect(twice.status == 400)
            #expect(try await service.verifying("shop").count == 1)
            #expect(await rotate(service, key: String(repeating: "~", count: 64)).status == 200)
        }
    }
}
