import API
import Domain
import Support
import Testing

@Suite("What is recorded of an acceptance")
struct AcceptanceStateTests {
    private static let at = TestService.start
    private static let later = TestService.start.advanced(bySeconds: 3600)

    private static func state(
        _ cart: CartContract.Mode = .openProduct, liveMarket: LiveMarketSetup? = nil,
        release: Release.Status = .accepted, rollback: Release.Status = .accepted
    ) -> AcceptanceState {
        func handed(_ version: String) -> HandedRelease {
            HandedRelease(product: "p", version: version, pairedVersion: nil, archiveSHA256: "0", requirements: [:])
        }
        let inputs = TestService.handoff(release: "r2", rollback: "r1")
        let document = HandoffDocument(
            number: 1, tenant: "acme", applicationID: "shop", name: "Shop", product: .shopstory,
            environment: .production, iosBundleIDs: [], androidPackageNames: [], platform: .ios, agreement: nil,
            baseURL: "https://sdk.example.com", release: handed("1.1.0"), rollbackRelease: handed("1.0.0"),
            signedIdentity: nil, routes: HandedRoutes(version: 1, entries: []), testProducts: [],
            cart: CartContract(mode: cart), branding: [], packageAccess: "ticket", rollout: inputs.rollout!,
            support: "ticket", liveMarket: liveMarket)
        return AcceptanceState(
            document: document, release: release, rollbackRelease: rollback, recorded: [:], earlier: [:], done: [])
    }

    private static func stated(
        _ check: String, _ result: CheckResult = .pass, device: String = "iPhone 15", os: String = "iOS 17.2",
        version: String = "1.1.0", note: String? = nil
    ) -> StatedCheck {
        StatedCheck(check: check, result: result, device: device, os: os, sdkVersion: version, note: note)
    }

    /// Everything that is needed, passed.
    private static func passed(_ state: AcceptanceState, stages: [String] = []) -> SetAcceptance {
        let needed = state.acceptance.checks.filter(\.needed)
        return SetAcceptance(results: needed.map { stated($0.check) }, stagesDone: stages)
    }

    private func failure(_ stated: SetAcceptance, of state: AcceptanceState = state()) throws -> Failure {
        try #require(throws: Failure.self) { _ = try state.stating(stated, by: "ann", at: Self.at) }
    }

    @Test("the twelve rows and seven scenarios are there, and a direct cart is tried where there is one")
    func checks() {
        let all = Self.state().acceptance.checks
        #expect(all.count == 19 && all.allSatisfy { $0.recorded == .null })
        #expect(all.filter { !$0.needed }.map(\.check) == ["row:direct_cart", "scenario:cart"])
        #expect(Self.state(.directCart).acceptance.checks.allSatisfy { $0.needed })
        #expect(Self.state(liveMarket: TestService.liveMarket()).acceptance.checks.allSatisfy { $0.needed })
    }

    @Test("who and when of what stays as it is stay, and of what is new are the caller's")
    func whoAndWhen() throws {
        let live = Self.stated("scenario:live")
        let first = try Self.state().stating(
            SetAcceptance(results: [live, Self.stated("scenario:vod")], stagesDone: []), by: "ann", at: Self.at)
        let again = try first.stating(
            SetAcceptance(results: [live, Self.stated("scenario:vod", .fail, note: "no sound")], stagesDone: []),
            by: "bob", at: Self.later)
        #expect(again.recorded["scenario:live"] == first.recorded["scenario:live"])
        let vod = try #require(again.recorded["scenario:vod"])
        #expect(vod.by == "bob" && vod.at == Self.later && vod.result == .fail && vod.note.optional == "no sound")
        let without = try again.stating(SetAcceptance(results: [live], stagesDone: []), by: "bob", at: Self.later)
        #expect(without.recorded.keys.sorted() == ["scenario:live"])
    }

