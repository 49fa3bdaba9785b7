import API
import Domain
import Support
import Testing

@Suite("What is recorded of an acceptance")
struct AcceptanceStateTests {
    private static let at = TestService.start
    private static let later = TestService.start.advanced(bySeconds: 3600)

    private static func state(
        _ cart: CartContract.Mode? = .openProduct, of product: Product = .shopstory,
        release: Release.Status = .accepted, rollback: Release.Status = .accepted,
        native: Release.Status? = nil, rollbackNative: Release.Status? = nil, newest: Int64 = 1,
        isSuspended: Bool = false, recorded: [String: RecordedCheck] = [:]
    ) -> AcceptanceState {
        func handed(_ version: String) -> HandedRelease {
            HandedRelease(product: "p", version: version, archiveSHA256: "0", requirements: [:])
        }
        let inputs = TestService.handoff(release: "r2", rollback: "r1")
        let document = HandoffDocument(
            number: 1, tenant: "acme", applicationID: "shop", name: "Shop", product: product,
            environment: .production, iosBundleIDs: [], androidPackageNames: [], platform: .ios, agreement: nil,
            baseURL: "https://sdk.example.com", release: handed("1.1.0"), rollbackRelease: handed("1.0.0"),
            signedIdentity: nil, routes: HandedRoutes(version: 1, entries: []), testProducts: [],
            cart: cart.map { CartContract(mode: $0) }, branding: [], packageAccess: "ticket", rollout: inputs.rollout!,
            support: "ticket", liveMarket: product == .livemarket ? TestService.liveMarket() : nil)
        func pair(_ version: String, _ status: Release.Status, _ native: Release.Status?) -> ReleasePair {
            func one(_ version: String, _ status: Release.Status) -> Release {
                Release(
                    id: version, product: "p", version: version, pairedVersion: nil, archiveSHA256: "0",
                    requirements: [:], notes: nil, status: status, createdBy: "root", createdAt: at, withdrawal: nil)
            }
            return ReleasePair(one(version, status), native: native.map { one("0.2.0", $0) })
        }
        return AcceptanceState(
            document: document, release: pair("1.1.0", release, native),
            rollbackRelease: pair("1.0.0", rollback, rollbackNative), newest: newest, isSuspended: isSuspended,
            recorded: recorded, earlier: [:], done: [])
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

    private static let ofMyBot = [
        "row:feed_product_id", "row:entrypoint", "row:product_change", "row:product_action", "row:direct_cart",
        "row:follow_me", "scenario:live", "scenario:vod", "scenario:no_content", "scenario:cart",
    ]

    /// What does not apply, by the cart and the product.
    private static let inapplicable: [(state: AcceptanceState, checks: [String])] = [
        (state(), ["row:direct_cart", "scenario:cart"]), (state(.directCart), []), (state(of: .mybot), ofMyBot),
        (state(.directCart, of: .mybot), ofMyBot),
        (
            state(nil, of: .livemarket),
            [
                "row:feed_product_id", "row:entrypoint", "row:product_change", "row:product_action", "row:follow_me",
                "scenario:live", "scenario:no_content",
            ]
        ),
    ]

    @Test("the twelve rows and seven scenarios are there, and what the handoff is says which of them apply")
    func checks() {
        for (state, inapplicable) in Self.inapplicable {
            let all = state.acceptance.checks
            #expect(all.count == 19 && all.allSatisfy { $0.recorded == .null })
            #expect(all.filter { !$0.needed }.map(\.check) == inapplicable)
            #expect(state.acceptance.waitsFor == all.filter(\.needed).map(\.check))
        }
    }

    @Test("on what does not apply nothing is recorded, and no stage waits for it", arguments: CheckResult.allCases)
    func inapplicable(_ result: CheckResult) throws {
        for (state, checks) in Self.inapplicable {
            for check in checks {
                let failure = try failure(
                    SetAcceptance(results: [Self.stated(check, result)], stagesDone: []), of: state)
                #expect(failure.faults.map(\.pointer) == ["/results/0/check"] && failure.code == .outOfRange)
                #expect(failure.faults[0].detail.hasPrefix("\(check) does not apply to this handoff: "))
            }
            let done = try state.stating(Self.passed(state, stages: ["staff"]), by: "ann", at: Self.at)
            #expect(done.done.count == 1)
        }
    }

    @Test("what was recorded before a rule became stricter can be stated as it is, and not anew")
    func earlierRules() throws {
        func recorded(_ check: StatedCheck) -> RecordedCheck {
            RecordedCheck(
                result: check.result, by: "ann", at: Self.at, device: check.device, os: check.os,
                sdkVersion: check.sdkVersion, note: check.note)
        }
        let old = [Self.stated("row:direct_cart", .blocked), Self.stated("scenario:vod", note: "password=hunter2")]
        let state = Self.state(recorded: Dictionary(uniqueKeysWithValues: old.map { ($0.check, recorded($0)) }))
        let more = try state.stating(
            SetAcceptance(results: old + [Self.stated("row:background")], stagesDone: []), by: "bob", at: Self.later)
        #expect(more.recorded.count == 3 && more.recorded["row:direct_cart"] == state.recorded["row:direct_cart"])
        let anew = [
            Self.stated("row:direct_cart", .pass), Self.stated("scenario:vod", .fail, note: "password=hunter2"),
        ]
        #expect(
            try failure(SetAcceptance(results: anew, stagesDone: []), of: state).faults.map(\.pointer) == [
                "/results/0/check", "/results/1/note",
            ])
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
    }

