import HTTP
import Testing

@Suite("A response")
struct ResponseTests {
    private func wire(_ response: Response, closes: Bool = false) -> String {
        var wire: [UInt8] = []
        response.appendHead(to: &wire, date: Array("D".utf8), closes: closes)
        return String(decoding: wire, as: UTF8.self)
    }

    @Test("has its head in one fixed order")
    func head() {
        let response = Response(status: 200, headers: [("ETag", "\"a\""), ("Via", "x")], body: [1, 2, 3])
        #expect(
            wire(response) == "HTTP/1.1 200 OK\r\nDate: D\r\nETag: \"a\"\r\nVia: x\r\nContent-Length: 3\r\n\r\n")
        #expect(wire(response, closes: true).hasSuffix("Content-Length: 3\r\nConnection: close\r\n\r\n"))
    }

    @Test("without content says no length, one with an empty body says so")
    func lengths() {
        #expect(wire(Response(status: 204)) == "HTTP/1.1 204 No Content\r\nDate: D\r\n\r\n")
        #expect(!wire(Response(status: 304)).contains("Content-Length"))
        #expect(wire(Response(status: 200)).contains("\r\nContent-Length: 0\r\n"))
    }

    @Test(
        "is dated as RFC 9110 wants",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        ])
    func date(_ seconds: Int, _ text: String) {
        #expect(IMFFixdate.string(secondsSince1970: seconds) == text)
    }

    @Test("with a line ending in a header does not come into being")
    func injection() async {
        await #expect(processExitsWith: .failure) { _ = Response(status: 200, headers: [("X", "a\r\nb")]) }
        await #expect(processExitsWith: .failure) { _ = Response(status: 200, headers: [("X y", "a")]) }
    }
}

@Suite("A response parser")
struct ResponseParserTests {
    private func parse(_ text: String, to method: String = "GET", chunk: Int, max: Int = 100) throws -> Response {
        var parser = ResponseParser(answering: method, bodyBytesMax: max)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            if let response = try parser.feed(bytes[start..<min(bytes.count, start + chunk)]) { return response }
        }
        return try parser.end()
    }

    @Test("reads a body by its length, however it is cut", arguments: 1...70)
    func length(_ chunk: Int) throws {
        let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 \r\nX: y\r\nContent-Length: 3\r\n\r\nabc"
        let response = try parse(text, chunk: chunk)
        #expect(response.status == 201)
        #expect(response.first("x") == "y")
        #expect(response.body.elementsEqual("abc".utf8))
    }

    @Test("reads a body up to the end, and none after HEAD, 204 and 304")
    func others() throws {
        #expect(try parse("HTTP/1.0 200 OK\r\n\r\nabc", chunk: 1).body.elementsEqual("abc".utf8))
        #expect(try parse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", to: "HEAD", chunk: 5).body.isEmpty)
        #expect(try parse("HTTP/1.1 304\r\nContent-Length: 9\r\n\r\n", chunk: 5).status == 304)
    }

    @Test(
        "refuses what it cannot frame",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", ResponseParser.Fault.truncated),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
            ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", .bodyTooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3x\r\n\r\n", .malformed),
            ("HTTP/1.1 20 OK\r\n\r\n", .malformed), ("HTTP/1.1 099 OK\r\n\r\n", .malformed),
            ("SSH-2.0\r\n", .malformed),
            ("HTTP/1.1 200 OK\r\n", .truncated), ("", .truncated),
        ])
    func refused(_ text: String, _ fault: ResponseParser.Fault) {
        #expect(throws: fault) { try parse(text, chunk: 4) }
    }
}
