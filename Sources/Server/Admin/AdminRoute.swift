import API
import Crypto
import Domain
import HTTP
import Store

/// What serves one endpoint, its types erased. The one generic handler of the admin plane: it reads, calls the
/// operation, and writes; contract section 8 gives the order of the checks.
package struct AdminRoute: Sendable {
    package let shape: EndpointShape
    let run: @Sendable (Operations, Raw) async throws(Failure) -> Response
    /// What a call takes away, if an unwritable database must not stop it; nil where it may.
    let taking: @Sendable (Raw) throws(Failure) -> Taking?
    /// Whether there is such a call.
    package let hasExemption: Bool

    /// A request that is authenticated and not yet read.
    struct Raw: Sendable {
        let request: Request
        let caller: Caller
        let parameters: [String: String]
        let at: Instant
        /// Of what it makes, if it makes something.
        let newID: String
        /// Whether it was answered before, from the spill.
        let isEntering: Bool

        /// As far as can be told of a query that may itself be what is wrong.
        var isDryRun: Bool { (try? Query(request.query))?["dry_run"] == "true" }
    }

    /// A change: a dry run makes all its checks and writes nothing.
    ///
    /// - Parameter taking: what a call takes away, where that is all that it does (contract section 6).
    static func change<Body, Answer>(
        _ endpoint: Endpoint<Body, Answer>,
        _ operation: @escaping @Sendable (Operations) -> (Call<Body>) async throws(Failure) -> Changed<Answer>,
        taking: (@Sendable (Call<Body>) throws(Failure) -> Taking?)? = nil
    ) -> AdminRoute {
        AdminRoute(
            shape: endpoint.shape,
            run: { operations, raw throws(Failure) in
                var call = try raw.read(endpoint)
                if let taking, !call.isDryRun, !raw.isEntering {
                    call.exemption = operations.spill.exemption(of: raw, endpoint.shape, call.idempotency) {
                        [call] () throws(Failure) in try taking(call)
                    }
                }
                let changed = try await operation(operations)(call)
                if call.isDryRun { return .dryRun(changed, endpoint.shape) }
                return changed.isDurable ? .answer(changed.answer, endpoint.shape) : .undurable(changed.answer)
            },
            taking: { raw throws(Failure) in try taking?(raw.read(endpoint)) }, hasExemption: taking != nil)
    }

    /// What a call wants instead of JSON, made of the answer; nil where it is JSON.
    typealias Page<Answer> = @Sendable (Operations, Answer) async throws(Failure) -> Response?

    /// - Parameter page: reads what a call wants instead of JSON.
    static func read<Body, Answer>(
        _ endpoint: Endpoint<Body, Answer>,
        _ operation: @escaping @Sendable (Operations) -> (Call<Body>) async throws(Failure) -> Answer,
        page: (@Sendable (Call<Body>) throws(Failure) -> Page<Answer>)? = nil
    ) -> AdminRoute {
        AdminRoute(
            shape: endpoint.shape,
            run: { operations, raw throws(Failure) in
                let call = try raw.read(endpoint)
                let page = try page?(call)
                let answer = try await operation(operations)(call)
                return try await page?(operations, answer) ?? .answer(answer, endpoint.shape)
            }, taking: { _ in nil }, hasExemption: false)
    }
}

extension AdminRoute.Raw {
    /// Syntax: query, headers and body, each to the letter.
    fileprivate func read<Body, Answer>(_ endpoint: Endpoint<Body, Answer>) throws(Failure) -> Call<Body> {
        let shape = endpoint.shape
        let query = try readQuery(shape)
        let (body, digest): (Body, [UInt8]) = try readBody()
        return Call(
            caller: caller, body: body, path: parameters, query: query, at: at, newID: newID, shape: shape,
            isDryRun: try query.flag("dry_run") ?? false,
            idempotency: try readIdempotencyKey(shape, bodyDigest: digest), precondition: precondition,
            isEntering: isEntering)
    }

    private func readQuery(_ shape: EndpointShape) throws(Failure) -> Query {
        let query: Query
        do {
            query = try Query(request.query)
        } catch {
            switch error {
            case .undecodable:
                throw Failure(.invalidRequest, "The query cannot be decoded: %XX of valid UTF-8, without NUL.")
            case .tooMany:
                throw Failure(.invalidRequest, "The query has more than \(Query.parametersMax) parameters.")
            case .repeated(let name): throw Failure(queryFault: name, "given once")
            }
        }
        for (name, _) in query.parameters where !shape.parameters.contains(name) {
            let known =
                shape.parameters.isEmpty ? "it takes none" : "it takes \(shape.parameters.joined(separator: ", "))"
            throw Failure(
                .invalidRequest, "This call has no query parameter \(quoted(name)); \(known).",
                faults: [Fault("?", ErrorCode.invalidRequest.rawValue, "\(quoted(name)) is unknown")])
        }
        return query
    }

