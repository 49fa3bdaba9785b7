import API
import HTTP

/// Calls the service's endpoints.
package struct Client: Sendable {
    let transport: Transport
    let token: Token?
    let randomBytes: @Sendable (Int) -> [UInt8]

    /// For use without a profile, e.g. over the service's own router.
    package init(
        transport: @escaping Transport, token: String? = nil, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) throws(Trouble) {
        self.init(
            transport: transport,
            checkedToken: try token.map { text throws(Trouble) in
                try Token(Array(text.utf8), from: "The argument")
            }, randomBytes: randomBytes)
    }

    init(transport: @escaping Transport, checkedToken: Token?, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.transport = transport
        token = checkedToken
        self.randomBytes = randomBytes
    }

    /// One call. A lost answer is asked for once more where that is safe: of a GET, and of a POST that carries an
    /// idempotency key, which is made here where the caller has none.
    package func call<Body, Answer>(
        _ endpoint: Endpoint<Body, Answer>, _ path: [String] = [], query: [(name: String, value: String?)] = [],
        body: Body, ifMatch: String? = nil, idempotencyKey: String? = nil, dryRun: Bool = false
    ) throws(Trouble) -> Reply<Answer> {
        try Reply(
            exchange(
                endpoint, path, query: query, body: body, ifMatch: ifMatch, idempotencyKey: idempotencyKey,
                dryRun: dryRun),
            isDryRun: dryRun)
    }

    /// An answer that is no JSON, as it came.
    func page<Answer>(
        _ endpoint: Endpoint<Nothing, Answer>, _ path: [String], query: [(name: String, value: String?)]
    ) throws(Trouble) -> [UInt8] {
        try exchange(endpoint, path, query: query, body: Nothing()).body
    }

    /// An answer of 2xx; any other is thrown.
    private func exchange<Body, Answer>(
        _ endpoint: Endpoint<Body, Answer>, _ path: [String], query: [(name: String, value: String?)], body: Body,
        ifMatch: String? = nil, idempotencyKey: String? = nil, dryRun: Bool = false
    ) throws(Trouble) -> ClientResponse {
        let shape = endpoint.shape
        var headers = [(name: "Accept", value: "application/json"), ("User-Agent", "ssadmin/\(Program.version)")]
        if let token { headers.append(("Authorization", "Bearer \(token.text)")) }
        // Also without a body: no page in a browser can send this field unasked (contract section 8).
        if shape.changes { headers.append(("Content-Type", "application/json")) }
        if let ifMatch { headers.append(("If-Match", ifMatch)) }
        var key: String?
        if shape.traits.contains(.idempotent), !dryRun {
            key = idempotencyKey ?? hexadecimal(randomBytes(16))
            headers.append(("Idempotency-Key", key!))
        }
        var query = query
        if dryRun { query.append(("dry_run", "true")) }
        let request = ClientRequest(
            method: shape.method, path: target(shape.path, path, query), headers: headers,
            body: shape.hasBody ? JSONWriter.encode(body) : nil)
        let (response, wasRepeated) = try send(request, mayRepeat: !shape.changes || key != nil, key: key)
        guard (200..<300).contains(response.status) else {
            var trouble = Trouble(response)
            if wasRepeated, trouble.errorCode == .alreadyDone {
                trouble.message = "The connection broke, and the service says that the call was done the first time."
            }
            throw trouble
        }
        return response
    }

    package func call<Answer>(
        _ endpoint: Endpoint<Nothing, Answer>, _ path: [String] = [], query: [(name: String, value: String?)] = [],
        dryRun: Bool = false
    ) throws(Trouble) -> Reply<Answer> {
        try call(endpoint, path, query: query, body: Nothing(), dryRun: dryRun)
    }

    // MARK: Sending

    private func send(
        _ request: ClientRequest, mayRepeat: Bool, key: String?
    ) throws(Trouble) -> (response: ClientResponse, wasRepeated: Bool) {
        do {
            return (try transport(request), false)
        } catch .lost where mayRepeat {
            do {
                return (try transport(request), true)
            } catch .unreachable(let why) {
                // The service went away between the two: what became of the first is as unknown as before.
                throw Trouble(.lost(why), request, key: key)
            } catch {
                throw Trouble(error, request, key: key)
            }
        } catch {
            throw Trouble(error, request, key: key)
        }
    }

    private func target(
        _ template: String, _ path: [String], _ query: [(name: String, value: String?)]
    ) -> String {
        var rest = path[...]
        let segments = template.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? rest.removeFirst().percentEncoded : String(segment)
        }
        precondition(rest.isEmpty, "\(template) takes fewer path components")
        let pairs = query.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        return "/" + segments.joined(separator: "/") + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }
}

extension Trouble {
    /// No answer came. Where the service may have acted nevertheless, that is what is said.
    init(_ error: ClientError, _ request: ClientRequest, key: String?) {
        let again =
            key.map { " To ask again without doing it twice, repeat the command with --idempotency-key \($0)" } ?? ""
        let doubt = request.method == .get ? "" : " It may or may not have been done.\(again)"
        switch error {
        case .unreachable(let why):
            self.init(
                .unavailable, code: "unreachable", "The service cannot be reached: \(why).", next: ["ssadmin status"])
        case .lost(let why):
            self.init(.unavailable, code: "lost", "The answer was lost: \(why).\(doubt)", next: ["ssadmin status"])
        case .timedOut(let why):
            self.init(
                .timedOut, code: "timed_out", "The service does not answer: \(why).\(doubt)", next: ["ssadmin status"])
        case .malformed(let why):
            self.init(
                .failed, code: "malformed_answer", "Is this the service? Its answer cannot be read: \(why).\(doubt)")
        }
    }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

private func hexadecimal(_ bytes: [UInt8]) -> String {
    String(
        decoding: bytes.flatMap { [hexadecimalDigits[Int($0 >> 4)], hexadecimalDigits[Int($0 & 15)]] }, as: UTF8.self)
}
