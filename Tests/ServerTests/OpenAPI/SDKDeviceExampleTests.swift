import API
import HTTP
import Support
import Testing

/// The calls of installations: what the description shows is what the program reads and writes.
@Suite("Device calls of the SDK plane's document", .serialized)
struct SDKDeviceExampleTests {
    static let calls: [(method: String, path: String)] = [
        ("POST", SDKAPI.register), ("POST", SDKAPI.refresh), ("POST", SDKAPI.identify), ("POST", SDKAPI.logout),
        ("GET", SDKAPI.content), ("GET", SDKAPI.chat + "{path}"), ("POST", SDKAPI.unwrap),
    ]
    /// Those that a device makes with its token.
    static let tokenCalls = calls.filter { ![SDKAPI.register, SDKAPI.unwrap].contains($0.path) }

    private func expect(_ answer: Response, fits operation: OpenAPIDocument.Operation, in document: OpenAPIDocument)
        throws
    {
        let response = try #require(
            try document.response(answer.status, of: operation), "\(operation) does not describe \(answer.status)")
        let schema = try #require(response["content"]?["application/json"]?["schema"])
        #expect(try SchemaCheck(document: document).faults(of: answer.json, against: schema) == [], "\(operation)")
        for header in response["headers"]?.members ?? [] {
            let value = try document.resolved(header.value)["schema"]?["const"]?.word
            #expect(answer.first(header.name) != nil, "\(operation): \(header.name)")
            if let value { #expect(answer.first(header.name) == value) }
        }
    }

    @Test("the examples of bodies and answers fit their schemas, and answers are read by the real types")
    func examples() async throws {
        let document = try await OpenAPIDocument.sdk()
        let check = SchemaCheck(document: document)
        for (method, path) in Self.calls {
            let operation = try document.operation(method, path)
            let body = operation.value["requestBody"]?["content"]?["application/json"]
            #expect((body != nil) == (method == "POST"))
            if let body {
                let (example, schema) = (try #require(body["example"]), try #require(body["schema"]))
                #expect(try check.faults(of: example, against: schema) == [])
            }
            for status in [200, 201] {
                guard let content = try document.response(status, of: operation)?["content"]?["application/json"]
                else { continue }
                let (example, schema) = (try #require(content["example"]), try #require(content["schema"]))
                #expect(try check.faults(of: example, against: schema) == [])
                switch path {
                case SDKAPI.register: _ = try JSONReader.decode(RegisteredInstallation.self, from: example)
                case SDKAPI.refresh: _ = try JSONReader.decode(RefreshedToken.self, from: example)
                case SDKAPI.identify, SDKAPI.logout: _ = try JSONReader.decode(CurrentEpoch.self, from: example)
                case SDKAPI.unwrap: _ = try JSONReader.decode(UnwrappedSecret.self, from: example)
                default: #expect(path == SDKAPI.content)
                }
            }
        }
    }

    @Test("a real life fits what is described, and so do its refusals")
    func life() async throws {
        let document = try await OpenAPIDocument.sdk()
        try await TestService.with { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            let body =
                #"{"project_key":"\#(backend.projectKey)","app_identifier":"com.acme.shop","platform":"ios","later":1}"#
            let register = try document.operation("POST", SDKAPI.register)
            for text in [body, "{}", body.replacing("com.acme", with: "com.evil")] {
                try expect(await service.post(SDKAPI.register, text), fits: register, in: document)
            }
            var device = try await TestDevice(service, projectKey: backend.projectKey)
            let assertion = backend.assertion(of: "acct_1", at: service.clock.value)
            let order = #"{"assertion":"\#(assertion)"}"#
            for (method, template) in Self.tokenCalls {
                let operation = try document.operation(method, template)
                let path = template.replacing("{path}", with: "a/b")
                let text = path == SDKAPI.identify ? order : method == "POST" ? "{}" : ""
                for answer in [
                    await device.call(path, text, method: method),
                    await device.call(path, text, method: method, token: "none"),
                    await device.call(path, text, method: method, epoch: "99"),
                ] { try expect(answer, fits: operation, in: document) }
                if path == SDKAPI.refresh {
                    device.token = try await device.refresh().answer(RefreshedToken.self).token.text
                }
                if path == SDKAPI.logout { device.epoch = 2 }
            }
            let unwrap = try document.operation("POST", SDKAPI.unwrap)
            let token = try await service.wrapped("shop-ios")
            for text in [#"{"token":"\#(token)","later":1}"#, #"{"token":"\#(token)"}"#, "{}", "[]"] {
                try expect(await service.post(SDKAPI.unwrap, text), fits: unwrap, in: document)
            }
            _ = await service.call("PATCH", "/api/v1/projects/shop-ios", #"{"status":"suspended"}"#)
            let suspended = await device.content()
            #expect(suspended.status == 503 && suspended.first("Retry-After") == "60")
            try expect(suspended, fits: document.operation("GET", SDKAPI.content), in: document)
        }
    }

    @Test("another method is 405 and says which it takes; the token calls take their epoch from a header")
    func shape() async throws {
        let document = try await OpenAPIDocument.sdk()
        try await TestService.with { service in
            for (method, template) in Self.calls where template != SDKAPI.chat + "{path}" {
                let response = await service.post(template, "", method: method == "GET" ? "POST" : "GET")
                #expect(response.status == 405, "\(template)")
                #expect(response.first("Allow") == (method == "GET" ? "GET, HEAD" : "POST"))
            }
        }
        for (method, path) in Self.calls {
            let names = try document.parameters(of: document.operation(method, path)).filter { $0.place == "header" }
            let isTokenCall = Self.tokenCalls.contains { $0.path == path }
            #expect(names.map(\.name) == (isTokenCall ? [SDKAPI.epochHeader] : []), "\(path)")
        }
    }
}
