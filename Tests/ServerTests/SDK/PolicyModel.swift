import API
import Domain
import HTTP
import Server
import Support

/// Projects, tenants, disables and all else that an operator or a device can change, under random changes, and every caller
/// whom they may concern.
struct PolicyModel {
    let service: TestService
    private(set) var keys: [String: String] = [:]
    private var disables: [String] = []
    private var releases: [String] = []
    private var devices: [TestDevice] = []
    private var operators = 0
    private static let tenants = ["acme", "globex"]
    private static let actions = AdminAPI.endpoints.compactMap(\.action)
    /// What can change a document; drawn as often as all the others together.
    private static let telling: [Action] = [
        .policySet, .policySet, .disableCreate, .disableCreate, .disableLift, .projectUpdate, .tenantUpdate,
    ]

    init(_ service: TestService) async throws {
        self.service = service
        for (app, tenant) in [("a", "acme"), ("b", "acme"), ("c", "globex")] { try await create(app, in: tenant) }
    }

    private mutating func create(_ applicationID: String, in tenant: String) async throws {
        keys[applicationID] = try await service.created(applicationID, in: tenant).projectKey
    }

    /// One random change by any endpoint that there is, by a device, or of the clock; it may be refused.
    mutating func step(_ seed: inout Seed) async throws {
        switch Int.random(in: 0..<10, using: &seed) {
        case 0: service.advance(seconds: [0, 1, 60, -30, 3_600].randomElement(using: &seed) ?? 0)
        case 1: try await deviceStep(&seed)
        case 2...5: try await change(Self.telling.randomElement(using: &seed) ?? .policySet, &seed)
        default: try await change(Self.actions.randomElement(using: &seed) ?? .policySet, &seed)
        }
    }

