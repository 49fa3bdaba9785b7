import API
import Domain
import FoundationEssentials
import HTTP
import Support
import Testing

@Suite("Assertions of independent JWT libraries", .onThreadsOfTheirOwn)
struct JWTLibrariesTests {
    /// A library, and the rule that refuses the mistake it makes easy (Tests/JWTLibraries).
    enum Library: String, CaseIterable {
        case pyjwt, jwcrypto, joserfc, node, openssl

        var refusal: AssertionRule {
            switch self {
            case .pyjwt: .algorithm
            case .jwcrypto: .forbiddenClaim
            case .joserfc, .node: .lifetime
            case .openssl: .signature
            }
        }

        var words: [String] {
            let scripts = "\(BuiltPrograms.project)/Tests/JWTLibraries"
            return switch self {
            case .pyjwt, .jwcrypto, .joserfc: [Self.python, "\(scripts)/sign.py", rawValue]
            case .node: ["/usr/bin/node", "\(scripts)/sign.mjs"]
            case .openssl: ["\(scripts)/sign.sh"]
            }
        }

        static let python = "\(BuiltPrograms.project)/.build/jwt-libraries/bin/python3"
        static var hasPython: Bool { FileManager.default.isExecutableFile(atPath: python) }
        static var hasNode: Bool { BuiltPrograms.has("node") }
    }

    @Test(
        "of Python are accepted, and the mistakes that they make easy are refused",
        .enabled(if: Library.hasPython, "the libraries are not installed: deploy/install test"),
        arguments: [Library.pyjwt, .jwcrypto, .joserfc])
    func python(_ library: Library) throws { try judge(library) }

    @Test("of node are accepted, and its mistake is refused", .enabled(if: Library.hasNode, "there is no node here"))
    func node() throws { try judge(.node) }

    @Test("of openssl on the command line are accepted, and its mistake is refused")
    func openssl() throws { try judge(.openssl) }

    private func judge(_ library: Library) throws {
        let service = try LiveService()
        try service.start("--init")
        let backend = try service.backend("shop-ios", in: "acme")
        let device = try IdentifyingDevice(service, projectKey: backend.projectKey)
        // Beyond ASCII, and with what an encoder may escape.
        let userID = "acct/1 \"é\" \u{1F4F1}"
        let now = Int64(Date().timeIntervalSince1970)
        var claims: [JSONValue.Member] = [
            .init("project_key", .string(backend.projectKey)), .init("aud", .string("mybot-customer-sdk")),
            .init("jti", .string(TestBackend.newJTI())), .init("iat", .integer(now - 10)),
            .init("exp", .integer(now + 110)), .init("user_id", .string(userID)),
            .init("properties", .object([.init("plan", .string("pro"))])),
        ]
        let accepted = try device.identify(try sign(claims, by: backend, "good", library, in: service.folder))
        #expect(accepted.status == 200, "\(SeenAnswer(accepted))")

        claims[2] = .init("jti", .string(TestBackend.newJTI()))
        let refused = try device.identify(try sign(claims, by: backend, "bad", library, in: service.folder))
        #expect(refused.status == 401, "\(SeenAnswer(refused))")
        let metrics = String(decoding: try service.call("GET", "/metrics").body, as: UTF8.self).split(separator: "\n")
        #expect(metrics.contains(#"ssadmin_assertions_total{result="accepted"} 1"#))
        #expect(metrics.contains(#"ssadmin_assertions_total{result="\#(library.refusal.rawValue)"} 1"#))
        // It is the person whom the backend named, byte for byte.
        let path = "/api/v1/projects/shop-ios/people/acct%2F1%20%22%C3%A9%22%20%F0%9F%93%B1"
        let person = try service.call("GET", path)
        #expect(person.status == 200, "\(SeenAnswer(person))")
        #expect(try person.answer(Person.self).installations == [device.id])
        #expect(try service.stop() == .exited(0))
    }

    private func sign(
        _ claims: [JSONValue.Member], by backend: TestBackend, _ quality: String, _ library: Library, in folder: String
    ) throws -> String {
        let (input, output, errors) = ("\(folder)/claims", "\(folder)/\(quality)", "\(folder)/\(quality).errors")
        let order = JSONValue.object([.init("secret", .string(backend.secret)), .init("claims", .object(claims))])
        try String(decoding: JSONWriter.encode(order), as: UTF8.self)
            .write(toFile: input, atomically: false, encoding: .utf8)
        let child = try ChildProcess(
            library.words + [quality], folder: folder, input: input, output: .file(output), errors: .file(errors))
        let end = try child.wait(seconds: 30)
        guard end == .exited(0) else {
            throw OutsideError("\(library): \(end), \(try String(contentsOfFile: errors, encoding: .utf8))")
        }
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").first.map(String.init) ?? ""
    }
}
