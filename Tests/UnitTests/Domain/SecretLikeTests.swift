import API
import Crypto
import Domain
import Support
import Testing

@Suite("What looks like a secret")
struct SecretLikeTests {
    private static let hex64 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

    @Test(
        "is found, wherever it stands",
        arguments: [
            (
                IdentitySecret(random: [UInt8](repeating: 9, count: 32)).revealed().text,
                SecretLike.issuedToken(prefix: "ssis1_")
            ),
            ("ssat1_0123456789abcdef01234567_\(hex64)_00000000", .issuedToken(prefix: "ssat1_")),
            ("take ghp_16C7e42F292c6912E7710c838347Ae178B4a, it is read-only", .issuedToken(prefix: "ghp_")),
            ("AKIAIOSFODNN7EXAMPLE", .issuedToken(prefix: "AKIA")),
            ("glpat-aBcD1234eFgH5678iJkL", .issuedToken(prefix: "glpat-")),
            ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", .jwt),
            ("Bearer abc12345", .bearer), ("authorization is bearer  abcdefghijklmnopqrst", .bearer),
            ("-----BEGIN PRIVATE KEY-----", .privateKey), ("-----BEGIN OPENSSH PRIVATE KEY-----", .privateKey),
            ("password=hunter2", .labelled("password")), ("Password: hunter", .labelled("password")),
            ("https://repo.example.com/p?access_token=x", .parameter("access_token")),
            ("Cookie: sid=1", .labelled("cookie")),
            (#"{"client_secret": "s3"}"#, .labelled("secret")), ("Пароль: лето2026", .labelled("пароль")),
            ("https://ann@repo.example.com/sdk.git", .userInfo), ("https://ann:pw@repo.example.com", .userInfo),
            (hex64, .random), ("sha1 0123456789abcdef0123456789abcdef01234567", .random),
            ("0123456789ABCDEF0123456789ABCDEF", .random), ("dGhlIHNhbXBsZSBub25jZTEyMzQ1Njc4OTAxMjM0NQ", .random),
            ("k4f5g66a38z335t6db7a9dq040a0wd56", .random),
        ])
    func found(_ text: String, _ expected: SecretLike) {
        #expect(SecretLike.first(in: text) == expected)
        #expect(SecretLike.first(in: "before \(text)") != nil)
        #expect(!expected.words.isEmpty)
    }

    @Test(
        "is not hidden by what stands before it, by blanks and colons of other kinds, or by what cannot be seen",
        arguments: [
            "password\u{A0}= hunter2", "password \u{FF1A} hunter2", "pass\u{200D}word=hunter2",
            "Basic YWRtaW46aHVudGVyMg==",
            "Cookie PHPSESSID=9f3ab21c77", "pass=hunter2", "https://h.example/x?key=AbCdEf1234567890",
            "sk-proj-abcdEFGH1234ijkl5678MNOP", "-----BEGIN\u{A0}RSA PRIVATE KEY-----",
        ])
    func hidden(_ text: String) {
        #expect(SecretLike.first(in: text) != nil)
    }

    @Test("A whole secret of ours is found inside other words, also where a member may look like chance")
    func inWords() {
        let secret = IdentitySecret(random: [UInt8](repeating: 9, count: 32)).revealed().text
        for text in ["a_\(secret)", "x\(secret)", "sku-\(secret)-7"] {
            #expect(SecretLike.first(in: text, of: .identifier) == .issuedToken(prefix: "ssis1_"), "\(text.count)")
        }
    }

    @Test("a run of hex is found from 32 characters on, and in an identifier from what no UUID, MD5 or SHA-1 has")
    func boundary() {
        let uuid = "550e8400-e29b-41d4-a716-446655440000"
        #expect(SecretLike.first(in: String(Self.hex64.prefix(32))) == .random)
        for fits in [
            String(Self.hex64.prefix(32)), uuid, uuid.uppercased(), "variant:\(uuid)",
            "4815162342000000000000000000000000000000",
        ] {
            #expect(SecretLike.first(in: fits, of: .identifier) == nil, "\(fits)")
        }
        let grouped = stride(from: 0, to: 64, by: 4).map { Self.hex64.dropFirst($0).prefix(4) }.joined(separator: "-")
        for long in [
            String(Self.hex64.prefix(41)), Self.hex64, Self.hex64.uppercased(), "sku-\(Self.hex64)", grouped,
            Self.hex64.prefix(32) + "." + Self.hex64.suffix(32),
            Base64URL.encode(SHA256.digest(Array("x".utf8))), Base64URL.encode(SHA256.digest(Array("y".utf8))),
        ] {
            #expect(SecretLike.first(in: long, of: .identifier) == .random, "\(long)")
            #expect(SecretLike.first(in: long, of: .published) == nil, "\(long)")
        }
        #expect(SecretLike.first(in: "token=\(Self.hex64)", of: .published) != nil)
        #expect(
            SecretLike.first(in: "ProductDetailViewControllerWithRecommendationsAndReviews", of: .identifier) == nil)
    }

