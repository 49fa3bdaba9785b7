import API
import Domain
import HTTP
import Support
import Testing

/// Projects, tenants and disables under random changes, and every caller whom they may concern.
private struct World {
    let service: TestService
    var keys: [String: String] = [:]
    var disables: [String] = []
    static let tenants = ["acme", "globex"]

    mutating func create(_ applicationID: String, in tenant: String) async throws {
        keys[applicationID] = try await service.created(applicationID, in: tenant).projectKey
    }

    /// One random change; it may be refused.
    mutating func step(_ seed: inout Seed) async throws {
        let app = keys.keys.sorted().randomElement(using: &seed) ?? "none"
        let tenant = Self.tenants.randomElement(using: &seed) ?? "none"
        let project = "/api/v1/projects/\(app)"
        switch Int.random(in: 0..<13, using: &seed) {
        case 0, 1:
            let body = String(decoding: JSONWriter.encode(Self.policy(&seed)), as: UTF8.self)
            _ = try await service.change("PUT", project + "/policy", body)
        case 2, 3, 4:
            let scope =
                [
                    #"{"kind":"deployment"}"#, #"{"kind":"tenant","tenant":"\#(tenant)"}"#,
                    #"{"kind":"project","application_id":"\#(app)"}"#,
                ].randomElement(using: &seed) ?? ""
            let target = ["sdk", "follow_me_player", "manual_minimize", "surface:home", "surface:promo"].randomElement(
                using: &seed)
            let answer = await service.call(
                "POST", "/api/v1/disables", #"{"scope":\#(scope),"targets":["\#(target ?? "")"],"reason":"r"}"#)
            if let id = answer.json["id"]?.text { disables.append(id) }
        case 5, 6:
            let id = disables.randomElement(using: &seed) ?? "none"
            _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"r"}"#)
        case 7:
            let path = Bool.random(using: &seed) ? project : "/api/v1/tenants/\(tenant)"
            _ = await service.call("PATCH", path, #"{"status":"suspended"}"#)
        case 8, 9:
            let path = Bool.random(using: &seed) ? project : "/api/v1/tenants/\(tenant)"
            _ = try await service.change("PATCH", path, #"{"status":"active","reason":"r"}"#)
        case 10:
            let ios = Bool.random(using: &seed) ? #"["com.acme.shop"]"# : #"["com.acme.new","com.acme.Shop"]"#
            _ = try await service.change("PATCH", project, #"{"ios_bundle_ids":\#(ios)}"#)
        case 11:
            switch Int.random(in: 0..<4, using: &seed) {
            case 0: _ = await service.call("DELETE", project)
            case 1: try await create("app-\(keys.count)", in: tenant)
            case 2: _ = try await service.change("PATCH", project, #"{"name":"New name"}"#)
            default: _ = await service.call("POST", project + "/identity-secret/rotate", #"{"end_overlap":true}"#)
            }
        default:
            let jump = [0, 1, 60, -30, 3_600].randomElement(using: &seed) ?? 0
            service.advance(seconds: Int64(jump))
        }
    }

    private static func policy(_ seed: inout Seed) -> SetPolicy {
        var set = SetPolicy(.standard, reason: "r")
        set.isEnabled = Int.random(in: 0..<4, using: &seed) > 0
        set.followMePlayerEnabled = Bool.random(using: &seed)
        set.surfaces["home"] = SurfaceDecision(player: .random(using: &seed), followMe: .random(using: &seed))
        if Bool.random(using: &seed) { set.surfaces["promo"] = SurfaceDecision(player: true, followMe: true) }
        set.ttlSeconds = [60, 60, 10].randomElement(using: &seed) ?? 60
        return set
    }

    /// What every caller is answered now.
    var answers: [String: Response] {
        var answers: [String: Response] = [:]
        for (app, key) in keys {
            for query in [
                "application_id=\(app)", "application_id=\(app)&app_identifier=com.acme.new",
                "project_key=\(key)&app_identifier=com.acme.shop&platform=ios",
                "project_key=\(key)&app_identifier=com.acme.shop&platform=android",
            ] {
                answers[query] = service.device("/sdk/v1/policy?\(query)")
            }
        }
        return answers
    }
}

@Suite("Any sequence of changes, as devices see them")
struct PolicyModelTests {
    @Test(
        "whoever's document changed has a higher revision and another ETag; a new process answers the same",
        arguments: 0..<3)
    func random(_ round: Int) async throws {
        var seed = Seed()
        let files = try FreshDatabase()
        let service = try await TestService(files: files)
        var world = World(service: service)
        for (app, tenant) in [("a", "acme"), ("b", "acme"), ("c", "globex")] { try await world.create(app, in: tenant) }
        /// Of each caller, the last document and its tag: an app that was off the list for a time remembers it.
        var known: [String: (document: PolicyDocument, tag: String)] = [:]
        for step in 0..<150 {
            let place: Comment = "\(seed), step \(step)"
            try await world.step(&seed)
            for (caller, answer) in world.answers {
                guard answer.status == 200 else {
                    #expect(answer.status == 401, place)
                    continue
                }
                let document = try answer.answer(PolicyDocument.self)
                let tag = answer.first("ETag") ?? ""
                if let last = known[caller] {
                    #expect((tag == last.tag) == (document == last.document), place)
                    if document != last.document { #expect(document.revision > last.document.revision, place) }
                }
                known[caller] = (document, tag)
            }
            if step % 10 == 0 { try await compareWithTables(world, place) }
        }
        let before = world.answers
        await service.close()
        try await TestService.with(files: files) { again in
            for (caller, old) in before {
                let new = again.device("/sdk/v1/policy?\(caller)")
                #expect(new.status == old.status && new.body == old.body, "\(seed) \(caller)")
                #expect(new.headers.map { "\($0)" } == old.headers.map { "\($0)" }, "\(seed) \(caller)")
            }
        }
    }

    @Test(
        "whoever listens hears rising revisions and at last what it would be answered, or everything off and the end",
        arguments: 0..<2)
    func listening(_ round: Int) async throws {
        var seed = Seed()
        let place: Comment = "\(seed)"
        try await TestService.with { service in
            var world = World(service: service)
            for (app, tenant) in [("a", "acme"), ("b", "acme"), ("c", "globex")] {
                try await world.create(app, in: tenant)
            }
            let served = try ServedDevices(service.sdk)
            let admitted = world.answers.filter { $0.value.status == 200 }.keys
            let listeners = try admitted.map { (caller: $0, stream: try served.listen($0)) }
            for listener in listeners { #expect(try listener.stream.status() == 200) }
            for _ in 0..<80 { try await world.step(&seed) }
            for (caller, stream) in listeners {
                let answer = service.device("/sdk/v1/policy?\(caller)")
                let present = answer.status == 200 ? try answer.answer(PolicyDocument.self) : nil
                var last: PolicyDocument?
                var hasEnded = false
                while !hasEnded, last == nil || last?.revision != present?.revision {
                    guard let data = try stream.nextEvent()?.data else {
                        hasEnded = true
                        continue
                    }
                    let document = try JSONReader.decode(PolicyDocument.self, from: JSONScanner.scan(Array(data.utf8)))
                    #expect(document.revision > last?.revision ?? 0, place)
                    last = document
                }
                if hasEnded {
                    #expect(last?.isEnabled == false && last?.surfaces["home"] == .off, "\(seed) \(caller)")
                } else {
                    #expect(last == present, "\(seed) \(caller)")
                }
            }
        }
    }

    /// The document is the base less what the list of disables holds, or off where the project or tenant is suspended.
    private func compareWithTables(_ world: World, _ place: Comment) async throws {
        let service = world.service
        for app in world.keys.keys {
            let read = await service.call("GET", "/api/v1/projects/\(app)")
            guard read.status == 200 else {
                #expect(service.device("/sdk/v1/policy?application_id=\(app)").status == 401, place)
                continue
            }
            let project = try read.answer(Project.self)
            let tenant = try await service.call("GET", "/api/v1/tenants/\(project.tenant)").answer(Tenant.self)
            let base = try await service.call("GET", "/api/v1/projects/\(app)/policy").answer(BasePolicy.self)
            let path = "/api/v1/disables?active=true&application_id=\(app)&limit=200"
            let disables = try await service.call("GET", path).answer(Page<Disable>.self).items
            let targets = try DisableTarget.targets(disables.flatMap(\.targets) + ["surface:nowhere"])
            let isOff = project.status == .suspended || tenant.status == .suspended
            let expected = PolicyDocument(
                revision: project.revision, applicationID: app,
                policy: isOff ? base.everythingOff : base.without(targets))
            let shown = try service.policy(app)
            #expect(shown == expected, place)
        }
    }
}
