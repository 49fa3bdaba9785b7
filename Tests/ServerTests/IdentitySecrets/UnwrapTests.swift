import API
import Crypto
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("Handing over a secret by a one-shot token")
struct UnwrapTests {
    private static let rotate = "/api/v1/projects/shop/identity-secret/rotate"

    @Test("a rotation answers with a token in the secret's place, and the token fetches the secret that verifies now")
    func once() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let answer = await service.call("POST", Self.rotate, #"{"wrap_seconds":900}"#)
            let rotated = try answer.answer(RotatedSecret.self)
            #expect(rotated.identitySecret == nil && answer.json["identity_secret"] == nil)
            #expect(answer.first("Cache-Control") == "no-store")
            let wrapped = try #require(rotated.wrapped)
            #expect(wrapped.url.optional == "https://sdk.example.com/sdk/v1/identity-secret/unwrap")
            #expect(wrapped.expiresAt == service.clock.value.advanced(bySeconds: 900))

            let fetched = await service.unwrap(try #require(wrapped.token).text)
            #expect(fetched.status == 200 && fetched.first("Cache-Control") == "no-store")
            let secret = try fetched.answer(UnwrappedSecret.self)
            #expect(IdentitySecret(stored: Array(secret.identitySecret.text.utf8)).fingerprint == rotated.fingerprint)
            #expect(secret.applicationID == "shop")
            let project = try await service.call("GET", "/api/v1/projects/shop").answer(Project.self)
            #expect(secret.projectKey == project.projectKey)
        }
    }

