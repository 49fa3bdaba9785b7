/// An issued handoff as a whole: what does not change any more. Words for people are not in it but codes, which Markdown
/// and HTML say in Russian or English. It holds no secret, ever.
package struct HandoffDocument: Codable, Sendable, Equatable {
    package let number: Int64
    package let tenant: String
    package let applicationID: String
    package let name: String
    package let product: Product
    package let environment: ProjectEnvironment
    package let iosBundleIDs: [String]
    package let androidPackageNames: [String]
    package let platform: HandoffPlatform
    package let agreement: Nullable<String>
    /// Of the SDK plane as devices see it (`SSADMIN_PUBLIC_URL`).
    package let baseURL: String
    package let release: HandedRelease
    package let rollbackRelease: HandedRelease
    /// Of a product with signed identity only.
    package let signedIdentity: Nullable<SignedIdentity>
    package let routes: HandedRoutes
    package let testProducts: [TestProduct]
    /// Null for LiveMarket, whose cart is `livemarket.cart_mode`.
    package let cart: Nullable<CartContract>
    package let branding: [String]
    package let packageAccess: String
    package let rollout: [RolloutStage]
    package let support: String
    package let liveMarket: Nullable<LiveMarketSetup>
    /// The seven of seed S0, by code.
    package let workPackages: [WorkPackage]
    /// The twelve rows of seed S0, by code.
    package let acceptance: [AcceptanceRow]
    package let scenarios: [AcceptanceScenario]

    package init(
        number: Int64, tenant: String, applicationID: String, name: String, product: Product,
        environment: ProjectEnvironment, iosBundleIDs: [String], androidPackageNames: [String],
        platform: HandoffPlatform, agreement: String?, baseURL: String, release: HandedRelease,
        rollbackRelease: HandedRelease, signedIdentity: SignedIdentity?, routes: HandedRoutes,
        testProducts: [TestProduct], cart: CartContract?, branding: [String], packageAccess: String,
        rollout: [RolloutStage], support: String, liveMarket: LiveMarketSetup?
    ) {
        self.number = number
        self.tenant = tenant
        self.applicationID = applicationID
        self.name = name
        self.product = product
        self.environment = environment
        self.iosBundleIDs = iosBundleIDs
        self.androidPackageNames = androidPackageNames
        self.platform = platform
        self.agreement = Nullable(agreement)
        self.baseURL = baseURL
        self.release = release
        self.rollbackRelease = rollbackRelease
        self.signedIdentity = Nullable(signedIdentity)
        self.routes = routes
        self.testProducts = testProducts
        self.cart = Nullable(cart)
        self.branding = branding
        self.packageAccess = packageAccess
        self.rollout = rollout
        self.support = support
        self.liveMarket = Nullable(liveMarket)
        workPackages = WorkPackage.allCases
        acceptance = AcceptanceRow.allCases
        scenarios = AcceptanceScenario.allCases
    }

    enum CodingKeys: String, CodingKey {
        case number, tenant, name, product, environment, platform, agreement, release, routes, cart, branding, rollout
        case support, acceptance, scenarios
        case applicationID = "application_id"
        case iosBundleIDs = "ios_bundle_ids"
        case androidPackageNames = "android_package_names"
        case baseURL = "base_url"
        case rollbackRelease = "rollback_release"
        case signedIdentity = "signed_identity"
        case testProducts = "test_products"
        case packageAccess = "package_access"
        case liveMarket = "livemarket"
        case workPackages = "work_packages"
    }
}

/// A release as it was when it was handed over.
package struct HandedRelease: Codable, Sendable, Equatable {
    package let product: String
    package let version: String
    package let pairedVersion: Nullable<String>
    /// Of a Flutter package, the native SDK that it goes with; there only with a paired version.
    package let paired: HandedNative?
    package let archiveSHA256: String
    package let requirements: [String: String]
    /// Documents of earlier programs do not say it.
    package let status: Release.Status?

    package init(
        product: String, version: String, paired: HandedNative? = nil, archiveSHA256: String,
        requirements: [String: String], status: Release.Status? = nil
    ) {
        self.product = product
        self.version = version
        self.pairedVersion = Nullable(paired?.version)
        self.paired = paired
        self.archiveSHA256 = archiveSHA256
        self.requirements = requirements
        self.status = status
    }

    enum CodingKeys: String, CodingKey {
        case product, version, paired, requirements, status
        case pairedVersion = "paired_version"
        case archiveSHA256 = "archive_sha256"
    }
}