    private mutating func change(_ action: Action, _ seed: inout Seed) async throws {
        let app = keys.keys.sorted().randomElement(using: &seed) ?? "none"
        let tenant = Self.tenants.randomElement(using: &seed) ?? "none"
        let project = "/api/v1/projects/\(app)"
        let person = "/api/v1/operators/o\(Int.random(in: 0...max(0, operators - 1), using: &seed))"
        let status = Bool.random(using: &seed) ? #"{"status":"suspended"}"# : #"{"status":"active","reason":"r"}"#
        switch action {
        // Neither is an endpoint of this plane.
        case .deploymentInit, .identitySecretUnwrap: break
        case .tenantCreate: await service.tenant("t\(Int.random(in: 0..<9, using: &seed))")
        case .tenantUpdate: _ = try await service.change("PATCH", "/api/v1/tenants/\(tenant)", status)
        case .operatorCreate:
            _ = await service.call(
                "POST", "/api/v1/operators", #"{"name":"o\#(operators)","rights":{"acme":["view"]}}"#)
            operators += 1
        case .operatorUpdate: _ = try await service.change("PATCH", person, status)
        case .personalTokenCreate: _ = await service.call("POST", person + "/tokens", #"{"scopes":["audit:read"]}"#)
        case .personalTokenRevoke: _ = await service.call("DELETE", person + "/tokens/none")
        case .projectCreate:
            if keys.count < 12 { try await create("app-\(keys.count)", in: tenant) }
        case .projectUpdate:
            let ios = Bool.random(using: &seed) ? #"["com.acme.shop"]"# : #"["com.acme.new","com.acme.Shop"]"#
            let body = [status, #"{"name":"New name"}"#, #"{"ios_bundle_ids":\#(ios)}"#].randomElement(using: &seed)
            _ = try await service.change("PATCH", project, body ?? "")
        case .projectDelete: _ = await service.call("DELETE", project)
        case .identitySecretRotate:
            _ = await service.call("POST", project + "/identity-secret/rotate", #"{"end_overlap":true}"#)
        case .identitySecretCancel: _ = await service.call("POST", project + "/identity-secret/cancel", "{}")
        case .identitySecretEndOverlap: _ = await service.call("DELETE", project + "/identity-secret/previous")
        case .installationRevoke:
            let id = devices.randomElement(using: &seed)?.id ?? "none"
            _ = await service.call("DELETE", project + "/installations/\(id)")
        case .installationRevokeMany:
            _ = await service.call(
                "POST", project + "/installations/revoke", #"{"sdk_versions":"<1","reason":"r"}"#)
        case .policySet:
            let body = String(decoding: JSONWriter.encode(Self.policy(&seed)), as: UTF8.self)
            _ = try await service.change("PUT", project + "/policy", body)
        case .routeMapSet:
            _ = try await service.change(
                "PUT", project + "/routes", #"{"entries":[{"pattern":"/p/:id","surface":"home"}]}"#)
        case .disableCreate:
            let answer = await service.call("POST", "/api/v1/disables", Self.disable(of: app, tenant, &seed))
            if let id = answer.json["id"]?.text { disables.append(id) }
        case .disableLift:
            let id = disables.randomElement(using: &seed) ?? "none"
            _ = await service.call("POST", "/api/v1/disables/\(id)/lift", #"{"reason":"r"}"#)
        case .handoffSet:
            _ = try await service.change("PUT", project + "/handoff", #"{"support":"ticket queue"}"#)
        case .acceptanceSet:
            let body = #"{"results":[],"stages_done":[]}"#
            _ = try await service.change("PUT", project + "/handoff/issues/1/acceptance", body)
        case .handoffIssue: _ = await service.call("POST", project + "/handoff/issues", "{}")
        case .releaseCreate:
            let body = TestService.releaseBody("1.0.\(releases.count)")
            let answer = await service.call("POST", "/api/v1/releases", body)
            if let id = answer.json["id"]?.text { releases.append(id) }
        case .releaseUpdate:
            let id = releases.randomElement(using: &seed) ?? "none"
            _ = try await service.change("PATCH", "/api/v1/releases/\(id)", #"{"status":"withdrawn","reason":"r"}"#)
        }
    }

    /// What devices change is never what others are told.
    private mutating func deviceStep(_ seed: inout Seed) async throws {
        if let device = devices.randomElement(using: &seed), Bool.random(using: &seed) {
            _ = Bool.random(using: &seed) ? await device.refresh() : await device.logOut()
        } else if let key = keys.values.sorted().randomElement(using: &seed) {
            let answer = await service.post(
                SDKAPI.register,
                #"{"project_key":"\#(key)","app_identifier":"com.acme.shop","platform":"ios","sdk_version":"0.2.0"}"#)
            if answer.status == 201 {
                devices.append(TestDevice(service, try answer.answer(RegisteredInstallation.self)))
            }
        }
    }

    private static func disable(of app: String, _ tenant: String, _ seed: inout Seed) -> String {
        let scopes = [
            #"{"kind":"deployment"}"#, #"{"kind":"tenant","tenant":"\#(tenant)"}"#,
            #"{"kind":"project","application_id":"\#(app)"}"#,
        ]
        let targets = ["sdk", "follow_me_player", "manual_minimize", "surface:home", "surface:promo"]
        let conditions = [
            #","platform":"ios""#, #","products":["mybot"]"#, #","products":["shopstory","mybot"]"#,
            #","app_identifiers":["com.acme.new"]"#, #","sdk_versions":"<0.2.0""#, #","host_app_versions":">=5.1""#,
        ]
        let some = conditions.filter { _ in Int.random(in: 0..<4, using: &seed) == 0 }.joined()
        // Of two conditions on one member the last would be a second one.
        let isPlain = some.contains(#""products":["mybot"]"#) && some.contains("shopstory")
        return #"{"scope":\#(scopes.randomElement(using: &seed) ?? ""),"#
            + #""targets":["\#(targets.randomElement(using: &seed) ?? "")"],"reason":"r"\#(isPlain ? "" : some)}"#
    }

    private static func policy(_ seed: inout Seed) -> SetPolicy {
        var set = SetPolicy(.standard, reason: "r")
        set.isEnabled = Int.random(in: 0..<4, using: &seed) > 0
        set.followMePlayerEnabled = Bool.random(using: &seed)
        set.surfaces["home"] = SurfaceDecision(player: .random(using: &seed), followMe: .random(using: &seed))
        if Bool.random(using: &seed) { set.surfaces["promo"] = SurfaceDecision(player: true, followMe: true) }
        set.ttlSeconds = [60, 60, 10].randomElement(using: &seed) ?? 60
        return set
    }

    // MARK: Who asks

    struct Asker: Hashable {
        let app: String
        let query: String
        let platform: Platform?
        let appIdentifier: String?
        let sdkVersion: String?
        let hostAppVersion: String?

        var caller: PolicyCaller {
            PolicyCaller(
                platform: platform, appIdentifier: appIdentifier, sdkVersion: sdkVersion, hostAppVersion: hostAppVersion
            )
        }
    }

    var askers: [Asker] {
        keys.sorted { $0.key < $1.key }.flatMap { app, key in
            let said: [(String, Platform?, String?, String?, String?)] = [
                ("application_id=\(app)", nil, nil, nil, nil),
                ("application_id=\(app)", nil, "com.acme.new", nil, nil),
                ("application_id=\(app)", .android, nil, "0.1.9", "5.2"),
                ("project_key=\(key)", .ios, "com.acme.shop", "0.1.9", nil),
                ("project_key=\(key)", .ios, "com.acme.SHOP", "0.2.0", "5.0"),
                ("project_key=\(key)", .android, "com.acme.shop", nil, "not-a-version"),
            ]
            return said.map { credential, platform, identifier, sdk, host in
                let rest = [
                    platform.map { "platform=\($0.rawValue)" }, identifier.map { "app_identifier=\($0)" },
                    sdk.map { "sdk_version=\($0)" }, host.map { "host_app_version=\($0)" },
                ]
                return Asker(
                    app: app, query: ([credential] + rest.compactMap(\.self)).joined(separator: "&"),
                    platform: platform,
                    appIdentifier: identifier, sdkVersion: sdk, hostAppVersion: host)
            }
        }
    }

    func answer(to asker: Asker) -> Response { service.device("/sdk/v1/policy?\(asker.query)") }
}
