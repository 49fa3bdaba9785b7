import API
import HTTP
import Server
import Support
import Testing

/// The description of the devices' plane says what is served there, no more and no less.
@Suite("The SDK plane's OpenAPI document", .serialized)
struct SDKDocumentTests {
    @Test("it describes exactly what is served, to anyone")
    func served() async throws {
        let document = try await OpenAPIDocument.sdk()
        #expect(
            document.operations.map(\.description).sorted()
                == SDKPlane.served.map { "\($0.method) \($0.path)" }.sorted())
        // A key or an application id is sent as a value; a token is a credential.
        let byToken = document.operations.filter { $0.value["security"] != .array([]) }.map(\.path)
        #expect(
            Set(byToken) == [SDKAPI.refresh, SDKAPI.identify, SDKAPI.logout, SDKAPI.content, SDKAPI.chat + "{path}"])
        #expect(document.root["openapi"] == .string("3.1.0"))
    }

    @Test("its codes are codes of the program, and every answer that is described has one of its status")
    func codes() async throws {
        let document = try await OpenAPIDocument.sdk()
        let words = try document.schema("ErrorCode")["enum"]?.words ?? []
        #expect(words.allSatisfy { ErrorCode(rawValue: $0) != nil })
        #expect(Set(try document.schema("Platform")["enum"]?.words ?? []) == Set(Platform.allCases.map(\.rawValue)))
        for member in document.operations.flatMap({ $0.value["responses"]?.members ?? [] }) {
            guard let status = Int(member.name), status >= 400 else { continue }
            let response = try document.resolved(member.value)
            let example = try #require(response["content"]?["application/json"]?["example"])
            if example["ready"] != nil { continue }
            let code = try #require(example["error"]?.word.flatMap(ErrorCode.init(rawValue:)))
            #expect(code.status == status)
            #expect(words.contains(code.rawValue))
        }
    }

    @Test("the examples of a policy are read by the real type, and fit their schema")
    func examples() async throws {
        let document = try await OpenAPIDocument.sdk()
        let operation = try document.operation("GET", SDKAPI.policy)
        let content = try #require(operation.value["responses"]?["200"]?["content"]?["application/json"])
        let examples = document.examples(in: content)
        #expect(examples.count == 2)
        for example in examples {
            let read = try JSONReader.decode(PolicyDocument.self, from: example)
            #expect(try JSONScanner.scan(JSONWriter.encode(read)) == example)
            #expect(
                try SchemaCheck(document: document).faults(of: example, against: try #require(content["schema"])) == [])
        }
    }

    @Test(
        "what is really answered fits what is described",
        arguments: [
            ("?application_id=shop-ios", 200), ("?application_id=never-was", 401), ("", 400),
            ("?platform=windows", 400),
            (
                "?application_id=shop-ios&app_identifier=com.acme.shop&platform=ios&sdk_version=1&host_app_version=2",
                200
            ),
            ("?application_id=shop-ios&app_identifier=com.other", 401), ("?application_id=shop-ios&no_such=1", 200),
        ])
    func real(_ query: String, _ status: Int) async throws {
        let document = try await OpenAPIDocument.sdk()
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let answer = service.device(SDKAPI.policy + query)
        #expect(answer.status == status)
        let operation = try document.operation("GET", SDKAPI.policy)
        let response = try #require(try document.response(status, of: operation))
        let schema = try #require(response["content"]?["application/json"]?["schema"])
        #expect(try SchemaCheck(document: document).faults(of: answer.json, against: schema) == [])
        for header in response["headers"]?.members.map(\.name) ?? [] { #expect(answer.first(header) != nil) }
        await service.close()
    }

    @Test("304 is described and answered, and all query parameters of the document are taken")
    func parameters() async throws {
        let document = try await OpenAPIDocument.sdk()
        let service = try await TestService()
        try await service.project("shop-ios", in: "acme")
        let target = "\(SDKAPI.policy)?application_id=shop-ios"
        let tag = try #require(service.device(target).first("ETag"))
        #expect(service.device(target, headers: [("If-None-Match", tag)]).status == 304)
        let operation = try document.operation("GET", SDKAPI.policy)
        #expect(try document.response(304, of: operation) != nil)
        let names = try document.parameters(of: operation).filter { $0.place == "query" }.map(\.name)
        #expect(
            names == ["project_key", "application_id", "app_identifier", "platform", "sdk_version", "host_app_version"])
        await service.close()
    }

    @Test("a stream is described as asked for like a policy, and with the head that it has")
    func stream() async throws {
        let document = try await OpenAPIDocument.sdk()
        let operation = try document.operation("GET", SDKAPI.policyEvents)
        let policy = try document.operation("GET", SDKAPI.policy)
        func query(_ operation: OpenAPIDocument.Operation) throws -> [String] {
            try document.parameters(of: operation).filter { $0.place == "query" }.map(\.name)
        }
        #expect(try query(operation) == query(policy))
        let response = try #require(try document.response(200, of: operation))
        let types = response["content"]?.members.map(\.name)
        #expect(types == EventStream.head.first("Content-Type").map { [$0] })
        for header in response["headers"]?.members ?? [] {
            #expect(try document.resolved(header.value)["example"]?.word == EventStream.head.first(header.name))
        }
        for status in [400, 401, 415, 503] { #expect(try document.response(status, of: operation) != nil) }
    }

    @Test("path and method come before readiness, and readiness before all else")
    func order() {
        let plane = SDKPlane(readiness: Readiness(), metrics: Metrics())
        func status(_ method: String, _ path: String, _ query: String? = nil) -> Int? {
            plane.admit(Request(method: method, path: path, query: query, peer: .tcp(address: "127.0.0.1")))?.status
        }
        #expect(status("GET", "/sdk/v1/nothing", "a=1&a=2") == 404)
        #expect(status("DELETE", SDKAPI.policy, "a=1&a=2") == 405)
        #expect(status("GET", SDKAPI.policy, "a=1&a=2") == 503)
        #expect(status("GET", Probes.ready) == nil, "the probes are answered by themselves")
    }

    @Test("what is not ready answers as described")
    func notReady() async throws {
        let document = try await OpenAPIDocument.sdk()
        let plane = SDKPlane(readiness: Readiness(), metrics: Metrics())
        let request = Request(method: "GET", path: SDKAPI.policy, peer: .tcp(address: "127.0.0.1"))
        let answer = try #require(plane.admit(request))
        let response = try #require(try document.response(answer.status, of: document.operation("GET", SDKAPI.policy)))
        let schema = try #require(response["content"]?["application/json"]?["schema"])
        #expect(try SchemaCheck(document: document).faults(of: answer.json, against: schema) == [])
        #expect(answer.first("Retry-After") != nil)
    }
}
