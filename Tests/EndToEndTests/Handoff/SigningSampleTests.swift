import API
import Crypto
import FoundationEssentials
import HTTP
import Server
import Support
import Testing

@Suite("Code for signing in a handoff", .onThreadsOfTheirOwn)
struct SigningSampleTests {
    /// By the language of its block.
    enum Sample: String {
        case javascript, python, go

        var file: String {
            switch self {
            case .javascript: "sign.mjs"
            case .python: "sign.py"
            case .go: "sign.go"
            }
        }

        var words: [String] {
            switch self {
            case .javascript: ["/usr/bin/node"]
            case .python: ["/usr/bin/python3"]
            case .go: ["/usr/bin/go", "run"]
            }
        }

        var isHere: Bool { FileManager.default.isExecutableFile(atPath: words[0]) }
    }

    @Test(
        "runs in node as it stands, and the service takes what it signs",
        .enabled(if: Sample.javascript.isHere, "there is no node here"))
    func node() throws { try judge(.javascript) }

    @Test(
        "runs in Python as it stands, and the service takes what it signs",
        .enabled(if: Sample.python.isHere, "there is no python3 here"))
    func python() throws { try judge(.python) }

    @Test(
        "runs in Go as it stands, and the service takes what it signs",
        .enabled(if: Sample.go.isHere, "there is no go here"))
    func go() throws { try judge(.go) }

    private func judge(_ sample: Sample) throws {
        let service = try LiveService()
        try service.start("--init")
        let backend = try service.backend("shop-ios", in: "acme")
        // Beyond ASCII, and with what an encoder may escape.
        let userID = "acct/1 <\"é\"> \u{1F4F1}"
        for language in HandoffLanguage.allCases {
            let device = try IdentifyingDevice(service, projectKey: backend.projectKey)
            let paper = paper(projectKey: backend.projectKey, audience: "mybot-customer-sdk", language)
            let assertion = try run(sample, of: paper, userID, secret: backend.secret, in: service.folder)
            let answer = try device.identify(assertion)
            #expect(answer.status == 200, "\(SeenAnswer(answer))")
            let path = "/api/v1/projects/shop-ios/people/acct%2F1%20%3C%22%C3%A9%22%3E%20%F0%9F%93%B1"
            #expect(try service.call("GET", path).answer(Person.self).installations.contains(device.id))
        }
        try judgeClaims(sample, in: service.folder)
        #expect(try service.stop() == .exited(0))
    }

    /// Ten seconds back and two minutes long, in a secret of a file with its line feed, and by literals that hold whatever
    /// they are given: no audience is like this one.
    private func judgeClaims(_ sample: Sample, in folder: String) throws {
        let audience = "\"'`\\ ${x} \\(x) %s\n\u{202E}é\u{1F4F1}"
        let paper = paper(projectKey: "sdk1", audience: audience, .en)
        let before = Int64(Date().timeIntervalSince1970)
        let assertion = try run(sample, of: paper, "acct_1", secret: "secret\n", in: folder)
        let after = Int64(Date().timeIntervalSince1970)
        let parts = assertion.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let claims = try JSONScanner.scan(try #require(Base64URL.decode(parts[1])))
        #expect(claims["aud"]?.text == audience)
        #expect(claims["user_id"]?.text == "acct_1")
        let issuedAt = try #require(claims["iat"]?.number)
        #expect((before - 10...after - 10).contains(issuedAt))
        #expect(claims["exp"]?.number == issuedAt + 120)
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        #expect(Base64URL.decode(parts[2]) == HMACSHA256.tag(key: Array("secret".utf8), message: signed))
    }

    private func paper(projectKey: String, audience: String, _ language: HandoffLanguage) -> String {
        let identity = SignedIdentity(
            projectKey: projectKey, audience: audience, secretFingerprint: "b104d818eba5")
        return handoffMarkdown(HandoffExamples.issued(HandoffExamples.myBot(identity)), in: language)
    }

    private func run(
        _ sample: Sample, of paper: String, _ userID: String, secret: String, in folder: String
    ) throws -> String {
        let fence = "```"
        guard let start = paper.firstRange(of: "\(fence)\(sample.rawValue)\n"),
            let end = paper[start.upperBound...].firstRange(of: "\n\(fence)\n")
        else { throw OutsideError("there is no \(sample) in the handoff") }
        let (program, output, errors) = (
            "\(folder)/\(sample.file)", "\(folder)/\(UUID()).out", "\(folder)/\(sample).errors"
        )
        try String(paper[start.upperBound..<end.lowerBound])
            .write(toFile: program, atomically: false, encoding: .utf8)
        let child = try ChildProcess(
            sample.words + [program, userID],
            environment: ["SDK_IDENTITY_SECRET": secret, "GOCACHE": "\(BuiltPrograms.project)/.build/go"],
            folder: folder, output: .file(output), errors: .file(errors))
        // Go compiles its own library first.
        let ended = try child.wait(seconds: 120)
        guard ended == .exited(0) else {
            throw OutsideError("\(sample): \(ended), \(try String(contentsOfFile: errors, encoding: .utf8))")
        }
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").first.map(String.init) ?? ""
    }
}
