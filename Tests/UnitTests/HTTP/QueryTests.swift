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
}
