import API

/// A disable as it acts: what it takes away, and from whom.
package struct Disabling: Sendable {
    package let id: String
    package let targets: Set<DisableTarget>
    private let products: Set<Product>?
    private let platform: Platform?
    private let apps: AppIdentifiers?
    private let sdkVersions: VersionRange?
    private let hostAppVersions: VersionRange?

    /// - Throws: `invalid_target`, `invalid_allowlist` for the app identifiers, `invalid_range`, or `out_of_range` where
    ///   no product is named.
    package init(id: String, targets: [String], _ conditions: DisableConditions) throws(Failure) {
        self.id = id
        self.targets = try DisableTarget.targets(targets)
        if let products = conditions.products, products.isEmpty || products.count != Set(products).count {
            let words = "name at least one product and each once, or leave products out for all of them"
            throw Failure(.outOfRange, words, faults: [Fault("/products", ErrorCode.outOfRange.rawValue, words)])
        }
        products = conditions.products.map(Set.init)
        platform = conditions.platform
        if let identifiers = conditions.appIdentifiers { try Self.check(identifiers, on: conditions.platform) }
        apps = conditions.appIdentifiers.map(AppIdentifiers.init)
        sdkVersions = try conditions.sdkVersions.map { text throws(Failure) in
            try VersionRange(text, at: "/sdk_versions")
        }
        hostAppVersions = try conditions.hostAppVersions.map { text throws(Failure) in
            try VersionRange(text, at: "/host_app_versions")
        }
    }

    /// As read back from where a validated one was stored. What this program cannot read, because another version of it wrote
    /// it, is in doubt, and so off: a condition holds, and an unknown target is everything.
    package init(storedID id: String, targets: [String], _ conditions: DisableConditions) {
        self.id = id
        self.targets = Set(targets.map { DisableTarget($0) ?? .sdk })
        products = conditions.products.map(Set.init)
        platform = conditions.platform
        apps = conditions.appIdentifiers.map(AppIdentifiers.init)
        sdkVersions = conditions.sdkVersions.flatMap { try? VersionRange($0, at: "") }
        hostAppVersions = conditions.hostAppVersions.flatMap { try? VersionRange($0, at: "") }
    }

    package var isUnconditional: Bool { products == nil && holdsForAll }

    /// Whether it holds for every app of that product, whatever the app says of itself.
    func holdsForAll(of product: Product) -> Bool { concerns(product) && holdsForAll }

    private var holdsForAll: Bool {
        platform == nil && apps == nil && sdkVersions == nil && hostAppVersions == nil
    }

    package func concerns(_ product: Product) -> Bool { products?.contains(product) ?? true }

    /// Whether every condition holds for an app of that product.
    package func holds(for caller: PolicyCaller, of product: Product) -> Bool {
        concerns(product)
            && (platform == nil || caller.platform == nil || caller.platform == platform)
            && (apps.flatMap(caller.isAmong) ?? true)
            && holds(forSDK: caller.sdkVersion, hostApp: caller.hostAppVersion)
    }

    /// Whether the conditions on versions hold. A version that is nil was not sent or cannot be read, and is inside.
    package func holds(forSDK sdk: Version?, hostApp: Version?) -> Bool {
        (sdkVersions?.holds(for: sdk) ?? true) && (hostAppVersions?.holds(for: hostApp) ?? true)
    }

    /// Where the platform is not said, an identifier may be meant for either.
    private static func check(_ identifiers: [String], on platform: Platform?) throws(Failure) {
        var faults: [Fault] = []
        if identifiers.isEmpty {
            faults.append(
                Fault("/app_identifiers", "none", "name at least one app, or leave app_identifiers out for all of them")
            )
        }
        if identifiers.count > Allowlists.entriesMax {
            let words = "at most \(Allowlists.entriesMax) apps; these are \(identifiers.count)"
            faults.append(Fault("/app_identifiers", "too_many", words))
        }
        let platforms = platform.map { [$0] } ?? Platform.allCases
        for (index, app) in identifiers.prefix(Allowlists.entriesMax).enumerated()
        where !platforms.contains(where: { AppIdentifier.isWellFormed(app, on: $0) }) {
            let words = "\(quoted(app)) is no \(platform.map(\.noun) ?? "bundle identifier and no package name")"
            faults.append(Fault("/app_identifiers/\(index)", "malformed", words))
        }
        guard let first = faults.first else { return }
        throw Failure(.invalidAllowlist, first.detail, faults: faults)
    }
}

extension Platform {
    fileprivate var noun: String {
        switch self {
        case .ios: "bundle identifier"
        case .android: "package name"
        }
    }
}
