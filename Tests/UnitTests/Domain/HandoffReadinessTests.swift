import API
import Domain
import Support
import Testing

@Suite("What a handoff lacks")
struct HandoffReadinessTests {
    /// What a state is made of, with nothing missing.
    private struct Parts {
        var product = Product.shopstory
        var status = Status.active
        var name = "Shop"
        var ios = ["com.acme.shop"]
        var android = ["com.acme.shop"]
        var inputs = TestService.handoff(release: "r2", rollback: "r1")
        var release: Release? = HandoffReadinessTests.release("r2", "1.1.0", .accepted)
        var rollback: Release? = HandoffReadinessTests.release("r1", "1.0.0", .accepted)
        var native: Release?
        var rollbackNative: Release?
        var routes = TestService.routes
        var base = BasePolicy.standard
        var tenant = Status.active
        var isRotating = false
        var wrapping: Wrapping?
        var hasInstallations = true
        var publicURL: String? = "https://sdk.example.com"

        var state: HandoffState {
            let at = TestService.start
            let project = Project(
                tenant: "acme", applicationID: "shop", name: name, product: product, environment: .production,
                iosBundleIDs: ios, androidPackageNames: android, projectKey: "key", status: status,
                createdAt: at,
                revision: 1, identitySecret: .init(fingerprint: "0123456789ab", createdAt: at))
            let policy = ProjectPolicy(
                tenant: "acme", applicationID: "shop", product: product, projectKey: "key",
                allowlists: Allowlists(stored: ios, android), isSuspended: status == .suspended || tenant == .suspended,
                base: base,
                revision: 1,
                disables: [])
            func secret(_ id: String, retiredAt: Instant? = nil) -> IdentitySecretRecord {
                IdentitySecretRecord(
                    id: id, fingerprint: id, createdAt: at, retiredAt: retiredAt,
                    endsAt: retiredAt?.advanced(bySeconds: 60), wrapping: retiredAt == nil ? wrapping : nil)
            }
            let rotation = Rotation(
                current: secret("b"), previous: isRotating ? secret("a", retiredAt: at) : nil, at: at)
            return HandoffState(
                project: project, tenant: tenant, inputs: inputs,
                release: release.map { ReleasePair($0, native: native) },
                rollbackRelease: rollback.map { ReleasePair($0, native: rollbackNative) },
                routes: RouteMap(version: 1, entries: routes), policy: policy, rotation: rotation,
                hasInstallations: hasInstallations, publicURL: publicURL, audience: "mybot-customer-sdk")
        }
    }

    private static func release(
        _ id: String, _ version: String, _ status: Release.Status, of product: String = SDKPackage.shopStoryPlayer,
        paired: String? = nil, requirements: [String: String] = ["ios": "15"]
    ) -> Release {
        Release(
            id: id, product: product, version: version, pairedVersion: paired,
            archiveSHA256: String(repeating: id.hasSuffix("1") ? "a" : "b", count: 64), requirements: requirements,
            notes: nil,
            status: status, createdBy: "root", createdAt: TestService.start,
            withdrawal: nil)
    }

