import API
import Domain
import HTTP
import Support
import Testing

@Suite("Accepting a handoff")
struct AcceptanceCallTests {
    private func withIssued(
        _ body: (TestService, (release: Release, rollback: Release)) async throws -> Void
    ) async throws {
        try await TestService.with { service in
            _ = try await service.created("shop", in: "acme")
            let releases = try await service.prepareHandoff(of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            try await body(service, releases)
        }
    }

    private func path(_ number: Int) -> String { "/api/v1/projects/shop/handoff/issues/\(number)/acceptance" }

    private func acceptance(_ service: TestService, _ number: Int = 1) async throws -> Acceptance {
        try await service.call("GET", path(number)).answer(Acceptance.self)
    }

    private func put(
        _ service: TestService, _ results: [(check: String, result: CheckResult)], stages: [String] = [],
        number: Int = 1
    ) async throws -> Response {
        let stated = SetAcceptance(
            results: results.map {
                StatedCheck(
                    check: $0.check, result: $0.result, device: "iPhone 15", os: "iOS 17.2", sdkVersion: "1.1.0",
                    note: nil)
            }, stagesDone: stages)
        let body = String(decoding: JSONWriter.encode(stated), as: UTF8.self)
        return try await service.change("PUT", path(number), body)
    }

    private func allPass(_ acceptance: Acceptance) -> [(check: String, result: CheckResult)] {
        acceptance.checks.filter(\.needed).map { ($0.check, .pass) }
    }

    @Test("nothing is recorded at first; what is recorded has its caller, its time and a tag")
    func record() async throws {
        try await withIssued { service, _ in
            let empty = await service.call("GET", path(1))
            let body = #"{"results":[],"stages_done":[]}"#
            #expect(await service.call("PUT", path(1), body).code == "precondition_required")
            let done = try await put(service, [("scenario:live", .fail)])
            #expect(done.status == 200 && done.first("ETag") != empty.first("ETag"))
            let stale = await service.call(
                "PUT", path(1), body, headers: [("If-Match", empty.first("ETag") ?? "none")])
            #expect(stale.code == "stale")
            let live = try #require(try await acceptance(service).checks.first { $0.check == "scenario:live" })
            let recorded = try #require(live.recorded.optional)
            #expect(recorded.by == "root" && recorded.at == service.clock.value && recorded.result == .fail)
            let entry = try #require(try await service.audit("action=acceptance.set").last { $0.outcome == .done })
            #expect(entry.subject.optional == "1")
            #expect(entry.after.optional?["results"]?["scenario:live"]?.text == "fail")
        }
    }

    @Test("of two who record at once with one tag, one is stale, and both results are there when it has tried again")
    func concurrently() async throws {
        try await withIssued { service, _ in
            let tag = await service.call("GET", path(1)).first("ETag") ?? "none"
            let bodies = ["scenario:live", "scenario:vod"].map {
                #"{"check":"\#($0)","result":"pass","device":"d","os":"o","sdk_version":"1.1.0"}"#
            }
            func put(_ results: String, _ tag: String) async -> Response {
                let body = #"{"results":[\#(results)],"stages_done":[]}"#
                return await service.call("PUT", path(1), body, headers: [("If-Match", tag)])
            }
            async let first = put(bodies[0], tag)
            async let second = put(bodies[1], tag)
            let answers = await [first, second]
            #expect(answers.map(\.status).sorted() == [200, 412])
            // One that has not seen the other's result cannot take it away, not even with the tag of it.
            let newer = await service.call("GET", path(1)).first("ETag") ?? "none"
            let lost = answers[0].status == 200 ? bodies[1] : bodies[0]
            #expect(await put(lost, newer).json["errors"]?.items.first?["code"]?.text == "result_left_out")
            #expect(await put(bodies.joined(separator: ","), newer).status == 200)
            let both = try await acceptance(service)
            #expect(both.checks.filter { $0.recorded != .null }.count == 2)
        }
    }

    @Test("what was recorded and begun stays, whatever is put")
    func stays() async throws {
        try await withIssued { service, _ in
            let results = allPass(try await acceptance(service))
            _ = try await put(service, results, stages: ["staff"])
            let before = try await acceptance(service)
            for (results, stages, code) in [
                ([], ["staff"], "result_left_out"), (results, [], "stage_left_out"),
                (Array(results.dropLast()), ["staff"], "result_left_out"),
            ] {
                let refused = try await put(service, results, stages: stages)
                #expect(refused.status == 409 && refused.code == "conflict")
                #expect(try refused.answer(Problem.self).errors?.allSatisfy { $0.code == code } == true)
                #expect(try await acceptance(service) == before)
            }
        }
    }

    @Test("once a newer handoff is issued, results of the older one are taken and no stage of it begins")
    func superseded() async throws {
        try await withIssued { service, _ in
            let results = allPass(try await acceptance(service))
            _ = try await put(service, results, stages: ["staff"])
            try await service.setRoutes(
                TestService.routes + [RouteEntry(pattern: "/help", surface: "unknown")], of: "shop")
            _ = try await service.issueHandoff(of: "shop")
            #expect(try await acceptance(service).waitsFor == ["superseded"])
            let refused = try await put(service, results, stages: ["staff", "everybody"])
            #expect(refused.status == 409)
            #expect(try refused.answer(Problem.self).errors?.map(\.code) == ["superseded"])
            let failed = [(check: results[0].check, result: CheckResult.fail)] + results.dropFirst()
            let recorded = try await put(service, failed, stages: ["staff"])
            #expect(recorded.status == 200)
            #expect(try recorded.answer(Acceptance.self).waitsFor == [results[0].check, "superseded"])
            #expect(try await put(service, results, stages: ["staff"], number: 2).status == 200)
        }
    }

    @Test("no stage begins while the project or its tenant is suspended", arguments: ["projects/shop", "tenants/acme"])
    func suspended(_ path: String) async throws {
        try await withIssued { service, _ in
            let results = allPass(try await acceptance(service))
            func status(_ status: String) async throws {
                let body = #"{"status":"\#(status)","reason":"r"}"#
                #expect(try await service.change("PATCH", "/api/v1/\(path)", body).status == 200)
            }
            try await status("suspended")
            let refused = try await put(service, results, stages: ["staff"])
            #expect(try refused.answer(Problem.self).errors?.map(\.code) == ["suspended"])
            #expect(try await put(service, results).status == 200)
            #expect(try await acceptance(service).waitsFor == ["suspended"])
            try await status("active")
            #expect(try await put(service, results, stages: ["staff"]).status == 200)
        }
    }

    @Test("a project that is deleted has no acceptance any more")
    func deleted() async throws {
        try await withIssued { service, _ in
            _ = try await service.change("PATCH", "/api/v1/projects/shop", #"{"status":"suspended"}"#)
            #expect(try await service.change("DELETE", "/api/v1/projects/shop", "").status < 300)
            #expect(await service.call("GET", path(1)).status == 404)
            #expect(try await put(service, [("scenario:live", .pass)]).status == 404)
        }
    }

    @Test("of LiveMarket only what it has is tried, and that is enough for a stage")
    func liveMarket() async throws {
        try await TestService.with { service in
            _ = try await service.created("shop", in: "acme", product: .livemarket)
            try await service.prepareHandoff(of: "shop", package: SDKPackage.liveMarket) {
                $0.testProducts = nil
                $0.liveMarket = TestService.liveMarket()
            }
            #expect(try await service.issueHandoff(of: "shop").document.cart == .null)
            let empty = try await acceptance(service)
            let refused = try await put(service, [("row:follow_me", .blocked)])
            #expect(refused.status == 422 && refused.code == "out_of_range")
            #expect(refused.json["detail"]?.text?.contains("does not apply") == true)
            #expect(try await put(service, allPass(empty), stages: ["staff"]).status == 200)
        }
    }

    @Test("of MyBot only what it has is tried, and that is enough for a stage")
    func myBot() async throws {
        try await TestService.with { service in
            _ = try await service.created("shop", in: "acme", product: .mybot)
            try await service.prepareHandoff(of: "shop", package: SDKPackage.myBot)
            _ = try await service.issueHandoff(of: "shop")
            let empty = try await acceptance(service)
            #expect(empty.checks.count == 19 && empty.checks.filter(\.needed).count == 9)
            let refused = try await put(service, [("scenario:vod", .pass)])
            #expect(refused.status == 422 && refused.code == "out_of_range")
            #expect(refused.json["detail"]?.text?.contains("MyBot has no video") == true)
            #expect(try await put(service, allPass(empty), stages: ["staff"]).status == 200)
        }
    }

    @Test("what was never issued has no acceptance", arguments: ["0", "2", "01", "x", "-1"])
    func absent(_ number: String) async throws {
        try await withIssued { service, _ in
            let path = "/api/v1/projects/shop/handoff/issues/\(number)/acceptance"
            #expect(await service.call("GET", path).status == 404)
        }
    }

    @Test("a new handoff starts a new list and shows what the newest earlier one has of each check")
    func anew() async throws {
        try await withIssued { service, _ in
            _ = try await put(service, [("scenario:live", .pass), ("scenario:vod", .fail)])
            for number in 2...3 {
                try await service.setRoutes(
                    TestService.routes + [RouteEntry(pattern: "/help\(number)", surface: "unknown")], of: "shop")
                _ = try await service.issueHandoff(of: "shop")
                let new = try await acceptance(service, number)
                #expect(new.checks.allSatisfy { $0.recorded == .null })
                #expect(new.stages.allSatisfy { $0.done == .null })
                if number == 2 { _ = try await put(service, [("scenario:live", .blocked)], number: 2) }
            }
            let checks = try await acceptance(service, 3).checks
            let earlier = checks.compactMap { check in
                check.earlier.optional.map { "\(check.check) \($0.number) \($0.recorded.result.rawValue)" }
            }
            #expect(earlier == ["scenario:live 2 blocked", "scenario:vod 1 fail"])
            #expect(try await acceptance(service, 1).checks.allSatisfy { $0.earlier == .null })
        }
    }

    @Test("a stage is marked when all has passed and not before, and what is in its way is named")
    func stages() async throws {
        try await withIssued { service, _ in
            let empty = try await acceptance(service)
            #expect(empty.waitsFor == empty.checks.filter(\.needed).map(\.check))
            let early = try await put(service, [("scenario:live", .pass)], stages: ["staff"])
            #expect(early.status == 409 && early.code == "conflict")
            #expect(try early.answer(Problem.self).errors?.count == empty.waitsFor.count - 1)
            #expect(try await acceptance(service) == empty)
            let done = try await put(service, allPass(empty), stages: ["staff"])
            #expect(done.status == 200)
            let stages = try done.answer(Acceptance.self).stages
            #expect(stages.map { $0.done.optional?.by } == ["root", nil])
        }
    }

    @Test("no stage begins once the way back is withdrawn, or the release itself")
    func withdrawn() async throws {
        try await withIssued { service, releases in
            let results = allPass(try await acceptance(service))
            _ = try await put(service, results, stages: ["staff"])
            for (release, code) in [
                (releases.rollback, "rollback_not_accepted"), (releases.release, "release_withdrawn"),
            ] {
                func status(_ status: String) async throws {
                    let body = #"{"status":"\#(status)","reason":"r"}"#
                    #expect(try await service.change("PATCH", "/api/v1/releases/\(release.id)", body).status == 200)
                }
                try await status("withdrawn")
                #expect(try await acceptance(service).waitsFor == [code])
                let refused = try await put(service, results, stages: ["staff", "everybody"])
                #expect(try refused.answer(Problem.self).errors?.map(\.code) == [code])
                // What was begun can still be reported on.
                #expect(try await put(service, results, stages: ["staff"]).status == 200)
                try await status("accepted")
            }
            #expect(try await put(service, results, stages: ["staff", "everybody"]).status == 200)
        }
    }
}
