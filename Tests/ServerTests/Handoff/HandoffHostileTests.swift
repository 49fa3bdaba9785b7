import API
import Server
import Support
import Testing

@Suite("Text of operators in a handoff is never more than text")
struct HandoffHostileTests {
    /// All that a page may be made of.
    static func tags(_ language: HandoffLanguage) -> Set<String> {
        [
            "html lang=\"\(language.rawValue)\"", "head", "meta charset=\"utf-8\"",
            "meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"",
            "meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"", "title", "style", "body", "main",
            "section", "h1", "h2", "p", "ul", "ul class=\"checks\"", "ol", "li", "span", "table", "thead", "tbody",
            "tr", "th scope=\"col\"", "th scope=\"row\"", "td", "pre", "code", "bdi", "br",
        ]
    }

    static let texts = [
        "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "</style></code></pre></bdi><b>", "<!--",
        "&lt;",
        "a|b", "`", "``` \n# heading\n```", "*a* _b_ ~~c~~ [d](javascript:1) ![e](f)", "- item", "1. item", "# heading",
        "> quote", "\\", "\\|", "$x$ ${x} \\(x)", "a\nb", "\n\n---\n", "  indented", "https://evil.example", "x:\n===",
        "\u{202E}evil", "a\u{0}b\u{1B}[31m", "\u{2028}", "\u{2066}a", "مرحبا", "שלום", "e\u{301}", "👩‍🚀", "",
        "`\u{301}<img src=x>", "|\u{301}x", "\u{D4E}`<b>", "x\u{D4E}|", "a`\u{301}", "Shop #",
    ]

    /// A document of every kind with that text wherever an operator may write one.
    private static func documents(_ text: String) -> [HandoffDocument] {
        let setup = LiveMarketSetup(
            clientID: text, environment: .staging, cartMode: .message, imageOrigins: [text], placementTags: [text],
            consent: .askedByHost, contentTokenReference: text, collectorTokenReference: text)
        let identity = SignedIdentity(projectKey: text, audience: text, secretFingerprint: text)
        let kinds: [(Product, HandoffPlatform, package: String)] = [
            (.shopstory, .ios, text), (.shopstory, .flutterIOS, text), (.mybot, .ios, text),
            (.livemarket, .other, text),
            (.mybot, .other, SDKPackage.myBotAndroid), (.mybot, .other, SDKPackage.myBotReactNative),
        ]
        return kinds.map { product, platform, package in
            let release = HandoffExamples.release(package, text, paired: text, [text: text])
            return HandoffExamples.document(
                applicationID: text, name: text, product: product, iosBundleIDs: [text],
                androidPackageNames: ["\(text)."],
                platform: platform, agreement: text, release: release, rollback: release,
                identity: product == .mybot ? identity : nil,
                routes: [.init(pattern: text, surface: text, player: true, followMe: true)],
                testProducts: [.init(feedProductID: text, expected: .live)],
                cart: product == .livemarket
                    ? nil : CartContract(mode: .directCart, merchantAPI: text, fallback: text), branding: [text],
                packageAccess: text, support: text, rollout: [.init(name: text, percent: 1)],
                liveMarket: product == .livemarket ? setup : nil)
        }
    }

    @Test("in HTML it changes no tag, whatever it is", arguments: texts)
    func html(_ text: String) throws {
        for (hostile, harmless) in zip(Self.documents(text), Self.documents("x")) {
            let page = try MarkupReader(handoffHTML(HandoffExamples.issued(hostile), in: .ru))
            #expect(Set(page.tags).isSubset(of: Self.tags(.ru)))
            let expected = try MarkupReader(handoffHTML(HandoffExamples.issued(harmless), in: .ru)).tags
            #expect(page.tags.filter { $0 != "br" } == expected)
            // It is there, for whoever has to read it; and no character that an eye cannot see is.
            let shown = text.unicodeScalars.map { $0.isForEyes ? String($0) : "\\u{\(String($0.value, radix: 16))}" }
            #expect(page.text.contains(shown.joined()))
            #expect(page.text.unicodeScalars.allSatisfy { $0.isForEyes })
        }
    }

    @Test("in Markdown it begins no line, cell, code or tag, whatever it is", arguments: texts)
    func markdown(_ text: String) throws {
        for (hostile, harmless) in zip(Self.documents(text), Self.documents("x")) {
            let lines = Self.outline(handoffMarkdown(HandoffExamples.issued(hostile), in: .en))
            #expect(lines == Self.outline(handoffMarkdown(HandoffExamples.issued(harmless), in: .en)))
        }
    }

    /// Each line as its kind; of a table's, with how many cells it has. Code is left out: it ends at a fence as long as its
    /// first.
    private static func outline(_ text: String) -> [String] {
        var outline: [String] = []
        var fence: Substring?
        // A mark is one whatever accent or letter Swift joins it to.
        let text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : "?" }))
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let end = fence {
                if line.prefix(while: { $0 == "`" }).count >= end.count { fence = nil }
                continue
            }
            if line.hasPrefix("```") {
                fence = line.prefix { $0 == "`" }
                outline.append("code")
                continue
            }
            let bare = bared(line)
            outline.append("\(marks(line)) \(line.hasPrefix("|") ? bare.filter { $0 == "|" }.count : 0)")
            #expect(!bare.replacing("<br>", with: "").contains("<"), "\(line)")
        }
        return outline
    }

    /// What opens a block at the line's beginning, and what opens one within that: a list in a list.
    private static func marks(_ line: Substring) -> String {
        var (marks, rest) = ("", line)
        while let mark = rest.firstMatch(of: /^(#{1,6} |[-+*>] ?(?=[^-]|$)|-{3,}|={2,}|\d+[.)] |\[ \] |\||``` ?| {4})/)
        {
            marks += mark.output.0
            rest = rest[mark.range.upperBound...]
        }
        return marks
    }

    /// Without escaped characters and without code; a cell's bar counts in code too, as GitHub's tables have it.
    private static func bared(_ line: Substring) -> String {
        var (result, rest) = ("", line)
        while let character = rest.first {
            if character == "\\" {
                rest = rest.dropFirst(2)
                continue
            }
            let run = rest.prefix { $0 == "`" }
            guard !run.isEmpty else {
                result.append(character)
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(run.count)
            var code = ""
            while let next = rest.first {
                let end = rest.prefix { $0 == "`" }
                if end.count == run.count { break }
                code += end.isEmpty ? String(next) : String(end)
                rest = rest.dropFirst(max(1, end.count))
            }
            rest = rest.dropFirst(run.count)
            result += String(repeating: "|", count: code.replacing("\\|", with: "").filter { $0 == "|" }.count)
        }
        return result
    }
}

extension Unicode.Scalar {
    /// By a list of its own: what moves, hides or turns around.
    fileprivate var isForEyes: Bool {
        switch value {
        // Tabs are the code of Go's own.
        case 0x09, 0x0A: true
        case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: false
        default: true
        }
    }
}