    @Test("what it fetched is what assertions are signed with, and the one before verifies on as after any rotation")
    func verifies() async throws {
        try await TestService.withDevice { service, backend, device in
            var next = backend
            next.secret = try await service.unwrap(service.wrapped("shop-ios")).answer(UnwrappedSecret.self)
                .identitySecret.text
            #expect(next.secret != backend.secret)
            for signer in [next, backend] {
                #expect(await device.identify(signer.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            }
            service.advance(seconds: 86_400)
            #expect(await device.identify(next.assertion(of: "acct_1", at: service.clock.value)).status == 200)
            #expect(await device.identify(backend.assertion(of: "acct_1", at: service.clock.value)).status == 401)
        }
    }

    @Test("so does the creation of a project")
    func project() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let body = #"""
                {"tenant":"acme","application_id":"shop","name":"Shop","ios_bundle_ids":["com.acme.shop"],"wrap_seconds":60}
                """#
            let created = try await service.call("POST", "/api/v1/projects", body).answer(CreatedProject.self)
            #expect(created.identitySecret == nil)
            let secret = try await service.unwrap(try #require(created.wrapped?.token).text).answer(
                UnwrappedSecret.self)
            let fingerprint = IdentitySecret(stored: Array(secret.identitySecret.text.utf8)).fingerprint
            #expect(fingerprint == created.project.identitySecret.fingerprint)
        }
    }

    @Test("the status says how far the delivery is, and nothing where the operator saw the secret")
    func status() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let start = service.clock.value
            let end = start.advanced(bySeconds: 60)
            #expect(try await service.secretStatus("shop").current.wrapped.optional == nil)
            let token = try await service.wrapped("shop", seconds: 60)
            let waiting = try await service.secretStatus("shop")
            #expect(
                waiting.current.wrapped.optional
                    == SecretDelivery(expiresAt: end, openedAt: nil, expired: false, alarm: false))
            #expect(waiting.previous.optional?.wrapped.optional == nil)
            service.advance(seconds: 60)
            let lost = try await service.secretStatus("shop").current.wrapped.optional
            #expect(lost == SecretDelivery(expiresAt: end, openedAt: nil, expired: true, alarm: false))
            // The way back; and the next one is fetched.
            #expect(await service.call("POST", "/api/v1/projects/shop/identity-secret/cancel", "{}").status == 200)
            #expect(await service.unwrap(token).status == 404)
            let next = try await service.wrapped("shop", seconds: 60)
            #expect(await service.unwrap(next).status == 200)
            #expect(try await service.secretStatus("shop").current.wrapped.optional?.alarm == false)
            #expect(await service.unwrap(next).status == 404)
            #expect(try await service.secretStatus("shop").current.wrapped.optional?.alarm == true)
            service.advance(seconds: 3600)
            _ = await service.call("POST", Self.rotate, #"{"end_overlap":true}"#)
            let delivered = try await service.secretStatus("shop").previous.optional?.wrapped.optional
            #expect(delivered?.openedAt.optional == end && delivered?.expired == false)
        }
    }

    @Test("a time that is too short or too long is refused, changes nothing, and stands in the audit log")
    func range() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            for (path, more) in [
                (Self.rotate, ""),
                ("/api/v1/projects", ",\(TestService.projectBody("b", in: "acme").dropFirst().dropLast())"),
            ] {
                for seconds in [59, 43_201, 0, -1] {
                    let answer = await service.call("POST", path, #"{"wrap_seconds":\#(seconds)\#(more)}"#)
                    #expect(answer.status == 422 && answer.code == "out_of_range", "\(seconds)")
                    #expect(answer.json["errors"]?.items.first?["pointer"]?.text == "/wrap_seconds")
                }
                #expect(await service.call("POST", path, #"{"wrap_seconds":"900"\#(more)}"#).status == 400)
            }
            #expect(try await service.count("SELECT count(*) FROM identity_secrets") == 1)
            let refused = try await service.audit().filter { $0.code.optional == .outOfRange }
            #expect(refused.count == 8)
        }
    }

    @Test("a retry is told what was done and never the token again; a dry run issues none")
    func shownOnce() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let dry = await service.call("POST", Self.rotate + "?dry_run=true", #"{"wrap_seconds":900}"#)
            #expect(dry.status == 200 && dry.json["wrapped", "token"] == nil)
            #expect(dry.json["wrapped", "expires_at"]?.text == "2026-11-30T10:15:00Z")
            #expect(try await service.count("SELECT count(*) FROM wrapped_secrets") == 0)
            let key = [(name: "Idempotency-Key", value: "k")]
            let first = await service.call("POST", Self.rotate, #"{"wrap_seconds":900}"#, headers: key)
            let again = await service.call("POST", Self.rotate, #"{"wrap_seconds":900}"#, headers: key)
            #expect(again.status == 409 && again.code == "already_done")
            #expect(again.json["result", "wrapped", "expires_at"] == first.json["wrapped", "expires_at"])
            for answer in [dry, again] { #expect(!String(decoding: answer.body, as: UTF8.self).contains("sswt1_")) }
            #expect(try await service.count("SELECT count(*) FROM wrapped_secrets") == 1)
        }
    }

    @Test("of two at once exactly one gets it", arguments: 0..<5)
    func race(round: Int) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop")
            let answers = await withTaskGroup(of: Response.self) { group in
                for _ in 0..<8 { group.addTask { await service.unwrap(token) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.status == 404 } == 7)
        }
    }

    @Test(
        "a commit that fails under it: what did not take effect can be fetched, what did is gone",
        arguments: [true, false])
    func lostCommit(tookEffect: Bool) async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop")
            let error = SQLError(.io, "disk I/O error", code: 10)
            faults.fail(startingWith: "COMMIT", tookEffect ? .after(error) : .before(error))
            let lost = await service.unwrap(token)
            faults.plan(nil)
            #expect(lost.status == 503 && lost.body == Array(#"{"error":"unavailable"}"#.utf8))
            let entries = try await service.audit("action=identity_secret.unwrap")
            #expect(entries.map(\.outcome) == (tookEffect ? [.done] : []))
            #expect(await service.unwrap(token).status == (tookEffect ? 404 : 200))
        }
    }

    @Test("a service that starts anew on the file goes on with it, also at its end", arguments: [899, 900] as [Int64])
    func restart(_ seconds: Int64) async throws {
        let files = try FreshDatabase()
        let clock = Shared(TestService.start)
        let (waiting, used) = try await TestService.with(files: files, clock: clock) { service in
            for app in ["shop", "other"] { try await service.project(app, in: "acme") }
            let tokens = (try await service.wrapped("shop"), try await service.wrapped("other"))
            #expect(await service.unwrap(tokens.1).status == 200)
            return tokens
        }
        clock.change { $0 = $0.advanced(bySeconds: seconds) }
        try await TestService.with(files: files, clock: clock) { service in
            #expect(await service.unwrap(waiting).status == (seconds < 900 ? 200 : 404))
            #expect(await service.unwrap(used).status == 404)
        }
    }

    @Test("while a project or its tenant is suspended its backend still gets the secret")
    func suspended() async throws {
        try await TestService.with { service in
            for app in ["shop", "other"] { try await service.project(app, in: "acme") }
            let tokens = [try await service.wrapped("shop"), try await service.wrapped("other")]
            _ = await service.call("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#)
            _ = await service.call("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended","reason":"r"}"#)
            for token in tokens { #expect(await service.unwrap(token).status == 200) }
        }
    }

    @Test("what waits in the database is opened by the token alone: not by the master key, and not once it was fetched")
    func atRest() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let text = try await service.wrapped("shop")
            let row = try #require(try await service.rows("SELECT * FROM wrapped_secrets").first)
            let (id, secretID, sealed): (String, String, [UInt8]) = (
                row.get("id"), row.get("secret_id"), row.get("sealed")
            )
            let master = [UInt8](repeating: 7, count: Vault.keyBytesCount)
            for id in [id, secretID] { #expect(Vault(masterKey: master).open(sealed, id: id) == nil) }
            #expect(
                AESGCM.open(sealed, key: master, associatedData: Array("wrapped_secrets/\(id)/\(secretID)".utf8)) == nil
            )
            #expect(OneShotSecret(text)?.open(sealed, id: secretID) != nil)
            #expect(await service.unwrap(text).status == 200)
            #expect(try await service.count("SELECT count(*) FROM wrapped_secrets WHERE sealed IS NOT NULL") == 0)
        }
    }

    @Test("what ran out and nobody asked for is erased with the next that is wrapped")
    func erased() async throws {
        try await TestService.with { service in
            for app in ["shop", "other"] { try await service.project(app, in: "acme") }
            _ = try await service.wrapped("shop", seconds: 60)
            service.advance(seconds: 60)
            _ = try await service.wrapped("other")
            #expect(try await service.count("SELECT count(*) FROM wrapped_secrets WHERE sealed IS NULL") == 1)
        }
    }
}
