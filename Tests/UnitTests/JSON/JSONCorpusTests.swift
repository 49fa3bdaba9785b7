import API
import Support
import Testing

@Suite struct JSONCorpusTests {
    /// JSONTestSuite calls duplicate names valid; the contract refuses them.
    private static let refusedThoughValid: Set = [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]

    @Test(.enabled(if: Corpora.areThere, "\(Corpora.missing)"))
    func `What JSONTestSuite calls valid is read, what it calls invalid is refused`() throws {
        let files = try Corpora.files(in: "json", ending: ".json")
        #expect(files.count > 300)
        for (name, bytes) in files {
            let value = try? JSONScanner.scan(bytes)
            if name.hasPrefix("n_") || Self.refusedThoughValid.contains(name) {
                #expect(value == nil, "\(name)")
            } else if name.hasPrefix("y_") {
                #expect(value != nil, "\(name)")
            }
            if let value {
                #expect(try JSONScanner.scan(value.canonical) == value, "\(name)")
            }
        }
    }

    @Test(.enabled(if: Corpora.areThere, "\(Corpora.missing)"))
    func `Strings hold every valid UTF-8 sequence byte for byte and no invalid one`() throws {
        let lines = String(decoding: try Corpora.bytes("utf8/utf8tests.txt"), as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        var valid = 0
        var invalid = 0
        for line in lines {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            let isHex = fields[1].hasSuffix("hex")
            let sequence = isHex ? Self.bytes(hex: fields[2]) : Array(fields[2...].joined(separator: ":").utf8)
            // A control character is valid UTF-8, but in JSON it must be escaped.
            guard sequence.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }) else { continue }
            let value = try? JSONScanner.scan([0x22] + sequence + [0x22])
            if !fields[1].contains("invalid") {
                valid += 1
                guard case .string(let text) = value else {
                    Issue.record("refused: \(line)")
                    continue
                }
                #expect(Array(text.utf8) == sequence, "\(line)")
            } else {
                invalid += 1
                #expect(value == nil, "\(line)")
            }
        }
        #expect(valid > 20)
        #expect(invalid > 50)
    }

    private static func bytes(hex: Substring) -> [UInt8] {
        let digits = hex.filter { $0 != " " }.utf8.map { UInt8(String(Unicode.Scalar($0)), radix: 16)! }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func `Damaged texts never crash, and what is accepted reads the same again`() throws {
        var seed = Seed()
        let texts = [
            #"{"a":[1,-2.5e3,true,null,"x\u00e9\ud83d\ude00\n"],"b":{"c":{}},"é":"😀","n":9223372036854775807}"#,
            #"[[[[[[[[1]]]]]]]]"#, #"{"\u0000":"\\\"\/","":""}"#,
        ].map { Array($0.utf8) }
        let pieces =
            ["\"", "\\", "\\u", "\\ud800", ",", ":", "[", "]", "{", "}", "-", "0", "1e9", ".", "\u{0}", "é"]
            .map { Array($0.utf8) } + [[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xff]]
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = texts.randomElement(using: &seed)!
            for _ in 0...Int.random(in: 0..<4, using: &seed) {
                let place = Int.random(in: 0...bytes.count, using: &seed)
                switch Int.random(in: 0..<4, using: &seed) {
                case 0: bytes.insert(contentsOf: pieces.randomElement(using: &seed)!, at: place)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...3, using: &seed)))
                case 2: if place < bytes.count { bytes[place] = .random(in: .min ... .max, using: &seed) }
                default: bytes.insert(contentsOf: bytes[..<place].suffix(6), at: place)
                }
            }
            guard let value = try? JSONScanner.scan(bytes) else { continue }
            accepted += 1
            let again = try JSONScanner.scan(value.canonical)
            #expect(again == value, "\(seed): \(bytes)")
            _ = JSONWriter.encode(value)
        }
        #expect(accepted > 100, "\(seed)")
    }
}
