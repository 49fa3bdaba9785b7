import API
import Domain
import HTTP
import SQL
import Support
import Testing

@Suite("Switching off")
struct DisableTests {
    private static let apps = ["shop", "shop-2", "other"]

    /// Two projects of acme and one of globex.
    private func withThree(_ body: (TestService) async throws -> Void) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            try await service.project("shop-2", in: "acme")
            try await service.project("other", in: "globex")
            try await body(service)
        }
    }

    /// A scope on the wire, the apps of `apps` inside, tenants.
    private static let scopes: [(scope: String, inside: Set<String>, tenants: Int64)] = [
        (#"{"kind":"deployment"}"#, ["shop", "shop-2", "other"], 2),
        (#"{"kind":"tenant","tenant":"acme"}"#, ["shop", "shop-2"], 1),
        (#"{"kind":"project","application_id":"Shop"}"#, ["shop"], 1),
    ]

    @Test(
        "each scope reaches its projects, all in one revision above all that they had, and no other",
        arguments: scopes.indices)
    func reached(_ index: Int) async throws {
        let (scope, inside, tenants) = Self.scopes[index]
        try await withThree { service in
            // One that is far ahead, as after a clock that was set back.
            let ahead: Int64 = 1_999_999_999_999
            try await service.put("UPDATE projects SET revision = \(ahead) WHERE application_id = 'shop'")
            let before = try Self.apps.map(service.policy)
            let created = try await service.disable(scope)
            #expect(created.reach.tenants == tenants)
            #expect(created.reach.projects == Int64(inside.count))
            #expect(created.revision > ahead)
            for (app, old) in zip(Self.apps, before) {
                let now = try service.policy(app)
                if inside.contains(app) {
                    #expect(!now.isEnabled && now.revision == created.revision, "\(app)")
                } else {
                    #expect(now == old, "\(app)")
                }
            }
            let lifted = try await service.call("POST", "/api/v1/disables/\(created.id)/lift", #"{"reason":"fixed"}"#)
                .answer(LiftedDisable.self)
            #expect(lifted.revision > created.revision)
            for app in inside {
                let now = try service.policy(app)
                #expect(now.isEnabled && now.revision == lifted.revision)
            }
        }
    }

    @Test("it needs no If-Match and no reason beyond its own, and is read back as it was made")
    func readBack() async throws {
        try await withThree { service in
            let answer = await service.call(
                "POST", "/api/v1/disables",
                #"{"scope":{"kind":"project","application_id":"SHOP"},"targets":["surface:home","sdk","sdk"],"reason":"crash in 2.1","reference":"INC-7"}"#
            )
            #expect(answer.status == 201)
            let id = try #require(answer.json["id"]?.text)
            let read = await service.call("GET", "/api/v1/disables/\(id)")
            #expect(read.first("ETag") != nil)
            let disable = try read.answer(Disable.self)
            #expect(disable.scope == .project(applicationID: "shop"))
            #expect(disable.targets == ["sdk", "surface:home"])
            #expect(disable.reason == "crash in 2.1" && disable.reference.optional == "INC-7")
            #expect(disable.createdBy == "root" && disable.createdAt == service.clock.value)
            #expect(disable.lift.optional == nil)
        }
    }

    @Test(
        "a surface that the project does not know is refused, in a wider scope it is a warning, and holds when it comes"
    )
    func unknownSurface() async throws {
        try await withThree { service in
            let project = #"{"kind":"project","application_id":"shop"}"#
            let body = #"{"scope":\#(project),"targets":["sdk","surface:promo"],"reason":"r"}"#
            let refused = await service.call("POST", "/api/v1/disables", body)
            #expect(refused.status == 422 && refused.code == "unknown_surface")
            #expect(try service.policy("shop").isEnabled, "nothing was switched off")
            let wide = try await service.disable(#"{"kind":"tenant","tenant":"acme"}"#, targets: ["surface:promo"])
            #expect(wide.warnings.count == 1 && wide.warnings[0].contains("promo"))
            var set = SetPolicy(.standard, reason: "campaign")
            set.surfaces["promo"] = SurfaceDecision(player: true, followMe: true)
            for app in ["shop", "other"] {
                let text = String(decoding: JSONWriter.encode(set), as: UTF8.self)
                #expect(try await service.change("PUT", "/api/v1/projects/\(app)/policy", text).status == 200)
            }
            #expect(try service.policy("shop").surfaces["promo"] == .off)
            #expect(try service.policy("other").surfaces["promo"]?.player == true)
        }
    }

    @Test("obeyed_within_seconds is twice the longest ttl in its scope")
    func obeyed() async throws {
        try await withThree { service in
            for (app, ttl) in [("shop", 10), ("other", 300)] {
                var set = SetPolicy(.standard)
                set.ttlSeconds = ttl
                let text = String(decoding: JSONWriter.encode(set), as: UTF8.self)
                #expect(try await service.change("PUT", "/api/v1/projects/\(app)/policy", text).status == 200)
            }
            for ((scope, _, _), seconds) in zip(Self.scopes, [600, 120, 20]) {
                let disable = try await service.disable(scope)
                #expect(disable.obeyedWithinSeconds == seconds, "\(scope)")
            }
        }
    }

    @Test("the reach counts installations that are not revoked, by version pair and the most frequent first")
    func reach() async throws {
        try await withThree { service in
            for number in 0..<60 {
                try await service.install("v\(number)", in: "shop", sdkVersion: "1.0.\(number)")
            }
            for number in 0..<3 { try await service.install("x\(number)", in: "shop", sdkVersion: "2.1.0") }
            try await service.install("gone", in: "shop", sdkVersion: "2.1.0", isRevoked: true)
            try await service.install("two", in: "shop-2", sdkVersion: "2.1.0")
            try await service.install("far", in: "other", sdkVersion: "2.1.0")
            let reach = try await service.disable(#"{"kind":"tenant","tenant":"acme"}"#).reach
            #expect(reach.installations == 64)
            #expect(reach.versions.count == 50)
            #expect(reach.versions.first?.sdkVersion.optional == "2.1.0" && reach.versions.first?.installations == 4)
            #expect(reach.versions.allSatisfy { $0.inside })
        }
    }

    @Test(
        "what is not understood switches nothing off",
        arguments: [
            (#"{"scope":{"kind":"deployment"},"targets":[],"reason":"r"}"#, "invalid_target"),
            (#"{"scope":{"kind":"deployment"},"targets":["sdk","everything"],"reason":"r"}"#, "invalid_target"),
            (#"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":""}"#, "invalid_reason"),
            (#"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"a\nb"}"#, "invalid_reason"),
            (#"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"r","reference":""}"#, "invalid_reason"),
            (#"{"scope":{"kind":"deployment"},"targets":["sdk"]}"#, "invalid_request"),
            (#"{"scope":{"kind":"galaxy"},"targets":["sdk"],"reason":"r"}"#, "invalid_request"),
            (#"{"scope":{"kind":"deployment","tenant":"acme"},"targets":["sdk"],"reason":"r"}"#, "invalid_request"),
            (#"{"scope":{"kind":"tenant"},"targets":["sdk"],"reason":"r"}"#, "invalid_request"),
            (#"{"targets":["sdk"],"reason":"r"}"#, "invalid_request"),
            (#"{"scope":{"kind":"tenant","tenant":"nobody"},"targets":["sdk"],"reason":"r"}"#, "not_found"),
            (#"{"scope":{"kind":"project","application_id":"never"},"targets":["sdk"],"reason":"r"}"#, "not_found"),
        ])
    func refused(_ body: String, _ code: String) async throws {
        try await withThree { service in
            let before = try Self.apps.map(service.policy)
            #expect(await service.call("POST", "/api/v1/disables", body).code == code)
            #expect(try Self.apps.map(service.policy) == before)
            #expect(try await service.count("SELECT count(*) FROM disables") == 0)
        }
    }

    @Test("lifting needs a reason, happens once, and says what still holds the same projects off")
    func lift() async throws {
        try await withThree { service in
            let wide = try await service.disable(#"{"kind":"deployment"}"#, targets: ["follow_me_player"])
            let narrow = try await service.disable(#"{"kind":"project","application_id":"shop"}"#)
            _ = try await service.disable(#"{"kind":"tenant","tenant":"globex"}"#)
            let over = try await service.disable(#"{"kind":"deployment"}"#)
            let path = "/api/v1/disables/\(narrow.id)/lift"
            #expect(await service.call("POST", path, "{}").code == "reason_required")
            #expect(await service.call("POST", path, #"{"reason":" "}"#).code == "invalid_reason")
            #expect(try !service.policy("shop").isEnabled)
            // One that is lifted already holds nothing off.
            #expect(await service.call("POST", "/api/v1/disables/\(over.id)/lift", #"{"reason":"r"}"#).status == 200)
            service.advance(seconds: 5)
            let lifted = try await service.call("POST", path, #"{"reason":"2.2 is out"}"#).answer(LiftedDisable.self)
            #expect(lifted.stillActive == [wide.id])
            #expect(lifted.disable.lift.optional == .init(by: "root", at: service.clock.value, reason: "2.2 is out"))
            let now = try service.policy("shop")
            #expect(now.isEnabled && !now.followMePlayerEnabled)
            let again = await service.call("POST", path, #"{"reason":"again"}"#)
            #expect(again.status == 409 && again.code == "conflict")
            #expect(try service.policy("shop") == now)
            #expect(await service.call("POST", "/api/v1/disables/none/lift", #"{"reason":"r"}"#).status == 404)
        }
    }

    @Test("a project made later comes under the disables of its tenant and of all, at their revision or above")
    func newProjects() async throws {
        try await TestService.with { service in
            await service.tenant("acme")
            let empty = try await service.disable(#"{"kind":"tenant","tenant":"acme"}"#, targets: ["manual_minimize"])
            #expect(empty.reach.projects == 0 && empty.warnings.count == 1)
            service.advance(seconds: 60)
            let all = try await service.disable(#"{"kind":"deployment"}"#, targets: ["follow_me_player"])
            // The clock is set back: the revision must not be.
            service.advance(seconds: -3_600)
            try await service.project("late", in: "acme")
            let late = try service.policy("late")
            #expect(!late.manualMinimizeEnabled && !late.followMePlayerEnabled && late.isEnabled)
            #expect(late.revision >= max(all.revision, empty.revision))
            try await service.project("elsewhere", in: "globex")
            let elsewhere = try service.policy("elsewhere")
            #expect(elsewhere.manualMinimizeEnabled && !elsewhere.followMePlayerEnabled)
            #expect(elsewhere.revision >= all.revision)
        }
    }

    @Test("128 targets are taken at once, and 129 are 422 and switch nothing off")
    func tooManyTargets() async throws {
        try await withThree { service in
            let bodies = [129, 128].map { count in
                let words = ["sdk"] + (1..<count).map { "surface:custom\($0)" }
                let list = words.map { "\"\($0)\"" }.joined(separator: ",")
                return #"{"scope":{"kind":"deployment"},"targets":[\#(list)],"reason":"r"}"#
            }
            let refused = await service.call("POST", "/api/v1/disables", bodies[0])
            #expect(refused.status == 422 && refused.code == "invalid_target")
            #expect(refused.json["detail"]?.text?.contains("name sdk") ?? false, "the way to take all away")
            let before = try service.policy("shop")
            #expect(before.isEnabled)
            #expect(await service.call("POST", "/api/v1/disables", bodies[1]).status == 201)
            let after = try service.policy("shop")
            #expect(!after.isEnabled)
        }
    }

    @Test("a dry run says how far it would reach, and switches nothing off")
    func dryRun() async throws {
        try await withThree { service in
            let before = try Self.apps.map(service.policy)
            let answer = await service.call(
                "POST", "/api/v1/disables?dry_run=true",
                #"{"scope":{"kind":"deployment"},"targets":["sdk"],"reason":"r"}"#)
            #expect(answer.status == 200 && answer.json["dry_run"]?.flag == true)
            #expect(answer.json["id"] == nil && answer.json["reach", "projects"]?.number == 3)
            #expect(try Self.apps.map(service.policy) == before)
            #expect(try await service.count("SELECT count(*) FROM disables") == 0)
        }
    }

    @Test("a right in one tenant switches off there, is not enough for all, and finds nothing elsewhere")
    func rights() async throws {
        try await withThree { service in
            let ann = try await service.operator("ann", rights: ["acme": [.respond]])
            for ((scope, _, _), status) in zip(Self.scopes, [403, 201, 201]) {
                let body = #"{"scope":\#(scope),"targets":["sdk"],"reason":"r"}"#
                #expect(await service.call("POST", "/api/v1/disables", body, token: ann).status == status, "\(scope)")
            }
            let theirs = #"{"scope":{"kind":"tenant","tenant":"globex"},"targets":["sdk"],"reason":"r"}"#
            #expect(await service.call("POST", "/api/v1/disables", theirs, token: ann).status == 404)
            let wide = try await service.disable(#"{"kind":"deployment"}"#)
            let lift = await service.call("POST", "/api/v1/disables/\(wide.id)/lift", #"{"reason":"r"}"#, token: ann)
            #expect(lift.status == 403)
            #expect(try !service.policy("other").isEnabled)
        }
    }
}