    private func readBody<Body: Decodable>() throws(Failure) -> (Body, digest: [UInt8]) {
        if let nothing = Nothing() as? Body {
            guard request.body.isEmpty else { throw Failure(.invalidRequest, "This call takes no body.") }
            return (nothing, [])
        }
        let value: JSONValue
        do {
            value = try JSONScanner.scan(request.body)
        } catch {
            throw Failure(
                .invalidRequest, "The body is not JSON: \(error).",
                faults: [Fault("", ErrorCode.invalidRequest.rawValue, "\(error)")])
        }
        do {
            return (try JSONReader.decode(Body.self, from: value), SHA256.digest(value.canonical))
        } catch {
            throw Failure(
                .invalidRequest, "The body is not what this call takes: \(error).",
                faults: error.items.map { Fault($0.pointer, $0.code.rawValue, $0.detail) })
        }
    }

    /// 1–64 characters of printable ASCII (contract section 3).
    private func readIdempotencyKey(
        _ shape: EndpointShape, bodyDigest: [UInt8]
    ) throws(Failure) -> Idempotency? {
        guard shape.traits.contains(.idempotent) else { return nil }
        let keys = request.headers.all("Idempotency-Key")
        guard let key = keys.first else { return nil }
        guard keys.count == 1, (1...64).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw Failure(.invalidRequest, "An Idempotency-Key is one value of 1–64 printable ASCII characters.")
        }
        return Idempotency(key: key, path: request.path, bodyDigest: bodyDigest)
    }

    /// `*` states no revision, and a weak tag never matches.
    private var precondition: Precondition {
        switch EntityTags(request.headers.all("If-Match")) {
        case nil, .any: .none
        case .tags(let tags): .matches(tags.filter { !$0.isWeak }.map(\.description))
        }
    }
}

extension Response {
    /// Answers of the admin plane are for one operator's eyes, and some show a secret: nothing keeps them.
    private static let noStore = (name: "Cache-Control", value: "no-store")

    static func answer(_ answer: some Encodable, _ shape: EndpointShape) -> Response {
        guard shape.status != 204 else { return Response(status: 204, headers: [noStore]) }
        let body = JSONWriter.encode(answer)
        var headers = [(name: "Content-Type", value: "application/json"), noStore]
        if let thing = answer as? any SingleThing {
            headers.append(("ETag", thing.tagged.map { entityTag(of: $0) } ?? entityTag(of: body)))
        }
        return Response(status: shape.status, headers: headers, body: body)
    }

    /// It holds, but the database could not be written (contract section 6).
    static func undurable(_ answer: some Encodable) -> Response {
        var members = JSONValue(encoding: answer).members(without: [])
        members.append(.init("durable", .bool(false)))
        return Response(
            status: 202, headers: [("Content-Type", "application/json"), noStore],
            body: JSONWriter.encode(JSONValue.object(members)))
    }

    static func dryRun(_ changed: Changed<some Encodable>, _ shape: EndpointShape) -> Response {
        var members = JSONValue(encoding: changed.answer).members(without: shape.withheld)
        members.insert(.init("dry_run", .bool(true)), at: 0)
        if let effect = changed.effect { members.append(.init("effect", effect)) }
        return Response(
            status: 200, headers: [("Content-Type", "application/json"), noStore],
            body: JSONWriter.encode(JSONValue.object(members)))
    }

    /// - Parameter status: one of HTTP's own that has no code of ours; else the code's.
    static func problem(_ failure: Failure, requestID: String, status: Int? = nil) -> Response {
        let status = status ?? failure.code.status
        var headers = [
            (name: "Content-Type", value: "application/problem+json"), noStore, ("X-Request-Id", requestID),
        ]
        if failure.code == .unauthorized { headers.append(("WWW-Authenticate", "Bearer")) }
        if failure.code.status == 503 { headers.append(("Retry-After", "5")) }
        if let tag = failure.currentETag { headers.append(("ETag", tag)) }
        return Response(
            status: status, headers: headers,
            body: JSONWriter.encode(Problem(failure, requestID: requestID, status: status)))
    }
}

extension JSONValue {
    /// The members of an object but the withheld ones, `outer/inner` inside another.
    fileprivate func members(without withheld: Set<String>, under prefix: String = "") -> [Member] {
        guard case .object(let members) = self else { return [] }
        return members.filter { !withheld.contains(prefix + $0.name) }.map { member in
            guard prefix.isEmpty, case .object = member.value else { return member }
            return Member(member.name, .object(member.value.members(without: withheld, under: member.name + "/")))
        }
    }
}
