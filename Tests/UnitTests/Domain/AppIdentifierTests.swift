import API
import Domain
import Support
import Testing

@Suite("App identifiers and allowlists")
struct AppIdentifierTests {
    @Test("each form of the fixture may stand on a list, or may not")
    func forms() throws {
        let forms = try Fixtures.cases("app-identifiers", "forms")
        #expect(forms.count > 30)
        for each in forms {
            let value = try #require(each["value"]?.text)
            #expect(AppIdentifier.isWellFormed(value, on: .ios) == each["ios"]?.flag, "\(value.debugDescription)")
            #expect(
                AppIdentifier.isWellFormed(value, on: .android) == each["android"]?.flag, "\(value.debugDescription)")
        }
    }

    @Test("each app of the fixture matches its entry, or does not")
    func matches() throws {
        let matches = try Fixtures.cases("app-identifiers", "matches")
        #expect(matches.count >= 10)
        for each in matches {
            let platform = try #require(each["platform"]?.text.flatMap(Platform.init(rawValue:)))
            let entry = AppIdentifier.folded(try #require(each["entry"]?.text), on: platform)
            let app = AppIdentifier.folded(try #require(each["app_identifier"]?.text), on: platform)
            #expect(entry.utf8.elementsEqual(app.utf8) == each["allowed"]?.flag, "\(entry) \(app.debugDescription)")
        }
    }

    @Test("64 entries are taken on each list, 65 are not, and the answer names limit and count")
    func tooMany() throws {
        let full = (1...64).map { "com.acme.shop\($0)" }
        #expect(try Allowlists(ios: full, android: full).ios.count == 64)
        let failure = try #require(refusal { try Allowlists(ios: full + ["com.acme.more"], android: full) })
        #expect(failure.faults.map(\.code) == ["too_many"])
        #expect(failure.faults.map(\.pointer) == ["/ios_bundle_ids"])
        #expect(failure.message.contains("64") && failure.message.contains("65"))
    }

    @Test("every fault of both lists is in one answer, with the place and the value of each")
    func allFaults() throws {
        let failure = try #require(
            refusal {
                try Allowlists(
                    ios: ["com.acme.shop", "COM.acme.SHOP", "com", "com.ac\u{1B}me.x"],
                    android: ["com.acme.shop", "com.Acme.shop", "com.acme.shop", "com.2.x"])
            })
        #expect(failure.code == .invalidAllowlist)
        #expect(
            failure.faults.map { "\($0.pointer) \($0.code)" } == [
                "/ios_bundle_ids/1 duplicate", "/ios_bundle_ids/2 malformed", "/ios_bundle_ids/3 malformed",
                "/android_package_names/2 duplicate", "/android_package_names/3 malformed",
            ])
        #expect(failure.faults[0].detail.contains("COM.acme.SHOP"))
        #expect(!failure.faults.contains { $0.detail.contains("\u{1B}") }, "a control character reached an answer")
    }

    @Test("two empty lists admit nobody and are refused, one of them may be empty")
    func none() throws {
        let failure = try #require(refusal { try Allowlists(ios: [], android: []) })
        #expect(failure.faults.map(\.code) == ["none"])
        #expect(try Allowlists(ios: [], android: ["a.b"]).ios.isEmpty)
        #expect(try Allowlists(ios: ["a.b"], android: []).android.isEmpty)
    }
}
