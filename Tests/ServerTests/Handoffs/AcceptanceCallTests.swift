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
