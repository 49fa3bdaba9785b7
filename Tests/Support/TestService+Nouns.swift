import API
import Crypto
import Domain
import HTTP
import SQL

extension TestService {
    /// With a service that is closed afterwards, whatever happens.
    package static func with<T>(
        files: FreshDatabase? = nil, clock: Shared<Instant> = Shared(TestService.start),
        keySecret: String? = TestService.keySecret, faults: Faults = Faults(), spills: Bool = true,
        _ body: (TestService) async throws -> T
    ) async throws -> T {
        let service = try await TestService(
            files: files, clock: clock, keySecret: keySecret, faults: faults, spills: spills)
        let result: Result<T, any Error>
        do {
            result = .success(try await body(service))
        } catch {
            result = .failure(error)
        }
        await service.close()
        return try result.get()
    }

    // MARK: Tables

    package func rows(_ statement: Statement) async throws -> [Row] {
        try await database.read { connection throws(SQLError) in try connection.run(statement) }
    }

    package func count(_ statement: Statement) async throws -> Int64 {
        guard case .integer(let count) = try await rows(statement).first?.values.first else { return -1 }
        return count
    }

    package func put(_ statement: Statement) async throws {
        try await database.write { connection throws(SQLError) in _ = try connection.run(statement) }
    }

    /// An installation of an app, as registering one leaves it.
    package func install(
        _ id: String, in applicationID: String, _ app: String = "com.acme.shop", on platform: Platform = .ios,
        sdkVersion: String? = nil, isRevoked: Bool = false
    ) async throws {
        let now = clock.value.milliseconds
        try await put(
            "INSERT INTO people (id, application_id, created_at) VALUES (\(id), \(applicationID), \(now))")
        try await put(
            """
            INSERT INTO installations (id, application_id, person_id, platform, app_identifier, app_folded, sdk_version,
                                       epoch, epoch_is_used, created_at, last_activity_at, revoked_at, revoked_by)
            VALUES (\(id), \(applicationID), \(id), \(platform.rawValue), \(app),
                    \(AppIdentifier.folded(app, on: platform)), \(sdkVersion), 1, 1, \(now), \(now),
                    \(isRevoked ? now : nil), \(isRevoked ? "test" : nil))
            """)
    }

    /// As if assertions had been accepted under the secret with that fingerprint.
    package func verified(_ fingerprint: String, times: Int64 = 1) async throws {
        try await put(
            """
            UPDATE identity_secrets
            SET verified_count = verified_count + \(times), last_verified_at = \(clock.value.milliseconds)
            WHERE fingerprint = \(fingerprint)
            """)
    }

    /// Fingerprints of the project's secrets that verify now, as the rows say.
    package func verifying(_ applicationID: String) async throws -> Set<String> {
        let now = clock.value.milliseconds
        return Set(
            try await rows(
                """
                SELECT fingerprint FROM identity_secrets
                WHERE application_id = \(applicationID) AND (ends_at IS NULL OR ends_at > \(now))
                """
            ).map { $0.get("fingerprint") })
    }

    // MARK: Calls

    /// A tenant, made where it is missing.
    package func tenant(_ slug: String) async {
        _ = await call("POST", "/api/v1/tenants", #"{"slug":"\#(slug)","name":"Tenant \#(slug)"}"#)
    }

    /// As `project`, with the answer: the only place of the secret.
    package func created(
        _ applicationID: String, in tenant: String, product: Product? = nil, android: [String] = ["com.acme.shop"]
    ) async throws -> CreatedProject {
        await self.tenant(tenant)
        let body = Self.projectBody(applicationID, in: tenant, product: product, android: android)
        return try await call("POST", "/api/v1/projects", body).answer(CreatedProject.self)
    }

    package static func projectBody(
        _ applicationID: String, in tenant: String, product: Product? = nil, ios: [String] = ["com.acme.shop"],
        android: [String] = ["com.acme.shop"]
    ) -> String {
        let body = CreateProject(
            tenant: tenant, applicationID: applicationID, name: "Shop", product: product, iosBundleIDs: ios,
            androidPackageNames: android)
        return String(decoding: JSONWriter.encode(body), as: UTF8.self)
    }

    /// A PUT or PATCH that states the state it saw.
    package func change(
        _ method: String, _ path: String, _ body: String, query: String = ""
    ) async throws -> Response {
        let tag = await call("GET", path).first("ETag")
        return await call(method, path + query, body, headers: [("If-Match", tag ?? "\"none\"")])
    }

    /// The document of the app with that id, as devices get it.
    package func policy(_ applicationID: String) throws -> PolicyDocument {
        try device("/sdk/v1/policy?application_id=\(applicationID)").answer(PolicyDocument.self)
    }

    package func secretStatus(_ applicationID: String) async throws -> IdentitySecretStatus {
        try await call("GET", "/api/v1/projects/\(applicationID)/identity-secret").answer(IdentitySecretStatus.self)
    }

    package func disable(
        _ scope: String, targets: [String] = ["sdk"], reason: String = "crash"
    ) async throws -> CreatedDisable {
        let words = targets.map { #""\#($0)""# }.joined(separator: ",")
        return try await call(
            "POST", "/api/v1/disables", #"{"scope":\#(scope),"targets":[\#(words)],"reason":"\#(reason)"}"#
        ).answer(CreatedDisable.self)
    }

    /// What registers a release of a package that wants no pair.
    /// What a Flutter package of `releaseBody` goes with.
    package static let nativeVersion = "0.9.0"

    package static func releaseBody(_ version: String, of product: String = "LiveMarketSDK") -> String {
        let digest = Hex.encode(SHA256.digest(Array("\(product)@\(version)".utf8)))
        let paired = product == SDKPackage.shopStoryPlayerFlutter ? #""paired_version":"\#(nativeVersion)","# : ""
        return
            #"{"product":"\#(product)","version":"\#(version)",\#(paired)"archive_sha256":"\#(digest)","requirements":{"ios":"15"}}"#
    }

    package func release(_ version: String, of product: String = "LiveMarketSDK") async throws -> Release {
        try await call("POST", "/api/v1/releases", Self.releaseBody(version, of: product)).answer(Release.self)
    }

    /// Everything in the audit log, the oldest first, page by page.
    package func audit(_ filter: String = "") async throws -> [AuditEntry] {
        var entries: [AuditEntry] = []
        var cursor: String?
        repeat {
            let query = ["limit=200", filter, cursor.map { "cursor=\($0)" } ?? ""].filter { !$0.isEmpty }
            let page = try await call("GET", "/api/v1/audit?" + query.joined(separator: "&")).answer(
                Page<AuditEntry>.self)
            entries += page.items
            cursor = page.nextCursor.optional
        } while cursor != nil
        return entries.reversed()
    }
}
