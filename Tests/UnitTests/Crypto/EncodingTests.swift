import Crypto
import Support
import Testing

@Suite struct EncodingTests {
    @Test func `Hexadecimal has one spelling`() {
        #expect(Hex.encode([0x00, 0x9f, 0xff]) == "009fff")
        #expect(Hex.decode("009fff") == [0x00, 0x9f, 0xff])
        #expect(Hex.decode("") == [])
        for text in ["0", "0g", "FF", "+f", " f", "0x", "ｆｆ", "ff "] {
            #expect(Hex.decode(text) == nil, "\(text)")
        }
    }

    @Test func `Base64url has one spelling`() {
        // RFC 4648, section 10.
        let vectors = [
            "": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE", "foobar": "Zm9vYmFy",
        ]
        for (plain, encoded) in vectors {
            #expect(Base64URL.encode(plain.utf8) == encoded)
            #expect(Base64URL.decode(encoded) == Array(plain.utf8))
        }
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
        for text in ["Zg==", "Zh", "Zm9", "Z", "Zm9vY", "+/+/", "Zm 8", "Zm8\n"] {
            #expect(Base64URL.decode(text) == nil, "\(text)")
        }
    }

    @Test func `Any bytes come back from hexadecimal and base64url`() {
        var seed = Seed()
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &seed) }
            #expect(Hex.decode(Hex.encode(bytes)) == bytes, "\(seed)")
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "\(seed)")
        }
    }

    @Test func `CRC-32 is the one of IEEE`() {
        #expect(CRC32.checksum("123456789".utf8) == 0xcbf4_3926)
        #expect(CRC32.checksum([]) == 0)
    }
}
