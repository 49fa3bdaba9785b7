import API
import HTTP
import SQL
import Support
import Testing

@Suite("Suspending, restoring and deleting")
struct ProjectLifeTests {
    private static let path = "/api/v1/projects/shop"

    @Test("suspending needs no If-Match where the body says nothing else, and then everything is off in a new revision")
    func suspend() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let before = try service.policy("shop")
            #expect(await service.call("PATCH", Self.path, #"{"status":"suspended"}"#).status == 200)
            let off = try service.policy("shop")
            #expect(!off.isEnabled && !off.followMePlayerEnabled && !off.manualMinimizeEnabled)
            #expect(off.surfaces.values.allSatisfy { $0 == .off } && off.surfaces.count == before.surfaces.count)
            #expect(off.revision > before.revision)
            #expect(await service.call("PATCH", Self.path, #"{"status":"suspended","reason":"again"}"#).status == 200)
        }
    }

    @Test(
        "with anything beside it, and for anything else, If-Match is required",
        arguments: [
            #"{"status":"suspended","name":"New"}"#, #"{"name":"New"}"#, #"{"status":"active","reason":"why"}"#,
            #"{"status":"suspended","ios_bundle_ids":["a.b"]}"#, #"{"android_package_names":["a.b"]}"#,
        ])
    func precondition(_ body: String) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            #expect(await service.call("PATCH", Self.path, body).code == "precondition_required")
            let any = await service.call("PATCH", Self.path, body, headers: [("If-Match", "*")])
            #expect(any.status == 428, "* states no revision")
            let current = try #require(await service.call("GET", Self.path).first("ETag"))
            for tag in ["\"0000\"", "W/\(current)"] {
                let stale = await service.call("PATCH", Self.path, body, headers: [("If-Match", tag)])
                #expect(stale.status == 412 && stale.code == "stale")
                #expect(stale.first("ETag") == current)
            }
            let done = await service.call("PATCH", Self.path, body, headers: [("If-Match", "\"0000\", \(current)")])
            #expect(done.status == 200)
            #expect(await service.call("GET", Self.path).first("ETag") == done.first("ETag"))
        }
    }

    @Test("restoring needs a reason, and gives the same document back in a newer revision")
    func restore() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let before = try service.policy("shop")
            _ = await service.call("PATCH", Self.path, #"{"status":"suspended"}"#)
            let off = try service.policy("shop")
            let silent = try await service.change("PATCH", Self.path, #"{"status":"active"}"#)
            #expect(silent.status == 422 && silent.code == "reason_required")
            #expect(try service.policy("shop") == off)
            let empty = try await service.change("PATCH", Self.path, #"{"status":"active","reason":" "}"#)
            #expect(empty.code == "invalid_reason")
            #expect(try await service.change("PATCH", Self.path, #"{"status":"active","reason":"paid"}"#).status == 200)
            let after = try service.policy("shop")
            #expect(after.isEnabled && after.surfaces == before.surfaces)
            #expect(after.revision > off.revision)
        }
    }

    @Test("a suspended tenant switches each of its projects off in a new revision, and no other")
    func tenant() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.project("shop-2", in: "acme")
            try await service.project("other", in: "globex")
            let before = try ["shop", "shop-2", "other"].map(service.policy)
            #expect(await service.call("PATCH", "/api/v1/tenants/acme", #"{"status":"suspended"}"#).status == 200)
            let off = try ["shop", "shop-2", "other"].map(service.policy)
            #expect(!off[0].isEnabled && !off[1].isEnabled)
            #expect(off[0].revision > before[0].revision && off[1].revision > before[1].revision)
            #expect(off[2] == before[2])
            let silent = try await service.change("PATCH", "/api/v1/tenants/acme", #"{"status":"active"}"#)
            #expect(silent.code == "reason_required")
            let body = #"{"status":"active","reason":"paid"}"#
            #expect(try await service.change("PATCH", "/api/v1/tenants/acme", body).status == 200)
            #expect(try service.policy("shop").isEnabled)
            #expect(try service.policy("shop").revision > off[0].revision)
        }
    }

    @Test("an app that is not listed gets the 401 also of a suspended project")
    func unlistedWhileSuspended() async throws {
        try await TestService.with { service in
            let created = try await service.created("shop", in: "acme")
            _ = await service.call("PATCH", Self.path, #"{"status":"suspended"}"#)
            func status(_ app: String) -> Int {
                service.device("/sdk/v1/policy?project_key=\(created.projectKey)&app_identifier=\(app)&platform=ios")
                    .status
            }
            #expect(status("com.acme.shop") == 200)
            #expect(status("com.evil.shop") == 401)
        }
    }

    @Test(
        "only a suspended project is deleted; then it is 404 everywhere and 401 to devices, and its id is gone for ever"
    )
    func delete() async throws {
        try await TestService.with { service in
            let created = try await service.created("shop", in: "acme")
            try await service.install("one", in: "shop")
            let live = await service.call("DELETE", Self.path)
            #expect(live.status == 409 && live.code == "not_suspended")
            #expect(await service.call("DELETE", Self.path + "?dry_run=true").code == "not_suspended")
            _ = await service.call("PATCH", Self.path, #"{"status":"suspended"}"#)
            let dry = await service.call("DELETE", Self.path + "?dry_run=true")
            #expect(dry.status == 200 && dry.json["effect", "installations_losing_access"]?.number == 1)
            #expect(try service.policy("shop").revision > 0)
            #expect(await service.call("DELETE", Self.path).status == 204)

            let key = "project_key=\(created.projectKey)&app_identifier=com.acme.shop&platform=ios"
            for query in ["application_id=shop", key] {
                #expect(service.device("/sdk/v1/policy?\(query)").status == 401)
            }
            let calls: [(String, String, String?)] = [
                ("GET", "", nil), ("PATCH", "", #"{"status":"active","reason":"r"}"#), ("DELETE", "", nil),
                ("GET", "/policy", nil), ("GET", "/identity-secret", nil), ("POST", "/identity-secret/rotate", "{}"),
                ("POST", "/identity-secret/cancel", "{}"), ("DELETE", "/identity-secret/previous", nil),
            ]
            for (method, path, body) in calls {
                let answer = await service.call(method, Self.path + path, body)
                #expect(answer.status == 404, "\(method) \(path)")
            }
            let disable = await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"project","application_id":"shop"},"targets":["sdk"],"reason":"r"}"#)
            #expect(disable.status == 404)
            #expect(await service.call("GET", "/api/v1/disables?application_id=shop").status == 404)
            #expect(try await service.call("GET", "/api/v1/projects").answer(Page<Project>.self).items.isEmpty)
            for tenant in ["acme", "globex"] {
                await service.tenant(tenant)
                let again = await service.call("POST", "/api/v1/projects", TestService.projectBody("Shop", in: tenant))
                #expect(again.status == 409 && again.code == "conflict")
            }
            let left = try await service.verifying("shop")
            #expect(left.isEmpty, "a secret of a deleted project still verifies")
            let installed = try await service.count("SELECT count(*) FROM installations WHERE revoked_at IS NULL")
            #expect(installed == 0)
        }
    }

    @Test("a deleted project stays deleted across a restart, and lifting its disable does not bring it back")
    func deletedStays() async throws {
        let files = try FreshDatabase()
        let id = try await TestService.with(files: files) { service in
            try await service.project("shop", in: "acme")
            let id = try await service.disable(#"{"kind":"project","application_id":"shop"}"#).id
            _ = await service.call("PATCH", Self.path, #"{"status":"suspended"}"#)
            #expect(await service.call("DELETE", Self.path).status == 204)
            return id
        }
        try await TestService.with(files: files) { service in
            #expect(service.device("/sdk/v1/policy?application_id=shop").status == 401)
            #expect(await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"r"}"#).status == 200)
            #expect(service.device("/sdk/v1/policy?application_id=shop").status == 401)
            let taken = await service.call("POST", "/api/v1/projects", TestService.projectBody("shop", in: "acme"))
            #expect(taken.status == 409)
        }
    }

    @Test("a PATCH that names nothing to change is 400, before it is looked whose it is and what was seen")
    func nothingToChange() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            for path in ["projects/shop", "projects/never", "tenants/acme", "tenants/never", "operators/root"] {
                for body in ["{}", #"{"reason":"r"}"#] {
                    let answer = await service.call("PATCH", "/api/v1/\(path)", body)
                    #expect(answer.status == 400 && answer.code == "invalid_request", "\(path)")
                }
            }
        }
    }

    @Test("renaming changes the project and its ETag, and nothing that a device sees")
    func rename() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let (before, tag) = (try service.policy("shop"), await service.call("GET", Self.path).first("ETag"))
            let renamed = try await service.change("PATCH", Self.path, #"{"name":"Cafe\u0301"}"#)
            #expect(Array((renamed.json["name"]?.text ?? "").utf8) == Array("Caf\u{E9}".utf8))
            #expect(renamed.first("ETag") != tag)
            #expect(try service.policy("shop") == before)
            for body in ["{}", #"{"name":null}"#, #"{"ios_bundle_ids":null}"#, #"{"nmae":"x"}"#] {
                #expect(try await service.change("PATCH", Self.path, body).code == "invalid_request", "\(body)")
            }
        }
    }
}
