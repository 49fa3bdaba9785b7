import API
import Domain
import HTTP

/// An exempt change that could not be written (contract section 6): the call as it came, so that it can be entered by its
/// ordinary operation when the database is back, as of its own time.
struct SpilledChange: Codable, Sendable {
    private let method: String
    /// The endpoint's template, and what the path has in its places.
    private let endpoint: String
    private let parameters: [String: String]
    private let path: String
    private let query: String?
    private let idempotencyKey: String?
    private let body: String

    let caller: String
    let source: String
    let requestID: String
    private let rights: [String: [String]]
    let at: Instant
    /// Of what it makes.
    private let newID: String

    /// In which policies changed; 0 where none did.
    let revision: Int64
    /// As it was told.
    let answer: JSONValue

    init(_ raw: AdminRoute.Raw, of shape: EndpointShape, revision: Int64, answer: JSONValue) {
        method = shape.method.rawValue
        endpoint = shape.path
        parameters = raw.parameters
        path = raw.request.path
        query = raw.request.query
        idempotencyKey = raw.request.headers.first("Idempotency-Key")
        body = String(decoding: raw.request.body, as: UTF8.self)
        caller = raw.caller.name
        source = raw.caller.source
        requestID = raw.caller.requestID
        rights = raw.caller.rights.wire
        at = raw.at
        newID = raw.newID
        self.revision = revision
        self.answer = answer
    }

    /// Nil for a call that this version does not know.
    var route: AdminRoute? {
        AdminRoute.all.first { $0.shape.method.rawValue == method && $0.shape.path == endpoint }
    }

    /// - Throws: for rights that this version does not know.
    func raw() throws(Failure) -> AdminRoute.Raw {
        let caller = Caller(
            name: caller, rights: try Rights(wire: rights), scopes: [], source: source, requestID: requestID,
            expiresAt: nil, credential: .token)
        let request = Request(
            method: method, path: path, query: query,
            headers: Headers(idempotencyKey.map { [("Idempotency-Key", $0)] } ?? []), body: Array(body.utf8),
            peer: .tcp(address: source))
        return AdminRoute.Raw(
            request: request, caller: caller, parameters: parameters, at: at, newID: newID, isEntering: true)
    }

    /// Which it is, as the log may tell: nothing of its body, query or key, and of its path only the template.
    var named: [String: (any LogValue)?] {
        ["method": method, "endpoint": endpoint, "request_id": requestID, "actor": caller]
    }

    /// Whether it is what another call with the same idempotency key did.
    func isSame(_ idempotencyKey: String, path: String, caller: String) -> Bool {
        self.idempotencyKey == idempotencyKey && self.path == path && self.caller == caller
    }

    /// A second call with its key is the same where its body is, as JSON.
    var canonicalBody: [UInt8]? { try? JSONScanner.scan(Array(body.utf8)).canonical }

    enum CodingKeys: String, CodingKey {
        case method, endpoint, parameters, path, query, body, caller, source, rights, at, revision, answer
        case idempotencyKey = "idempotency_key"
        case requestID = "request_id"
        case newID = "new_id"
    }
}
