import API
import Domain
import Support
import Testing

@Suite("Identity secrets")
struct IdentitySecretTests {
    private func isWellFormed(_ text: String) -> Bool {
        Checksummed.parts(of: text, prefix: "ssis1", hexLengths: [64]) != nil
    }

    @Test("each secret of the fixture is whole or is not, and has the fingerprint that it says")
    func fixture() throws {
        let cases = try Fixtures.cases("identity-secrets")
        #expect(cases.count >= 7)
        for each in cases {
            let text = try #require(each["secret"]?.text)
            #expect(isWellFormed(text) == each["well_formed"]?.flag, "\(each["why"]?.text ?? text)")
            if let fingerprint = each["fingerprint"]?.text {
                #expect(IdentitySecret(stored: Array(text.utf8)).fingerprint == fingerprint)
            }
        }
    }

    @Test("a new secret is 'ssis1_', its 32 bytes in hex and a checksum that fits")
    func form() {
        var seed = Seed()
        let random = (0..<IdentitySecret.randomBytesCount).map { _ in UInt8.random(in: .min ... .max, using: &seed) }
        let text = IdentitySecret(random: random).revealed().text
        let hex = random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text.hasPrefix("ssis1_\(hex)_"), "\(seed)")
        #expect(text.utf8.count == 6 + 64 + 1 + 8)
        #expect(isWellFormed(text), "\(seed)")
    }

    @Test("a secret that was cut, lengthened or changed in one digit is not whole")
    func damage() {
        let text = IdentitySecret(random: [UInt8](repeating: 0x5a, count: 32)).revealed().text
        for length in 0..<text.count { #expect(!isWellFormed(String(text.prefix(length)))) }
        for more in ["0", " ", "\n", "\u{0}", "_"] { #expect(!isWellFormed(text + more)) }
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            var changed = characters
            changed[index] = character == "0" ? "1" : "0"
            #expect(!isWellFormed(String(changed)), "digit \(index)")
        }
    }
}

@Suite("Personal tokens")
struct PersonalTokenSecretTests {
    @Test("a token read back is the same token with its id, and one that was damaged is none")
    func form() throws {
        let token = PersonalTokenSecret(
            id: [UInt8](repeating: 0xc3, count: 12), random: [UInt8](repeating: 9, count: 32))
        let text = token.revealed().text
        let read = try #require(PersonalTokenSecret(text))
        #expect(read.id == String(repeating: "c3", count: 12))
        #expect(read.digest == token.digest)
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            var changed = characters
            changed[index] = character == "0" ? "1" : "0"
            #expect(PersonalTokenSecret(String(changed)) == nil, "digit \(index)")
        }
        for length in 0..<text.count { #expect(PersonalTokenSecret(String(text.prefix(length))) == nil) }
    }
}
