import API
import Server
import Support
import Testing

@Suite("TypeScript code in a handoff", .onThreadsOfTheirOwn)
struct TypeScriptSampleTests {
    private static let compiler = Tool.path(of: "tsc")

    @Test(
        "MyBot's compiles, whatever the values are",
        .enabled(if: compiler != nil, "there is no tsc on PATH here"),
        arguments: ["a", "a\"b\\c\n\r$d ${e} `\\(f)\u{0}\u{2028}\u{2029}\u{202E}\u{1F4F1}</script>*/"])
    func myBot(_ value: String) throws {
        let compiler = try #require(Self.compiler)
        let folder = try SampleFolder()
        let release = HandoffExamples.release(SDKPackage.myBotReactNative, "1.0.0", [:])
        let document = HandoffExamples.document(
            name: "x", product: .mybot, iosBundleIDs: [value], androidPackageNames: ["\(value)."], platform: .other,
            agreement: "A-1", release: release, rollback: release,
            identity: SignedIdentity(projectKey: value, audience: "x", secretFingerprint: "x"))
        let page = handoffMarkdown(HandoffExamples.issued(document), in: .en)
        let blocks = page.blocksOfCode(in: "typescript")
        #expect(blocks.count == 1)
        for (name, text) in SDKStubs.reactNative { try folder.write(text, to: name) }
        try folder.write(blocks.joined(), to: "sample.ts")
        try folder.run(
            [compiler, "--noEmit", "--strict", "--target", "es2020", "--moduleResolution", "node", "sample.ts"])
    }
}

extension SDKStubs {
    static let reactNative: [(name: String, text: String)] = [
        (
            "node_modules/@mybot/customer-sdk-react-native/index.d.ts",
            """
            export interface Configuration {
              projectKey: string;
              baseURL: string;
              appIdentifier: string;
            }

            export class MyBotClient {
              private constructor();
              static start(configuration: Configuration): Promise<MyBotClient>;
              identify(assertion: string): Promise<void>;
              logout(): Promise<void>;
            }
            """
        ),
        (
            "node_modules/react-native/index.d.ts",
            """
            export const Platform: { OS: "ios" | "android" };
            """
        ),
    ]
}
