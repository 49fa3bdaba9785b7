import API
import HTTP
import Support
import Testing

/// What the description shows is what the program reads and writes.
@Suite("Examples and schemas of the admin plane's document", .serialized)
struct AdminExampleTests {
    /// One endpoint's types, as functions of JSON.
    struct Exchange: Sendable, CustomTestStringConvertible {
        let shape: EndpointShape
        /// Reads strictly, and writes again what was read.
        let body: @Sendable (JSONValue) throws -> JSONValue
        let answer: @Sendable (JSONValue) throws -> JSONValue

        init<Body, Answer>(_ endpoint: Endpoint<Body, Answer>) {
            shape = endpoint.shape
            body = { try Exchange.throughTypes(Body.self, $0) }
            answer = { try Exchange.throughTypes(Answer.self, $0) }
        }

        var testDescription: String { "\(shape.method.rawValue) \(shape.path)" }

        private static func throughTypes<T: Codable>(_ type: T.Type, _ value: JSONValue) throws -> JSONValue {
            try JSONScanner.scan(JSONWriter.encode(JSONReader.decode(type, from: value)))
        }
    }

    static let exchanges: [Exchange] = [
        Exchange(Tenants.create), Exchange(Tenants.list), Exchange(Tenants.get), Exchange(Tenants.update),
        Exchange(Projects.create), Exchange(Projects.list), Exchange(Projects.get), Exchange(Projects.update),
        Exchange(Projects.delete), Exchange(IdentitySecrets.rotate), Exchange(IdentitySecrets.cancel),
        Exchange(IdentitySecrets.endOverlap), Exchange(IdentitySecrets.status), Exchange(IdentitySecrets.explain),
        Exchange(Installations.list), Exchange(Installations.get), Exchange(Installations.revoke),
        Exchange(Installations.revokeMany), Exchange(People.get), Exchange(Refusals.ofProject),
        Exchange(Refusals.ofDeployment), Exchange(Policies.get),
        Exchange(Policies.set), Exchange(Policies.effective), Exchange(Policies.versions), Exchange(Policies.version),
        Exchange(RouteMaps.get), Exchange(RouteMaps.set), Exchange(RouteMaps.versions), Exchange(RouteMaps.resolve),
        Exchange(RouteMaps.lint), Exchange(Disables.create), Exchange(Disables.list), Exchange(Disables.get),
        Exchange(Disables.lift), Exchange(Releases.create), Exchange(Releases.list), Exchange(Releases.get),
        Exchange(Releases.update), Exchange(Handoffs.get), Exchange(Handoffs.set), Exchange(Handoffs.check),
        Exchange(Handoffs.issue), Exchange(Handoffs.issues), Exchange(Handoffs.issued), Exchange(Acceptances.get),
        Exchange(Acceptances.set), Exchange(Operators.create),
        Exchange(Operators.list), Exchange(Operators.get),
        Exchange(Operators.update), Exchange(Operators.whoami), Exchange(PersonalTokens.create),
        Exchange(PersonalTokens.list), Exchange(PersonalTokens.revoke), Exchange(AuditLog.list),
    ]

    @Test("every endpoint is here")
    func whole() {
        #expect(Set(Self.exchanges.map(\.shape)) == Set(AdminAPI.endpoints))
    }

    @Test("the example of a body is read by the real type, and fits its schema", arguments: exchanges)
    func bodies(_ exchange: Exchange) async throws {
        guard exchange.shape.hasBody else { return }
        let document = try await OpenAPIDocument.admin()
        let content = try Self.requestContent(of: exchange.shape, in: document)
        let example = try #require(content["example"])
        #expect(try exchange.body(example) == example)
        #expect(try SchemaCheck(document: document).faults(of: example, against: try #require(content["schema"])) == [])
    }

    @Test("the examples of answers are read by the real type, and fit their schema", arguments: exchanges)
    func answers(_ exchange: Exchange) async throws {
        let document = try await OpenAPIDocument.admin()
        let operation = try document.operation(exchange.shape.method.rawValue, exchange.shape.path)
        var (done, dry): ([JSONValue], [JSONValue]) = ([], [])
        for status in Set([200, exchange.shape.status]) {
            guard let content = try document.response(status, of: operation)?["content"]?["application/json"] else {
                #expect(status == 204 || (status == 200 && !exchange.shape.changes))
                continue
            }
            let examples = document.examples(in: content)
            #expect(!examples.isEmpty)
            for example in examples {
                let schema = try #require(content["schema"])
                #expect(try SchemaCheck(document: document).faults(of: example, against: schema) == [])
                if example["dry_run"] == nil { done.append(example) } else { dry.append(example) }
            }
        }
        for example in done { #expect(try exchange.answer(example) == example) }
        #expect(done.isEmpty == (exchange.shape.status == 204))
        #expect(dry.isEmpty != exchange.shape.changes)
        // A dry run shows what the answer would, less what must not be shown.
        func shapes(_ examples: [JSONValue]) -> Set<Set<String>> {
            Set(examples.map { Set($0.members.map(\.name)).subtracting(["dry_run", "effect"]) })
        }
        #expect(
            dry.isEmpty
                || shapes(dry)
                    == Set(
                        shapes(done.isEmpty ? [.object([])] : done).map {
                            $0.subtracting(exchange.shape.withheld)
                        })
        )
    }

