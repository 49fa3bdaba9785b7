import API
import Testing

@Suite struct JSONReaderTests {
    private enum Color: String, Codable, CaseIterable { case red, green }
    private enum Shade: String, Codable { case dark }

    private struct Thing: Codable, Equatable {
        var name: String
        var size: Int?
        var small: UInt8?
        var note: Nullable<String>?
        var color: Color?
        var shade: Shade?
        var parts: [Part]?
        var map: [String: Int]?
        var any: JSONValue?
        var flag: Bool?

        struct Part: Codable, Equatable {
            var partNumber: Int

            enum CodingKeys: String, CodingKey { case partNumber = "part_number" }
        }
    }

    private func decode<T: Decodable>(_ text: String, as type: T.Type = Thing.self) throws -> T {
        try JSONReader.decode(type, from: JSONScanner.scan(Array(text.utf8)))
    }

    private func mismatch(_ text: String) -> String {
        do {
            return "decoded as \(try decode(text, as: Thing.self))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `A plain struct is decoded by its synthesized conformance`() throws {
        let thing = try decode(
            #"""
            {"name":"n","size":-5,"small":255,"note":"x","color":"green","shade":"dark","flag":true,
             "parts":[{"part_number":7}],"map":{"a":1,"b":2},"any":{"x":[1.5]}}
            """#, as: Thing.self)
        #expect(
            thing
                == Thing(
                    name: "n", size: -5, small: 255, note: .value("x"), color: .green, shade: .dark,
                    parts: [.init(partNumber: 7)], map: ["a": 1, "b": 2],
                    any: .object([.init("x", .array([.number("1.5")]))]), flag: true))
        #expect(try decode("[1,2]", as: [Int].self) == [1, 2])
        #expect(try decode("2.5", as: Double.self) == 2.5)
    }

    @Test func `Absent, null and a value are three things`() throws {
        #expect(try decode(#"{"name":"n"}"#, as: Thing.self).note == nil)
        #expect(try decode(#"{"name":"n","note":null}"#, as: Thing.self).note == .null)
        #expect(try decode(#"{"name":"n","note":"x"}"#, as: Thing.self).note == .value("x"))
    }

    @Test(arguments: [
        (#"{}"#, "/name: this member is missing"),
        (#"[]"#, "the value: expected an object, found a list"),
        (#"{"name":1}"#, "/name: expected a string, found a whole number"),
        (#"{"name":null}"#, "/name: expected a string, found null"),
        (#"{"name":"n","size":null}"#, "/size: expected a whole number, found null"),
        (#"{"name":"n","parts":null}"#, "/parts: expected a list, found null"),
        (#"{"name":"n","flag":null}"#, "/flag: expected true or false, found null"),
        (#"{"name":"n","color":null}"#, "/color: expected a string, found null"),
        (#"{"name":"n","flag":0}"#, "/flag: expected true or false, found a whole number"),
        (#"{"name":"n","size":1.0}"#, "/size: expected a plain whole number, found the number 1.0"),
        (#"{"name":"n","size":-0}"#, "/size: expected a plain whole number, found the number -0"),
        (#"{"name":"n","size":"1"}"#, "/size: expected a whole number, found a string"),
        (#"{"name":"n","small":256}"#, "/small: expected a whole number from 0 to 255"),
        (
            #"{"name":"n","size":9223372036854775808}"#,
            "/size: expected a whole number from -9223372036854775808 to 9223372036854775807"
        ),
        (#"{"name":"n","note":1}"#, "/note: expected a string, found a whole number"),
        (#"{"name":"n","color":"blue"}"#, #"/color: expected one of red, green; found "blue""#),
        (#"{"name":"n","shade":"light"}"#, "/shade: the value is not one of those that are known"),
        (#"{"name":"n","parts":[{"part_number":1},{}]}"#, "/parts/1/part_number: this member is missing"),
        (#"{"name":"n","map":{"a/b~":"1"}}"#, "/map/a~1b~0: expected a whole number, found a string"),
        (
            #"{"name":"n","nam":1,"parts":[{"part_number":1,"x":2}]}"#,
            "/nam: there is no such member; /parts/0/x: there is no such member"
        ),
        (#"{"nam":"n"}"#, "/nam: there is no such member; /name: this member is missing"),
        (#"{"name":"n","map":{"\u00e9":1,"e\u0301":2}}"#, "/map: two names differ only in their Unicode normalisation"),
    ])
    func `A mismatch has a pointer and says what would be right`(text: String, words: String) {
        #expect(mismatch(text) == words)
    }

    @Test func `Unknown members are counted where they are ignored`() throws {
        let value = try JSONScanner.scan(Array(#"{"name":"n","x":{"y":1},"parts":[{"part_number":1,"z":2}]}"#.utf8))
        var ignored = 0
        let thing = try JSONReader.decode(Thing.self, from: value, unknown: .ignore { ignored += $0 })
        #expect(thing.parts == [.init(partNumber: 1)])
        #expect(ignored == 2)
    }

    @Test func `An answer names a bounded number of mismatches`() throws {
        let members = (0..<1000).map { #""m\#($0)":0"# }.joined(separator: ",")
        let value = try JSONScanner.scan(Array(#"{"name":"n",\#(members)}"#.utf8))
        #expect { try JSONReader.decode(Thing.self, from: value) } throws: {
            ($0 as? JSONMismatch)?.items.count == JSONMismatch.itemsMax
        }
    }

    @Test func `What is written is sorted, bare and read back the same`() throws {
        let thing = Thing(
            name: "a/b\u{0}é😀", note: .null, map: ["z": 1, "a": 2], any: .array([.number("1e2"), .null]))
        let bytes = JSONWriter.encode(thing)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"any":[100,null],"map":{"a":2,"z":1},"name":"a/b\u0000é😀","note":null}"#)
        let back = try JSONReader.decode(Thing.self, from: JSONScanner.scan(bytes))
        #expect(back.name == thing.name)
        #expect(back.note == .null)
        #expect(JSONWriter.canonical(thing) == bytes)
    }

    @Test func `A number beyond every double is written and does not trap`() throws {
        let value = try JSONScanner.scan(Array("[1e400,-1e400]".utf8))
        let written = try JSONScanner.scan(JSONWriter.encode(value))
        #expect(written == .array([.number("1.7976931348623157e+308"), .number("-1.7976931348623157e+308")]))
    }
}
