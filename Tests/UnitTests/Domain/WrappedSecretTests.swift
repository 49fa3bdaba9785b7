import API
import Crypto
import Domain
import Support
import Testing

@Suite("A secret in a one-shot token's wrapping")
struct WrappedSecretTests {
    private static let now = TestService.start
    private let secret = IdentitySecret(random: [UInt8](repeating: 2, count: 32))
    private let token = OneShotSecret(id: [UInt8](repeating: 5, count: 12), random: [UInt8](repeating: 9, count: 32))
    private let other = OneShotSecret(id: [UInt8](repeating: 5, count: 12), random: [UInt8](repeating: 8, count: 32))

    private func wrapped(
        isErased: Bool = false, expiresIn seconds: Int64 = 60, openedAt: Instant? = nil, endsAt: Instant? = nil
    ) -> WrappedSecret {
        WrappedSecret(
            id: token.id, digest: token.digest, sealed: isErased ? nil : token.seal(secret, id: "row"),
            wrapping: Wrapping(
                expiresAt: Self.now.advanced(bySeconds: seconds), openedAt: openedAt, isErased: isErased),
            secretID: "row", fingerprint: secret.fingerprint, endsAt: endsAt, applicationID: "shop", tenant: "acme",
            projectKey: "sdk1")
    }

    @Test("the token is 'sswt1_', its id, its random part and a checksum, and a cut or changed one is none")
    func form() {
        let text = token.revealed().text
        #expect(text.wholeMatch(of: /sswt1_(05){12}_(09){32}_[0-9a-f]{8}/) != nil)
        #expect(OneShotSecret(text)?.digest == token.digest)
        #expect(OneShotSecret(text)?.id == token.id)
        for bad in [
            "", String(text.dropLast()), text + "0", text.uppercased(), " " + text,
            text.replacing("sswt1", with: "ssat1"),
            text.replacing("09", with: "0a"),
        ] {
            #expect(OneShotSecret(bad) == nil, "\(bad)")
        }
    }

    @Test("what it seals opens with the same token for the same secret, and with nothing else")
    func seals() {
        let sealed = token.seal(secret, id: "row")
        #expect(OneShotSecret(token.revealed().text)?.open(sealed, id: "row")?.bytes == secret.bytes)
        #expect(token.open(sealed, id: "another row") == nil)
        #expect(other.open(sealed, id: "row") == nil)
        #expect(token.seal(secret, id: "row") != sealed, "a nonce was used twice")
        // Neither what is stored of the token is its key, nor its own bytes are.
        for key in [token.digest, [UInt8](repeating: 9, count: 32)] {
            #expect(AESGCM.open(sealed, key: key, associatedData: Array("wrapped_secrets/\(token.id)/row".utf8)) == nil)
        }
    }

    @Test(
        "it opens until its time and not at it",
        arguments: [(59, nil), (60, .expired), (61, .expired)] as [(Int64, WrappedSecret.Refusal?)])
    func time(_ seconds: Int64, _ refusal: WrappedSecret.Refusal?) {
        let at = Self.now.advanced(bySeconds: seconds)
        #expect(wrapped().refusal(of: token, at: at) == refusal)
        #expect(wrapped().wrapping.delivery(at: at).expired == (refusal != nil))
    }

    @Test("why it does not open: the wrong token before all else, then used, ended, run out")
    func reasons() {
        let past = Self.now.advanced(bySeconds: -1)
        #expect(wrapped(expiresIn: -1, openedAt: past).refusal(of: other, at: Self.now) == .wrongToken)
        #expect(
            wrapped(isErased: true, expiresIn: -1, openedAt: past, endsAt: past).refusal(of: token, at: Self.now)
                == .used)
        #expect(wrapped(expiresIn: -1, endsAt: past).refusal(of: token, at: Self.now) == .ended)
        #expect(wrapped(isErased: true, endsAt: past).refusal(of: token, at: Self.now) == .ended, "at its second use")
        #expect(wrapped(endsAt: Self.now).refusal(of: token, at: Self.now) == .ended)
        #expect(wrapped(endsAt: Self.now.advanced(bySeconds: 1)).refusal(of: token, at: Self.now) == nil)
        #expect(wrapped(isErased: true).refusal(of: token, at: Self.now) == .expired, "a clock was set back")
    }

    @Test("fetched in time it is not called run out later")
    func delivered() {
        let delivery = Wrapping(expiresAt: Self.now, openedAt: Self.now.advanced(bySeconds: -9), isErased: true)
            .delivery(at: Self.now.advanced(bySeconds: 9))
        #expect(!delivery.expired && delivery.openedAt.optional != nil && !delivery.alarm)
    }

    @Test(
        "a token lives from a minute to half a day", arguments: [60, 61, 43_200, 59, 43_201, 0, -60, .max] as [Int64])
    func range(_ seconds: Int64) {
        let isRight = (60...43_200).contains(seconds)
        let failure = refusal { try Wrapping.check(seconds: seconds) }
        #expect(failure?.code == (isRight ? nil : .outOfRange))
        #expect(failure?.faults.map(\.pointer) == (isRight ? nil : ["/wrap_seconds"]))
    }
}
