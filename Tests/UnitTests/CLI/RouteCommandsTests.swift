import API
import CLI
import Support
import Testing

@Suite("The route commands")
struct RouteCommandsTests {
    private static let map = #"{"entries":[{"pattern":"/product/:id","surface":"productDetail"}],"version":7}"#

    private func body(_ request: ClientRequest?) -> String? {
        request?.body.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("What is shown can be set again: its version says nothing there", arguments: [true, false])
    func set(withVersion: Bool) {
        let service = ScriptedService(.answer(200, Self.map, etag: #""1""#), .answer(200, Self.map))
        let input = withVersion ? Self.map : #"{"entries":[{"pattern":"/product/:id","surface":"productDetail"}]}"#
        let run = CommandRun(
            ["route", "set", "shop", "-f", "-"], isTerminal: true, input: input, transport: service.transport)
        #expect(run.status == .done)
        #expect(service.requests.last?.method == .put)
        #expect(service.requests.last?.header("If-Match") == #""1""#)
        #expect(
            body(service.requests.last) == #"{"entries":[{"pattern":"/product/:id","surface":"productDetail"}]}"#)
        #expect(run.output.contains("version 7, 1 entry"))
        #expect(run.output.contains("Nothing changes."))
    }

    @Test(
        "What setting a map changes is told by pattern, whatever its order, also by a dry run",
        arguments: [true, false])
    func changes(isDryRun: Bool) {
        let before =
            #"{"entries":[{"pattern":"/","surface":"home"},{"pattern":"/p/:id","surface":"cart"},"#
            + #"{"pattern":"/x","surface":"search"}],"version":7}"#
        let after =
            #"{"entries":[{"pattern":"/p/:id","surface":"productDetail"},{"pattern":"/","surface":"home"},"#
            + #"{"pattern":"/new","surface":"catalog"}]}"#
        let answer = isDryRun ? #"{"dry_run":true,"version":8}"# : after.dropLast() + #","version":8}"#
        let service = ScriptedService(.answer(200, before, etag: #""1""#), .answer(200, answer))
        let run = CommandRun(
            ["route", "set", "shop", "-f", "-"] + (isDryRun ? ["--dry-run"] : []), isTerminal: true, input: after,
            transport: service.transport)
        #expect(run.status == .done, "\(run.errors)")
        #expect(
            run.output.contains(
                """
                Changes:
                  /p/:id: cart → productDetail
                  /new: new, catalog
                  /x: gone, was search

                """), "\(run.output)")
    }

    @Test(
        "A file that is no map is refused with the place, before any call",
        arguments: [
            ("{}", "/entries"), ("[]", "Standard input is not a route map."),
            (#"{"entries":[{"pattern":"/"}]}"#, "/entries/0/surface"), (#"{"entries":[],"x":1}"#, "/x"),
        ])
    func noMap(text: String, place: String) {
        let service = ScriptedService()
        let run = CommandRun(
            ["route", "set", "shop", "-f", "-"], isTerminal: true, input: text, transport: service.transport)
        #expect(run.status == .refusedInput)
        #expect(run.errors.contains(place), "\(run.errors)")
        #expect(run.errors.contains("ssadmin route list shop --json"))
        #expect(service.requests.isEmpty)
    }

    @Test("An older version is asked for by its number, and where it never was its list is named")
    func version() {
        let problem = #"{"type":"t","title":"T","status":404,"code":"not_found","detail":"No.","request_id":"r"}"#
        let service = ScriptedService(.answer(200, Self.map), .answer(404, problem))
        _ = CommandRun(["route", "list", "shop", "--at-version", "3"], transport: service.transport)
        #expect(service.requests.last?.path == "/api/v1/projects/shop/routes?version=3")
        let run = CommandRun(
            ["route", "list", "shop", "--at-version", "9"], isTerminal: true, transport: service.transport)
        #expect(run.status == .notFound && run.errors.contains("ssadmin route versions shop"))
    }

    @Test("A route is sent as it is, whatever characters it has")
    func test() {
        let answer = #"{"follow_me":false,"pattern":null,"player":true,"surface":"unknown"}"#
        let service = ScriptedService(.answer(200, answer))
        let run = CommandRun(
            ["route", "test", "shop", "/p/%00?a=1&b#c"], isTerminal: true, transport: service.transport)
        #expect(
            service.requests.first?.path == "/api/v1/projects/shop/routes/resolve?route=%2Fp%2F%2500%3Fa%3D1%26b%23c")
        // The answer is there, also where the reason cannot be read.
        #expect(
            run.output.hasPrefix(
                """
                surface    unknown
                pattern    none matches, and then it is unknown, where nothing shows
                player     on
                follow-me  off

                Why could not be read: 
                """), "\(run.output)")
        let script = ScriptedService(.answer(200, answer))
        #expect(CommandRun(["route", "test", "shop", "/"], transport: script.transport).output == answer + "\n")
        #expect(script.requests.count == 1)
    }

    @Test("Findings end it with status 1, none with 0, for people and for scripts", arguments: [true, false])
    func lint(isTerminal: Bool) {
        let findings = #"{"findings":[{"code":"catch_all","detail":"Too wide.","pattern":"/*"}]}"#
        let service = ScriptedService(.answer(200, findings), .answer(200, #"{"findings":[]}"#))
        let found = CommandRun(["route", "lint", "shop"], isTerminal: isTerminal, transport: service.transport)
        #expect(found.status == .failed && found.errors.isEmpty)
        #expect(found.output == (isTerminal ? "/*\n  Too wide.\n  (catch_all)\n" : findings + "\n"))
        let none = CommandRun(["route", "lint", "shop"], isTerminal: isTerminal, transport: service.transport)
        #expect(none.status == .done)
    }
}
