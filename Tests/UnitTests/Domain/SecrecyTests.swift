import API
import Domain
import Support
import Testing

@Suite("Types that hold a secret say nothing of it")
struct SecrecyTests {
    /// Each with texts that would give it away.
    private static let holders: [(name: String, value: any Sendable, tells: [String])] = {
        let random = [UInt8](repeating: 0xB7, count: 32)
        let identity = IdentitySecret(random: random)
        let token = PersonalTokenSecret(id: [UInt8](repeating: 0xB7, count: 12), random: random)
        // As text, in hex, and as a list of bytes.
        let oneShot = OneShotSecret(id: [UInt8](repeating: 0xB7, count: 12), random: random)
        let tells = ["ssis1", "ssat1", "sswt1", "b7b7", "B7B7", "183, 183", "keysecret"]
        return [
            ("IdentitySecret", identity, tells), ("PersonalTokenSecret", token, tells),
            ("OneShotSecret", oneShot, tells), ("Revealed", identity.revealed(), tells),
            ("Vault", Vault(masterKey: random), tells),
            (
                "ProjectKeySigner",
                ProjectKeySigner(current: Array("keysecret".utf8), previous: [random]), tells
            ),
            (
                "CreatedPersonalToken",
                CreatedPersonalToken(
                    token: token.revealed(), id: "t", name: nil, scopes: [.admin], createdAt: Instant(milliseconds: 0),
                    expiresAt: nil), tells
            ),
            (
                "RotatedSecret",
                RotatedSecret(identitySecret: identity.revealed(), wrapped: nil, fingerprint: "f", previous: nil), tells
            ),
            (
                "RotatedSecret",
                RotatedSecret(
                    identitySecret: nil,
                    wrapped: OneShotToken(token: oneShot.revealed(), url: nil, expiresAt: Instant(milliseconds: 0)),
                    fingerprint: "f", previous: nil), tells
            ),
        ]
    }()

    @Test("interpolated, described, reflected and dumped, alone and inside other things", arguments: holders.indices)
    func describing(_ index: Int) {
        let holder = Self.holders[index]
        let value = holder.value
        var dumped = ""
        dump(value, to: &dumped)
        var inside = ""
        dump(["key": [value]], to: &inside)
        let optional: (any Sendable)? = value
        let texts = [
            "\(value)", String(describing: value), String(reflecting: value), "\([value])", "\(optional as Any)",
            String(reflecting: ["key": value]), dumped, inside, children(of: value),
        ]
        for text in texts {
            for tell in holder.tells { #expect(!text.contains(tell), "\(holder.name) says \(text)") }
        }
    }

    @Test("what holds nothing but a secret describes itself as three dots")
    func dots() {
        for holder in Self.holders.prefix(6) { #expect("\(holder.value)" == "…", "\(holder.name)") }
    }

    /// All that a mirror finds, however deep.
    private func children(of value: Any) -> String {
        Mirror(reflecting: value).children.map { "\($0.label ?? ""): \($0.value) \(children(of: $0.value))" }.joined()
    }
}

@Suite("The vault")
struct VaultTests {
    private let vault = Vault(masterKey: [UInt8](repeating: 1, count: 32))
    private let secret = IdentitySecret(random: [UInt8](repeating: 2, count: 32))

    @Test("what was sealed for a row opens for that row, and is not in the ciphertext")
    func opens() {
        let sealed = vault.seal(secret, id: "row-1")
        #expect(vault.open(sealed, id: "row-1")?.bytes == secret.bytes)
        #expect(!sealed.contains(subsequence: secret.bytes.prefix(12)))
        #expect(vault.seal(secret, id: "row-1") != sealed, "a nonce was used twice")
    }

    @Test("a ciphertext that was moved to another row does not open")
    func moved() {
        #expect(vault.open(vault.seal(secret, id: "row-1"), id: "row-2") == nil)
    }

    @Test("under another master key nothing opens, and the key's id tells so")
    func otherKey() {
        let other = Vault(masterKey: [UInt8](repeating: 3, count: 32))
        #expect(other.open(vault.seal(secret, id: "row-1"), id: "row-1") == nil)
        #expect(other.keyID != vault.keyID)
        #expect(Vault(masterKey: [UInt8](repeating: 1, count: 32)).keyID == vault.keyID)
    }

    @Test("a ciphertext with any one bit changed, or cut, does not open")
    func changed() {
        let sealed = vault.seal(secret, id: "row-1")
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                #expect(vault.open(changed, id: "row-1") == nil, "bit \(bit) of byte \(index)")
            }
            #expect(vault.open(Array(sealed.prefix(index)), id: "row-1") == nil, "\(index) bytes")
        }
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence: some Collection<UInt8>) -> Bool {
        indices.contains { self[$0...].starts(with: subsequence) }
    }
}
