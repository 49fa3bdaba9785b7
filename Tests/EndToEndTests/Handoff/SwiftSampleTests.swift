import API
import Server
import Support
import Testing

@Suite("Swift code in a handoff", .onThreadsOfTheirOwn)
struct SwiftSampleTests {
    private static let compiler = Tool.path(of: "swiftc")
    private static let absence: Comment = "there is no swiftc on PATH here"

    private enum SDK: String {
        case shopStory = "ShopStoryPlayerSDK"
        case myBot = "MyBotSDK"
        case liveMarket = "LiveMarketSDK"

        var stub: String {
            switch self {
            case .shopStory: SDKStubs.shopStory
            case .myBot: SDKStubs.myBot
            case .liveMarket: SDKStubs.liveMarket
            }
        }
    }

    /// No name of a screen, a product or a placement is like this one.
    private static let hostile = "a\"b\\c\n$d ${e} \\(f)\u{202E}\u{1F4F1}"

    @Test("ShopStory's compiles, whether the cart is the player's or not", .enabled(if: compiler != nil, absence))
    func shopStory() throws {
        let release = HandoffExamples.release("shopstory", "1.0.0", [:])
        let document = HandoffExamples.document(
            applicationID: Self.hostile, name: "x", product: .shopstory, iosBundleIDs: ["x"], platform: .ios,
            release: release, rollback: release,
            routes: [
                .init(pattern: Self.hostile, surface: "lookbook", player: false, followMe: false),
                .init(pattern: "/product/:id", surface: "productDetail", player: true, followMe: true),
            ],
            cart: CartContract(mode: .directCart, merchantAPI: Self.hostile, fallback: Self.hostile))
        try compile(document, with: .shopStory, files: 3, SDKStubs.shopStoryApp)
        try compile(HandoffExamples.nativeIOS, with: .shopStory, files: 3, SDKStubs.shopStoryApp)
    }

    @Test("MyBot's compiles", .enabled(if: compiler != nil, absence))
    func myBot() throws {
        try compile(HandoffExamples.myBot(package: SDKPackage.myBot), with: .myBot, files: 1)
        let identity = SignedIdentity(projectKey: Self.hostile, audience: Self.hostile, secretFingerprint: "x")
        try compile(HandoffExamples.myBot(identity, package: SDKPackage.myBot), with: .myBot, files: 1)
    }

    @Test("LiveMarket's compiles, with consent and without", .enabled(if: compiler != nil, absence))
    func liveMarket() throws {
        try compile(HandoffExamples.liveMarket, with: .liveMarket, files: 2)
        let setup = LiveMarketSetup(
            clientID: Self.hostile, environment: .production, cartMode: .message, imageOrigins: [],
            placementTags: [Self.hostile], consent: .disabled, contentTokenReference: "ACME-1",
            collectorTokenReference: nil)
        let release = HandoffExamples.release("livemarket", "2.4.0", [:])
        let document = HandoffExamples.document(
            name: "x", product: .livemarket, iosBundleIDs: ["x"], platform: .ios, release: release,
            rollback: release, cart: nil, liveMarket: setup)
        try compile(document, with: .liveMarket, files: 2)
    }

    /// Every Swift block of the page as a file of one module, in Swift 6, where a warning is an error.
    private func compile(_ document: HandoffDocument, with sdk: SDK, files count: Int, _ app: String = "") throws {
        let folder = try SampleFolder()
        try build("UIKit", SDKStubs.uiKit, in: folder)
        try build(sdk.rawValue, sdk.stub, in: folder)
        var files = ["App.swift": SDKStubs.app, "AppOfSDK.swift": app]
        let blocks = handoffMarkdown(HandoffExamples.issued(document), in: .en).blocksOfCode(in: "swift")
        #expect(blocks.count == count)
        for (index, block) in blocks.enumerated() { files["Sample\(index).swift"] = block }
        for (name, text) in files { try folder.write(text, to: name) }
        try swiftc(["-typecheck", "-warnings-as-errors", "-module-name", "App"] + files.keys.sorted(), in: folder)
    }

    private func build(_ module: String, _ source: String, in folder: SampleFolder) throws {
        let file = "\(module)/Stub.swift"
        try folder.write(source, to: file)
        try swiftc(["-emit-module", "-parse-as-library", "-module-name", module, file], in: folder)
    }

    private func swiftc(_ words: [String], in folder: SampleFolder) throws {
        let compiler = try #require(Self.compiler)
        let cache = "\(BuiltPrograms.project)/.build/samples"
        try folder.run([compiler, "-swift-version", "6", "-I", ".", "-module-cache-path", cache] + words)
    }
}
