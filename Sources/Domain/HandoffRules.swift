import API

/// What may stand in a handoff that is being prepared: every member may be missing, and none may be wrong or look like a
/// secret. What must not be missing is `HandoffState.findings`' to say.
package enum HandoffRules {
    /// Engineers go through each of them by hand.
    package static let testProductsMax = 50
    package static let feedProductIDBytesMax = 256
    package static let brandingMax = 50
    package static let rolloutStagesMax = 10
    package static let urlBytesMax = 500
    /// Longer than any that is known.
    private static let schemeBytesMax = 40
    /// `quoted` shows 80.
    private static let repeatedScalarsMax = 200

    /// - Parameter isReleased: whether there is a release with that id, whatever became of it.
    /// - Throws: with every fault: `invalid_reason` for a text that says nothing, too much or something like a secret,
    ///   `invalid_name` for a name, `out_of_range` for everything else. The first one's code is the failure's.
    package static func check(
        _ handoff: Handoff, of product: Product, isReleased: (String) -> Bool
    ) throws(Failure) {
        if let failure = Failure(faults(in: handoff, of: product, isReleased: isReleased)) { throw failure }
    }

    private static func faults(in handoff: Handoff, of product: Product, isReleased: (String) -> Bool) -> [Fault] {
        var faults: [Fault] = []
        if let agreement = handoff.agreement {
            faults += text(agreement, "An agreement", "/agreement")
            if let platform = handoff.platform, platform != .other {
                faults.append(
                    fault(
                        "/agreement", "Only another platform goes by agreement; leave it out for \(platform.rawValue).")
                )
            }
        }
        faults += releaseFaults(handoff, isReleased)
        faults += productFaults(handoff.testProducts ?? [])
        if let cart = handoff.cart { faults += cartFaults(cart, of: product) }
        if let branding = handoff.branding {
            faults += tooMany(branding.count, brandingMax, "/branding")
            for (index, element) in branding.prefix(brandingMax).enumerated() {
                faults += text(element, "What branding may change", "/branding/\(index)")
            }
        }
        if let support = handoff.support { faults += text(support, "A support channel", "/support") }
        if let rollout = handoff.rollout { faults += rolloutFaults(rollout) }
        if let access = handoff.packageAccess { faults += text(access, "Where access is arranged", "/package_access") }
        if let liveMarket = handoff.liveMarket {
            if product != .livemarket {
                faults.append(
                    fault(
                        "/livemarket",
                        "Only a project of the product livemarket has this; this one is of \(product.rawValue)."))
            }
            faults += LiveMarketRules.faults(in: liveMarket)
        }
        return faults
    }

    private static func releaseFaults(_ handoff: Handoff, _ isReleased: (String) -> Bool) -> [Fault] {
        let named = [("/release_id", handoff.releaseID), ("/rollback_release_id", handoff.rollbackReleaseID)]
        var faults = named.compactMap { pointer, id in
            id.flatMap { id in
                isReleased(id)
                    ? nil
                    : fault(
                        pointer,
                        "There is no release with the id \(repeated(id)): 'ssadmin release list --json' has them.")
            }
        }
        if let id = handoff.releaseID, id == handoff.rollbackReleaseID {
            faults.append(
                fault("/rollback_release_id", "A rollback goes back to another release than the one handed over."))
        }
        return faults
    }

    private static func productFaults(_ products: [TestProduct]) -> [Fault] {
        var faults = tooMany(products.count, testProductsMax, "/test_products")
        var seen: Set<ExactText> = []
        for (index, product) in products.prefix(testProductsMax).enumerated() {
            let pointer = "/test_products/\(index)/feed_product_id"
            let id = product.feedProductID
            if !(1...feedProductIDBytesMax).contains(id.utf8.count) {
                faults.append(
                    fault(
                        pointer,
                        "A feed_product_id has 1–\(feedProductIDBytesMax) bytes; this one has \(id.utf8.count)."))
                continue
            }
            let found = secret(in: id, pointer, of: .identifier)
            faults += found
            if !seen.insert(ExactText(id)).inserted, found.isEmpty {
                faults.append(fault(pointer, "\(quoted(id)) is there twice: one product is in one state."))
            }
        }
        return faults
    }

    private static func cartFaults(_ cart: CartContract, of product: Product) -> [Fault] {
        guard product != .livemarket else {
            return [fault("/cart", "Leave it out: the cart of a livemarket project is 'livemarket.cart_mode'.")]
        }
        var faults: [Fault] = []
        switch cart.mode {
        case .directCart:
            if cart.merchantAPI == nil {
                faults.append(
                    fault("/cart/merchant_api", "A direct cart wants the contract of the merchant API, as a URL."))
            }
            if cart.fallback == nil {
                faults.append(
                    fault("/cart/fallback", "A direct cart wants what the app does where the cart does not answer."))
            }
        case .openProduct:
            if cart.merchantAPI != nil {
                faults.append(fault("/cart/merchant_api", "Only a direct_cart has it: open_product calls no cart."))
            }
            if cart.fallback != nil {
                faults.append(fault("/cart/fallback", "Only a direct_cart has it: open_product calls no cart."))
            }
        }
        if let url = cart.merchantAPI { faults += urlFaults(url, "/cart/merchant_api") }
        if let fallback = cart.fallback { faults += text(fallback, "A fallback", "/cart/fallback") }
        return faults
    }

    /// Each stage has a name of its own and reaches more shoppers than the one before.
    private static func rolloutFaults(_ stages: [RolloutStage]) -> [Fault] {
        var faults = tooMany(stages.count, rolloutStagesMax, "/rollout")
        if stages.isEmpty { faults.append(fault("/rollout", "A rollout has at least one stage.")) }
        var last = 0
        var seen: Set<ExactText> = []
        for (index, stage) in stages.prefix(rolloutStagesMax).enumerated() {
            let found = name(stage.name, "/rollout/\(index)/name")
            faults += found
            if !seen.insert(ExactText(stage.name)).inserted, found.isEmpty {
                faults.append(
                    fault("/rollout/\(index)/name", "\(quoted(stage.name)) is there twice: by its name it is marked."))
            }
            if !(1...100).contains(stage.percent) {
                faults.append(
                    fault("/rollout/\(index)/percent", "A stage reaches 1–100 percent; \(stage.percent) is not."))
            } else if stage.percent <= last {
                faults.append(
                    fault(
                        "/rollout/\(index)/percent",
                        "A stage reaches more shoppers than the one before: \(stage.percent) after \(last) does not."))
            }
            last = max(last, stage.percent)
        }
        return faults
    }

    // MARK: Of many members

    static func fault(_ pointer: String, _ words: String, _ code: ErrorCode = .outOfRange) -> Fault {
        Fault(pointer, code.rawValue, words)
    }

    static func tooMany(_ count: Int, _ max: Int, _ pointer: String) -> [Fault] {
        count > max ? [fault(pointer, "At most \(max) of them; these are \(count).")] : []
    }

    static func secret(in text: String, _ pointer: String, of kind: SecretLike.Kind = .prose) -> [Fault] {
        guard let found = SecretLike.first(in: text, of: kind) else { return [] }
        return [
            fault(
                pointer,
                "No secret belongs here, and \(found.words): say where it is arranged, like 'ticket OPS-1042', or put it in other words.",
                .invalidReason)
        ]
    }

    /// A value as its refusal names it: what looks like a secret is not sent back. Of a long one no more is judged than is
    /// shown, and what a secret may have behind that.
    static func repeated(_ text: String) -> String {
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(repeatedScalarsMax)))
        return SecretLike.first(in: shown, of: .record) == nil ? quoted(text) : "[looks like a secret]"
    }

    /// A line for people. Its URLs are HTTPS.
    static func text(
        _ text: String, _ what: String, _ pointer: String, lengthMax: Int = Identifiers.lineLengthMax,
        of kind: SecretLike.Kind = .prose
    ) -> [Fault] {
        do throws(Failure) {
            _ = try Identifiers.line(text, lengthMax: lengthMax, what: what, at: pointer)
        } catch {
            return error.faults
        }
        let found = secret(in: text, pointer, of: kind)
        guard found.isEmpty else { return found }
        return hasPlainURL(text)
            ? [fault(pointer, "A URL in a handoff is an HTTPS one: whoever follows it must know where it leads.")] : []
    }

    static func name(_ text: String, _ pointer: String) -> [Fault] {
        do throws(Failure) {
            _ = try Identifiers.displayName(text, at: pointer)
            return secret(in: text, pointer)
        } catch {
            return error.faults
        }
    }

    private static func urlFaults(_ url: String, _ pointer: String) -> [Fault] {
        guard url.utf8.count <= urlBytesMax, let parts = WebURL(url), parts.isHTTPS else {
            return [
                fault(
                    pointer,
                    "This is a URL like https://wiki.example.com/cart-api, of at most \(urlBytesMax) characters, without a user."
                )
            ]
        }
        return secret(in: url, pointer)
    }

    /// Whether it has a URL of another scheme. `op://vault/item/field` and `vault://shop/item` lead to a vault, and
    /// nowhere on the web.
    private static func hasPlainURL(_ text: String) -> Bool {
        let bytes = Array(ASCII.lowercased(text).utf8)
        return SecretLike.places(of: "://", in: bytes).contains { place in
            let scheme = bytes[..<place].suffix(schemeBytesMax).reversed().prefix {
                ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0)
            }.reversed()
            return !["https", "op", "vault"].contains { scheme.elementsEqual($0.utf8) }
        }
    }
}
