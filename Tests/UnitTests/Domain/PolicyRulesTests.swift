import API
import Domain
import Support
import Testing

@Suite("Base policies")
struct PolicyRulesTests {
    private func policy(_ change: (inout SetPolicy) -> Void) throws(Failure) -> BasePolicy {
        var set = SetPolicy(.standard)
        change(&set)
        return try BasePolicy(set)
    }

    @Test("a new project's policy allows video from home to the product, and nothing near the till")
    func standard() {
        let open = BasePolicy.standard.surfaces.filter { $0.value == SurfaceDecision(player: true, followMe: true) }
        #expect(Set(open.keys) == ["home", "liveList", "catalog", "search", "productDetail"])
        #expect(BasePolicy.standard.surfaces.count == 11)
        #expect(BasePolicy.standard.surfaces.filter { $0.value == .off }.count == 6)
        #expect(BasePolicy.standard.ttlSeconds == 60)
    }

    @Test(
        "protected surfaces can be given neither decision",
        arguments: ["cart", "checkout", "payment", "auth", "unknown"],
        [SurfaceDecision(player: true, followMe: false), SurfaceDecision(player: false, followMe: true)])
    func closed(_ name: String, _ decision: SurfaceDecision) {
        let failure = refusal { try policy { $0.surfaces[name] = decision } }
        #expect(failure?.code == .protectedSurface)
        #expect(refusal { try policy { $0.surfaces[name] = .off } } == nil)
    }

    @Test("profile may have a player and never follow_me")
    func profile() throws {
        let player = try policy { $0.surfaces["profile"] = SurfaceDecision(player: true, followMe: false) }
        #expect(player.surfaces["profile"]?.player == true)
        for isPlaying in [true, false] {
            let failure = refusal {
                try policy { $0.surfaces["profile"] = SurfaceDecision(player: isPlaying, followMe: true) }
            }
            #expect(failure?.faults.map(\.pointer) == ["/surfaces/profile/follow_me"])
        }
    }