    @Test("the schema of a body asks for what the program asks for", arguments: BodyTests.fixtures)
    func required(_ fixture: EndpointFixture) async throws {
        let document = try await OpenAPIDocument.admin()
        let setting = try await Setting(fixture)
        let good = try JSONScanner.scan(Array(try #require(setting.body(of: fixture)).utf8))
        let schema = try #require(try Self.requestContent(of: fixture.shape, in: document)["schema"])
        let check = SchemaCheck(document: document)
        #expect(try check.faults(of: good, against: schema) == [])
        let known = try document.resolved(schema)["properties"]?.members.map(\.name) ?? []
        let members = Set(good.members.map(\.name)).union(fixture.excluded)
        #expect(Set(known) == members, "the fixture has every member, and the schema no other")
        for (pointer, value) in good.places where !pointer.isEmpty {
            for other in value.othersOfWrongType + [.null] {
                let bad = try #require(good.replacing(pointer, with: other))
                let isGood = try check.faults(of: bad, against: schema).isEmpty
                let mayBe = other == .null && fixture.nullable.contains(pointer)
                #expect(isGood == mayBe, "\(pointer) is \(other.written)")
            }
        }
        for (pointer, value) in good.places {
            for member in value.members {
                let place = "\(pointer)/\(member.name)"
                let without = try #require(good.replacing(place, with: nil))
                let isGood = try check.faults(of: without, against: schema).isEmpty
                #expect(isGood == fixture.optional.contains(place), "without \(place)")
            }
            guard case .object = value else { continue }
            let more = try #require(good.adding("no_such", .integer(1), at: pointer))
            #expect(try !check.faults(of: more, against: schema).isEmpty, "another member in \(pointer)")
        }
        await setting.service.close()
    }

    @Test("what is really answered fits what is described", arguments: EndpointFixture.all)
    func real(_ fixture: EndpointFixture) async throws {
        let document = try await OpenAPIDocument.admin()
        let setting = try await Setting(fixture)
        let stranger = try await setting.service.operator("stranger", rights: [Setting.stranger: [.administer]])
        let other: Scope = fixture.shape.scope == .handoffWrite ? .releaseWrite : .handoffWrite
        let narrow = try await setting.service.operator("narrow", rights: ["*": [.administer]], scopes: [other])
        var answers = [
            await setting.call(fixture, token: .some(nil)), await setting.call(fixture, token: narrow),
            await setting.call(fixture, token: stranger), await setting.call(fixture, token: nil, query: "?x=1"),
            await setting.call(fixture, token: nil, headers: [("Content-Type", "text/plain")]),
        ]
        if fixture.shape.changes { answers.append(await setting.call(fixture, token: nil, query: "?dry_run=true")) }
        answers.append(await setting.call(fixture, token: nil))
        #expect(answers.last?.status == fixture.shape.status)
        for answer in answers { try expect(answer, fits: fixture.shape, in: document) }
        await setting.service.close()
    }

    private func expect(_ answer: Response, fits shape: EndpointShape, in document: OpenAPIDocument) throws {
        let operation = try document.operation(shape.method.rawValue, shape.path)
        let response = try #require(
            try document.response(answer.status, of: operation), "\(operation) does not describe \(answer.status)")
        for header in response["headers"]?.members.map(\.name) ?? [] where !(answer.isDryRun && header == "ETag") {
            #expect(answer.first(header) != nil, "\(operation) \(answer.status): \(header)")
        }
        if response["headers"]?["ETag"] == nil { #expect(answer.first("ETag") == nil) }
        guard let type = answer.first("Content-Type") else {
            #expect(response["content"] == nil && answer.body.isEmpty)
            return
        }
        let schema = try #require(response["content"]?[type]?["schema"], "\(operation) \(answer.status)")
        #expect(try SchemaCheck(document: document).faults(of: answer.json, against: schema) == [])
    }

    private static func requestContent(of shape: EndpointShape, in document: OpenAPIDocument) throws -> JSONValue {
        let operation = try document.operation(shape.method.rawValue, shape.path)
        return try #require(operation.value["requestBody"]?["content"]?["application/json"])
    }
}

extension Response {
    fileprivate var isDryRun: Bool { (try? JSONScanner.scan(body))?["dry_run"] != nil }
}