    @Test(
        "what cannot be recorded is refused, and told where it stands",
        arguments: [
            (stated("live"), "/results/0/check", "out_of_range"),
            (stated("row:live"), "/results/0/check", "out_of_range"),
            (stated("scenario:live", device: ""), "/results/0/device", "invalid_reason"),
            (
                stated("scenario:live", device: String(repeating: "a ", count: 51)), "/results/0/device",
                "invalid_reason"
            ),
            (stated("scenario:live", os: "iOS\n17"), "/results/0/os", "invalid_reason"),
            (stated("scenario:live", note: String(repeating: "a ", count: 251)), "/results/0/note", "invalid_reason"),
            (stated("scenario:live", note: "password=hunter2"), "/results/0/note", "invalid_reason"),
            (stated("scenario:live", .fail, version: "latest"), "/results/0/sdk_version", "invalid_range"),
            (stated("scenario:live", version: "1.0.0"), "/results/0/sdk_version", "invalid_range"),
            (stated("row:rollback", version: "0.9.0"), "/results/0/sdk_version", "invalid_range"),
        ])
    func faults(_ check: StatedCheck, _ pointer: String, _ code: String) throws {
        let failure = try failure(SetAcceptance(results: [check], stagesDone: []))
        #expect(failure.faults.map(\.pointer) == [pointer] && failure.faults.map(\.code) == [code])
        #expect(failure.code.rawValue == code)
    }

    @Test("the limits themselves are lawful, and so is a fail of another version, and the way back to the older one")
    func limits() throws {
        let results = [
            Self.stated(
                "scenario:live", device: String(repeating: "a ", count: 50), note: String(repeating: "a ", count: 250)),
            Self.stated("row:exact_version", .fail, version: "1.0.9"),
            Self.stated("scenario:vod", .blocked, version: "1.0.9"), Self.stated("row:rollback", version: "1.0.0"),
            Self.stated("scenario:rollback", version: "1.0.0"),
        ]
        let state = try Self.state().stating(SetAcceptance(results: results, stagesDone: []), by: "ann", at: Self.at)
        #expect(state.recorded.count == 5)
    }

    @Test("one check twice is refused")
    func twice() throws {
        let check = Self.stated("scenario:live")
        #expect(
            try failure(SetAcceptance(results: [check, check], stagesDone: [])).faults.map(\.pointer) == [
                "/results/1/check"
            ])
    }

    @Test("a stage waits for every check that is needed", arguments: [CheckResult?.none, .fail, .blocked])
    func stageWaits(_ result: CheckResult?) throws {
        let state = Self.state()
        for check in state.acceptance.checks where check.needed {
            var stated = Self.passed(state, stages: ["staff"])
            stated.results.removeAll { $0.check == check.check }
            if let result { stated.results.append(Self.stated(check.check, result)) }
            let failure = try failure(stated, of: state)
            #expect(failure.code == .conflict && failure.faults.map(\.code) == [check.check])
        }
    }

    @Test("a stage waits for an accepted way back, and begins with no withdrawn release")
    func releases() throws {
        func codes(_ state: AcceptanceState) throws -> [String] {
            try failure(Self.passed(state, stages: ["staff"]), of: state).faults.map(\.code)
        }
        #expect(try codes(Self.state(rollback: .withdrawn)) == ["rollback_not_accepted"])
        #expect(try codes(Self.state(rollback: .preview)) == ["rollback_not_accepted"])
        #expect(try codes(Self.state(release: .withdrawn)) == ["release_withdrawn"])
    }

    @Test("stages are marked in their order, each with its own time, and stay done when a check fails later")
    func order() throws {
        let state = Self.state()
        for (stages, code) in [(["everybody"], ErrorCode.conflict), (["nobody"], .outOfRange)] {
            #expect(try failure(Self.passed(state, stages: stages), of: state).code == code)
        }
        #expect(
            try failure(Self.passed(state, stages: ["staff", "everybody", "staff"]), of: state).code == .outOfRange)
        let first = try state.stating(Self.passed(state, stages: ["staff"]), by: "ann", at: Self.at)
        #expect(first.acceptance.waitsFor == [])
        var failed = Self.passed(state, stages: ["staff"])
        failed.results[0] = Self.stated("row:exact_version", .fail)
        let later = try first.stating(failed, by: "bob", at: Self.later)
        #expect(later.done == first.done && later.acceptance.waitsFor == ["row:exact_version"])
        failed.stagesDone.append("everybody")
        #expect(try failure(failed, of: later).code == .conflict)
        let whole = try first.stating(Self.passed(state, stages: ["staff", "everybody"]), by: "bob", at: Self.later)
        #expect(whole.done == [.init(by: "ann", at: Self.at), .init(by: "bob", at: Self.later)])
        #expect(whole.acceptance.waitsFor == [])
    }
}
