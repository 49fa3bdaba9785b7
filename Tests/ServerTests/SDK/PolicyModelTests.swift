import API
import Domain
import HTTP
import Server
import Store
import Support
import Testing

@Suite("Any sequence of changes, as devices see them")
struct PolicyModelTests {
    @Test(
        "whoever's document changed has a higher revision and another ETag; a new process answers the same",
        arguments: 0..<3)
    func random(_ round: Int) async throws {
        var seed = Seed()
        let files = try FreshDatabase()
        let service = try await TestService(files: files)
        var model = try await PolicyModel(service)
        /// Of each caller, the last document and its tag: an app that was off the list for a time remembers it.
        var known: [PolicyModel.Asker: (document: PolicyDocument, tag: String)] = [:]
        for step in 0..<150 {
            let place: Comment = "\(seed), step \(step)"
            try await model.step(&seed)
            for caller in model.askers {
                // Made now and kept, and then as it was kept.
                let answer = model.answer(to: caller)
                let kept = model.answer(to: caller)
                #expect(kept.status == answer.status && kept.body == answer.body, place)
                guard answer.status == 200 else {
                    #expect(answer.status == 401, place)
                    continue
                }
                #expect(answer.body == (try await fresh(caller, service)), place)
                let document = try answer.answer(PolicyDocument.self)
                let tag = answer.first("ETag") ?? ""
                if let last = known[caller] {
                    #expect((tag == last.tag) == (document == last.document), place)
                    if document != last.document { #expect(document.revision > last.document.revision, place) }
                }
                known[caller] = (document, tag)
            }
            if step % 10 == 0 { try await compareWithTables(model, place) }
        }
        let before = model.askers.map { ($0, model.answer(to: $0)) }
        await service.close()
        try await TestService.with(files: files) { again in
            for (caller, old) in before {
                let new = again.device("/sdk/v1/policy?\(caller.query)")
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
            var model = try await PolicyModel(service)
            let served = try ServedDevices(service.sdk)
            let admitted = model.askers.filter { model.answer(to: $0).status == 200 }
            let listeners = try admitted.map { (caller: $0, stream: try served.listen($0.query)) }
            for listener in listeners { #expect(try listener.stream.status() == 200) }
            for _ in 0..<80 { try await model.step(&seed) }
            for (caller, stream) in listeners {
                let answer = model.answer(to: caller)
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

    /// What the one rule makes of the tables as they are now.
    private func fresh(_ caller: PolicyModel.Asker, _ service: TestService) async throws -> [UInt8] {
        let project = try await service.app.store.read { snapshot throws(Failure) in
            try snapshot.projectPolicy(caller.app)
        }
        return JSONWriter.encode(try #require(project).document(for: caller.caller))
    }

    /// The document is the base less what the list of disables holds, or off where the project or tenant is suspended.
    private func compareWithTables(_ model: PolicyModel, _ place: Comment) async throws {
        let service = model.service
        for app in model.keys.keys {
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
            // Of a caller that says nothing of itself every condition holds but that on the product.
            let holding = disables.filter { $0.products.optional?.contains(project.product) ?? true }
            let targets = try DisableTarget.targets(holding.flatMap(\.targets) + ["surface:nowhere"])
            let isOff = project.status == .suspended || tenant.status == .suspended
            let expected = PolicyDocument(
                revision: project.revision, applicationID: app,
                policy: isOff ? base.everythingOff : base.without(targets))
            let shown = try service.policy(app)
            #expect(shown == expected, place)
        }
    }
}
