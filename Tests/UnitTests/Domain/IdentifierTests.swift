import API
import Domain
import Support
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("a name and notes do not look like a secret; a reason may, since what it gives reasons for must not wait")
    func secretLike() throws {
        let hex = String(repeating: "9f86d081884c7d65", count: 4)
        #expect(throws: Failure.self) { try Identifiers.displayName("password: hunter2") }
        #expect(throws: Failure.self) { try Identifiers.notes("Fixes a leak.\ntoken=abc") }
        #expect(throws: Failure.self) { try Identifiers.operatorName(hex) }
        #expect(throws: Failure.self) { try Identifiers.applicationID(hex) }
        for name in ["Acme Shop 2026", "Key West", "The Secret Garden"] {
            #expect(try Identifiers.displayName(name) == name)
        }
        #expect(try Identifiers.notes("Fixes a token refresh crash") == "Fixes a token refresh crash")
        #expect(try Identifiers.notes("Tokens are refreshed earlier.") == "Tokens are refreshed earlier.")
        #expect(try Identifiers.reason("password: hunter2") == "password: hunter2")
        #expect(try Identifiers.reference("token=abc") == "token=abc")
    }

    @Test(
        "a slug is 1–40 of a–z, 0–9 and '-', and begins and ends with neither dash",
        arguments: [
            ("a", true), ("7", true), ("acme-shop", true), ("a--b", true), (String(repeating: "a", count: 40), true),
            (String(repeating: "a", count: 41), false), ("", false), ("-a", false), ("a-", false), ("Acme", false),
            ("a.b", false), ("a_b", false), (" acme", false), ("acme\n", false), ("акме", false), ("ａ", false),
            ("acme\u{0}", false), ("a\u{301}", false),
        ])
    func slugs(_ text: String, _ isOne: Bool) {
        #expect(((try? Identifiers.tenantSlug(text)) == text) == isOne, "\(text.debugDescription)")
    }

    @Test("reserved slugs are refused by name", arguments: ["all", "admin", "system", "default"])
    func reserved(_ slug: String) {
        let failure = refusal { try Identifiers.tenantSlug(slug) }
        #expect(failure?.code == .invalidSlug)
        #expect(failure?.message.contains("reserved") ?? false)
        #expect((try? Identifiers.tenantSlug(slug + "s")) == slug + "s")
    }

    @Test(
        "an application id is trimmed of ASCII white space and folded in ASCII alone",
        arguments: [
            ("shop-ios", "shop-ios"), ("Shop-iOS", "shop-ios"), (" \t\n\r\u{0B}\u{0C}SHOP \t\n", "shop"),
            ("a", "a"), ("a.b_c-d", "a.b_c-d"), ("a.-.b", "a.-.b"),
            (String(repeating: "A", count: 64), String(repeating: "a", count: 64)),
            ("\u{212A}elvin", nil),  // KELVIN SIGN: Swift's lowercased() makes it a k
            ("\u{130}stanbul", nil), ("shop\u{A0}", nil), ("\u{3000}shop", nil), ("\u{85}shop", nil), ("sh op", nil),
            ("a..b", nil), (".a", nil), ("a.", nil), ("_a", nil), ("a_", nil), ("-a", nil), ("a-", nil), ("", nil),
            ("   ", nil), (String(repeating: "a", count: 65), nil), ("a/b", nil), ("a\u{0}", nil), ("ａ", nil),
        ])
    func applicationIDs(_ text: String, _ folded: String?) {
        #expect(Identifiers.foldedApplicationID(text) == folded, "\(text.debugDescription)")
        #expect((try? Identifiers.applicationID(text)) == folded, "\(text.debugDescription)")
    }

    @Test(
        "an operator's name is 1–64 of a–z, 0–9, '.', '_' and '-', exactly as given",
        arguments: [
            ("root", true), ("ci.bot_1-x", true), ("a..b", true), (String(repeating: "o", count: 64), true),
            (String(repeating: "o", count: 65), false), ("Root", false), (" root", false), ("", false), (".a", false),
            ("a-", false), ("a@b", false),
        ])
    func operators(_ text: String, _ isOne: Bool) {
        #expect(((try? Identifiers.operatorName(text)) == text) == isOne, "\(text.debugDescription)")
    }

    @Test(
        "a Unix user's name is as useradd(8) takes it",
        arguments: [
            ("root", true), ("_apt", true), ("a-b_c9", true), (String(repeating: "u", count: 32), true),
            (String(repeating: "u", count: 33), false), ("9a", false), ("-a", false), ("Root", false), ("a.b", false),
            ("", false),
        ])
    func unixUsers(_ text: String, _ isOne: Bool) {
        #expect(((try? Identifiers.unixUser(text)) == text) == isOne, "\(text.debugDescription)")
    }

    @Test("a display name is kept in NFC and has 1–100 Unicode scalars after that")
    func displayNames() throws {
        // e and a combining acute become one scalar; é-free text stays as it is. Compared by bytes: Swift's == would not see it.
        let name = try Identifiers.displayName("Cafe\u{301}")
        #expect(Array(name.utf8) == Array("Caf\u{E9}".utf8))
        #expect(try Identifiers.displayName(String(repeating: "e\u{301}", count: 100)).unicodeScalars.count == 100)
        #expect(try Identifiers.displayName(String(repeating: "🛍", count: 100)).unicodeScalars.count == 100)
        for text in ["", String(repeating: "x", count: 101), String(repeating: "🛍", count: 101)] {
            #expect(refusal { try Identifiers.displayName(text) }?.code == .invalidName)
        }
    }

    @Test(
        "a display name and a reason take no control character and none that turns the writing direction",
        arguments: [
            "\u{0}", "\u{7}", "\n", "\t", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}",
            "\u{200F}", "\u{61C}",
        ])
    func forbiddenScalars(_ scalar: String) {
        let text = "a\(scalar)b"
        #expect(refusal { try Identifiers.displayName(text) }?.code == .invalidName)
        #expect(refusal { try Identifiers.reason(text) }?.code == .invalidReason)
        #expect(refusal { try Identifiers.reference(text) }?.code == .invalidReason)
    }

    @Test(
        "a text that nobody can see is no display name, reason or reference; one character that can be seen is enough",
        arguments: [
            " ", "\u{A0}", "\u{2003}", "\u{3000}", "\u{AD}", "\u{34F}", "\u{115F}", "\u{17B4}", "\u{180E}", "\u{200B}",
            "\u{200D}", "\u{2060}", "\u{2800}", "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{E0020}",
        ])
    func invisible(_ scalar: String) throws {
        for text in [scalar, scalar + " " + scalar, String(repeating: scalar, count: 100)] {
            #expect(refusal { try Identifiers.displayName(text) }?.code == .invalidName)
            #expect(refusal { try Identifiers.reason(text) }?.code == .invalidReason)
            #expect(refusal { try Identifiers.reference(text) }?.code == .invalidReason)
        }
        for text in ["x" + scalar, scalar + "\u{5D0}", "a\(scalar)b"] {
            #expect(try Identifiers.displayName(text).unicodeScalars.count > 1)
            #expect(try Identifiers.reason(text) == text)
        }
    }

    @Test("a text that is kept for people holds no whole secret or token, wherever it stands in it")
    func secretsInText() throws {
        let random = [UInt8](repeating: 0x3c, count: 32)
        let identity = IdentitySecret(random: random).revealed().text
        let personal = PersonalTokenSecret(id: [UInt8](repeating: 1, count: 12), random: random).revealed().text
        let oneShot = OneShotSecret(id: [UInt8](repeating: 1, count: 12), random: random).revealed().text
        let hex = String(repeating: "3c", count: 32)
        let installation = Checksummed.text("ssit1_\(String(repeating: "0f", count: 16))_\(hex)")
        for (secret, fits) in [(identity, true), (personal, false), (oneShot, false), (installation, false)] {
            for text in [secret, "leaked: \(secret).", "'\(secret)'", "é\(secret)é"] {
                #expect(refusal { try Identifiers.reason(text) }?.code == .invalidReason, "\(text)")
                #expect(refusal { try Identifiers.reference(text) }?.code == .invalidReason, "\(text)")
                // Longer than a name may be, the others are refused for that.
                if fits { #expect(refusal { try Identifiers.displayName(text) }?.code == .invalidName, "\(text)") }
            }
            // Cut, it is none.
            #expect(try Identifiers.reason("leaked: \(secret.dropLast())") == "leaked: \(secret.dropLast())")
        }
    }

    @Test("a reason has up to 500 characters and a reference 200, and both say something")
    func reasons() throws {
        #expect(try Identifiers.reason(String(repeating: "r", count: 500)).count == 500)
        #expect(try Identifiers.reference(String(repeating: "r", count: 200)).count == 200)
        for text in ["", " ", String(repeating: "r", count: 501)] {
            #expect(refusal { try Identifiers.reason(text) }?.code == .invalidReason)
        }
        let long = String(repeating: "r", count: 201)
        #expect(refusal { try Identifiers.reference(long) }?.code == .invalidReason)
    }
}

/// What a rule refused; nil where it did not.
func refusal<T>(_ body: () throws -> T) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}
