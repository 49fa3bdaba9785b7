import API
import FoundationEssentials
import Support
import Testing

@Suite("Instants")
struct InstantTests {
    /// The last moment that the wire's form can say.
    private static let last = Instant("9999-12-31T23:59:59.999Z")!

    @Test(
        "known moments",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999), ("2026-11-30T09:54:19.250Z", 1_796_032_459_250),
            ("2100-03-01T00:00:00Z", 4_107_542_400_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)])
    func known(_ text: String, _ milliseconds: Int64) {
        #expect(Instant(text)?.milliseconds == milliseconds)
        #expect(Instant(milliseconds: milliseconds).description == text)
    }

    @Test(
        "what is no instant of the wire's form is none",
        arguments: [
            "", "2026-11-30", "2026-11-30T09:54:19", "2026-11-30T09:54:19+00:00", "2026-11-30T09:54:19z",
            "2026-11-30t09:54:19Z", "2026-11-30 09:54:19Z", "2026-11-30T09:54:19.2Z", "2026-11-30T09:54:19.2500Z",
            "2026-11-30T09:54:19,250Z", "2026-11-30T09:54:60Z", "2026-11-30T24:00:00Z", "2026-11-30T09:60:00Z",
            "2026-11-31T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "1969-12-31T23:59:59Z", "0000-01-01T00:00:00Z",
            "+026-11-30T09:54:19Z", "2026-11-30T09:54:+9Z", "２026-11-30T09:54:19Z", " 2026-11-30T09:54:19Z",
            "2026-11-30T09:54:19Z\n", "2026-11-30T09:54:19Z\u{0}",
        ])
    func malformed(_ text: String) {
        #expect(Instant(text) == nil, "\(text.debugDescription)")
    }

    @Test("random moments are printed as Foundation prints them, and read back as they were")
    func random() throws {
        var seed = Seed()
        for _ in 0..<2_000 {
            let instant = Instant(milliseconds: .random(in: 0...Self.last.milliseconds, using: &seed))
            #expect(Instant(instant.description) == instant, "\(seed)")
            let whole = instant.seconds
            let theirs = Date(timeIntervalSince1970: Double(whole)).formatted(.iso8601)
            #expect(Instant(milliseconds: whole * 1000).description == theirs, "\(seed)")
        }
    }

    @Test("the first and last moment of every month of four centuries is read and printed")
    func months() {
        for year in 1970...2370 {
            for month in 1...12 {
                let first = "\(year)-\(month < 10 ? "0" : "")\(month)-01T00:00:00Z"
                guard let start = Instant(first) else {
                    Issue.record("\(first) cannot be read")
                    continue
                }
                #expect(start.description == first)
                let before = Instant(milliseconds: start.milliseconds - 1)
                guard before.milliseconds >= 0 else { continue }
                #expect(Instant(before.description) == before)
                #expect(before.description.hasSuffix("T23:59:59.999Z"))
            }
        }
    }

    @Test("what is printed sorts as time does")
    func order() {
        var seed = Seed()
        let whole = (0..<500).map { _ in
            Instant(milliseconds: .random(in: 0...Self.last.milliseconds, using: &seed) / 1000 * 1000)
        }
        #expect(whole.sorted().map(\.description) == whole.map(\.description).sorted(), "\(seed)")
    }

    @Test("seconds are rounded down, also before 1970, and a day is 86 400 of them")
    func seconds() {
        #expect(Instant(milliseconds: -1).seconds == -1)
        #expect(Instant(milliseconds: -1000).seconds == -1)
        #expect(Instant(milliseconds: 999).seconds == 0)
        #expect(Instant("2026-11-30T10:00:00Z")?.advanced(bySeconds: 86_400) == Instant("2026-12-01T10:00:00Z"))
    }
}
