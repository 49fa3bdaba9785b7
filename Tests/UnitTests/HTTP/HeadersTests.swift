import HTTP
import Testing

@Suite("Header fields")
struct HeadersTests {
    private func length(_ fields: [(name: String, value: String)]) throws(Refusal) -> Int {
        try Headers(fields).bodyLength()
    }

    @Test("are found without regard to case, in their order")
    func lookUp() {
        let headers = Headers([("Via", "a"), ("X", "1"), ("VIA", "b")])
        #expect(headers.first("via") == "a")
        #expect(headers.all("vIa") == ["a", "b"])
        #expect(headers.first("Vi") == nil)
        #expect(headers.contains("x"))
        // A Kelvin sign is no k, whatever Unicode says about their cases.
        #expect(!Headers([("K", "1")]).contains("\u{212A}"))
    }

    @Test("hold each byte as one character, so that different bytes are different values")
    func latin1() {
        #expect(Headers([("X", "caf\u{E9}")]).first("X") == "caf\u{E9}")
        let raw = Array("GET / HTTP/1.1\r\nHost: x\r\nX: \u{E9}\r\n\r\n".utf8)
        let parsed = raw.withUnsafeBytes { try? RequestHead.parse($0, peer: .tcp(address: "")) }
        #expect(parsed?.request.headers.first("X") == "\u{C3}\u{A9}")
    }

    @Test("say how long a body is, or that there is none")
    func bodyLength() throws {
        #expect(try length([]) == 0)
        #expect(try length([("Content-Length", "0")]) == 0)
        #expect(try length([("content-length", "65536")]) == 65_536)
    }

    @Test(
        "with a length that could be read in two ways are refused",
        arguments: ["", "+5", "-0", "0x5", "5,5", "5, 5", "5 5", "1.0", "99999999999999999999", "\u{B2}"])
    func badLength(_ value: String) {
        #expect(throws: Refusal.malformed(.contentLength)) { try length([("Content-Length", value)]) }
    }

    @Test("with two lengths, or a transfer encoding, are refused")
    func framing() {
        #expect(throws: Refusal.malformed(.contentLength)) {
            try length([("Content-Length", "5"), ("Content-Length", "5")])
        }
        #expect(throws: Refusal.lengthRequired) {
            try length([("Content-Length", "5"), ("Transfer-Encoding", "chunked")])
        }
    }

    @Test("ask for the end of the connection by an option of any case in a list")
    func close() {
        #expect(Headers([("Connection", "keep-alive, Close")]).saysClose)
        #expect(Headers([("Connection", "TE"), ("Connection", " close\t,x")]).saysClose)
        #expect(!Headers([("Connection", "closed")]).saysClose)
        #expect(!Headers([]).saysClose)
    }
}
