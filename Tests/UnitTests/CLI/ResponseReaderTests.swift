import CLI
import Glibc
import Testing

@Suite("The reader of answers")
struct ResponseReaderTests {
    /// What the reader makes of these bytes, after which the service closes; nil where it stays silent.
    private func read(
        _ text: String, closes: Bool = true, within time: Duration = .seconds(5)
    ) throws -> ClientResponse {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        let bytes = Array(text.utf8)
        try #require(write(ends[1], bytes, bytes.count) == bytes.count)
        if closes { close(ends[1]) }
        defer { if !closes { close(ends[1]) } }
        return try ResponseReader(descriptor: ends[0], deadline: .now.advanced(by: time)).read()
    }

    @Test("A whole answer is read without waiting for the end")
    func whole() throws {
        let response = try read(
            "HTTP/1.1 200 OK\r\nETag: \"a b\"\r\ncontent-length:2\r\n\r\n{}extra", closes: false)
        #expect(response.status == 200)
        #expect(response.header("etag") == "\"a b\"")
        #expect(response.body == Array("{}".utf8))
    }

    @Test("A body without length ends with the connection")
    func withoutLength() throws {
        #expect(try read("HTTP/1.1 500 \r\n\r\nabc").body == Array("abc".utf8))
    }

    @Test("A 204 has no body")
    func noContent() throws {
        #expect(try read("HTTP/1.1 204 No Content\r\n\r\n", closes: false).body.isEmpty)
    }

    @Test(
        "An answer that ends early is lost",
        arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"])
    func endsEarly(text: String) {
        #expect { try read(text) } throws: {
            if case ClientError.lost = $0 { true } else { false }
        }
    }

    @Test(
        "What is not ours is malformed",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 70_000),
        ])
    func malformed(text: String) {
        #expect { try read(text) } throws: {
            if case ClientError.malformed = $0 { true } else { false }
        }
    }

    @Test("A service that stays silent is not waited for longer than the deadline")
    func silent() {
        #expect { try read("HTTP/1.1 200 OK\r\n", closes: false, within: .milliseconds(20)) } throws: {
            if case ClientError.timedOut = $0 { true } else { false }
        }
    }
}
