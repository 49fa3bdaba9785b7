/// Releases of the SDK: which exact version, which archive, and what it wants of an app (contract sections 1 and 8).
package enum Releases {
    package static let create = Endpoint<CreateRelease, Release>(
        .post, "/api/v1/releases", scope: .releaseWrite, action: .releaseCreate, status: 201, [.idempotent],
        withholds: ["id"])
    package static let list = Endpoint<Nothing, Page<Release>>(
        .get, "/api/v1/releases", scope: .customerSDKRead, query: ["product", "status"], [.list])
    package static let get = Endpoint<Nothing, Release>(.get, "/api/v1/releases/{id}", scope: .customerSDKRead)
    package static let update = Endpoint<UpdateRelease, Release>(
        .patch, "/api/v1/releases/{id}", scope: .releaseWrite, action: .releaseUpdate, [.conditional])
}

/// The packages that are known from the beginning (seeds S0, S2 and S4). Another is registered by its first release.
package enum SDKPackage {
    package static let shopStoryPlayer = "ShopStoryPlayerSDK"
    package static let shopStoryPlayerFlutter = "shopstory_player_flutter"
    package static let liveMarket = "LiveMarketSDK"
    package static let myBot = "MyBotSDK"
    package static let myBotAndroid = "mybot-sdk"
    package static let myBotReactNative = "@mybot/customer-sdk-react-native"

    package static let known = [
        shopStoryPlayer, shopStoryPlayerFlutter, liveMarket, myBot, myBotAndroid, myBotReactNative,
    ]

    /// Whose SDK comes in a package; nil where only its release knows.
    package static func product(of package: String) -> Product? {
        switch package {
        case shopStoryPlayer, shopStoryPlayerFlutter: .shopstory
        case liveMarket: .livemarket
        case myBot, myBotAndroid, myBotReactNative: .mybot
        default: nil
        }
    }
}

package struct Release: Codable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable, CaseIterable {
        case preview, accepted, withdrawn
    }

    /// Who took it back, and why.
    package struct Withdrawal: Codable, Sendable, Equatable {
        package let by: String
        package let at: Instant
        package let reason: String

        package init(by: String, at: Instant, reason: String) {
            self.by = by
            self.at = at
            self.reason = reason
        }
    }

    package let id: String
    /// The name of the package, e.g. `ShopStoryPlayerSDK`.
    package let product: String
    /// Exact: semantic version 2.0.0.
    package let version: String
    /// Of a Flutter package: the native SDK's version that it goes with.
    package let pairedVersion: Nullable<String>
    /// SHA-256 of the archive: 64 lower-case hex digits.
    package let archiveSHA256: String
    /// The lowest version of an operating system or tool, by its name: `{"ios": "15"}`.
    package let requirements: [String: String]
    package let notes: Nullable<String>
    package let status: Status
    package let createdBy: String
    package let createdAt: Instant
    /// Null unless it is withdrawn now.
    package let withdrawal: Nullable<Withdrawal>
    /// In the answer to a withdrawal alone: the projects whose newest handoff has it, to build with or to go back to.
    package var handedTo: [String]?

    package init(
        id: String, product: String, version: String, pairedVersion: String?, archiveSHA256: String,
        requirements: [String: String], notes: String?, status: Status, createdBy: String, createdAt: Instant,
        withdrawal: Withdrawal?
    ) {
        self.id = id
        self.product = product
        self.version = version
        self.pairedVersion = Nullable(pairedVersion)
        self.archiveSHA256 = archiveSHA256
        self.requirements = requirements
        self.notes = Nullable(notes)
        self.status = status
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.withdrawal = Nullable(withdrawal)
    }

    enum CodingKeys: String, CodingKey {
        case id, product, version, requirements, notes, status, withdrawal
        case pairedVersion = "paired_version"
        case archiveSHA256 = "archive_sha256"
        case createdBy = "created_by"
        case handedTo = "handed_to"
        case createdAt = "created_at"
    }
}

extension Release {
    /// As people and scripts name it: `PRODUCT@VERSION`.
    package var name: String { "\(product)@\(version)" }
}

package struct CreateRelease: Codable, Sendable {
    package let product: String
    package let version: String
    package let pairedVersion: String?
    package let archiveSHA256: String
    package let requirements: [String: String]
    package let notes: String?

    package init(
        product: String, version: String, pairedVersion: String? = nil, archiveSHA256: String,
        requirements: [String: String], notes: String? = nil
    ) {
        self.product = product
        self.version = version
        self.pairedVersion = pairedVersion
        self.archiveSHA256 = archiveSHA256
        self.requirements = requirements
        self.notes = notes
    }

    enum CodingKeys: String, CodingKey {
        case product, version, requirements, notes
        case pairedVersion = "paired_version"
        case archiveSHA256 = "archive_sha256"
    }
}

package struct UpdateRelease: Codable, Sendable {
    package var status: Release.Status?
    package var notes: Nullable<String>?
    /// Required to withdraw, and to take a status back.
    package var reason: String?

    package init(status: Release.Status? = nil, notes: Nullable<String>? = nil, reason: String? = nil) {
        self.status = status
        self.notes = notes
        self.reason = reason
    }
}