    @Test(
        "a custom surface is 1–64 letters and digits that begin with a lower-case letter",
        arguments: [
            ("promo", true), ("p", true), ("promoPage2", true), ("p" + String(repeating: "x", count: 63), true),
            ("p" + String(repeating: "x", count: 64), false), ("Promo", false), ("2promo", false), ("", false),
            ("pro-mo", false), ("pro_mo", false), ("промо", false), ("p\u{212A}", false), ("promo ", false),
        ])
    func custom(_ name: String, _ isOne: Bool) {
        let failure = refusal { try policy { $0.surfaces[name] = .off } }
        #expect((failure == nil) == isOne)
        if !isOne { #expect(failure?.code == .invalidSurface) }
    }

    @Test(
        "ttl_seconds is 10–300",
        arguments: [(9, false), (10, true), (300, true), (301, false), (0, false), (-1, false)])
    func ttl(_ seconds: Int, _ isAllowed: Bool) {
        let failure = refusal { try policy { $0.ttlSeconds = seconds } }
        #expect((failure == nil) == isAllowed)
        if !isAllowed { #expect(failure?.code == .outOfRange) }
    }

    @Test("a standard surface that is left out is off, and a hundred custom ones are as many as there may be")
    func leftOut() throws {
        let bare = try policy { $0.surfaces = [:] }
        #expect(Set(bare.surfaces.keys) == Set(Surfaces.standard))
        #expect(bare.surfaces.values.allSatisfy { $0 == .off })
        func customs(_ count: Int) throws(Failure) -> BasePolicy {
            try policy { set in for index in 0..<count { set.surfaces["s\(index)"] = .off } }
        }
        #expect(try customs(100).surfaces.count == 111)
        #expect(refusal { try customs(101) }?.code == .outOfRange)
    }

    @Test("of several faults all are named")
    func allFaults() {
        let failure = refusal {
            try policy {
                $0.ttlSeconds = 1
                $0.surfaces["cart"] = SurfaceDecision(player: true, followMe: true)
                $0.surfaces["Bad"] = .off
            }
        }
        #expect(
            failure.map { Set($0.faults.map(\.code)) } == ["protected_surface", "invalid_surface", "out_of_range"])
    }

    @Test("it gives back exactly when a flag or decision goes from false to true")
    func givesBack() throws {
        let all = BasePolicy.standard
        let flags: [WritableKeyPath<SetPolicy, Bool>] = [\.isEnabled, \.followMePlayerEnabled, \.manualMinimizeEnabled]
        for flag in flags {
            let less = try policy { $0[keyPath: flag] = false }
            #expect(all.givesBack(comparedTo: less) && !less.givesBack(comparedTo: all))
        }
        let noPlayer = try policy { $0.surfaces["home"] = SurfaceDecision(player: false, followMe: true) }
        let noFollow = try policy { $0.surfaces["home"] = SurfaceDecision(player: true, followMe: false) }
        #expect(all.givesBack(comparedTo: noPlayer) && all.givesBack(comparedTo: noFollow))
        #expect(!noPlayer.givesBack(comparedTo: all) && !noFollow.givesBack(comparedTo: all))
        #expect(noPlayer.givesBack(comparedTo: noFollow) && noFollow.givesBack(comparedTo: noPlayer))
        let custom = try policy { $0.surfaces["promo"] = SurfaceDecision(player: true, followMe: false) }
        let silent = try policy { $0.surfaces["promo"] = .off }
        #expect(custom.givesBack(comparedTo: all), "a custom surface is false until it is allowed")
        #expect(!silent.givesBack(comparedTo: all) && !all.givesBack(comparedTo: custom))
        #expect(!(try policy { $0.ttlSeconds = 300 }).givesBack(comparedTo: all))
        #expect(!all.givesBack(comparedTo: all))
    }
}

@Suite("Disables")
struct DisableRulesTests {
    /// Any base policy and any targets, protected surfaces apart.
    private func random(_ seed: inout Seed) -> (base: BasePolicy, targets: [DisableTarget]) {
        var base = BasePolicy.standard
        base.isEnabled = Int.random(in: 0..<4, using: &seed) > 0
        base.followMePlayerEnabled = Int.random(in: 0..<4, using: &seed) > 0
        base.manualMinimizeEnabled = .random(using: &seed)
        for name in ["home", "catalog", "search", "promo", "news"] {
            base.surfaces[name] = SurfaceDecision(player: .random(using: &seed), followMe: .random(using: &seed))
        }
        let all: [DisableTarget] = [
            .sdk, .followMePlayer, .manualMinimize, .surface("home"), .surface("catalog"), .surface("promo"),
            .surface("unheardOf"),
        ]
        return (base, all.filter { _ in Int.random(in: 0..<3, using: &seed) == 0 }.shuffled(using: &seed))
    }

    @Test("they commute: one after another in any order is the same as all at once, and twice is as once")
    func commute() {
        var seed = Seed()
        for _ in 0..<3_000 {
            let (base, targets) = random(&seed)
            let atOnce = base.without(Set(targets))
            var inOrder = base
            for target in targets { inOrder = inOrder.without([target]) }
            var reversed = base
            for target in targets.reversed() { reversed = reversed.without([target]) }
            #expect(inOrder.without([]) == atOnce, "\(seed) \(targets.map(\.word))")
            #expect(reversed.without([]) == atOnce, "\(seed) \(targets.map(\.word))")
            #expect(atOnce.without(Set(targets)) == atOnce, "\(seed) \(targets.map(\.word))")
        }
    }

    @Test("they only take away, and one more never gives anything back")
    func onlyTakeAway() {
        var seed = Seed()
        for _ in 0..<3_000 {
            let (base, targets) = random(&seed)
            let less = base.without(Set(targets))
            #expect(!less.givesBack(comparedTo: base), "\(seed)")
            #expect(!less.givesBack(comparedTo: base.without(Set(targets.dropFirst()))), "\(seed)")
        }
    }

    @Test("every standard surface is in every document, and the custom ones of the base")
    func complete() {
        var base = BasePolicy.standard
        base.surfaces = ["promo": SurfaceDecision(player: true, followMe: true)]
        #expect(Set(base.without([]).surfaces.keys) == Set(Surfaces.standard + ["promo"]))
        #expect(Set(base.everythingOff.surfaces.keys) == Set(Surfaces.standard + ["promo"]))
    }

