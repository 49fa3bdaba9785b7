import CLI
import Support
import Testing

@Suite("The person command")
struct PersonCommandsTests {
    private static let person = """
        {"installations":["a1","b2"],"properties":{"plan":{"signed":true,"value":"pro"},
        "locale":{"signed":false,"value":"ru-RU"}}}
        """

    @Test("A person is shown with installations and properties, and how to end them all")
    func show() {
        let service = ScriptedService(.answer(200, Self.person))
        let run = CommandRun(["person", "show", "shop", "acct 1"], isTerminal: true, transport: service.transport)
        #expect(
            run.output == """
                person  acct 1
                installations:
                  a1
                  b2

                PROPERTY  VALUE  SET BY
                locale    ru-RU  a device
                plan      pro    the backend, signed

                End them all: ssadmin installation revoke shop --user 'acct 1' --reason TEXT

                """)
    }

    @Test("One without installations has nothing to end")
    func nobody() {
        let run = CommandRun(
            ["person", "show", "shop", "u"], isTerminal: true,
            transport: ScriptedService(.answer(200, #"{"installations":[],"properties":{}}"#)).transport)
        #expect(run.output == "person         u\ninstallations  none\n")
    }

    @Test(
        "A user id is any text, and one component of the path",
        arguments: [
            ("ann@acme.example", "ann%40acme.example"), ("a/b?c#d%2F", "a%2Fb%3Fc%23d%252F"),
            ("дана", "%D0%B4%D0%B0%D0%BD%D0%B0"),
            // Composed and decomposed: two people.
            ("\u{e9}", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("..", ".."), ("a\nb", "a%0Ab"), ("--json", "--json"),
        ])
    func encoding(user: String, component: String) {
        let service = ScriptedService(.answer(200, Self.person))
        let run = CommandRun(["person", "show", "shop", "--", user], isTerminal: true, transport: service.transport)
        #expect(service.requests.map(\.path) == ["/api/v1/projects/shop/people/\(component)"])
        #expect(run.status == .done)
        #expect(!run.output.contains("a\nb"))
        if user == "--json" { #expect(run.output.contains("revoke shop --user=--json --reason")) }
    }
}
