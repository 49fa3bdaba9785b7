import API

extension HandoffState {
    /// What is missing, each with the command that mends it; what blocks stands first.
    ///
    /// - Parameter looks: of this state, or of an earlier one where nothing that was judged has changed since.
    package func readiness(after looks: Looks) -> HandoffReadiness {
        var findings = projectFindings + releaseFindings + rollbackFindings
        switch project.product {
        case .shopstory: findings += routeFindings + productFindings + cartFindings
        case .livemarket: findings += liveMarketFindings
        // Its SDK shows no video and opens no product (seed S2).
        case .mybot: break
        }
        findings += inputFindings + secretLikeFindings(looks) + secretFindings
        return HandoffReadiness(findings: findings.filter(\.blocks) + findings.filter { !$0.blocks })
    }

    typealias Finding = HandoffReadiness.Finding

    private var app: String { project.applicationID }

    func blocking(_ code: String, _ detail: String, _ mend: String) -> Finding {
        Finding(code: code, detail: detail, mend: mend, blocks: true)
    }

    func warning(_ code: String, _ detail: String, _ mend: String) -> Finding {
        Finding(code: code, detail: detail, mend: mend, blocks: false)
    }

    /// A member of the inputs that is missing.
    func unsaid(_ code: String, _ detail: String) -> Finding { blocking(code, detail, set) }

    var set: String { "ssadmin handoff set \(app) -f FILE" }

    // MARK: The project and the deployment

    private var projectFindings: [Finding] {
        var findings: [Finding] = []
        if project.status == .suspended {
            findings.append(
                blocking(
                    "suspended", "The project is suspended: no app gets in.",
                    "ssadmin project restore \(app) --reason TEXT"))
        }
        if tenant == .suspended {
            findings.append(
                blocking(
                    "suspended", "Its tenant \(project.tenant) is suspended: no app gets in.",
                    "ssadmin tenant restore \(project.tenant) --reason TEXT"))
        }
        if findings.isEmpty, policy.takenFromAll != .targets([]) {
            findings.append(
                warning(
                    "disabled",
                    "A disable is in force for every app, and the handoff would say 'off' where it has taken something away.",
                    "ssadmin disables list"))
        }
        if let platform = inputs.platform {
            if platform != .other, project.iosBundleIDs.isEmpty {
                findings.append(
                    blocking(
                        "no_ios_app", "No iOS app may use the project: its allowlist has no bundle identifier.",
                        "ssadmin allowlist add \(app) --ios ID"))
            }
            if platform == .other, project.iosBundleIDs.isEmpty, project.androidPackageNames.isEmpty {
                findings.append(
                    blocking(
                        "no_app", "No app may use the project: its allowlists are empty.",
                        "ssadmin allowlist add \(app) --android NAME"))
            }
            if platform == .other, inputs.agreement == nil {
                findings.append(
                    unsaid(
                        "no_agreement",
                        "Another platform goes by agreement: say in 'agreement' where that is written down."))
            }
            if platform != .other, package == nil {
                findings.append(
                    unsaid(
                        "no_package_for_platform",
                        "\(project.product.rawValue) has no package for \(platform.rawValue): 'platform' is ios, or other by agreement."
                    ))
            }
        } else {
            let words = HandoffPlatform.allCases.map(\.rawValue).joined(separator: ", ")
            findings.append(unsaid("no_platform", "Nobody has said how the app is built: 'platform' is \(words)."))
        }
        findings += publicURLFindings
        return findings
    }

    private var publicURLFindings: [Finding] {
        let mend =
            "SSADMIN_PUBLIC_URL=https://… in the service's configuration, then: systemctl reload ssadmind (with deploy/run: in its environment)"
        guard let publicURL else {
            return [blocking("no_public_url", "The service does not know under which URL devices reach it.", mend)]
        }
        guard publicURL.utf8.starts(with: "https://".utf8) else {
            return [
                blocking(
                    "public_url_not_https", "\(publicURL) is no HTTPS URL, and no app of a shopper may call it.", mend)
            ]
        }
        return []
    }

    // MARK: Routes and products

