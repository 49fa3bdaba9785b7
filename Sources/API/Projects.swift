/// Projects: one app of a retailer on every platform, with its key, allowlists, policy and identity secret.
package enum Projects {
    package static let create = Endpoint<CreateProject, CreatedProject>(
        .post, "/api/v1/projects", scope: .customerSDKWrite, action: .projectCreate, status: 201, [.idempotent],
        withholds: [
            "project_key", "identity_secret", "project/project_key", "project/identity_secret", "wrapped/token",
        ])
    package static let list = Endpoint<Nothing, Page<Project>>(
        .get, "/api/v1/projects", scope: .customerSDKRead, query: ["tenant", "suspended"], [.list])
    package static let get = Endpoint<Nothing, Project>(.get, "/api/v1/projects/{app}", scope: .customerSDKRead)
    package static let update = Endpoint<UpdateProject, Project>(
        .patch, "/api/v1/projects/{app}", scope: .customerSDKWrite, action: .projectUpdate, [.conditional],
        withholds: ["project_key"])
    package static let delete = Endpoint<Nothing, Nothing>(
        .delete, "/api/v1/projects/{app}", scope: .admin, action: .projectDelete, status: 204)
}

package enum Product: String, Codable, Sendable, CaseIterable {
    case shopstory, mybot, livemarket
}

/// Which of the retailer's surroundings a project is for; not the service's own environment.
package enum ProjectEnvironment: String, Codable, Sendable, CaseIterable {
    case staging, production
}

package enum Platform: String, Codable, Sendable, CaseIterable {
    case ios, android
}

package struct Project: Codable, Sendable, Equatable {
    package let tenant: String
    package let applicationID: String
    package let name: String
    package let product: Product
    package let environment: ProjectEnvironment
    package let iosBundleIDs: [String]
    package let androidPackageNames: [String]
    package let projectKey: String
    package let status: Status
    package let createdAt: Instant
    /// Of the policy: rises whenever the document can differ for anyone.
    package let revision: Int64
    package let identitySecret: IdentitySecretSummary

    package init(
        tenant: String, applicationID: String, name: String, product: Product, environment: ProjectEnvironment,
        iosBundleIDs: [String], androidPackageNames: [String], projectKey: String, status: Status, createdAt: Instant,
        revision: Int64, identitySecret: IdentitySecretSummary
    ) {
        self.tenant = tenant
        self.applicationID = applicationID
        self.name = name
        self.product = product
        self.environment = environment
        self.iosBundleIDs = iosBundleIDs
        self.androidPackageNames = androidPackageNames
        self.projectKey = projectKey
        self.status = status
        self.createdAt = createdAt
        self.revision = revision
        self.identitySecret = identitySecret
    }

    enum CodingKeys: String, CodingKey {
        case tenant, name, product, environment, status, revision
        case applicationID = "application_id"
        case iosBundleIDs = "ios_bundle_ids"
        case androidPackageNames = "android_package_names"
        case projectKey = "project_key"
        case createdAt = "created_at"
        case identitySecret = "identity_secret"
    }
}

package struct IdentitySecretSummary: Codable, Sendable, Equatable {
    /// The first 12 hex digits of SHA-256 of the secret.
    package let fingerprint: String
    package let createdAt: Instant

    package init(fingerprint: String, createdAt: Instant) {
        self.fingerprint = fingerprint
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case fingerprint
        case createdAt = "created_at"
    }
}

package struct CreateProject: Codable, Sendable {
    package let tenant: String
    package let applicationID: String
    package let name: String
    package var product: Product?
    package var environment: ProjectEnvironment?
    package var iosBundleIDs: [String]?
    package var androidPackageNames: [String]?
    /// As of a rotation.
    package var wrapSeconds: Int64?

    package init(
        tenant: String, applicationID: String, name: String, product: Product? = nil,
        environment: ProjectEnvironment? = nil, iosBundleIDs: [String]? = nil, androidPackageNames: [String]? = nil,
        wrapSeconds: Int64? = nil
    ) {
        self.tenant = tenant
        self.applicationID = applicationID
        self.name = name
        self.product = product
        self.environment = environment
        self.iosBundleIDs = iosBundleIDs
        self.androidPackageNames = androidPackageNames
        self.wrapSeconds = wrapSeconds
    }

    enum CodingKeys: String, CodingKey {
        case tenant, name, product, environment
        case applicationID = "application_id"
        case iosBundleIDs = "ios_bundle_ids"
        case androidPackageNames = "android_package_names"
        case wrapSeconds = "wrap_seconds"
    }
}

package struct CreatedProject: Codable, Sendable {
    package let project: Project
    package let projectKey: String
    /// Shown here and never again; absent where it is wrapped.
    package let identitySecret: Revealed?
    package let wrapped: OneShotToken?

    package init(project: Project, identitySecret: Revealed?, wrapped: OneShotToken?) {
        self.project = project
        projectKey = project.projectKey
        self.identitySecret = identitySecret
        self.wrapped = wrapped
    }

    enum CodingKeys: String, CodingKey {
        case project, wrapped
        case projectKey = "project_key"
        case identitySecret = "identity_secret"
    }
}

/// Each list is replaced whole.
package struct UpdateProject: Codable, Sendable {
    package var name: String?
    package var status: Status?
    /// Required to make a suspended project active again.
    package var reason: String?
    package var iosBundleIDs: [String]?
    package var androidPackageNames: [String]?

    package init(
        name: String? = nil, status: Status? = nil, reason: String? = nil, iosBundleIDs: [String]? = nil,
        androidPackageNames: [String]? = nil
    ) {
        self.name = name
        self.status = status
        self.reason = reason
        self.iosBundleIDs = iosBundleIDs
        self.androidPackageNames = androidPackageNames
    }

    /// Exempt from what may stop a change (contract section 6).
    package var onlySuspends: Bool {
        status == .suspended && name == nil && iosBundleIDs == nil && androidPackageNames == nil
    }

    enum CodingKeys: String, CodingKey {
        case name, status, reason
        case iosBundleIDs = "ios_bundle_ids"
        case androidPackageNames = "android_package_names"
    }
}
