import API
import Domain
import FoundationEssentials
import Server
import Support
import Testing

@Suite("Issued handoffs on paper")
struct HandoffPaperTests {
    enum Format: String, CaseIterable {
        case md, html

        func render(_ issued: IssuedHandoff, in language: HandoffLanguage) -> String {
            switch self {
            case .md: handoffMarkdown(issued, in: language)
            case .html: handoffHTML(issued, in: language)
            }
        }
    }

    struct Paper: CustomTestStringConvertible {
        let name: String
        let issued: IssuedHandoff
        let language: HandoffLanguage
        let format: Format
        var testDescription: String { "\(name).\(language.rawValue).\(format.rawValue)" }
        var text: String { format.render(issued, in: language) }

        /// What an eye sees, without marks of the format.
        var shown: String {
            get throws {
                switch format {
                case .html: try MarkupReader(text).text
                case .md:
                    // A backslash before punctuation is CommonMark's; no example has one of its own.
                    text.replacing("<br>", with: "\n").replacing("\\", with: "")
                }
            }
        }

        static let all = HandoffExamples.all.flatMap { example in
            HandoffLanguage.allCases.flatMap { language in
                Format.allCases.map {
                    Paper(name: example.name, issued: example.issued, language: language, format: $0)
                }
            }
        }
    }

    /// After a change of what they say, `SSADMIN_RECORD=1 swift test --filter HandoffPaperTests` writes the files anew;
    /// read the difference before it is committed.
    @Test("they are what is written in Tests/Fixtures/Handoffs", arguments: Paper.all)
    func golden(_ paper: Paper) throws {
        let path = "\(BuiltPrograms.project)/Tests/Fixtures/Handoffs/\(paper.testDescription)"
        if ProcessInfo.processInfo.environment["SSADMIN_RECORD"] == "1" {
            return try paper.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let (written, said) = (try String(contentsOfFile: path, encoding: .utf8), paper.text)
        for (number, (one, other)) in zip(written.split(separator: "\n"), said.split(separator: "\n")).enumerated() {
            guard one == other else {
                Issue.record("\(paper.testDescription), non-empty line \(number + 1): \(other), and not \(one)")
                return
            }
        }
        #expect(written == said)
    }

    @Test("every member of the document is in both formats and both languages", arguments: Paper.all)
    func members(_ paper: Paper) throws {
        let document = try JSONScanner.scan(JSONWriter.encode(paper.issued.document))
        let shown = try paper.shown
        for leaf in leaves(document) + [paper.issued.sha256, paper.issued.issuedBy, "\(paper.issued.issuedAt)"] {
            // MyBot has no player, and what its button would do is said nowhere.
            if paper.name == "mybot", leaf == CartContract.Mode.openProduct.rawValue { continue }
            #expect(shown.contains(leaf), "\(leaf)")
        }
    }

    /// Strings, numbers, and names that somebody chose: those of requirements. What is true or false has its own test.
    private func leaves(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .integer(let number): [String(number)]
        case .array(let items): items.flatMap(leaves)
        case .object(let members):
            members.flatMap { leaves($0.value) + ($0.name == "requirements" ? $0.value.members.map(\.name) : []) }
        default: []
        }
    }

    @Test("the table of screens says of each what is allowed there")
    func routes() throws {
        let russian = handoffMarkdown(HandoffExamples.issued(HandoffExamples.nativeIOS), in: .ru)
        #expect(russian.contains("| `/product/:id` | `productDetail` | да | да |"))
        #expect(russian.contains("| `tab:lookbook` | `lookbook` | да | нет |"))
        #expect(russian.contains("| `CartViewController` | `cart` | нет | нет |"))
        let english = try MarkupReader(handoffHTML(HandoffExamples.issued(HandoffExamples.nativeIOS), in: .en)).text
        #expect(english.contains(" /product/:id productDetail yes yes\n"))
        #expect(english.contains(" tab:lookbook lookbook yes no\n"))
    }