    @Test("nearly every random token is found, in each of the usual alphabets")
    func random() {
        let alphabets = [
            "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz0123456789",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        ].map { Array($0) }
        for alphabet in alphabets {
            // Chance of a fixed seed: the same texts in every run.
            var state: UInt64 = 42
            var missed = 0
            for _ in 0..<500 {
                let token = String(
                    (0..<43).map { _ in
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return alphabet[Int(state >> 33) % alphabet.count]
                    })
                if SecretLike.first(in: token) == nil { missed += 1 }
            }
            #expect(missed <= 25, "of \(alphabet.count) letters")
        }
    }

    @Test(
        "in a document it is found with its place, and the members that are known to look like chance are passed over")
    func document() throws {
        let text = #"{"sha256":"\#(Self.hex64)","ids":["\#(Self.hex64)"],"deep":[{"note":"fine"},{"note":"token=1"}]}"#
        let document = try JSONScanner.scan(Array(text.utf8))
        let found = try #require(SecretLike.all(in: document, kinds: ["sha256": .published, "ids": .published]).first)
        #expect(found.pointer == "/deep/1/note" && found.found == .labelled("token"))
        #expect(SecretLike.all(in: document, kinds: ["ids": .published]).first?.pointer == "/sha256")
    }

    @Test("what operators write may name ids of ours, and speak of secrets without giving one")
    func record() {
        for id in ["5b0c9d1e7f3a42618890aabb", "0123456789abcdef0123456789abcdef"] {
            #expect(SecretLike.first(in: "the same as \(id), see OPS-1042", of: .record) == nil)
        }
        #expect(SecretLike.first(in: "it is 0123456789ABCDEF0123456789ABCDEF", of: .record) == .random)
        #expect(SecretLike.first(in: Self.hex64, of: .record) == .random)
        #expect(SecretLike.first(in: "password: hunter2", of: .record) == .labelled("password"))
        #expect(SecretLike.first(in: "password hunter2", of: .record) == nil)
    }

    @Test("in an identifier and in what is published a label counts with an equals sign only")
    func labelsOfIdentifiers() {
        for kind in [SecretLike.Kind.identifier, .published] {
            for text in ["password=1", "pass=1", "sku-token=x"] {
                #expect(SecretLike.first(in: text, of: kind) != nil, "\(text)")
            }
            for text in ["secret:santa-2026", "token-7", "key:12", "password"] {
                #expect(SecretLike.first(in: text, of: kind) == nil, "\(text)")
            }
        }
    }

    @Test("whatever a text has around it, a whole token of ours is found")
    func anyBytes() {
        let token = "ssat1_0123456789abcdef01234567_\(Self.hex64)_00000000"
        let words = [
            "password", "token:", "key=", "пароль", "is", "ssis1_", "eyJ", "://", "@", "%41", "%", "https://", "\"",
            "(",
            "OPS-1", "\u{FF1A}", "\u{200B}", "І", "0x", ":", "/", "hooks.slack.com/", "-----BEGIN ", "é", "\u{1F642}",
        ]
        let seed = Seed()
        var random = seed
        for _ in 0..<500 {
            func text() -> String {
                (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    Bool.random(using: &random)
                        ? words.randomElement(using: &random)!
                        : String(
                            decoding: (0..<Int.random(in: 0...6, using: &random)).map { _ in
                                UInt8.random(in: 0...255, using: &random)
                            }, as: UTF8.self)
                }.joined(separator: Bool.random(using: &random) ? " " : "")
            }
            let whole = "\(text()) \(token) \(text())"
            for kind in [SecretLike.Kind.prose, .record, .identifier, .published] {
                #expect(SecretLike.first(in: whole, of: kind) != nil, "\(seed): \(quoted(whole))")
            }
        }
    }

    @Test("a product's id may be base64 of words, and may not hide a token in it")
    func encodedIDs() {
        let token = IdentitySecret(random: [UInt8](repeating: 9, count: 32)).revealed().text
        for text in [
            "Z2lkOi8vc2hvcGlmeS9Qcm9kdWN0LzcyMzY0MTEzMTg0NTA=", "eyJwcm9kdWN0IjoiMTIzNDU2Nzg5MCIsInNrdSI6IkFCQyJ9",
            "0123456789abcdef0123456789abcdef01234567", "7f3a2c9e1b4d8056af12cd34ef567890",
        ] {
            #expect(SecretLike.first(in: text, of: .identifier) == nil, "\(text)")
        }
        let hidden = Base64URL.encode(Array("gid://\(token)".utf8))
        #expect(SecretLike.first(in: hidden, of: .identifier) == .issuedToken(prefix: "ssis1_"))
        #expect(SecretLike.first(in: Self.hex64, of: .identifier) == .random)
    }

    @Test("hex that is copied in groups is one run, and a UUID or a list of phone numbers is none")
    func groups() {
        let key = stride(from: 0, to: 64, by: 8).map { Self.hex64.dropFirst($0).prefix(8) }
        for separator in [" ", "-", ":"] {
            #expect(SecretLike.first(in: "use \(key.joined(separator: separator)), please") == .random, "\(separator)")
        }
        for text in ["case 123e4567-e89b-42d3-a456-426614174000", "4951 2345 6789 1234 4951 2345 6789 1234 1234 5678"] {
            #expect(SecretLike.first(in: text) == nil, "\(text)")
        }
        #expect(SecretLike.first(in: "GitLab: gldt-WE4I3FQ7Zks6Jc_p8zI2") == .issuedToken(prefix: "gldt-"))
    }
}
