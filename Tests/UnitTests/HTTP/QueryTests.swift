import HTTP
import Testing

@Suite("A query")
struct QueryTests {
    private func pairs(_ raw: String?) throws(Query.Fault) -> [String] {
        try Query(raw).parameters.map { "\($0.name)=\($0.value)" }
    }

    @Test("has its parameters in order, each decoded once")
    func parameters() throws {
        #expect(try pairs(nil) == [])
        #expect(try pairs("") == [])
        #expect(try pairs("a=1&b=%2541&c=x+y&d&&e=f=g&%66=") == ["a=1", "b=%41", "c=x+y", "d=", "e=f=g", "f="])
        #expect(try Query("a=%26%3D")["a"] == "&=")
        #expect(try Query("a=1")["b"] == nil)
    }

    @Test("that cannot be decoded is refused", arguments: ["a=%", "a=%4", "a=%zz", "%00=a", "a=%C0%AF", "a=%FF"])
    func undecodable(_ raw: String) {
        #expect(throws: Query.Fault.undecodable) { try Query(raw) }
    }

    @Test("with a parameter twice is refused, also where one is spelled by an escape")
    func repeated() {
        #expect(throws: Query.Fault.repeated(name: "a")) { try Query("a=1&b&%61=1") }
        #expect(throws: Never.self) { try Query("%C3%A9=composed&e%CC%81=not") }
    }

    @Test("of 32 parameters is read, and one of more is refused before its names are compared")
    func tooMany() throws {
        let most = (0..<Query.parametersMax).map { "p\($0)=\($0)" }
        #expect(most.count == 32)
        #expect(try pairs(most.joined(separator: "&")) == most)
        // What is between two separators without anything is no parameter, however often.
        let gaps = String(repeating: "&", count: 1_000)
        #expect(try pairs(gaps + most.joined(separator: gaps) + gaps) == most)
        for one in ["q", "q=1", "%zz", "p0=again", "="] {
            #expect(throws: Query.Fault.tooMany) { try Query((most + [one]).joined(separator: "&")) }
        }
        #expect(throws: Query.Fault.tooMany) { try Query((0..<4_000).map { "p\($0)" }.joined(separator: "&")) }
    }
}
