import API
import Server
import Support
import Testing

@Suite("Code in issued handoffs")
struct HandoffSampleTests {
    private static func code(_ document: HandoffDocument) -> String {
        handoffMarkdown(HandoffExamples.issued(document), in: .en)
    }

    @Test("a value ends its literal nowhere, and begins nothing within it")
    func literals() {
        let hostile = "a\"b\\c\n$d ${e} \\(f)\u{202E}\u{1F4F1}"
        let swift = #""a\"b\\c\n$d ${e} \\(f)\u{202e}📱""#
        let release = HandoffExamples.release("x", "1.0.0", [:])
        let native = HandoffExamples.document(
            applicationID: hostile, name: "x", product: .shopstory, iosBundleIDs: ["x"], platform: .ios,
            release: release, rollback: release,
            routes: [.init(pattern: hostile, surface: hostile, player: false, followMe: false)])
        #expect(Self.code(native).contains("applicationId: \(swift),"))
        #expect(Self.code(native).contains("case \(swift): ShopStorySurface(rawValue: \(swift))\n"))
        let flutter = HandoffExamples.document(
            applicationID: hostile, name: "x", product: .shopstory, iosBundleIDs: ["x"], platform: .flutterIOS,
            release: release, rollback: release,
            routes: [.init(pattern: hostile, surface: hostile, player: false, followMe: false)])
        let dart = #""a\"b\\c\n\$d \${e} \\(f)\u{202e}📱""#
        #expect(Self.code(flutter).contains("configure(applicationId: \(dart));"))
        #expect(Self.code(flutter).contains("\(dart) => ShopStorySurface(\(dart)),\n"))
        let identity = SignedIdentity(projectKey: hostile, audience: "x", secretFingerprint: "x")
        let android = HandoffExamples.myBot(identity, package: SDKPackage.myBotAndroid)
        let reactNative = HandoffExamples.myBot(identity)
        let setup = LiveMarketSetup(
            clientID: hostile, environment: .staging, cartMode: .post, imageOrigins: [hostile],
            placementTags: [hostile],
            consent: .disabled, contentTokenReference: "x", collectorTokenReference: nil)
        let market = HandoffExamples.document(
            name: "x", product: .livemarket, iosBundleIDs: ["x"], platform: .ios, release: release, rollback: release,
            liveMarket: setup)
        for line in ["clientID: \(swift),\n", "    \(swift),\n", "LiveMarketSelection(placementTag: \(swift)),\n"] {
            #expect(Self.code(market).contains(line))
        }
        #expect(Self.code(reactNative).contains(#"projectKey: "a\"b\\c\n$d ${e} \\(f)\u{202e}📱","#))
        #expect(Self.code(android).contains(#"projectKey = "a\"b\\c\n\$d \${e} \\(f)\u202e📱","#))
    }

    @Test("each way of building in has its own code and no other's")
    func kinds() {
        let marks: [(name: String, mark: String)] = [
            ("native-ios", "import ShopStoryPlayerSDK"), ("flutter", "ShopStoryPlayerFlutter.instance"),
            ("mybot", "from \"@mybot/customer-sdk-react-native\""), ("livemarket", "import LiveMarketSDK"),
        ]
        for example in HandoffExamples.all {
            let code = Self.code(example.issued.document)
            for (name, mark) in marks {
                #expect(code.contains(mark) == (example.name == name), "\(example.name): \(mark)")
            }
        }
    }

    @Test("MyBot's code is in the language of the package handed over, whatever apps are allowed")
    func packages() {
        let languages = [
            (SDKPackage.myBot, "swift"), (SDKPackage.myBotAndroid, "kotlin"),
            (SDKPackage.myBotReactNative, "typescript"), ("mybot-tv", nil),
        ]
        for (package, own) in languages {
            let code = Self.code(HandoffExamples.myBot(package: package))
            for language in ["swift", "kotlin", "typescript"] {
                #expect(code.contains("```\(language)\n") == (language == own), "\(package): \(language)")
            }
            #expect(code.contains("is for the agreement named above") == (own == nil))
            // Kotlin's takes the app's name from its context.
            #expect(code.contains("each build has its own") == (own == "swift" || own == "typescript"))
        }
    }

    @Test("React Native's code names the app of the platform that it runs on")
    func appIdentifier() {
        func line(_ ios: [String], _ android: [String]) -> String? {
            let release = HandoffExamples.release(SDKPackage.myBotReactNative, "1.0.0", [:])
            let document = HandoffExamples.document(
                name: "x", product: .mybot, iosBundleIDs: ios, androidPackageNames: android, platform: .other,
                agreement: "A-1", release: release, rollback: release,
                identity: SignedIdentity(projectKey: "x", audience: "x", secretFingerprint: "x"))
            let page = Self.code(document)
            #expect(page.contains("import { Platform }") == (ios != android && !ios.isEmpty && !android.isEmpty))
            return page.split(separator: "\n").first { $0.contains("appIdentifier: ") }.map {
                String($0.drop { $0 == " " })
            }
        }
        #expect(line(["com.a"], ["com.b"]) == #"appIdentifier: Platform.OS === "ios" ? "com.a" : "com.b","#)
        #expect(line(["com.a"], ["com.a"]) == #"appIdentifier: "com.a","#)
        #expect(
            line(["com.a"], []) == #"appIdentifier: "com.a","# && line([], ["com.b"]) == #"appIdentifier: "com.b","#)
        #expect(line([], []) == nil)
    }

    @Test("a handler of the cart is there only where the player's button is for the cart")
    func cart() {
        let release = HandoffExamples.release("x", "1.0.0", [:])
        for (platform, mark) in [(HandoffPlatform.ios, "addToCart(feedProductId"), (.flutterIOS, "onAddProduct")] {
            for mode in [CartContract.Mode.openProduct, .directCart] {
                let document = HandoffExamples.document(
                    name: "x", product: .shopstory, iosBundleIDs: ["x"], platform: platform, release: release,
                    rollback: release, cart: CartContract(mode: mode))
                #expect(Self.code(document).contains(mark) == (mode == .directCart))
            }
        }
    }

    @Test("an agreement's platform has no code of ShopStory's, and is told to go by the agreement")
    func agreement() {
        let release = HandoffExamples.release("x", "1.0.0", [:])
        let document = HandoffExamples.document(
            name: "x", product: .shopstory, iosBundleIDs: ["x"], platform: .other, agreement: "ACME-9",
            release: release, rollback: release)
        #expect(!Self.code(document).contains("```"))
        #expect(Self.code(document).contains("is for the agreement named above"))
    }

    @Test("an app that asks nobody for consent gets no collector and no analytics")
    func consent() {
        let release = HandoffExamples.release("livemarket", "2.4.0", [:])
        let setup = LiveMarketSetup(
            clientID: "acme", environment: .production, cartMode: .message, imageOrigins: [],
            placementTags: ["home-top"], consent: .disabled, contentTokenReference: "ACME-1",
            collectorTokenReference: nil)
        let document = HandoffExamples.document(
            name: "x", product: .livemarket, iosBundleIDs: ["x"], platform: .ios, release: release,
            rollback: release, liveMarket: setup)
        let code = Self.code(document)
        #expect(code.contains("environment: .production,") && code.contains("cartMode: .message,"))
        for word in ["collectorToken", "analytics:", "AnalyticsConsent", "consentedUserID"] {
            #expect(!code.contains(word), "\(word)")
        }
    }
}
