import HTTP
import Support
import Testing

@testable import Server

@Suite("An engine refuses")
struct EngineRefusalTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int
        var testDescription: String { name }
    }

    static let host = "Host: x\r\n"
    static let cases: [Case] = [
        Case(
            name: "a transfer encoding", request: "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n",
            status: 411),
        Case(
            name: "a transfer encoding beside a length",
            request: "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", status: 411),
        Case(
            name: "a body beyond the limit, unread",
            request: "POST / HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n", status: 413),
        Case(
            name: "a request line beyond 8 KiB",
            request: "GET /\(String(repeating: "a", count: 8_192)) HTTP/1.1\r\n\(host)\r\n", status: 414),
        Case(
            name: "a head beyond 16 KiB",
            request: "GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 16_384))\r\n\r\n", status: 431),
        Case(
            name: "101 fields",
            request: "GET / HTTP/1.1\r\n\(host)\(String(repeating: "A: b\r\n", count: 100))\r\n", status: 431),
        Case(
            name: "an expectation it does not know",
            request: "POST / HTTP/1.1\r\n\(host)Expect: 200-ok\r\nContent-Length: 1\r\n\r\n", status: 417),
        Case(
            name: "two equal lengths",
            request: "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 1\r\n\r\na", status: 400),
        Case(name: "a major version it does not know", request: "GET / HTTP/2.0\r\n\(host)\r\n", status: 505),
        Case(name: "a missing Host", request: "GET / HTTP/1.1\r\n\r\n", status: 400),
    ]

    @Test("with the right status, and closes", arguments: cases)
    func refusal(_ refused: Case) throws {
        let served = try Served()
        let client = try served.client()
        client.send(refused.request)
        let response = try client.response()
        #expect(response.status == refused.status)
        #expect(response.first("Connection") == "close")
        #expect(try client.readToEnd().isEmpty)
    }

    @Test("a path and a method before it looks at the framing")
    func order() throws {
        let served = try Served()
        let framing = "Transfer-Encoding: chunked\r\nContent-Length: +5\r\n\r\n"
        let unknown = try served.client()
        unknown.send("POST /unknown HTTP/1.1\r\n\(Self.host)\(framing)")
        #expect(try unknown.response().status == 404)
        #expect(try unknown.readToEnd().isEmpty)
        let wrong = try served.client()
        wrong.send("DELETE / HTTP/1.1\r\n\(Self.host)\(framing)")
        let response = try wrong.response()
        #expect(response.status == 405)
        #expect(response.first("Allow") == "GET, HEAD, POST")
    }

    @Test("and keeps the connection where no body follows")
    func keepsConnection() throws {
        let served = try Served()
        let client = try served.client()
        client.send("GET /unknown HTTP/1.1\r\n\(Self.host)\r\nGET / HTTP/1.1\r\n\(Self.host)\r\n")
        #expect(try client.response().status == 404)
        #expect(try client.response().status == 200)
    }

    @Test("so that a client still sending its body reads why")
    func lingers() throws {
        let served = try Served()
        for _ in 0..<20 {
            let client = try served.client()
            client.send("POST / HTTP/1.1\r\n\(Self.host)Content-Length: 1000000\r\n\r\n")
            client.send([UInt8](repeating: 0, count: 1_000_000))
            #expect(try client.response().status == 413)
        }
    }

    @Test("to ask for a body that it would not read, and asks for others")
    func expectContinue() throws {
        let served = try Served()
        let head = "Expect: 100-Continue\r\n\(Self.host)Content-Length: "
        let refused = try served.client()
        refused.send("POST / HTTP/1.1\r\n\(head)65537\r\n\r\n")
        #expect(String(decoding: try refused.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 413 "))

        let taken = try served.client()
        taken.send("POST / HTTP/1.1\r\n\(head)4\r\n\r\n")
        #expect(String(decoding: try taken.read(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        taken.send("body")
        #expect(try taken.response().body.elementsEqual("body".utf8))
    }
}
