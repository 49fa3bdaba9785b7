import API
import HTTP
import SQL
import Support
import Testing

@Suite("Making a project")
struct ProjectCreationTests {
    @Test("a device of every listed app reads the policy in the instant the project is answered")
    func atOnce() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let answer = await service.call(
                "POST", "/api/v1/projects",
                TestService.projectBody(
                    "Shop-iOS", in: "acme", ios: ["com.Acme.Shop", "b.c"], android: ["com.acme.Shop"]))
            #expect(answer.status == 201)
            #expect(answer.first("Cache-Control") == "no-store")
            let created = try answer.answer(CreatedProject.self)
            #expect(created.project.applicationID == "shop-ios")
            #expect(created.project.iosBundleIDs == ["com.Acme.Shop", "b.c"], "the spelling given is kept")
            for (platform, app) in [("ios", "com.acme.shop"), ("ios", "B.C"), ("android", "com.acme.Shop")] {
                let device = service.device(
                    "/sdk/v1/policy?project_key=\(created.projectKey)&app_identifier=\(app)&platform=\(platform)")
                #expect(device.status == 200, "\(app)")
                #expect(try device.answer(PolicyDocument.self).revision == created.project.revision)
            }
        }
    }

    @Test("the secret is in the one answer, whole; what is read later has its fingerprint")
    func secretOnce() async throws {
        try await TestService.with { service in
            let created = try await service.created("shop", in: "acme")
            let secret = try #require(created.identitySecret?.text)
            #expect(secret.hasPrefix("ssis1_"))
            for path in ["/projects/shop", "/projects", "/projects/shop/identity-secret", "/audit"] {
                let answer = await service.call("GET", "/api/v1\(path)")
                #expect(answer.status == 200)
                #expect(!String(decoding: answer.body, as: UTF8.self).contains(secret), "\(path)")
            }
            let read = await service.call("GET", "/api/v1/projects/shop")
            #expect(read.json["identity_secret", "fingerprint"]?.text == created.project.identitySecret.fingerprint)
            #expect(read.json["project_key"]?.text == created.projectKey)
            #expect(read.first("ETag") != nil)
        }
    }

    @Test("what a refused creation would have made is nowhere: project, lists, secret and id are free")
    func refusedLeavesNothing() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            for body in [
                TestService.projectBody("shop", in: "acme", ios: ["com.acme.shop", "COM.ACME.SHOP"]),
                TestService.projectBody("shop", in: "acme", ios: [], android: []),
                #"{"tenant":"acme","application_id":"shop","name":"","ios_bundle_ids":["a.b"]}"#,
            ] {
                #expect(await service.call("POST", "/api/v1/projects", body).status == 422)
            }
            for table in ["projects", "allowlist_entries", "identity_secrets"] as [StaticString] {
                let rows = try await service.count("SELECT count(*) FROM \(raw: table)")
                #expect(rows == 0, "\(table)")
            }
            #expect(service.device("/sdk/v1/policy?application_id=shop").status == 401)
            #expect(
                await service.call("POST", "/api/v1/projects", TestService.projectBody("shop", in: "acme")).status
                    == 201)
        }
    }

    @Test("a dry run shows what would be, without key, secret and fingerprint, and writes nothing")
    func dryRun() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let rows = try await service.count("SELECT count(*) FROM audit_log")
            let answer = await service.call(
                "POST", "/api/v1/projects?dry_run=true", TestService.projectBody("shop", in: "acme"))
            #expect(answer.status == 200)
            #expect(answer.json["dry_run"]?.flag == true)
            #expect(answer.json["project", "application_id"]?.text == "shop")
            let text = String(decoding: answer.body, as: UTF8.self)
            for word in ["ssis1_", "sdk1_", "fingerprint"] { #expect(!text.contains(word), "\(word)") }
            #expect(try await service.count("SELECT count(*) FROM audit_log") == rows)
            #expect(try await service.count("SELECT count(*) FROM projects") == 0)
            #expect(service.device("/sdk/v1/policy?application_id=shop").status == 401)
        }
    }

    @Test("an application id is one in the deployment: a conflict is the one thing that tells of another tenant's")
    func uniqueAcrossTenants() async throws {
        try await TestService.with { service in
            try await service.project("shop-ios", in: "globex")
            await service.tenant("acme")
            let token = try await service.operator("ann", rights: ["acme": [.view, .integrate]])
            let taken = await service.call(
                "POST", "/api/v1/projects", TestService.projectBody(" SHOP-ios ", in: "acme"), token: token)
            #expect(taken.status == 409 && taken.code == "conflict")
            #expect(!String(decoding: taken.body, as: UTF8.self).contains("globex"))
            // Everything else of the other tenant's is as if it had never been.
            let theirs = await service.call("GET", "/api/v1/projects/shop-ios", token: token)
            let nobodys = await service.call("GET", "/api/v1/projects/never-was", token: token)
            #expect(theirs.status == 404)
            #expect(theirs.json["detail"] == nobodys.json["detail"] && theirs.code == nobodys.code)
            #expect(
                try await service.call("GET", "/api/v1/projects", token: token).answer(Page<Project>.self).items.isEmpty
            )
        }
    }

    @Test("in a tenant that is not the caller's a project is not made, as in one that does not exist")
    func otherTenant() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            await service.tenant("globex")
            let token = try await service.operator("ann", rights: ["acme": [.integrate]])
            for tenant in ["globex", "initech"] {
                let answer = await service.call(
                    "POST", "/api/v1/projects", TestService.projectBody("shop", in: tenant), token: token)
                #expect(answer.status == 404 && answer.code == "not_found")
            }
        }
    }

    @Test("of twenty that are made at once under one id, one is")
    func race() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await service.call("POST", "/api/v1/projects", TestService.projectBody("shop", in: "acme"))
                            .status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1)
            #expect(statuses.filter { $0 == 409 }.count == 19)
            let secrets = try await service.count("SELECT count(*) FROM identity_secrets")
            #expect(secrets == 1)
        }
    }
}