    private func findings(_ change: (inout Parts) -> Void) -> [String] {
        var parts = Parts()
        change(&parts)
        let state = parts.state
        let readiness = state.readiness(after: HandoffState.Looks(of: state))
        // What blocks stands first, and what nothing blocks can be made.
        #expect(readiness.findings.map(\.blocks) == readiness.findings.map(\.blocks).sorted { $0 && !$1 })
        #expect(readiness.ready == !readiness.findings.contains(where: \.blocks))
        if readiness.ready { #expect(state.document(number: 1) != nil) }
        #expect(readiness.findings.allSatisfy { !$0.detail.isEmpty && !$0.mend.isEmpty })
        return readiness.findings.map { ($0.blocks ? "! " : "") + $0.code }
    }

    @Test("is nothing where all is there")
    func nothing() {
        #expect(findings { _ in } == [])
    }

    @Test("each input that nobody has given is missing, and that the cart is open_product without one is said")
    func inputs() {
        #expect(findings { $0.inputs.platform = nil } == ["! no_platform"])
        #expect(findings { $0.inputs.platform = .other } == ["! no_agreement"])
        #expect(
            findings {
                $0.inputs.platform = .other; $0.inputs.agreement = "ticket"
            } == [])
        #expect(findings { $0.inputs.branding = nil } == ["! no_branding"])
        #expect(findings { $0.inputs.branding = [] } == [])
        #expect(findings { $0.inputs.support = nil } == ["! no_support"])
        #expect(findings { $0.inputs.rollout = nil } == ["! no_rollout"])
        #expect(findings { $0.inputs.packageAccess = nil } == ["! no_package_access"])
        #expect(findings { $0.inputs.cart = nil } == ["no_cart"])
        var parts = Parts()
        parts.inputs.cart = nil
        #expect(parts.state.document(number: 1)?.cart == .value(CartContract(mode: .openProduct)))
        // Also where one was said before there was a rule against it.
        parts.product = .livemarket
        for cart in [nil, CartContract(mode: .directCart)] {
            parts.inputs.cart = cart
            #expect(parts.state.document(number: 1)?.cart == .null)
        }
    }

