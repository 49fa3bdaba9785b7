import CLI
import Crypto
import FoundationEssentials
import Support
import Testing

@Suite("Archives and their hashes")
struct ArchiveTests {
    @Test("The hash of a stream is that of libcrypto, in pieces of any size, at every length around a block")
    func digests() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) }
        for count in Array(0...130) + [255, 256, 999, 1_000] {
            let expected = Hex.encode(SHA256.digest(Array(bytes[..<count])))
            for size in [1, 7, 55, 63, 64, 65, 128, 1_000] {
                let stream = SHA256.Stream()
                for start in stride(from: 0, to: count, by: size) {
                    stream.update(bytes[start..<min(count, start + size)])
                }
                #expect(Hex.encode(stream.digest()) == expected, "\(count) bytes in pieces of \(size)")
            }
        }
    }

    /// What a bar draws over a work, each drawing of its own.
    private func drawn(of total: Int, width: Int = 80, steps: [Int]) -> [String] {
        let drawings = Shared<[String]>([])
        var bar = ProgressBar(of: total, from: 100, width: width) { bytes in
            drawings.change { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        for step in steps { bar.reach(step) }
        bar.clear()
        return drawings.value
    }

    @Test("A large work shows how far it has come, and nothing of that stays")
    func bar() {
        let drawings = drawn(of: 1_000, width: 21, steps: [0, 1, 500, 501, 1_000, 1_200])
        #expect(
            drawings == [
                "\r  0 % [············]", "\r 50 % [######······]", "\r100 % [############]", "\r\u{1b}[K",
            ])
        #expect(drawn(of: 1_000, width: 1, steps: [0]).first == "\r  0 % []")
    }

    @Test("A small one shows nothing")
    func none() {
        #expect(drawn(of: 100, steps: [0, 50, 100]) == [])
    }
}