/// The native half of a Flutter pair.
package struct HandedNative: Codable, Sendable, Equatable {
    package let product: String
    package let version: String
    package let archiveSHA256: String
    package let requirements: [String: String]
    package let status: Release.Status

    package init(_ release: Release) {
        product = release.product
        version = release.version
        archiveSHA256 = release.archiveSHA256
        requirements = release.requirements
        status = release.status
    }

    enum CodingKeys: String, CodingKey {
        case product, version, requirements, status
        case archiveSHA256 = "archive_sha256"
    }
}

/// What a backend signs with beside the secret, which is delivered apart (seed S2).
package struct SignedIdentity: Codable, Sendable, Equatable {
    package let projectKey: String
    package let audience: String
    /// Of the secret that was current: tells people whether they hold the right one.
    package let secretFingerprint: String

    package init(projectKey: String, audience: String, secretFingerprint: String) {
        self.projectKey = projectKey
        self.audience = audience
        self.secretFingerprint = secretFingerprint
    }

    enum CodingKeys: String, CodingKey {
        case audience
        case projectKey = "project_key"
        case secretFingerprint = "secret_fingerprint"
    }
}

/// The route map, and what may show on each of its routes.
package struct HandedRoutes: Codable, Sendable, Equatable {
    package struct Entry: Codable, Sendable, Equatable {
        package let pattern: String
        package let surface: String
        package let player: Bool
        package let followMe: Bool

        package init(pattern: String, surface: String, player: Bool, followMe: Bool) {
            self.pattern = pattern
            self.surface = surface
            self.player = player
            self.followMe = followMe
        }

        enum CodingKeys: String, CodingKey {
            case pattern, surface, player
            case followMe = "follow_me"
        }
    }

    package let version: Int64
    package let entries: [Entry]

    package init(version: Int64, entries: [Entry]) {
        self.version = version
        self.entries = entries
    }
}

/// The work of the retailer's engineers, as seed S0 divides it for an estimate.
package enum WorkPackage: String, Codable, Sendable, CaseIterable {
    case dependency, bootstrap, navigation
    case productDetail = "product_detail"
    case playback
    case productAction = "product_action"
    case release
}

/// What must hold before a release, in the order of seed S0.
package enum AcceptanceRow: String, Codable, Sendable, CaseIterable {
    case exactVersion = "exact_version"
    case feedProductID = "feed_product_id"
    case entrypoint
    case productChange = "product_change"
    case productAction = "product_action"
    case directCart = "direct_cart"
    case followMe = "follow_me"
    case background
    case networkLoss = "network_loss"
    case accessibility
    case physicalDevice = "physical_device"
    case rollback
}

/// What is played through on a device (seed S0, the last step of the integrator's way).
package enum AcceptanceScenario: String, Codable, Sendable, CaseIterable {
    case live, vod
    case noContent = "no_content"
    case networkFailure = "network_failure"
    case background, cart, rollback
}

/// An issued handoff in a list.
package struct HandoffIssue: Codable, Sendable, Equatable {
    package let number: Int64
    package let issuedAt: Instant
    package let issuedBy: String
    /// Of the canonical JSON (RFC 8785) of `document`.
    package let sha256: String

    package init(number: Int64, issuedAt: Instant, issuedBy: String, sha256: String) {
        self.number = number
        self.issuedAt = issuedAt
        self.issuedBy = issuedBy
        self.sha256 = sha256
    }

    enum CodingKeys: String, CodingKey {
        case number, sha256
        case issuedAt = "issued_at"
        case issuedBy = "issued_by"
    }
}

package struct IssuedHandoff: Codable, Sendable, Equatable {
    package let number: Int64
    package let issuedAt: Instant
    package let issuedBy: String
    /// Of the canonical JSON (RFC 8785) of `document`.
    package let sha256: String
    package let document: HandoffDocument

    package init(number: Int64, issuedAt: Instant, issuedBy: String, sha256: String, document: HandoffDocument) {
        self.number = number
        self.issuedAt = issuedAt
        self.issuedBy = issuedBy
        self.sha256 = sha256
        self.document = document
    }

    enum CodingKeys: String, CodingKey {
        case number, sha256, document
        case issuedAt = "issued_at"
        case issuedBy = "issued_by"
    }
}
