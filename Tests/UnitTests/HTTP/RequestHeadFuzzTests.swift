import HTTP
import Support
import Testing

@Suite("Whatever arrives as a head")
struct RequestHeadFuzzTests {
    static let samples = [
        "GET /sdk/v1/policy?project_key=abc HTTP/1.1\r\nHost: a.example:8080\r\nIf-None-Match: \"a\"\r\n\r\n",
        "POST /api/v1/tenants HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 5\r\nX:\r\n\r\nhello",
        "\r\nOPTIONS * HTTP/1.0\r\n\r\nGET /",
    ]

    /// The outcome once it is decided, giving the parser ever longer beginnings.
    private func incrementally(_ bytes: [UInt8], step: Int) -> ParsedHead {
        for end in stride(from: step, to: bytes.count, by: step) {
            let outcome = ParsedHead(bytes[..<end])
            if outcome != .partial { return outcome }
        }
        return ParsedHead(bytes)
    }

    @Test("the outcome does not depend on how it was cut", arguments: samples + RequestHeadTests.malformed.map(\.0))
    func cuts(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = ParsedHead(bytes)
        for step in 1...3 { #expect(incrementally(bytes, step: step) == whole) }
    }

    @Test("nothing crashes it, forbidden bytes never come through, and cuts change nothing")
    func mutations() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var numbers = Seed(seed)
        let interesting = Array("\r\n\0 \t:/?#%*\"[]@,0\u{7F}".utf8) + [0x80, 0xC0, 0xFF]
        for _ in 0..<4_000 {
            var bytes = Array(Self.samples.randomElement(using: &numbers)!.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[place] = interesting.randomElement(using: &numbers)!
                case 1: bytes.insert(interesting.randomElement(using: &numbers)!, at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 3))
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                }
                if bytes.isEmpty { bytes = [13] }
            }
            let whole = ParsedHead(bytes)
            #expect(incrementally(bytes, step: 1) == whole, "seed \(seed): \(bytes)")
            guard case .head(let method, let path, let query, let fields, let length) = whole else { continue }
            #expect(length <= bytes.count, "seed \(seed)")
            #expect(
                (path + (query ?? "")).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 },
                "seed \(seed): \(bytes)")
            #expect(method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed): \(bytes)")
            let values = fields.joined().unicodeScalars
            #expect(values.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }, "seed \(seed): \(bytes)")
        }
    }
}