    @Test("a target does what the contract says and nothing more")
    func targets() {
        let base = BasePolicy.standard
        let sdk = base.without([.sdk])
        #expect(!sdk.isEnabled && sdk.surfaces.values.allSatisfy { $0 == .off })
        #expect(sdk.followMePlayerEnabled && sdk.manualMinimizeEnabled)
        let follow = base.without([.followMePlayer])
        #expect(follow.isEnabled && !follow.followMePlayerEnabled)
        #expect(follow.surfaces.values.allSatisfy { !$0.followMe } && follow.surfaces["home"]?.player == true)
        let minimize = base.without([.manualMinimize])
        #expect(!minimize.manualMinimizeEnabled && minimize.surfaces == base.surfaces && minimize.isEnabled)
        let home = base.without([.surface("home")])
        #expect(home.surfaces["home"] == .off && home.surfaces["search"] == base.surfaces["search"])
        #expect(base.without([.surface("unheardOf")]) == base)
        let off = base.everythingOff
        #expect(!off.isEnabled && !off.followMePlayerEnabled && !off.manualMinimizeEnabled)
        #expect(off.surfaces.values.allSatisfy { $0 == .off } && off.ttlSeconds == base.ttlSeconds)
    }

    @Test("a flag that is false in the base has the consequences of its disable")
    func flags() {
        var base = BasePolicy.standard
        base.followMePlayerEnabled = false
        #expect(base.without([]) == BasePolicy.standard.without([.followMePlayer]))
        base = .standard
        base.isEnabled = false
        #expect(base.without([]) == BasePolicy.standard.without([.sdk]))
    }

    @Test(
        "a word is a target, and written back the same, or none",
        arguments: [
            ("sdk", true), ("follow_me_player", true), ("manual_minimize", true), ("surface:home", true),
            ("surface:promoPage", true), ("surface:", false), ("surface", false), ("surface:Home", false),
            ("surface: home", false), ("SDK", false), ("", false), ("sdk ", false), ("surface:a:b", false),
        ])
    func words(_ word: String, _ isOne: Bool) {
        #expect((DisableTarget(word)?.word == word) == isOne)
    }

    @Test("no target is refused, and of several bad words all are named")
    func badWords() {
        #expect(refusal { try DisableTarget.targets([]) }?.code == .invalidTarget)
        let failure = refusal { try DisableTarget.targets(["sdk", "x", "surface:home", "y"]) }
        #expect(failure?.faults.map(\.pointer) == ["/targets/1", "/targets/3"])
    }

    @Test("128 targets are taken, and one more is refused before any is looked at")
    func tooManyWords() throws {
        let most = ["sdk", "follow_me_player", "manual_minimize"] + (0..<125).map { "surface:custom\($0)" }
        #expect(most.count == 128)
        #expect(try DisableTarget.targets(most).count == 128)
        for word in ["surface:last", "sdk", "no target"] {
            let failure = refusal { try DisableTarget.targets(most + [word]) }
            #expect(failure?.code == .invalidTarget)
            #expect(failure?.faults.map(\.pointer) == ["/targets"], "\(word)")
        }
    }

    @Test("one disable reaches every surface that a project can have, and every flag")
    func wordsForAll() {
        #expect(DisableTarget.wordsMax >= 3 + Surfaces.standard.count + Surfaces.customMax)
    }
}

@Suite("Revisions")
struct RevisionTests {
    @Test("the next one is the time in milliseconds, or one more where the clock does not help")
    func next() {
        let now = Instant(milliseconds: 1_790_000_000_123)
        #expect(Revision.next(after: 0, at: now) == 1_790_000_000_123)
        #expect(Revision.next(after: 1_790_000_000_122, at: now) == 1_790_000_000_123)
        #expect(Revision.next(after: 1_790_000_000_123, at: now) == 1_790_000_000_124)
        #expect(Revision.next(after: 1_999_000_000_000, at: now) == 1_999_000_000_001)
    }

    @Test("it always rises, wherever the clock jumps")
    func rises() {
        var seed = Seed()
        var last: Int64 = 0
        for _ in 0..<5_000 {
            let now = Instant(milliseconds: .random(in: 0...2_000_000_000_000, using: &seed))
            let next = Revision.next(after: last, at: now)
            #expect(next > last && next >= now.milliseconds, "\(seed)")
            last = Bool.random(using: &seed) ? next : .random(in: 0...next, using: &seed)
        }
    }
}
