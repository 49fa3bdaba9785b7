import API
import Domain
import HTTP
import Server
import Support
import Testing

/// The description of the admin plane says what the endpoint table says, no more and no less.
@Suite("The admin plane's OpenAPI document", .serialized)
struct AdminDocumentTests {
    @Test("it describes exactly what is served")
    func served() async throws {
        let document = try await OpenAPIDocument.admin()
        let described = document.operations.map(\.description)
        let served = AdminPlane.served.map { "\($0.method) \($0.path)" }
        #expect(described.sorted() == served.sorted())
        #expect(Set(AdminAPI.endpoints.map { "\($0.method.rawValue) \($0.path)" }).isSubset(of: served))
        #expect(document.root["openapi"] == .string("3.1.0"))
        let ids = document.operations.compactMap { $0.value["operationId"]?.word }
        #expect(Set(ids).count == document.operations.count, "each has an operationId of its own")
    }

    @Test("every operation says what it needs", arguments: AdminAPI.endpoints)
    func needs(_ shape: EndpointShape) async throws {
        let document = try await OpenAPIDocument.admin()
        let operation = try document.operation(shape.method.rawValue, shape.path)
        #expect(operation.value["summary"]?.word?.isEmpty == false)
        #expect(operation.value["x-scope"]?.word == shape.scope?.rawValue)
        #expect(operation.value["x-right"]?.word == shape.scope?.right.rawValue)
        #expect(operation.value["x-audit-action"]?.word == shape.action?.rawValue)
        let scopes = shape.scope.map { [JSONValue.string($0.rawValue)] } ?? []
        #expect(
            operation.value["security"]
                == .array(["token", "unixUser"].map { .object([.init($0, .array(scopes))]) }))
        let text = operation.value["description"]?.word ?? ""
        if let scope = shape.scope {
            #expect(text.contains("Needs the scope `\(scope.rawValue)` and the right `\(scope.right.rawValue)`"))
        }
        let isOfDeployment = EndpointFixture.of(shape)?.reach == .deployment
        #expect(text.contains("for all tenants (`*`).") == isOfDeployment)
    }

    @Test("every operation takes the parameters and headers of its endpoint", arguments: AdminAPI.endpoints)
    func parameters(_ shape: EndpointShape) async throws {
        let document = try await OpenAPIDocument.admin()
        let parameters = try document.parameters(of: document.operation(shape.method.rawValue, shape.path))
        func names(_ place: String) -> [String] { parameters.filter { $0.place == place }.map(\.name).sorted() }
        #expect(names("path") == PathTemplate(shape.path).parameterNames.sorted())
        #expect(names("query") == shape.parameters.sorted())
        var headers: [String] = []
        if shape.traits.contains(.idempotent) { headers.append("Idempotency-Key") }
        if shape.traits.contains(.conditional) { headers.append("If-Match") }
        #expect(names("header") == headers)
        for parameter in parameters {
            // The one question that is none without its parameter.
            let isNeeded = parameter.place == "path" || parameter.name == "route"
            #expect(parameter.value["required"] == .bool(isNeeded), "\(parameter.name)")
            #expect(parameter.value["description"]?.word?.isEmpty == false, "\(parameter.name)")
            #expect(parameter.value["schema"] != nil, "\(parameter.name)")
        }
    }

    @Test("every operation has the answers of its endpoint", arguments: AdminAPI.endpoints)
    func answers(_ shape: EndpointShape) async throws {
        let document = try await OpenAPIDocument.admin()
        let operation = try document.operation(shape.method.rawValue, shape.path)
        let statuses = Set(operation.value["responses"]?.members.compactMap { Int($0.name) } ?? [])
        let isExempt = AdminRoute.all.contains { $0.shape == shape && $0.hasExemption }
        let done = shape.changes ? [200, shape.status] + (isExempt ? [202] : []) : [shape.status]
        #expect(statuses.filter { $0 < 300 } == Set(done))
        #expect(statuses.isSuperset(of: [400, 401, 403, 421, 500, 503]))
        #expect(statuses.contains(415) == shape.changes)
        #expect(statuses.contains(413) == shape.hasBody)
        #expect(statuses.contains(412) == shape.traits.contains(.conditional))
        #expect(statuses.contains(428) == shape.traits.contains(.conditional))
        if shape.path.contains("{") || EndpointFixture.of(shape)?.reach == .tenant { #expect(statuses.contains(404)) }
        if shape.traits.contains(.idempotent) { #expect(statuses.isSuperset(of: [409, 422])) }
        #expect((operation.value["requestBody"] != nil) == shape.hasBody)
        for status in statuses where status >= 400 {
            let response = try #require(try document.response(status, of: operation))
            let content = try #require(response["content"]?["application/problem+json"])
            #expect(content["schema"]?["$ref"]?.word == "#/components/schemas/Problem")
            let problem = try JSONReader.decode(Problem.self, from: try #require(content["example"]))
            #expect(problem.status == status)
            let code = try #require(ErrorCode(rawValue: problem.code))
            #expect(code.status == status)
            #expect(problem.title == code.title)
            #expect(problem.type == "urn:ssadmin:problem:\(code.rawValue)")
        }
    }

    @Test("the closed lists are those of the program")
    func lists() async throws {
        let document = try await OpenAPIDocument.admin()
        func words(_ name: String) throws -> [String] { try document.schema(name)["enum"]?.words ?? [] }
        #expect(try words("ErrorCode") == ErrorCode.allCases.map(\.rawValue))
        #expect(try words("Action") == Action.allCases.map(\.rawValue))
        #expect(try words("Scope") == Scope.allCases.map(\.rawValue))
        #expect(try words("Right") == Right.allCases.map(\.rawValue))
        #expect(try words("Status") == Status.allCases.map(\.rawValue))
        #expect(try words("Product") == Product.allCases.map(\.rawValue))
        #expect(try words("ReleaseStatus") == Release.Status.allCases.map(\.rawValue))
        #expect(try words("HandoffPlatform") == HandoffPlatform.allCases.map(\.rawValue))
        #expect(try words("TestProductState") == TestProduct.State.allCases.map(\.rawValue))
        #expect(try words("CartMode") == CartContract.Mode.allCases.map(\.rawValue))
        #expect(try words("WorkPackage") == WorkPackage.allCases.map(\.rawValue))
        #expect(try words("AcceptanceRow") == AcceptanceRow.allCases.map(\.rawValue))
        #expect(try words("CheckResult") == CheckResult.allCases.map(\.rawValue))
        #expect(try words("AcceptanceScenario") == AcceptanceScenario.allCases.map(\.rawValue))
        #expect(try words("ProjectEnvironment") == ProjectEnvironment.allCases.map(\.rawValue))
        #expect(try words("Outcome") == AuditEntry.Outcome.allCases.map(\.rawValue))
        #expect(try words("Credential") == Whoami.Credential.allCases.map(\.rawValue))
        #expect(try words("AssertionRule") == AssertionRule.allCases.map(\.rawValue))
        #expect(try words("Platform") == Platform.allCases.map(\.rawValue))
        #expect(try words("InstallationStatus") == Installation.Status.allCases.map(\.rawValue))
        #expect(try words("RefusalReason") == DeviceRefusal.Reason.allCases.map(\.rawValue))
        #expect(try words("RouteFindingCode") == RouteFinding.Code.allCases.map(\.rawValue))
        let text = try document.schema("Right")["description"]?.word ?? ""
        for scope in Scope.allCases where scope != .admin { #expect(text.contains("`\(scope.rawValue)`")) }
    }

    @Test("every reference leads somewhere, and nothing that is described is unused")
    func references() async throws {
        let document = try await OpenAPIDocument.admin()
        let used = Set(document.root.places.filter { $0.pointer.hasSuffix("/$ref") }.compactMap(\.value.word))
        for reference in used { _ = try document.resolved(.object([.init("$ref", .string(reference))])) }
        for kind in ["schemas", "parameters", "responses", "headers"] {
            for name in document.root["components"]?[kind]?.members.map(\.name) ?? [] {
                #expect(used.contains("#/components/\(kind)/\(name)"), "\(name)")
            }
        }
    }

    @Test("another method is 405 with all that the path takes, also for nobody")
    func allow() async throws {
        let document = try await OpenAPIDocument.admin()
        let service = try await TestService()
        for (template, operations) in Dictionary(grouping: document.operations, by: \.path) {
            let path = PathTemplate(template).path([
                "app": "x", "tenant": "x", "name": "x", "id": "x", "user_id": "x", "version": "x", "n": "x",
            ])
            let methods = operations.map(\.method)
            let allow = (methods.contains("GET") ? methods + ["HEAD"] : methods).sorted().joined(separator: ", ")
            for method in ["TRACE", "get"] {
                let response = await service.call(method, path, token: .some(nil))
                #expect(response.status == 405, "\(template)")
                #expect(response.code == "method_not_allowed")
                #expect(response.first("Allow") == allow)
            }
        }
        await service.close()
    }

    @Test("it is served to anyone, as YAML that may be kept for a while")
    func anyone() async throws {
        let service = try await TestService()
        let response = await service.call("GET", AdminAPI.specification, token: .some(nil))
        #expect(response.status == 200)
        #expect(response.first("Content-Type") == "application/yaml")
        #expect(response.first("Cache-Control") == "public, max-age=300")
        await service.close()
    }
}
