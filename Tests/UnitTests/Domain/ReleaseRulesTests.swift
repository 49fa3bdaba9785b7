import API
import Domain
import Support
import Testing

@Suite("What a release must say of itself")
struct ReleaseRulesTests {
    private func faults(
        _ product: String = "ShopStoryPlayerSDK", _ version: String = "0.2.0", paired: String? = nil,
        digest: String = String(repeating: "a", count: 64), requirements: [String: String] = [:], notes: String? = nil,
        registered: [String] = []
    ) -> [String] {
        do throws(Failure) {
            try ReleaseRules.check(
                CreateRelease(
                    product: product, version: version, pairedVersion: paired, archiveSHA256: digest,
                    requirements: requirements, notes: notes), registered: registered)
            return []
        } catch {
            #expect(error.code.rawValue == error.faults.first?.code)
            return error.faults.map { "\($0.pointer) \($0.code)" }
        }
    }

    @Test("a package's name begins with a letter and has 64 at most")
    func names() {
        for name in [
            "ShopStoryPlayerSDK", "LiveMarketSDK", "x", "my.sdk_2-x", "@acme/sdk",
            "A" + String(repeating: "b", count: 63),
        ] {
            #expect(faults(name) == [], "\(name)")
        }
        for name in [
            "", "2sdk", "@acme", "@/sdk", "@acme/", "@acme/a/b", "acme/sdk", "-a", "a b", "a/b", "a@1", "SDKé",
            "\u{FF33}DK", "a\n", "A" + String(repeating: "b", count: 64),
        ] {
            #expect(faults(name) == ["/product invalid_name"], "\(name)")
        }
    }

    @Test("a slip of the pen makes no product of its own, also of one that was registered later")
    func slips() {
        for name in [
            "shopstoryplayersdk", "ShopStoryPlayerSKD", "ShopStoryPlayer_SDK", "LiveMarketSDKs", "LiveMarktSDK",
            "shopstory-player-flutter",
        ] {
            #expect(faults(name, paired: nil) == ["/product invalid_name"], "\(name)")
        }
        #expect(faults("MybotSDK") == ["/product invalid_name"])
        #expect(faults("AcmeSdk", registered: ["AcmeSDK"]) == ["/product invalid_name"])
        #expect(faults("AcmeSDK", registered: ["AcmeSDK"]) == [])
        // Of a short name two letters are half of it.
        #expect(faults("abd", registered: ["abc"]) == [])
        #expect(faults("LiveMarketLite") == [])
    }

    @Test("Flutter goes with one exact native version, and nothing else with any")
    func pairs() {
        let flutter = "shopstory_player_flutter"
        #expect(faults(flutter, paired: "0.2.0-preview.2") == [])
        #expect(faults(flutter) == ["/paired_version invalid_range"])
        for paired in ["", "0.2", ">=0.2.0", "latest"] {
            #expect(faults(flutter, paired: paired) == ["/paired_version invalid_range"], "\(paired)")
        }
        for product in ["ShopStoryPlayerSDK", "LiveMarketSDK", "MyBotSDK"] {
            #expect(faults(product, paired: "0.2.0") == ["/paired_version invalid_range"], "\(product)")
        }
    }

    @Test("a hash is 64 lower-case hex digits: no short one, no upper case, no prefix")
    func hashes() {
        let good = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        #expect(faults(digest: good) == [])
        for digest in [
            "", String(good.dropLast()), good + "0", good.uppercased(), "sha256:" + good, " " + good.dropFirst(),
            good.dropLast() + "g", good.dropLast() + "\u{FF10}",
        ] {
            #expect(faults(digest: digest) == ["/archive_sha256 out_of_range"], "\(digest)")
        }
    }

    @Test("a requirement is a name and a lowest version, sixteen at most")
    func requirements() {
        #expect(faults(requirements: ["ios": "15", "xcode": "16.2", "swift_tools": "6.0.0-beta"]) == [])
        for name in ["", "iOS", "2x", "_x", "a-b", "é", "a" + String(repeating: "b", count: 32)] {
            #expect(faults(requirements: [name: "1"]) == ["/requirements invalid_name"], "\(name)")
        }
        for minimum in ["", "15+", ">=15", "latest", "15 ", "v15", String(repeating: "1", count: 65)] {
            #expect(faults(requirements: ["ios": minimum]) == ["/requirements/ios invalid_range"], "\(minimum)")
        }
        let sixteen = Dictionary(uniqueKeysWithValues: (0..<16).map { ("a\($0)", "1") })
        #expect(faults(requirements: sixteen) == [])
        #expect(
            faults(requirements: sixteen.merging(["b": "1"]) { $1 }) == ["/requirements out_of_range"])
    }

    @Test("notes have lines, up to 2 000 characters, and hold no secret and nothing that plays with a terminal")
    func notes() {
        for notes in ["x", "one\n\ntwo\n", String(repeating: "я", count: 2_000)] { #expect(faults(notes: notes) == []) }
        let token = PersonalTokenSecret(id: Array(repeating: 1, count: 12), random: Array(repeating: 2, count: 32))
        for notes in [
            "", "\n\n", " \n", String(repeating: "я", count: 2_001), "a\r\nb", "a\tb", "a\u{1b}[31m", "a\u{202e}b",
            "see\n\(token.revealed().text)",
        ] {
            #expect(faults(notes: notes) == ["/notes invalid_reason"], "\(notes)")
        }
    }

    @Test("every fault is named at once")
    func all() {
        #expect(
            faults("a b", "1.x", paired: "1", digest: "f", requirements: ["iOS": "1", "ios": ""], notes: "")
                == [
                    "/product invalid_name", "/version invalid_range", "/paired_version invalid_range",
                    "/archive_sha256 out_of_range", "/requirements invalid_name", "/requirements/ios invalid_range",
                    "/notes invalid_reason",
                ])
    }

    @Test("what is taken back wants a reason, and a withdrawal")
    func reasons() {
        let without: [(Release.Status, Release.Status)] = [
            (.preview, .preview), (.accepted, .accepted), (.withdrawn, .withdrawn), (.preview, .accepted),
        ]
        for before in Release.Status.allCases {
            for after in Release.Status.allCases {
                let goesWithout = without.contains { $0 == (before, after) }
                #expect(ReleaseRules.wantsReason(from: before, to: after) == !goesWithout, "\(before) \(after)")
            }
        }
    }
}
