import API
import CLI
import Domain
import Support
import Testing

@Suite("Explaining an assertion")
struct ExplainTests {
    private func run(_ input: String, _ service: ScriptedService) -> CommandRun {
        CommandRun(["secret", "explain", "shop"], isTerminal: true, input: input, transport: service.transport)
    }

    private static func answer(_ rule: String?, asIssued: String?, jtiSeen: Bool = false) -> ScriptedService.Line {
        let explained = ExplainedAssertion(rule: rule, asIssued: .init(rule: asIssued), jtiSeen: jtiSeen)
        return .answer(200, String(decoding: JSONWriter.encode(explained), as: UTF8.self))
    }

    @Test("It comes from standard input, and the white space around it is none of it")
    func input() {
        let service = ScriptedService(Self.answer(nil, asIssued: nil))
        #expect(run(" \t\r\n a.b.c \r\n\n", service).status == .done)
        #expect(service.requests.map(\.path) == ["/api/v1/projects/shop/identity-secret/explain"])
        #expect(service.requests.first?.body == Array(#"{"assertion":"a.b.c"}"#.utf8))
    }

    @Test("Nothing on standard input is refused before any call", arguments: ["", " \n"])
    func noInput(input: String) {
        let service = ScriptedService()
        let run = run(input, service)
        #expect(run.status == .usage)
        #expect(run.errors.contains("Try: ssadmin secret explain shop-ios < assertion.txt"))
        #expect(service.requests.isEmpty)
    }

    @Test("One that a terminal had to cut is not taken for a whole one")
    func tooLong() {
        let service = ScriptedService()
        let run = CommandRun(
            ["secret", "explain", "shop"], isTerminal: true, input: nil, transport: service.transport)
        #expect(run.status == .usage)
        #expect(run.errors.contains("cannot be read, or is too long"))
        #expect(service.requests.isEmpty)
    }

    @Test("It is never an argument, and never repeated")
    func notAnArgument() {
        let service = ScriptedService()
        let run = CommandRun(["secret", "explain", "shop", "eyJx.y.z"], isTerminal: true, transport: service.transport)
        #expect(run.status == .usage)
        #expect(service.requests.isEmpty)
    }

    @Test("One that is accepted")
    func accepted() {
        #expect(
            run("a.b.c", ScriptedService(Self.answer(nil, asIssued: nil, jtiSeen: true))).output == """
                at present  accepted
                as issued   accepted
                jti seen    yes: of any other installation it would be refused (replayed)

                """)
    }

    @Test("One that has expired, and was right")
    func expired() {
        #expect(
            run("a.b.c", ScriptedService(Self.answer("expired", asIssued: nil))).output == """
                at present  REFUSED by the rule expired
                as issued   accepted
                jti seen    no, or not since its exp

                expired: exp has passed, as it always has of an older one: a backend makes a new
                  one for each identification.

                """)
    }

    @Test("One that was wrong from the first, with where the right thing can be seen")
    func signature() {
        #expect(
            run("a.b.c", ScriptedService(Self.answer("signature", asIssued: "signature"))).output == """
                at present  REFUSED by the rule signature
                as issued   REFUSED by the rule signature
                jti seen    no, or not since its exp

                signature: No secret of this project that is valid now has signed it. The key is
                  the whole secret as text, from ssis1_ to its last character, not decoded from
                  hex. Compare the backend's fingerprint (the first 12 hex digits of the SHA-256
                  of its secret) with those of:
                  ssadmin secret status shop

                """)
    }

    @Test("One that fails two rules says both")
    func twoRules() {
        let output = run("a.b.c", ScriptedService(Self.answer("expired", asIssued: "user_id"))).output
        #expect(output.contains("\nexpired: exp has passed"))
        #expect(output.contains("\nuser_id: user_id is not a string"))
    }

    @Test("Every rule of the service has its words, on lines that fit", arguments: AssertionRule.allCases)
    func words(rule: AssertionRule) {
        let output = run("a.b.c", ScriptedService(Self.answer(rule.rawValue, asIssued: rule.rawValue))).output
        #expect(!output.contains("does not know that rule"))
        #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("A rule of a newer service is named all the same")
    func unknownRule() {
        let output = run("a.b.c", ScriptedService(Self.answer("nonce", asIssued: nil))).output
        #expect(output.contains("nonce: this ssadmin does not know that rule"))
    }
}
