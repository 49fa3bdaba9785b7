import HTTP
import Testing

/// The outcome of parsing, comparable.
enum ParsedHead: Equatable {
    case partial
    case head(method: String, path: String, query: String?, fields: [String], length: Int)
    case refused(Refusal)

    init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        do throws(Refusal) {
            let parsed = try bytes.withUnsafeBufferPointer { (bytes) throws(Refusal) -> RequestHead? in
                try RequestHead.parse(UnsafeRawBufferPointer(bytes), peer: .tcp(address: "::1"))
            }
            guard let parsed else {
                self = .partial
                return
            }
            let request = parsed.request
            self = .head(
                method: request.method, path: request.path, query: request.query,
                fields: request.headers.fields.map { "\($0.name)=\($0.value)" }, length: parsed.length)
        } catch {
            self = .refused(error)
        }
    }
}

@Suite("A request head")
struct RequestHeadTests {
    static let host = "Host: x\r\n"

    @Test("is read into method, path, query and fields")
    func whole() {
        let text = "GET /a%20b?c=d&e?f HTTP/1.1\r\nHost: x:80\r\nX-Two:  a \t b\t \r\nEmpty:\r\n\r\n"
        #expect(
            ParsedHead(text.utf8)
                == .head(
                    method: "GET", path: "/a%20b", query: "c=d&e?f", fields: ["Host=x:80", "X-Two=a \t b", "Empty="],
                    length: text.utf8.count))
    }

    @Test("may follow one empty line, and no more")
    func emptyLine() {
        let text = "\r\nGET / HTTP/1.1\r\n\(Self.host)\r\n"
        #expect(ParsedHead(text.utf8) == .head(method: "GET", path: "/", query: nil, fields: ["Host=x"], length: 29))
        #expect(ParsedHead("\r\n\(text)".utf8) == .refused(.malformed(.requestLine)))
    }

    @Test("ends where its blank line ends, whatever follows")
    func following() {
        let text = "OPTIONS * HTTP/1.1\r\n\(Self.host)\r\n"
        let alone = ParsedHead(text.utf8)
        #expect(ParsedHead((text + "GET").utf8) == alone)
        #expect(alone == .head(method: "OPTIONS", path: "*", query: nil, fields: ["Host=x"], length: text.utf8.count))
    }

    @Test("of HTTP/1.0 needs no Host, and a higher 1.x is read as 1.1")
    func versions() {
        #expect(ParsedHead("GET / HTTP/1.0\r\n\r\n".utf8) != .partial)
        #expect(
            ParsedHead("GET / HTTP/1.2\r\n\(Self.host)\r\n".utf8)
                == ParsedHead("GET / HTTP/1.1\r\n\(Self.host)\r\n".utf8))
    }

    static let malformed: [(String, Refusal.Fault)] = [
        ("GET  / HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET\t/ HTTP/1.1\r\n\(host)\r\n", .requestLine),
        (" GET / HTTP/1.1\r\n\(host)\r\n", .requestLine),
        ("G(T / HTTP/1.1\r\n\(host)\r\n", .requestLine),
        ("GET / HTTP/1.1 \r\n\(host)\r\n", .requestLine),
        ("GET / http/1.1\r\n\(host)\r\n", .requestLine),
        ("GET / HTTP/1.1\n\(host)\r\n", .requestLine),
        ("GET / HTTP/01.1\r\n\(host)\r\n", .requestLine),
        ("GET /\r\n", .target),
        ("GET HTTP/1.1\r\n", .target),
        ("GET http://x/ HTTP/1.1\r\n\(host)\r\n", .target),
        ("CONNECT x:1 HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET * HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET /#a HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET /?#a HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET /\u{E9} HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET /\u{0} HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET /\\ HTTP/1.1\r\n\(host)\r\n", .target),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", .fieldName),
        ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", .fieldName),
        ("GET / HTTP/1.1\r\n: x\r\n\r\n", .fieldName),
        ("GET / HTTP/1.1\r\nH\u{E9}: x\r\n\r\n", .fieldName),
        ("GET / HTTP/1.1\r\n\(host)\n", .fieldName),
        ("GET / HTTP/1.1\r\nHost: x\n\r\n", .fieldValue),
        ("GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", .fieldValue),
        ("GET / HTTP/1.1\r\nHost: x\u{0}\r\n\r\n", .fieldValue),
        ("GET / HTTP/1.1\r\nHost: x\u{7F}\r\n\r\n", .fieldValue),
        ("GET / HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n", .folding),
        ("GET / HTTP/1.1\r\n \r\n\(host)\r\n", .folding),
        ("GET / HTTP/1.1\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", .host),
        ("GET / HTTP/1.0\r\n\(host)\(host)\r\n", .host),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\nHost: a@x\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\nHost: x:8a\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\nHost: x, y\r\n\r\n", .host),
    ]

    @Test("that is malformed is refused for what is wrong with it", arguments: malformed)
    func refusals(_ text: String, _ fault: Refusal.Fault) {
        #expect(ParsedHead(text.utf8) == .refused(.malformed(fault)))
    }

    @Test("of the longest size is read, and of one byte more refused")
    func boundaries() {
        func line(_ count: Int) -> String {
            "GET /\(String(repeating: "a", count: count - 14)) HTTP/1.1\r\n\(Self.host)\r\n"
        }
        if case .head = ParsedHead(line(Limits.requestLineBytesMax).utf8) {} else { Issue.record("8 KiB refused") }
        #expect(ParsedHead(line(Limits.requestLineBytesMax + 1).utf8) == .refused(.targetTooLong))
        #expect(ParsedHead([UInt8](repeating: 65, count: 9_000)) == .refused(.malformed(.requestLine)))

        func head(_ count: Int) -> String {
            let start = "GET / HTTP/1.1\r\n\(Self.host)X: "
            return start + String(repeating: "a", count: count - start.utf8.count - 4) + "\r\n\r\n"
        }
        if case .head = ParsedHead(head(Limits.headBytesMax).utf8) {} else { Issue.record("16 KiB refused") }
        #expect(ParsedHead(head(Limits.headBytesMax + 1).utf8) == .refused(.headTooLarge))

        func fields(_ count: Int) -> String {
            "GET / HTTP/1.1\r\n\(Self.host)\(String(repeating: "A:\r\n", count: count - 1))\r\n"
        }
        if case .head = ParsedHead(fields(Limits.fieldsMax).utf8) {} else { Issue.record("100 fields refused") }
        #expect(ParsedHead(fields(Limits.fieldsMax + 1).utf8) == .refused(.headTooLarge))
    }
}
