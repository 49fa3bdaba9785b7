import API
import CLI
import Crypto
import Domain
import FoundationEssentials
import HTTP
import SQL
import Server
import Store

/// The service on a fresh database file, without sockets: requests go through the real planes, routers and JSON. Time is
/// the test's.
///
/// Each has threads and descriptors of its own: a suite that makes one for each of many arguments is `.serialized`.
package final class TestService: Sendable {
    package static let keySecret = "k4f5166a38a335e6db7a9dc040a0ad563101678c9d6a05bae"
    package static let publicURL = "https://sdk.example.com"
    package static let start = Instant("2026-11-30T10:00:00Z")!
    /// What `Host` is over TCP.
    package static let authority = "127.0.0.1:8788"

    package let files: FreshDatabase
    /// The service's clock; it stands still until a test moves it.
    package let clock: Shared<Instant>
    package let app: App
    /// For tests that look into tables or put rows there which nothing writes yet.
    package let database: Database
    package let admin: AdminPlane
    package let sdk: SDKPlane
    /// Every line that was logged.
    package let logged: Shared<[String]>
    /// Of the operator `root`, who may administer everything.
    package let rootToken: String

    /// - Parameters:
    ///   - files: an earlier service's, to start again on the same database.
    ///   - keySecret: nil for a deployment that cannot sign project keys.
    ///   - spills: false for one whose spill file has no room.
    package init(
        files: FreshDatabase? = nil, clock: Shared<Instant> = Shared(TestService.start),
        keySecret: String? = TestService.keySecret, faults: Faults = Faults(), spills: Bool = true
    ) async throws {
        let files = try files ?? FreshDatabase()
        let isNew = !FileManager.default.fileExists(atPath: files.path)
        let world = World(now: { clock.value }, randomBytes: SecureRandom.bytes)
        let database = try Database(path: files.path, open: faults.opener) { (writer) throws(StartError) in
            do throws(MigrationError) {
                try Migrations.apply(Schema.migrations, on: writer, at: clock.value.milliseconds)
            } catch {
                throw StartError.failed("\(error)")
            }
        }
        self.database = database
        let logged = Shared<[String]>([])
        let log = Log(now: world.now) { line in logged.change { $0.append(String(decoding: line, as: UTF8.self)) } }
        let metrics = Metrics()
        let spill = try Spill(path: spills ? files.spillPath : "\(files.folder)/none/spill", log: log)
        app = Self.app(database, spill, world, keySecret: keySecret, log, metrics)
        let readiness = Readiness()
        admin = AdminPlane(readiness: readiness, world: world, log: log, metrics: metrics)
        sdk = SDKPlane(readiness: readiness, metrics: metrics)
        self.logged = logged
        self.files = files
        self.clock = clock
        try await app.load()
        await app.entering.enterAll()
        rootToken = try await Self.operator(
            isNew ? "root" : "root-\(Hex.encode(SecureRandom.bytes(4)))", rights: .administerEverywhere,
            scopes: Scope.allCases, in: app.store, at: clock.value)
        readiness.becomeReady(app)
    }

    private static func app(
        _ database: Database, _ spill: Spill, _ world: World, keySecret: String?, _ log: Log, _ metrics: Metrics
    ) -> App {
        let signer = ProjectKeySigner(current: keySecret.map { Array($0.utf8) }, previous: [])
        return App(
            database: database, spill: spill, world: world,
            vault: Vault(masterKey: [UInt8](repeating: 7, count: Vault.keyBytesCount)),
            deployment: Deployment(
                .init(signer: signer, region: "eu", audience: "mybot-customer-sdk", publicURL: publicURL)),
            log: log, metrics: metrics)
    }

    package func close() async { await app.store.close() }

    /// The admin plane as it listens on TCP, under `authority`.
    package func plane(isReady: Bool) -> AdminPlane {
        let readiness = Readiness()
        if isReady { readiness.becomeReady(app) }
        return AdminPlane(
            readiness: readiness, world: World(now: { [clock] in clock.value }, randomBytes: SecureRandom.bytes),
            log: Log(now: { TestService.start }) { _ in }, metrics: Metrics(), authority: { TestService.authority })
    }

    /// The devices' plane as a process that starts now on the same database would serve it.
    package func restartedDevices() async throws -> SDKPlane {
        let world = World(now: { [clock] in clock.value }, randomBytes: SecureRandom.bytes)
        let metrics = Metrics()
        let log = Log(now: world.now) { _ in }
        let app = Self.app(
            database, try Spill(path: files.spillPath, log: log), world, keySecret: Self.keySecret, log, metrics)
        try await app.load()
        let readiness = Readiness()
        readiness.becomeReady(app)
        return SDKPlane(readiness: readiness, metrics: metrics)
    }

    package func advance(seconds: Int64) {
        clock.change { $0 = $0.advanced(bySeconds: seconds) }
    }

    // MARK: Calls

    /// One call of the admin plane, as `root` unless another token is given; nil for none.
    package func call(
        _ method: String, _ target: String, _ body: String? = nil, token: String?? = nil,
        headers: [(name: String, value: String)] = []
    ) async -> Response {
        await call(method, target, bytes: Array((body ?? "").utf8), token: token, headers: headers)
    }

    /// The same with a body that may be anything.
    package func call(
        _ method: String, _ target: String, bytes: [UInt8], token: String?? = nil,
        headers: [(name: String, value: String)] = []
    ) async -> Response {
        var fields = headers
        if let token = token ?? rootToken { fields.append(("Authorization", "Bearer \(token)")) }
        if method != "GET", method != "HEAD", !fields.contains(where: { $0.name == "Content-Type" }) {
            fields.append(("Content-Type", "application/json"))
        }
        let parts = target.split(separator: "?", maxSplits: 1)
        return await admin.respond(
            to: Request(
                method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
                headers: Headers(fields), body: bytes, peer: .tcp(address: "127.0.0.1")))
    }

    /// One call of the SDK plane.
    package func device(
        _ target: String, method: String = "GET", headers: [(name: String, value: String)] = []
    ) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1)
        let request = Request(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
            headers: Headers(headers), peer: .tcp(address: "127.0.0.1"))
        return sdk.admit(request) ?? sdk.answer(request)
    }

    /// One command line against this service, on a thread of its own: it waits for its answers, and may not take one of
    /// the pool's few threads for that.
    package func command(
        _ arguments: [String], isTerminal: Bool = false, input: String = "", token: String? = nil
    ) async -> CommandRun {
        let (token, now, transport) = (token ?? rootToken, clock.value, transport)
        return await withCheckedContinuation { continuation in
            Thread {
                continuation.resume(
                    returning: CommandRun(
                        arguments, isTerminal: isTerminal, input: input, now: now, token: token,
                        transport: transport))
            }
        }
    }

    private var transport: Transport {
        { [admin] request throws(ClientError) in
            let parts = request.path.split(separator: "?", maxSplits: 1)
            let sent = Request(
                method: request.method.rawValue, path: String(parts[0]),
                query: parts.count > 1 ? String(parts[1]) : nil,
                headers: Headers(request.headers.map { (name: $0.0, value: $0.1) }), body: request.body ?? [],
                peer: .tcp(address: "127.0.0.1"))
            let response = waiting { () throws(Never) in await admin.respond(to: sent) }
            return ClientResponse(
                status: response.status, headers: response.headers.map { ($0.name, $0.value) }, body: response.body)
        }
    }

    // MARK: What most tests begin with

    /// An operator with a token, as an administrator would make them.
    package func `operator`(
        _ name: String, rights: [String: [Right]], scopes: [Scope] = Scope.allCases
    ) async throws -> String {
        try await Self.operator(
            name, rights: Rights(rights.mapValues(Set.init)), scopes: scopes, in: app.store, at: clock.value)
    }

    /// A tenant with one project: `com.acme.shop` on both platforms.
    package func project(_ applicationID: String, in tenant: String) async throws {
        _ = await call("POST", "/api/v1/tenants", #"{"slug":"\#(tenant)","name":"Tenant \#(tenant)"}"#)
        let created = await call(
            "POST", "/api/v1/projects",
            """
            {"tenant":"\(tenant)","application_id":"\(applicationID)","name":"Shop",
             "ios_bundle_ids":["com.acme.shop"],"android_package_names":["com.acme.shop"]}
            """)
        precondition(created.status == 201, String(decoding: created.body, as: UTF8.self))
    }

    private static func `operator`(
        _ name: String, rights: Rights, scopes: [Scope], in store: Store, at now: Instant
    ) async throws -> String {
        let secret = PersonalTokenSecret(id: SecureRandom.bytes(12), random: SecureRandom.bytes(32))
        let caller = Caller(
            name: "test", rights: .administerEverywhere, scopes: Set(Scope.allCases), source: "test", requestID: "test",
            expiresAt: nil, credential: .unixUser)
        let intent = Intent(
            caller: caller, action: .operatorCreate, right: .administer, at: now, isDryRun: false, idempotency: nil,
            precondition: .none)
        _ = try await store.change(intent, on: .deployment) { change throws(Failure) in
            let created = try change.createOperator(name: name, unixUser: nil, rights: rights)
            try change.createPersonalToken(
                id: secret.id, digest: secret.digest, of: name, called: nil, scopes: scopes, expiresAt: nil)
            return created
        }
        return secret.revealed().text
    }
}

extension AdminPlane {
    /// As the engine does it: what can be told from the head is told before the body.
    package func served(_ request: Request) async -> Response {
        if let response = admit(request) { return response }
        return await respond(to: request)
    }
}

extension Response {
    /// The body as JSON; a body that is none fails the test with its text.
    package var json: JSONValue {
        do {
            return try JSONScanner.scan(body)
        } catch {
            preconditionFailure("not JSON: \(String(decoding: body, as: UTF8.self))")
        }
    }

    /// The body of an answer of that type.
    package func answer<T: Decodable>(_ type: T.Type) throws -> T {
        try JSONReader.decode(type, from: JSONScanner.scan(body))
    }

    /// Of a problem document.
    package var code: String? {
        (try? JSONScanner.scan(body))?["code"].flatMap { if case .string(let code) = $0 { code } else { nil } }
    }
}
