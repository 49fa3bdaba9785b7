import API
import HTTP
import Support
import Testing

/// An OpenAPI document as it is served.
struct OpenAPIDocument: Sendable {
    struct Operation: Sendable, CustomStringConvertible {
        let method: String
        let path: String
        let value: JSONValue

        var description: String { "\(method) \(path)" }
    }

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    let root: JSONValue

    init(_ response: Response) throws {
        root = try YAML.json(response.body)
    }

    /// The admin plane's, read once for all tests.
    static func admin() async throws -> OpenAPIDocument { try await adminDocument.value }
    static func sdk() async throws -> OpenAPIDocument { try await sdkDocument.value }

    private static let adminDocument = Task {
        let service = try await TestService()
        let response = await service.call("GET", AdminAPI.specification, token: .some(nil))
        await service.close()
        return try OpenAPIDocument(response)
    }

    private static let sdkDocument = Task {
        let service = try await TestService()
        let response = service.device(SDKAPI.specification)
        await service.close()
        return try OpenAPIDocument(response)
    }

    var operations: [Operation] {
        (root["paths"]?.members ?? []).flatMap { path in
            path.value.members.map { Operation(method: $0.name.uppercased(), path: path.name, value: $0.value) }
        }
    }

    func operation(_ method: String, _ path: String) throws -> Operation {
        guard let found = operations.first(where: { $0.method == method && $0.path == path }) else {
            throw Malformed(description: "\(method) \(path) is not described")
        }
        return found
    }

    func schema(_ name: String) throws -> JSONValue {
        guard let schema = root["components"]?["schemas"]?[name] else {
            throw Malformed(description: "there is no schema \(name)")
        }
        return schema
    }

    /// What a `$ref` stands for; anything else is itself.
    func resolved(_ value: JSONValue) throws -> JSONValue {
        guard case .string(let reference) = value["$ref"] else { return value }
        var found: JSONValue? = root
        for step in reference.dropFirst(2).split(separator: "/") { found = found?[String(step)] }
        guard reference.hasPrefix("#/"), let found else { throw Malformed(description: "\(reference) leads nowhere") }
        return try resolved(found)
    }

    func parameters(of operation: Operation) throws -> [(name: String, place: String, value: JSONValue)] {
        try (operation.value["parameters"]?.elements ?? []).map { parameter in
            let value = try resolved(parameter)
            return (value["name"]?.word ?? "", value["in"]?.word ?? "", value)
        }
    }

    func response(_ status: Int, of operation: Operation) throws -> JSONValue? {
        try operation.value["responses"]?[String(status)].map(resolved)
    }

    /// Every example of a body or an answer, with the content that it stands in.
    func examples(in content: JSONValue) -> [JSONValue] {
        [content["example"]].compactMap { $0 } + (content["examples"]?.members ?? []).compactMap { $0.value["value"] }
    }
}

extension JSONValue {
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var word: String? {
        if case .string(let word) = self { word } else { nil }
    }

    /// A list of words.
    var words: [String] { elements.compactMap(\.word) }
}
