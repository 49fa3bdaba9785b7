import API
import CLI
import Support
import Testing

@Suite("What changed between two documents")
struct JSONChangeTests {
    private func changes(_ old: String, _ new: String) throws -> [String] {
        func scan(_ text: String) throws -> JSONValue { try JSONScanner.scan(Array(text.utf8)) }
        return JSONChange.changes(from: try scan(old), to: try scan(new)).map(\.words)
    }

    @Test(
        "is each member that differs, by its place",
        arguments: [
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []), (#"{"a":1}"#, #"{"a":2}"#, ["/a: 1 → 2"]),
            (#"{"a":{"b":"x","c":1}}"#, #"{"a":{"b":"y","c":1}}"#, ["/a/b: x → y"]),
            (#"{"a":1}"#, #"{"a":1,"b":[]}"#, ["/b: new, []"]),
            (#"{"a":1,"b":null}"#, #"{"a":1}"#, ["/b: gone, was null"]),
            (#"{"a":null}"#, #"{"a":{"b":1}}"#, [#"/a: null → {"b":1}"#]),
            (#"{"a/b":1}"#, #"{"a/b":2}"#, ["/a~1b: 1 → 2"]),
            (#"{"a":"\u00e9"}"#, #"{"a":"e\u0301"}"#, ["/a: \u{E9} → e\u{301}"]), ("1", "2", [": 1 → 2"]),
        ] as [(String, String, [String])])
    func members(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try changes(old, new) == expected)
    }

    @Test(
        "in a list is what differs in its place, and where its length differs what came and went",
        arguments: [
            ("[1,2,3]", "[1,5,3]", ["/1: 2 → 5"]), ("[1,2,3]", "[1,3]", ["/1: gone, was 2"]),
            ("[1,3]", "[1,2,3]", ["/1: new, 2"]), ("[1]", "[0,1]", ["/0: new, 0"]), ("[1]", "[1,1]", ["/1: new, 1"]),
            ("[1,1]", "[1]", ["/1: gone, was 1"]), ("[]", "[[]]", ["/0: new, []"]),
            ("[1,2,3,4]", "[1,9,4]", ["/1: gone, was 2", "/2: gone, was 3", "/1: new, 9"]),
            (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":3}]"#, ["/1/a: 2 → 3"]),
        ] as [(String, String, [String])])
    func lists(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try changes(old, new) == expected)
    }
}