    @Test("what does not apply says so and has no box; everything else has one", arguments: Paper.all)
    func boxes(_ paper: Paper) throws {
        let document = paper.issued.document
        let applies =
            document.acceptance.map { document.inapplicability(of: $0) == nil }
            + document.scenarios.map { document.inapplicability(of: $0) == nil }
        let noWork = document.workPackages.filter { document.inapplicability(of: $0) != nil }
        let (box, words) = (
            paper.format == .md ? "- [ ] `" : "<span>☐</span> <code>",
            paper.language == .ru ? "не относится к этой передаче: " : "does not apply to this handoff: "
        )
        #expect(paper.text.ranges(of: box).count == applies.filter { $0 }.count)
        #expect(paper.text.ranges(of: words).count == applies.filter { !$0 }.count + noWork.count)
    }

    @Test("of LiveMarket it says what its cart is once, and nothing of what it does not have")
    func liveMarket() {
        for paper in Paper.all where paper.name == "livemarket" && paper.format == .md {
            #expect(paper.text.ranges(of: "(`post`)").count == 1)
            let absent = ["feedProductId", "open_product", "lock file names", "switched off", "отключени"]
            for word in absent { #expect(!paper.text.contains(word), "\(paper.testDescription): \(word)") }
        }
    }

    @Test("of MyBot it has no section of products, cart or player, and names the work that there is")
    func myBot() throws {
        let issued = try #require(HandoffExamples.all.first { $0.name == "mybot" }).issued
        let page = handoffMarkdown(issued, in: .en)
        for section in ["Test products", "Cart", "Appearance", "Player and Follow-me"] {
            #expect(!page.contains("## \(section)\n"), "\(section)")
        }
        let why = "does not apply to this handoff: MyBot has no video, no products, no cart and no Follow-me."
        for package in [
            "Product page (`product_detail`)", "Playback (`playback`)", "Product action (`product_action`)",
        ] {
            #expect(page.contains("| \(package) | \(why) | — |\n"), "\(package)")
        }
        #expect(page.contains("| Navigation (`navigation`) | Report the app's screens to the SDK only where"))
    }

    @Test("a page speaks of its own SDK and tools, and of no other's")
    func kinds() {
        let foreign = [
            "native-ios": ["Flutter", "Dart", "Android", "TalkBack", "LiveMarket", "MyBot", "pair"],
            "flutter": ["LiveMarket", "MyBot", "Android"],
            "mybot": [
                "Flutter", "Xcode", "LiveMarket", "ShopStory", "pair", "shoppers", "feedProductId", "product page",
                "checkout,",
                "playback is",
            ],
            "livemarket": ["Flutter", "Android", "MyBot", "ShopStory", "pair", "the table allows", "lock file"],
        ]
        for paper in Paper.all where paper.format == .md && paper.language == .en {
            let text = paper.text.replacing(paper.issued.document.name, with: "")
            for word in foreign[paper.name] ?? [] {
                #expect(!text.contains(word), "\(paper.testDescription): \(word)")
            }
        }
    }

    @Test("where to look names sections of that same page, one at least", arguments: Paper.all)
    func inputs(_ paper: Paper) throws {
        guard paper.format == .md else { return }
        let sections = paper.text.split(separator: "\n## ").map { $0.split(separator: "\n", maxSplits: 1)[0] }
        let table = try #require(paper.text.split(separator: "\n## ").first { $0.contains("(`bootstrap`)") })
        let rows = table.split(separator: "\n").filter { $0.contains("`) |") }
        #expect(rows.count == WorkPackage.allCases.count)
        // What does not apply needs none.
        for row in rows where !row.hasSuffix(". | — |") {
            let cell = try #require(row.split(separator: "|").last { $0 != " " && !$0.isEmpty })
            for name in cell.split(separator: ";") {
                let title = name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
                #expect(sections.contains { $0.elementsEqual(title) }, "\(paper.testDescription): \(cell)")
            }
        }
    }

    @Test("the rollback switches off the version handed over and no other, and the build that follows can be tried")
    func rollback() throws {
        for paper in Paper.all where paper.format == .md && paper.language == .en {
            let section = try #require(paper.text.split(separator: "\n## ").first { $0.hasPrefix("Rollback") })
            let off = "for exactly the version that is bad, `\(paper.issued.document.release.version)`"
            #expect(section.contains(off) == (paper.name != "livemarket"), "\(paper.testDescription)")
            #expect(!section.contains("for the app:") && !section.contains("switched on again"))
        }
    }

    @Test("no line of code is wider than a printed page", arguments: HandoffExamples.all.map(\.name))
    func width(_ name: String) throws {
        let issued = try #require(HandoffExamples.all.first { $0.name == name }).issued
        for block in handoffHTML(issued, in: .en).blocksOfCode {
            let code = [
                ("&quot;", "'"), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("\t", "    "),
            ]
            .reduce(String(block)) { $0.replacing($1.0, with: $1.1) }.replacing("<code>", with: "")
            // A4 less its margins, at the style's size of code.
            for line in code.split(separator: "\n") { #expect(line.count <= 102, "\(line)") }
        }
    }

    @Test(
        "the code that finds a screen's surface says that it takes the pattern", arguments: ["native-ios", "flutter"])
    func pattern(_ name: String) throws {
        let issued = try #require(HandoffExamples.all.first { $0.name == name }).issued
        let page = handoffMarkdown(issued, in: .en)
        #expect(page.contains("/// It compares with the map's pattern as it is written"))
        #expect(page.contains("Hand it the screen's pattern, `/product/:id`, and not the open path, `/product/00123`"))
    }

    @Test(
        "both languages have the same parts, and code is the same in both", arguments: HandoffExamples.all.map(\.name))
    func languages(_ name: String) throws {
        let issued = try #require(HandoffExamples.all.first { $0.name == name }).issued
        let (russian, english) = (handoffHTML(issued, in: .ru), handoffHTML(issued, in: .en))
        let tags = { (page: String) in try MarkupReader(page).tags.filter { !$0.hasPrefix("html") } }
        #expect(try tags(russian) == tags(english))
        #expect(russian.blocksOfCode == english.blocksOfCode)
        #expect(!russian.blocksOfCode.isEmpty)
    }

    @Test("only a product with signed identity has a project key and code that signs")
    func identity() {
        for paper in Paper.all {
            let isSigned = paper.name == "mybot"
            for word in ["sdk1_", "createHmac", "SDK_IDENTITY_SECRET"] {
                #expect(paper.text.contains(word) == isSigned, "\(paper.testDescription): \(word)")
            }
        }
    }

    @Test("the page needs and runs nothing, and says in which language it is", arguments: Paper.all)
    func alone(_ paper: Paper) throws {
        guard paper.format == .html else { return }
        let page = try MarkupReader(paper.text)
        #expect(page.tags.first == "html lang=\"\(paper.language.rawValue)\"")
        #expect(Set(page.tags).isSubset(of: HandoffHostileTests.tags(paper.language)))
        #expect(!paper.text.contains("url(") && !paper.text.contains("@import"))
    }
}

extension String {
    fileprivate var blocksOfCode: [Substring] {
        var (blocks, rest): ([Substring], Substring) = ([], self[...])
        while let start = rest.firstRange(of: "<pre>"), let end = rest.firstRange(of: "</pre>") {
            blocks.append(rest[start.upperBound..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return blocks
    }

    /// As `HandoffExamples.nativeIOS`, of another release, map and cart.
    private static let next = HandoffExamples.document(
        number: 4, applicationID: "shop-ios", name: "Acme Shop", product: .shopstory, iosBundleIDs: ["com.acme.shop"],
        platform: .ios,
        release: HandoffExamples.release(SDKPackage.shopStoryPlayer, "0.3.0", ["ios": "16.0", "xcode": "16.0"]),
        rollback: HandoffExamples.release(SDKPackage.shopStoryPlayer, "0.1.9", ["ios": "15.0", "xcode": "15.4"]),
        routes: HandoffExamples.routes.dropLast() + [
            .init(pattern: "/sale", surface: "home", player: true, followMe: true)
        ],
        cart: CartContract(mode: .directCart, merchantAPI: "https://wiki.example.com/cart", fallback: "product page"),
        branding: ["Цвет кнопки"])

    @Test("the page of a newer one says what changed since the one before, and nothing that did not")
    func changes() {
        let earlier = HandoffExamples.issued(HandoffExamples.nativeIOS)
        let page = handoffMarkdown(HandoffExamples.issued(Self.next), after: earlier, in: .en)
        let section = page.split(separator: "\n## ").map(String.init).first { $0.hasPrefix("What changed") }
        #expect(
            section == """
                What changed since handoff no. 3

                | Section | What | Before | Now |
                | --- | --- | --- | --- |
                | Version and requirements | Exact version | `0.2.0-preview.2` | `0.3.0` |
                | Version and requirements | `ios` | `15.0` | `16.0` |
                | Configuring the app | the whole section | — | — |
                | Screens and surfaces | `/sale` | — | `home`, yes, yes |
                | Screens and surfaces | `tab:lookbook` | `lookbook`, yes, no | — |
                | Player and Follow-me | the whole section | — | — |
                | Cart | The player's button | opens the app's own product page (`open_product`) | calls the app's own cart (`direct_cart`) |
                | Cart | Contract of the cart's API | — | `https://wiki.example.com/cart` |
                | Cart | If the cart does not answer | — | product page |
                | Appearance | Corner radius of the preview | + | — |
                | Acceptance | `direct_cart`: With a direct cart the app reports success only after its own cart has confirmed it, and not because a button of the player was pressed. | — | + |
                | Acceptance | `cart`: from the player to the cart | — | + |

                """)
        let first = handoffMarkdown(HandoffExamples.issued(Self.next), in: .en)
        #expect(!first.contains("What changed"))
    }

    @Test("another name is a change, and another spelling of one that Swift calls the same")
    func names() {
        func page(_ name: String, after earlier: String) -> String {
            func issued(_ name: String) -> IssuedHandoff {
                HandoffExamples.issued(
                    HandoffExamples.document(
                        number: 1, name: name, product: .shopstory, iosBundleIDs: ["com.acme.shop"], platform: .ios,
                        release: HandoffExamples.release(SDKPackage.shopStoryPlayer, "0.3.0", [:]),
                        rollback: HandoffExamples.release(SDKPackage.shopStoryPlayer, "0.1.9", [:]),
                        testProducts: [.init(feedProductID: name, expected: .live)]))
            }
            return handoffMarkdown(issued(name), after: issued(earlier), in: .en)
        }
        #expect(page("Shop", after: "Acme").contains("| About this handoff | Name | Acme | Shop |"))
        let other = page("e\u{301}", after: "\u{E9}")
        #expect(other.contains("| Test products | `e\u{301}` |") && other.contains("| About this handoff | Name |"))
    }

    @Test("of a pair that an earlier program issued, the page says the version that it has")
    func earlierPair() throws {
        let json = try JSONScanner.scan(JSONWriter.encode(HandoffExamples.flutter))
        guard case .object(let members) = json else { throw OutsideError("no document") }
        let earlier = members.map { member -> JSONValue.Member in
            guard ["release", "rollback_release"].contains(member.name), case .object(let release) = member.value else {
                return member
            }
            return .init(member.name, .object(release.filter { !["paired", "status"].contains($0.name) }))
        }
        let document = try JSONReader.decode(HandoffDocument.self, from: .object(earlier))
        #expect(handoffMarkdown(HandoffExamples.issued(document), in: .en).contains("| Paired version | `0.2.0` |"))
        #expect(!handoffMarkdown(HandoffExamples.issued(HandoffExamples.flutter), in: .en).contains("Paired version"))
    }

    @Test("a section that came or went is named")
    func sections() {
        let earlier = HandoffExamples.issued(HandoffExamples.liveMarket)
        let page = handoffMarkdown(HandoffExamples.issued(HandoffExamples.nativeIOS), after: earlier, in: .ru)
        #expect(page.contains("| Тестовые товары | новый раздел | — | — |"))
        #expect(page.contains("| LiveMarket | раздела больше нет | — | — |"))
    }
}