    @Test("a recorded result can be replaced and a stage added; neither is left out")
    func leftOut() throws {
        func left(_ stated: SetAcceptance, of state: AcceptanceState) throws -> [String] {
            let failure = try failure(stated, of: state)
            #expect(failure.code == .conflict)
            return failure.faults.map { "\($0.pointer) \($0.code)" }
        }
        let begun = try Self.state().stating(Self.passed(Self.state(), stages: ["staff"]), by: "ann", at: Self.at)
        #expect(
            try left(SetAcceptance(results: [], stagesDone: []), of: begun)
                == [String](repeating: "/results result_left_out", count: 17) + ["/stages_done stage_left_out"])
        #expect(try left(Self.passed(begun), of: begun) == ["/stages_done stage_left_out"])
        #expect(try left(Self.passed(begun, stages: ["everybody"]), of: begun) == ["/stages_done stage_left_out"])
        for check in begun.acceptance.checks where check.needed {
            var stated = Self.passed(begun, stages: ["staff"])
            stated.results.removeAll { $0.check == check.check }
            #expect(try left(stated, of: begun) == ["/results result_left_out"])
            for result in [CheckResult.fail, .blocked] {
                var replaced = stated
                replaced.results.append(Self.stated(check.check, result))
                let after = try begun.stating(replaced, by: "bob", at: Self.later)
                #expect(after.recorded[check.check]?.result == result && after.recorded.count == 17)
            }
        }
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

    @Test("what looks like a secret is not repeated, and of what is no check or there twice no more is judged")
    func repeatsNoSecret() throws {
        let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
        let results = [
            Self.stated(token, note: "password=hunter2"), Self.stated("scenario:live", .fail, version: token),
            Self.stated("scenario:live", note: "password=hunter2"),
        ]
        let failure = try failure(SetAcceptance(results: results, stagesDone: [token]))
        #expect(
            failure.faults.map(\.pointer) == [
                "/results/0/check", "/results/1/sdk_version", "/results/2/check", "/stages_done/0",
            ])
        #expect(failure.faults.allSatisfy { !$0.detail.contains("16C7e42F") && !$0.detail.contains("hunter2") })
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
        // The native half of a pair is what runs.
        let preview = Self.state(native: .preview, rollbackNative: .accepted)
        #expect(try preview.stating(Self.passed(preview), by: "ann", at: Self.at).acceptance.waitsFor == [])
        #expect(try codes(Self.state(native: .withdrawn, rollbackNative: .accepted)) == ["release_withdrawn"])
        for status in [Release.Status.preview, .withdrawn] {
            #expect(try codes(Self.state(native: .accepted, rollbackNative: status)) == ["rollback_not_accepted"])
        }
    }

    @Test("no stage begins once a newer handoff is issued or while the project is suspended; results are taken")
    func supersededAndSuspended() throws {
        let kinds = [
            (Self.state(newest: 2), ["superseded"]), (Self.state(isSuspended: true), ["suspended"]),
            (Self.state(newest: 2, isSuspended: true), ["superseded", "suspended"]),
        ]
        for (state, codes) in kinds {
            let failure = try failure(Self.passed(state, stages: ["staff"]), of: state)
            #expect(failure.code == .conflict && failure.faults.map(\.code) == codes)
            let recorded = try state.stating(Self.passed(state), by: "ann", at: Self.at)
            #expect(recorded.acceptance.waitsFor == codes)
        }
    }

    @Test("one stage at a time: the next one waits for what is seen in it")
    func oneAtATime() throws {
        let state = Self.state()
        let failure = try failure(Self.passed(state, stages: ["staff", "everybody"]), of: state)
        #expect(failure.code == .conflict)
        #expect(failure.faults.map { "\($0.pointer) \($0.code)" } == ["/stages_done/1 stage_too_soon"])
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
