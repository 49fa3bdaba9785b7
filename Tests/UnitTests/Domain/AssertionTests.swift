import API
import Crypto
import Domain
import Support
import Testing

@Suite("Identity assertions")
struct AssertionTests {
    /// The fixture's secrets with their deadlines, as a store would hold them.
    struct Setting {
        let projectKey: String
        let audience: String
        private let current: IdentitySecret
        private let previous: IdentitySecret
        private let retiredAt: Int64

        init(_ fixture: JSONValue) throws {
            projectKey = try #require(fixture["project_key"]?.text)
            audience = try #require(fixture["audience"]?.text)
            current = IdentitySecret(stored: Array(try #require(fixture["current_secret"]?.text).utf8))
            previous = IdentitySecret(stored: Array(try #require(fixture["previous_secret"]?.text).utf8))
            retiredAt = try #require(fixture["previous_retired_at"]?.number)
        }

        /// The rule that refuses it, or nil.
        func verdict(_ text: String, at now: Instant) -> AssertionRule? {
            var keys: [Assertion.Key] = [("current", current)]
            if now < Instant(milliseconds: retiredAt * 1000).advanced(bySeconds: Rotation.overlapSeconds) {
                keys.append(("previous", previous))
            }
            do throws(AssertionRule) {
                _ = try Assertion(text, keys: keys, projectKey: projectKey, audience: audience, at: now)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("each of the fixture is accepted, or refused by the rule that it names")
    func fixture() throws {
        let fixture = try Fixtures.whole("identity-assertions")
        let setting = try Setting(fixture)
        let cases = fixture["cases"]?.items ?? []
        #expect(cases.count > 100)
        for each in cases {
            let name = try #require(each["name"]?.text)
            let now = Instant(milliseconds: try #require(each["now"]?.number) * 1000)
            let verdict = setting.verdict(try #require(each["assertion"]?.text), at: now)
            if each["accepted"]?.flag == true {
                #expect(verdict == nil, "\(name)")
            } else {
                let rules = each["rule_any"]?.items.compactMap(\.text) ?? each["rule"].map { [$0.text ?? ""] } ?? []
                #expect(verdict.map { rules.contains($0.rawValue) } ?? false, "\(name): \(String(describing: verdict))")
            }
        }
    }

    @Test("a lifetime has no leeway: iat is not a millisecond ahead, exp is the first moment too late")
    func boundaries() throws {
        let setting = try Setting(Fixtures.whole("identity-assertions"))
        let secret = try #require(try Fixtures.whole("identity-assertions")["current_secret"]?.text)
        let backend = TestBackend(projectKey: setting.projectKey, secret: secret)
        let issued = Instant(milliseconds: 1_790_147_045_000)
        let assertion = backend.assertion(of: "acct", at: issued.advanced(bySeconds: 10))
        #expect(setting.verdict(assertion, at: Instant(milliseconds: issued.milliseconds - 1)) == .issuedInFuture)
        #expect(setting.verdict(assertion, at: issued) == nil)
        let end = issued.advanced(bySeconds: 120)
        #expect(setting.verdict(assertion, at: Instant(milliseconds: end.milliseconds - 1)) == nil)
        #expect(setting.verdict(assertion, at: end) == .expired)
    }

    @Test("any one character changed is refused")
    func everyCharacterCounts() throws {
        let fixture = try Fixtures.whole("identity-assertions")
        let setting = try Setting(fixture)
        let plain = try #require(fixture["cases"]?.items.first { $0["name"]?.text == "plain" })
        let text = Array(try #require(plain["assertion"]?.text).utf8)
        let now = Instant(milliseconds: try #require(plain["now"]?.number) * 1000)
        for place in text.indices {
            for other in "Az0_.=\n".utf8 where other != text[place] {
                var changed = text
                changed[place] = other
                #expect(setting.verdict(String(decoding: changed, as: UTF8.self), at: now) != nil, "at \(place)")
            }
        }
    }
}