    private var routeFindings: [Finding] {
        let mend = "ssadmin route set \(app) -f FILE"
        let lint = (try? RouteTable(routes.entries))?.findings(under: policy.base) ?? []
        var findings = lint.map { found in
            let place = found.pattern.optional.map { "\(quoted($0)): " } ?? ""
            let mends =
                found.code == .surfaceWithoutPolicy
                ? "ssadmin policy surface \(app) NAME --player on|off --follow-me on|off" : mend
            let blocks = [.emptyMap, .noProductDetail].contains(found.code)
            return Finding(code: found.code.rawValue, detail: place + found.detail, mend: mends, blocks: blocks)
        }
        let mapped = Set(routes.entries.map(\.surface))
        let missing = ["cart", "checkout", "payment", "auth", "profile"].filter { !mapped.contains($0) }
        if !routes.entries.isEmpty, !missing.isEmpty {
            findings.append(
                warning(
                    "payment_not_mapped",
                    "No route leads to \(missing.joined(separator: ", ")): nothing shows on such a screen while it is unknown, and a pattern that is wider than it was meant to be would take it.",
                    mend))
        }
        if !policy.base.isEnabled {
            findings.append(
                warning(
                    "nothing_on", "The base policy is not enabled ('is_enabled'): the app would show no video.",
                    "ssadmin policy set \(app) -f FILE"))
        } else if !policy.base.surfaces.values.contains(where: { $0 != .off }) {
            findings.append(
                warning(
                    "nothing_on", "The base policy lets nothing show on any surface: the app would show no video.",
                    "ssadmin policy surface \(app) productDetail --player on --follow-me on"))
        }
        return findings
    }

    private var productFindings: [Finding] {
        let products = inputs.testProducts ?? []
        return TestProduct.State.allCases.filter { state in !products.contains { $0.expected == state } }.map { state in
            unsaid(
                "no_\(state.rawValue)_product",
                "No test product is expected to be '\(state.rawValue)': add {\"feed_product_id\": …, \"expected\": \"\(state.rawValue)\"} to 'test_products'."
            )
        }
    }

    private var cartFindings: [Finding] {
        guard inputs.cart == nil else { return [] }
        return [
            warning(
                "no_cart",
                "Nobody has said what the player's button does: without 'cart' it opens the app's own product page (open_product).",
                set)
        ]
    }

    private var liveMarketFindings: [Finding] {
        guard let setup = inputs.liveMarket else {
            return [unsaid("no_livemarket", "What LiveMarket is set up with is missing: 'livemarket'.")]
        }
        guard setup.environment != project.environment else { return [] }
        return [
            warning(
                "environment_differs",
                "LiveMarket's environment is \(setup.environment.rawValue), and the project's is \(project.environment.rawValue).",
                set)
        ]
    }

    // MARK: What people agree on, and secrets

    private var inputFindings: [Finding] {
        var findings: [Finding] = []
        if inputs.branding == nil {
            findings.append(
                unsaid("no_branding", "What branding may change is not settled: 'branding', an empty list for nothing.")
            )
        }
        if inputs.support == nil {
            findings.append(unsaid("no_support", "Nobody has said where to ask: 'support'."))
        }
        if inputs.rollout == nil {
            findings.append(unsaid("no_rollout", "There is no plan: 'rollout', as [{\"name\": …, \"percent\": …}]."))
        }
        if let last = inputs.rollout?.last, last.percent < 100 {
            findings.append(
                warning("rollout_ends_early", "The rollout ends at \(last.percent) percent of the shoppers.", set))
        }
        if inputs.packageAccess == nil {
            findings.append(
                unsaid(
                    "no_package_access",
                    "Nobody has said where access to the package is arranged: 'package_access', e.g. a ticket."))
        }
        return findings
    }

    private func secretLikeFindings(_ looks: Looks) -> [Finding] {
        guard looks.judged == Looks.judged(of: self) else {
            return [
                blocking(
                    "changed_meanwhile", "It was changed while it was looked through for secrets: try again.",
                    "ssadmin handoff check \(app)")
            ]
        }
        return looks.secretLike.map { place, found, part in
            let mend =
                switch part {
                case .inputs: set
                case .name: "ssadmin project rename \(app) NAME"
                case .routes: "ssadmin route set \(app) -f FILE"
                case .rest: "ssadmin project show \(app)"
                }
            return blocking(
                "looks_like_a_secret", "\(place) holds what must not be handed over: \(found.words).", mend)
        }
    }

    private var secretFindings: [Finding] {
        var findings: [Finding] = []
        if rotation.previous != nil {
            findings.append(
                warning(
                    "secret_in_overlap",
                    "Two identity secrets verify now: which of them the retailer's backend has is not settled. 'secret status' says which is in use, and when it is safe to type 'ssadmin secret end-overlap \(app)'.",
                    "ssadmin secret status \(app)"))
        }
        if rotation.current.isUndelivered {
            findings.append(
                warning(
                    "secret_not_fetched",
                    "The identity secret waits for its token to be used, or the token ran out: nobody at the retailer has it. 'secret status' says which, and the way back.",
                    "ssadmin secret status \(app)"))
        }
        if !hasInstallations {
            findings.append(
                warning(
                    "key_never_used",
                    "No app was ever registered with the project's key: that a build gets in was never seen. Where one was started, its refusals say why it did not.",
                    "ssadmin refusals \(app)"))
        }
        return findings
    }
}
