import API
import Server
import Support
import Testing

@Suite("Kotlin and Dart code in a handoff", .onThreadsOfTheirOwn)
struct KotlinAndDartSampleTests {
    private static let (kotlin, dart) = (Tool.path(of: "kotlinc"), Tool.path(of: "dart"))

    @Test("MyBot's Kotlin compiles", .enabled(if: kotlin != nil, "there is no kotlinc on PATH here"))
    func myBot() throws {
        let compiler = try #require(Self.kotlin)
        let folder = try SampleFolder()
        let document = HandoffExamples.myBot(package: SDKPackage.myBotAndroid)
        let page = handoffMarkdown(HandoffExamples.issued(document), in: .en)
        let blocks = page.blocksOfCode(in: "kotlin")
        #expect(blocks.count == 1)
        for (name, text) in SDKStubs.kotlin { try folder.write(text, to: name) }
        try folder.write(blocks.joined(), to: "Sample.kt")
        try folder.run([compiler, "-Werror", "-d", "out", "Sample.kt"] + SDKStubs.kotlin.map(\.name))
    }

    @Test("ShopStory's Dart has no fault", .enabled(if: dart != nil, "there is no dart on PATH here"))
    func flutter() throws {
        let analyzer = try #require(Self.dart)
        let folder = try SampleFolder()
        let page = handoffMarkdown(HandoffExamples.issued(HandoffExamples.flutter), in: .en)
        let blocks = page.blocksOfCode(in: "dart")
        #expect(blocks.count == 3)
        for (name, text) in SDKStubs.dart { try folder.write(text, to: name) }
        for (index, block) in blocks.enumerated() {
            // The second uses what the first declares, which an app has in a file of its own.
            let first = index == 1 ? "import 'sample0.dart';\n" : ""
            try folder.write(first + block, to: "app/lib/sample\(index).dart")
        }
        try folder.run([analyzer, "analyze", "--fatal-warnings", "app"])
    }
}
