import API
@testable import Crypto
import Support
import Testing

@Suite struct CryptoTests {
    @Test func `SHA-256 of the standard's examples`() {
        #expect(
            Hex.encode(SHA256.digest("abc"))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            Hex.encode(SHA256.digest(""))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `A box opens only with its key, its associated data and all of its bytes`() {
        let key = SecureRandom.bytes(32)
        let plaintext = Array("an identity secret".utf8)
        let box = AESGCM.seal(plaintext, key: key, associatedData: [1, 2])
        #expect(AESGCM.open(box, key: key, associatedData: [1, 2]) == plaintext)
        #expect(AESGCM.open(box, key: key, associatedData: [1]) == nil)
        #expect(AESGCM.open(box, key: SecureRandom.bytes(32), associatedData: [1, 2]) == nil)
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(AESGCM.open(changed, key: key, associatedData: [1, 2]) == nil)
            #expect(AESGCM.open(Array(box[..<index]), key: key, associatedData: [1, 2]) == nil)
        }
        #expect(AESGCM.open(AESGCM.seal([], key: key, associatedData: []), key: key, associatedData: []) == [])
        #expect(AESGCM.seal(plaintext, key: key, associatedData: [1, 2]) != box)
    }

    @Test func `Equality of secrets takes every byte and the length into account`() {
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1, 2], [1, 2]))
        #expect(!constantTimeEquals([1, 2], [1, 3]))
        #expect(!constantTimeEquals([1, 2], [1, 2, 0]))
    }

    @Test func `An empty key is a key`() {
        // RFC 2104 pads it with zeros, so that it is the same as one zero byte.
        _ = HMACSHA256.tag(key: [1, 2, 3], message: [])
        #expect(HMACSHA256.tag(key: [], message: [7]) == HMACSHA256.tag(key: [0], message: [7]))
        #expect(
            Hex.encode(HMACSHA256.tag(key: [], message: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    private struct Vectors<Test: Decodable>: Decodable {
        let testGroups: [Group]

        struct Group: Decodable {
            let keySize: Int
            let ivSize: Int?
            let tagSize: Int
            let tests: [Test]
        }
    }

    private struct Mac: Decodable {
        let tcId: Int
        let key, msg, tag, result: String
    }

    private struct Aead: Decodable {
        let tcId: Int
        let key, iv, aad, msg, ct, tag, result: String
    }

    private func vectors<T: Decodable>(_ file: String, _ type: T.Type) throws -> [Vectors<T>.Group] {
        let value = try JSONScanner.scan(Corpora.bytes("crypto/\(file)"))
        return try JSONReader.decode(Vectors<T>.self, from: value, unknown: .ignore { _ in }).testGroups
    }

    @Test(.enabled(if: Corpora.areThere, "\(Corpora.missing)"))
    func `Wycheproof's vectors of HMAC-SHA-256`() throws {
        var count = 0
        for group in try vectors("hmac_sha256_test.json", Mac.self) where group.tagSize == 256 {
            for test in group.tests {
                let tag = HMACSHA256.tag(key: Hex.decode(test.key)!, message: Hex.decode(test.msg)!)
                let isRight = constantTimeEquals(tag, Hex.decode(test.tag)!)
                #expect(isRight == (test.result == "valid"), "test \(test.tcId)")
                count += 1
            }
        }
        #expect(count > 50)
    }

    @Test(.enabled(if: Corpora.areThere, "\(Corpora.missing)"))
    func `Wycheproof's vectors of AES-256-GCM`() throws {
        var count = 0
        for group in try vectors("aes_gcm_test.json", Aead.self)
        where group.keySize == 256 && group.ivSize == 96 && group.tagSize == 128 {
            for test in group.tests {
                let key = Hex.decode(test.key)!
                let associated = Hex.decode(test.aad)!
                let nonce = Hex.decode(test.iv)!
                let box = nonce + Hex.decode(test.ct)! + Hex.decode(test.tag)!
                let message = Hex.decode(test.msg)!
                let opened = AESGCM.open(box, key: key, associatedData: associated)
                #expect(opened == (test.result == "valid" ? message : nil), "test \(test.tcId)")
                if test.result == "valid" {
                    let sealed = AESGCM.seal(message, key: key, nonce: nonce, associatedData: associated)
                    #expect(sealed == box, "test \(test.tcId)")
                }
                count += 1
            }
        }
        #expect(count > 50)
    }
}