    @Test("a test product of each kind must be there")
    func testProducts() {
        for state in TestProduct.State.allCases {
            #expect(
                findings { $0.inputs.testProducts?.removeAll { $0.expected == state } } == [
                    "! no_\(state.rawValue)_product"
                ])
        }
        #expect(findings { $0.inputs.testProducts = nil }.count == 3)
    }

    @Test("a release is of the package that the platform takes, and the way back of the same")
    func packages() {
        let flutter = SDKPackage.shopStoryPlayerFlutter
        #expect(findings { $0.release = nil } == ["! no_release"])
        #expect(findings { $0.rollback = nil } == ["! no_rollback_release"])
        #expect(
            findings { $0.release = Self.release("r2", "1.1.0", .accepted, of: flutter) } == [
                "! release_of_another_package", "! rollback_of_another_package",
            ])
        #expect(findings { $0.inputs.platform = .flutterIOS } == ["! release_of_another_package"])
        #expect(
            findings {
                $0.inputs.platform = .flutterIOS
                $0.release = Self.release("r2", "1.1.0", .accepted, of: flutter)
                $0.rollback = Self.release("r1", "1.0.0", .accepted, of: flutter)
            } == [])
    }

    @Test(
        "of another product's package nothing is handed over, whatever the platform; what nobody knows may go by agreement"
    )
    func products() {
        func platform(_ platform: HandoffPlatform, of product: Product, in package: String) -> [String] {
            findings { parts in
                parts.product = product
                parts.inputs.platform = platform
                parts.inputs.agreement = platform == .other ? "ticket" : nil
                parts.release = Self.release("r2", "1.1.0", .accepted, of: package)
                parts.rollback = Self.release("r1", "1.0.0", .accepted, of: package)
                if product == .livemarket {
                    parts.inputs.liveMarket = TestService.liveMarket()
                    parts.inputs.cart = nil
                }
            }
        }
        #expect(platform(.ios, of: .mybot, in: SDKPackage.myBot) == [])
        #expect(platform(.ios, of: .mybot, in: SDKPackage.liveMarket) == ["! release_of_another_package"])
        #expect(platform(.ios, of: .mybot, in: "AcmeSDK") == ["! release_of_another_package"])
        for package in [SDKPackage.myBotAndroid, SDKPackage.myBotReactNative, "AcmeSDK"] {
            #expect(platform(.other, of: .mybot, in: package) == [], "\(package)")
        }
        #expect(platform(.other, of: .mybot, in: SDKPackage.shopStoryPlayer) == ["! release_of_another_package"])
        #expect(platform(.other, of: .shopstory, in: SDKPackage.myBotAndroid) == ["! release_of_another_package"])
        for (product, package) in [(Product.mybot, SDKPackage.myBot), (.livemarket, SDKPackage.liveMarket)] {
            #expect(platform(.flutterIOS, of: product, in: package) == ["! no_package_for_platform"])
        }
    }

    @Test("of a Flutter pair the native release is judged too, of the way back as well")
    func pairs() {
        func flutter(_ change: (inout Parts) -> Void) -> [String] {
            findings { parts in
                let package = SDKPackage.shopStoryPlayerFlutter
                parts.inputs.platform = .flutterIOS
                parts.release = Self.release("r2", "1.1.0", .accepted, of: package, paired: "0.2.0")
                parts.rollback = Self.release("r1", "1.0.0", .accepted, of: package, paired: "0.1.0")
                parts.native = Self.release("n2", "0.2.0", .accepted)
                parts.rollbackNative = Self.release("n1", "0.1.0", .accepted)
                change(&parts)
            }
        }
        #expect(flutter { _ in } == [])
        #expect(flutter { $0.native = nil } == ["! paired_release_unknown"])
        #expect(flutter { $0.rollbackNative = nil } == ["! paired_release_unknown"])
        #expect(flutter { $0.native = Self.release("n2", "0.2.0", .preview) } == ["release_not_accepted"])
        #expect(flutter { $0.native = Self.release("n2", "0.2.0", .withdrawn) } == ["! release_withdrawn"])
        #expect(flutter { $0.rollbackNative = Self.release("n1", "0.1.0", .preview) } == ["! rollback_never_accepted"])
        #expect(flutter { $0.rollbackNative = Self.release("n1", "0.1.0", .withdrawn) } == ["! rollback_withdrawn"])
    }

    @Test("each place that looks like a secret is named with what mends it, also while something else is missing")
    func secretLike() {
        var parts = Parts()
        parts.name = "Shop, password: hunter2"
        parts.routes.append(
            RouteEntry(pattern: "/reset/0123456789abcdef0123456789abcdef01", surface: "auth"))
        parts.inputs.support = "token=hunter2"
        parts.inputs.branding = ["colours", "pw: hunter2"]
        parts.inputs.rollout = nil
        let state = parts.state
        let found = state.readiness(after: HandoffState.Looks(of: state)).findings.filter {
            $0.code == "looks_like_a_secret"
        }
        let set = "ssadmin handoff set shop -f FILE"
        #expect(
            found.map(\.mend) == [
                set, set, "ssadmin project rename shop NAME", "ssadmin route set shop -f FILE",
            ])
        #expect(found[0].detail.hasPrefix("handoff/branding/1 holds") && found[1].detail.hasPrefix("handoff/support "))
        #expect(found.allSatisfy { $0.blocks && !$0.detail.contains("hunter2") })
        #expect(parts.state.document(number: 1) == nil)
    }

    @Test("what was changed while it was judged is not issued", arguments: [0, 1, 2])
    func changedMeanwhile(_ part: Int) {
        var parts = Parts()
        let looks = HandoffState.Looks(of: parts.state)
        switch part {
        case 0: parts.inputs.support = "token=hunter2"
        case 1: parts.name = "password=hunter2"
        default: parts.routes.append(RouteEntry(pattern: "/token=hunter2", surface: "auth"))
        }
        #expect(parts.state.readiness(after: looks).findings.map(\.code) == ["changed_meanwhile"])
        parts = Parts()
        parts.hasInstallations = false
        #expect(parts.state.readiness(after: looks).ready)
    }

    @Test("going back to a newer release is only to be looked at, and so is a policy that lets nothing show")
    func odd() {
        #expect(findings { $0.rollback = Self.release("r1", "1.2.0", .accepted) } == ["rollback_is_newer"])
        #expect(
            findings { $0.release = Self.release("r2", "1.1.0", .accepted, requirements: [:]) } == ["no_requirements"])
        let same = Self.release("r2", "0.9.0", .accepted)
        #expect(
            findings {
                $0.rollback = same; $0.inputs.rollbackReleaseID = "r2"
            } == ["rollback_is_the_same_archive"])
        #expect(findings { $0.base.isEnabled = false } == ["nothing_on"])
        #expect(
            findings { $0.inputs.rollout = [RolloutStage(name: "staff", percent: 20)] } == ["rollout_ends_early"])
        #expect(findings { $0.base.surfaces = [:] } == ["nothing_on"])
    }

    @Test("MyBot shows no video, and needs neither routes nor test products nor a cart")
    func myBot() {
        #expect(
            findings { parts in
                parts.product = .mybot
                parts.release = Self.release("r2", "1.1.0", .accepted, of: SDKPackage.myBot)
                parts.rollback = Self.release("r1", "1.0.0", .accepted, of: SDKPackage.myBot)
                parts.routes = []
                parts.inputs.testProducts = nil
                parts.inputs.cart = nil
                parts.base.surfaces = [:]
            } == [])
    }

    @Test("a withdrawn release stops it, a preview does not, and only an accepted one is a way back")
    func statuses() {
        #expect(findings { $0.release = Self.release("r2", "1.1.0", .preview) } == ["release_not_accepted"])
        #expect(findings { $0.release = Self.release("r2", "1.1.0", .withdrawn) } == ["! release_withdrawn"])
        #expect(findings { $0.rollback = Self.release("r1", "1.0.0", .preview) } == ["! rollback_never_accepted"])
        #expect(findings { $0.rollback = Self.release("r1", "1.0.0", .withdrawn) } == ["! rollback_withdrawn"])
    }

    @Test("a map that leads to no product stops it, and what is only odd in it does not")
    func routes() {
        #expect(findings { $0.routes = [] } == ["! empty_map"])
        #expect(findings { $0.routes.removeFirst() } == ["! no_product_detail"])
        #expect(findings { $0.routes.removeAll { $0.surface == "payment" } } == ["payment_not_mapped"])
        #expect(
            findings { $0.routes.append(RouteEntry(pattern: "/sale", surface: "promo")) } == ["surface_without_policy"])
        #expect(
            findings { $0.routes.append(RouteEntry(pattern: "/shop/payment", surface: "home")) } == ["sensitive_word"])
    }

    @Test("the project must be in use, on a URL that apps may call, by an app that may")
    func project() {
        #expect(findings { $0.status = .suspended } == ["! suspended"])
        #expect(findings { $0.tenant = .suspended } == ["! suspended"])
        #expect(
            findings {
                $0.status = .suspended; $0.tenant = .suspended
            } == ["! suspended", "! suspended"])
        #expect(findings { $0.publicURL = nil } == ["! no_public_url"])
        #expect(findings { $0.publicURL = "http://sdk.example.com" } == ["! public_url_not_https"])
        #expect(findings { $0.ios = [] } == ["! no_ios_app"])
        #expect(
            findings {
                $0.inputs.platform = .other; $0.inputs.agreement = "ticket"; $0.ios = []; $0.android = []
            } == ["! no_app"])
    }

    @Test("a secret in overlap and a key that was never used are only to be looked at")
    func secrets() {
        #expect(findings { $0.isRotating = true } == ["secret_in_overlap"])
        #expect(findings { $0.hasInstallations = false } == ["key_never_used"])
        let at = TestService.start
        #expect(
            findings { $0.wrapping = Wrapping(expiresAt: at, openedAt: nil, isErased: false) } == ["secret_not_fetched"]
        )
        #expect(findings { $0.wrapping = Wrapping(expiresAt: at, openedAt: at, isErased: true) } == [])
    }

    @Test("for LiveMarket its own inputs stand in the place of routes and test products")
    func liveMarket() {
        func live(_ change: (inout Parts) -> Void) -> [String] {
            findings { parts in
                parts.product = .livemarket
                parts.release = Self.release("r2", "1.1.0", .accepted, of: SDKPackage.liveMarket)
                parts.rollback = Self.release("r1", "1.0.0", .accepted, of: SDKPackage.liveMarket)
                parts.routes = []
                parts.inputs.testProducts = nil
                parts.inputs.cart = nil
                parts.inputs.liveMarket = TestService.liveMarket()
                change(&parts)
            }
        }
        #expect(live { _ in } == [])
        #expect(live { $0.inputs.liveMarket = nil } == ["! no_livemarket"])
        #expect(
            live {
                $0.inputs.liveMarket = LiveMarketSetup(
                    clientID: "acme", environment: .staging, cartMode: .message, imageOrigins: [], placementTags: ["a"],
                    consent: .disabled, contentTokenReference: "vault", collectorTokenReference: nil)
            } == ["environment_differs"])
    }
}
