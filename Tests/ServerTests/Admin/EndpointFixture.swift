import API
import Domain
import HTTP
import Support
import Testing

/// One endpoint with a call of it that succeeds: what the walks over every endpoint walk on.
struct EndpointFixture: Sendable, CustomTestStringConvertible {
    /// Whose the thing is that is called for, and so what a stranger to the tenant is answered.
    enum Reach: Sendable {
        /// Of one tenant: to a stranger it does not exist.
        case tenant
        /// Of the deployment as a whole: wants the right for all tenants.
        case deployment
        /// Of the deployment, and shown to everybody who may look at anything.
        case everybody
        /// A list without a filter: a stranger is shown what is the stranger's own.
        case list
        /// The caller's own: any valid credential will do.
        case caller
    }

    let shape: EndpointShape
    let reach: Reach
    /// What fills the places of the path's template, and those of the body.
    let things: @Sendable (Setting) -> [String: String]
    /// The same of things that never existed.
    let absent: [String: String]
    /// With every member that the call takes, but for `excluded`.
    let body: String?
    /// Members that go with none of the body's; one of `otherBodies` has them.
    let excluded: Set<String>
    /// What the call cannot do without, e.g. `?route=/`: sent where a test brings no query of its own.
    let query: String
    /// Members of the body that may be left out, and those that may be null.
    let optional: Set<String>
    let nullable: Set<String>
    let prepare: @Sendable (TestService) async throws -> Void

    init(
        _ shape: EndpointShape, _ reach: Reach, absent: [String: String] = [:], body: String? = nil,
        excluded: Set<String> = [], query: String = "", optional: Set<String> = [], nullable: Set<String> = [],
        things: @escaping @Sendable (Setting) -> [String: String] = { _ in [:] },
        prepare: @escaping @Sendable (TestService) async throws -> Void = { _ in }
    ) {
        self.shape = shape
        self.reach = reach
        self.things = things
        self.absent = absent
        self.body = body
        self.excluded = excluded
        self.query = query
        self.optional = optional
        self.nullable = nullable
        self.prepare = prepare
    }

    var testDescription: String { "\(shape.method.rawValue) \(shape.path)" }

    /// The place of a tenant in which a right counts for this call; `*` for the deployment.
    var place: String { reach == .deployment ? Rights.everywhere : Setting.tenant }
}

/// What the fixtures' calls are about: a tenant with a project, a disable, and an operator with a token; and beside it a
/// tenant that is somebody else's business.
struct Setting: Sendable {
    static let tenant = "acme"
    static let app = "shop-ios"
    /// Beside it, so that no secret of the first is in use.
    static let appWithDevice = "shop-kids"
    static let stranger = "umbra"

    let service: TestService
    let disable: String
    let token: String
    let release: String
    let rollback: String
    /// An installation that was identified as `acct_1`.
    let installation: String

    init(_ fixture: EndpointFixture) async throws {
        service = try await TestService()
        try await service.project(Setting.app, in: Setting.tenant)
        let backend = try await service.backend(Setting.appWithDevice, in: Setting.tenant)
        let device = try await TestDevice(service, projectKey: backend.projectKey)
        _ = await device.identify(backend.assertion(of: "acct_1", at: service.clock.value))
        installation = device.id
        try await service.project("brolly", in: Setting.stranger)
        let disabled = await service.call(
            "POST", "/api/v1/disables",
            """
            {"scope":{"kind":"project","application_id":"\(Setting.app)"},"targets":["manual_minimize"],"reason":"crash"}
            """)
        disable = try disabled.answer(CreatedDisable.self).id
        _ = try await service.operator("bob", rights: [Setting.tenant: [.view]])
        let issued = await service.call(
            "POST", "/api/v1/operators/bob/tokens", #"{"scopes":["audit:read"],"name":"export"}"#)
        token = try issued.answer(CreatedPersonalToken.self).id
        release = try await service.release("0.1.0").id
        rollback = try await service.release("0.0.9").id
        try await fixture.prepare(service)
    }

    /// A call of the fixture's endpoint, with the `If-Match` that it wants.
    ///
    /// - Parameters:
    ///   - absent: of things that never existed.
    ///   - other: in place of the fixture's body.
    func call(
        _ fixture: EndpointFixture, token: String??, query: String = "", absent: Bool = false,
        headers: [(name: String, value: String)] = [], sending other: [UInt8]? = nil
    ) async -> Response {
        let things = absent ? fixture.absent : fixture.things(self)
        let path = PathTemplate(fixture.shape.path).path(things)
        var headers = headers
        if fixture.shape.traits.contains(.conditional) {
            headers.append(("If-Match", await service.call("GET", path).first("ETag") ?? "\"none\""))
        }
        let body = other ?? Array((self.body(of: fixture, things) ?? "").utf8)
        return await service.call(
            fixture.shape.method.rawValue, path + (query.count > 1 ? query : fixture.query), bytes: body, token: token,
            headers: headers)
    }

    /// The fixture's body with its places filled.
    func body(of fixture: EndpointFixture, _ things: [String: String]? = nil) -> String? {
        fixture.body.map { body in
            (things ?? fixture.things(self)).reduce(body) { $0.replacing("{\($1.key)}", with: $1.value) }
        }
    }

    /// The newest entry of the audit log.
    func lastEntry() async throws -> AuditEntry {
        try #require(
            try await service.call("GET", "/api/v1/audit?limit=1").answer(Page<AuditEntry>.self).items.first)
    }
}

extension Response {
    /// A problem document less its `request_id`, which differs in each answer.
    var withoutRequestID: JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(members.filter { $0.name != "request_id" })
    }
}
