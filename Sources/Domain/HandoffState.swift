import API

/// All that a handoff is made of, as of one moment: what it says and what it lacks come from here and from nowhere else.
package struct HandoffState: Sendable {
    package let project: Project
    package let tenant: Status
    package let inputs: Handoff
    /// Those that the inputs name.
    package let release: ReleasePair?
    package let rollbackRelease: ReleasePair?
    package let routes: RouteMap
    package let policy: ProjectPolicy
    package let rotation: Rotation
    /// Whether any app was ever registered with the project's key.
    package let hasInstallations: Bool
    /// Of the SDK plane, and the `aud` of identity assertions: as the deployment is configured.
    package let publicURL: String?
    package let audience: String

    package init(
        project: Project, tenant: Status, inputs: Handoff, release: ReleasePair?, rollbackRelease: ReleasePair?,
        routes: RouteMap, policy: ProjectPolicy, rotation: Rotation, hasInstallations: Bool, publicURL: String?,
        audience: String
    ) {
        self.project = project
        self.tenant = tenant
        self.inputs = inputs
        self.release = release
        self.rollbackRelease = rollbackRelease
        self.routes = routes
        self.policy = policy
        self.rotation = rotation
        self.hasInstallations = hasInstallations
        self.publicURL = publicURL
        self.audience = audience
    }

    /// Its player stands where a placement is, and its cart is its own (S4).
    private var isLiveMarket: Bool { project.product == .livemarket }

    /// What would be issued under that number; nil while a part is missing that it cannot be made without.
    package func document(number: Int64) -> HandoffDocument? {
        guard let platform = inputs.platform, let publicURL, let release, let rollbackRelease,
            let packageAccess = inputs.packageAccess, let rollout = inputs.rollout, let support = inputs.support,
            let branding = inputs.branding
        else { return nil }
        return HandoffDocument(
            number: number, tenant: project.tenant, applicationID: project.applicationID, name: project.name,
            product: project.product, environment: project.environment, iosBundleIDs: project.iosBundleIDs,
            androidPackageNames: project.androidPackageNames, platform: platform, agreement: inputs.agreement,
            baseURL: publicURL, release: HandedRelease(release), rollbackRelease: HandedRelease(rollbackRelease),
            signedIdentity: signedIdentity, routes: handedRoutes, testProducts: inputs.testProducts ?? [],
            cart: isLiveMarket ? nil : inputs.cart ?? CartContract(mode: .openProduct), branding: branding,
            packageAccess: packageAccess, rollout: rollout, support: support, liveMarket: inputs.liveMarket)
    }

    /// Seed S2 is the only one whose SDK is started with the project's key and identifies people.
    private var signedIdentity: SignedIdentity? {
        guard project.product == .mybot else { return nil }
        return SignedIdentity(
            projectKey: project.projectKey, audience: audience,
            secretFingerprint: project.identitySecret.fingerprint)
    }

    /// By what is taken from every app of the project at this moment.
    private var handedRoutes: HandedRoutes {
        let surfaces = policy.document(without: policy.takenFromAll).surfaces
        return HandedRoutes(
            version: routes.version,
            entries: routes.entries.map { entry in
                let decision = surfaces[entry.surface] ?? .off
                return .init(
                    pattern: entry.pattern, surface: entry.surface, player: decision.player,
                    followMe: decision.followMe)
            })
    }
}

extension HandoffDocument {
    /// Of the members that are no words for people, by their names; their elements too. What is public has its form from
    /// other rules.
    static let kinds: [String: SecretLike.Kind] = [
        "application_id": .identifier, "tenant": .identifier, "ios_bundle_ids": .identifier,
        "android_package_names": .identifier, "feed_product_id": .identifier, "client_id": .identifier,
        "placement_tags": .identifier, "project_key": .published, "secret_fingerprint": .published,
        "release_id": .published, "rollback_release_id": .published, "archive_sha256": .published,
        "version": .published,
        "paired_version": .published, "name": .record, "pattern": .record, "surface": .identifier,
        "audience": .identifier, "product": .identifier,
    ]

    /// Each place of the document that looks like a secret.
    package var secretLike: [(pointer: String, found: SecretLike)] { Self.secretLike(in: self) }

    /// The same of a part of it.
    static func secretLike(
        in part: some Encodable, of kind: SecretLike.Kind = .prose
    ) -> [(pointer: String, found: SecretLike)] {
        SecretLike.all(in: JSONValue(encoding: part), kinds: kinds, of: kind)
    }

    /// The same handoff under another number: what two of them differ in, when nothing has changed, is only that.
    package func says(theSameAs other: HandoffDocument) -> Bool {
        func canonical(_ document: HandoffDocument) -> JSONValue {
            guard case .object(let members) = JSONValue(encoding: document) else { return .null }
            return .object(members.filter { $0.name != "number" })
        }
        return canonical(self) == canonical(other)
    }
}

extension HandedRelease {
    fileprivate init(_ pair: ReleasePair) {
        let release = pair.release
        self.init(
            product: release.product, version: release.version, paired: pair.native.map(HandedNative.init),
            archiveSHA256: release.archiveSHA256, requirements: release.requirements, status: release.status)
    }
}
