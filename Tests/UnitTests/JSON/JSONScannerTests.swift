import API
import Support
import Testing

@Suite struct JSONScannerTests {
    private func scan(_ text: String) throws -> JSONValue {
        try JSONScanner.scan(Array(text.utf8))
    }

    private func fault(_ text: String) -> String {
        do {
            return "read as \(try scan(text))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `Every kind of value is read as it stands`() throws {
        let value = try scan(#" {"a" : [ null, true, false, 0, -1, 1.50, "\u00e9\/\n\ud83d\ude00" ], "" : {} } "#)
        #expect(
            value
                == .object([
                    .init(
                        "a",
                        .array([
                            .null, .bool(true), .bool(false), .integer(0), .integer(-1), .number("1.50"),
                            .string("é/\n😀"),
                        ])),
                    .init("", .object([])),
                ]))
    }

    @Test(arguments: [
        ("0", JSONValue.integer(0)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number("9223372036854775808")),
        ("-0", .number("-0")), ("1.0", .number("1.0")), ("1e2", .number("1e2")), ("0E+0", .number("0E+0")),
    ])
    func `Only a plain integer within 64 bits is an integer`(text: String, value: JSONValue) throws {
        let scanned = try scan(text)
        #expect("\(scanned)" == "\(value)")
    }

    @Test func `Names differ by bytes and not by Unicode equivalence`() throws {
        let value = try scan(#"{"caf\u00e9": 1, "cafe\u0301": 2}"#)
        #expect(value["caf\u{e9}"] == .integer(1))
        #expect(value["cafe\u{301}"] == .integer(2))
        #expect(value["cafe"] == nil)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": {}, "a": 2}"#, "line 1, column 19: this member is there twice in the same object; keep one"),
        (#"{"a": 1, "\u0061": 2}"#, "line 1, column 10: this member is there twice in the same object; keep one"),
        ("[1,\n 2,\n]", "line 2, column 3: a comma before ']'; remove it"),
        (#"{"a": 1,}"#, "line 1, column 8: a comma before '}'; remove it"),
        (#"{"é": x}"#, "line 1, column 7: expected a value, found 'x'"),
        ("{'a': 1}", "line 1, column 2: expected the name of a member in double quotes, found '''"),
        ("['a']", "line 1, column 2: strings are written in double quotes"),
        ("[01]", "line 1, column 2: a number does not start with a superfluous 0"),
        ("[1] 2", "line 1, column 5: expected the end of the text after the value, found '2'"),
        ("\u{feff}[]", "line 1, column 1: the text starts with a byte order mark; send UTF-8 without one"),
        ("", "line 1, column 1: expected a value, found the end of the text"),
        ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
        (#"["\ud800"]"#, "line 1, column 3: half of a surrogate pair; write both halves, or the character itself"),
        (#"["abc"#, "line 1, column 2: the string that starts here has no end"),
        ("[tru]", "line 1, column 2: expected a value, such as true"),
    ])
    func `A fault says what is wrong, where, and what would be right`(text: String, words: String) {
        #expect(fault(text) == words)
    }

    @Test func `Invalid UTF-8 is named at its first byte`() {
        let bytes: [UInt8] = Array(#"["ab"#.utf8) + [0xed, 0xa0, 0x80] + Array(#""]"#.utf8)
        #expect { try JSONScanner.scan(bytes) } throws: { ($0 as? JSONFault)?.offset == 4 }
    }

    @Test func `A repeated member is found among many`() throws {
        let members = (0..<5000).map { #""m\#($0)":0"# }.joined(separator: ",")
        _ = try scan("{\(members)}")
        #expect(throws: JSONFault.self) { try scan(#"{\#(members),"m7":0}"#) }
        #expect(throws: JSONFault.self) { try scan(#"{\#(members),"m4999":0}"#) }
    }

    @Test func `Thirty-two levels are read and thirty-three are refused`() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"a":["#, count: levels / 2) + String(repeating: "[", count: levels % 2)
                + String(repeating: "]", count: levels % 2) + String(repeating: "]}", count: levels / 2)
        }
        _ = try scan(nested(32))
        #expect(fault(nested(33)).contains("more than 32 levels"))
        #expect(fault(String(repeating: "[", count: 1_000_000)).contains("more than 32 levels"))
    }

    @Test func `Canonical bytes do not depend on order, white space or escapes`() throws {
        let one = try scan(#"{"b": [1, "\u002f\u001f\b"], "\ud83d\ude00": 1, "\uff61": 2, "a": null}"#)
        let other = try scan("{\"a\":null,\"\u{ff61}\":2,\"😀\":1,\"b\":[1,\"/\\u001f\\u0008\"]}")
        let expected = "{\"a\":null,\"b\":[1,\"/\\u001f\\b\"],\"😀\":1,\"\u{ff61}\":2}"
        #expect(String(decoding: one.canonical, as: UTF8.self) == expected)
        #expect(one == other)
        #expect(try scan("[1]") != scan("[1.0]"))
        #expect(try scan("\"\u{e9}\"") != scan("\"e\u{301}\""))
    }
}
