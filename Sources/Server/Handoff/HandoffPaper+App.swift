import API
import Domain

// What the handoff is of; HandoffPaper+Code has what is built, and HandoffPaper+Work what is done with it.

extension HandoffPaper {
    init(_ issued: IssuedHandoff, after earlier: IssuedHandoff?, in language: HandoffLanguage) {
        let document = issued.document
        self.language = language
        title =
            Words(
                ru: "Передача SDK № \(issued.number): \(document.name)",
                en: "SDK handoff no. \(issued.number): \(document.name)")[language]
        mark = Mark(applicationID: document.applicationID, number: issued.number, sha256: issued.sha256)
        let writer = Writer(document: document, language: language)
        sections =
            [writer.about(issued)] + (earlier.map { [writer.changes(since: $0.document)] } ?? []) + writer.sections
    }

    /// Writes the sections of one document in one language.
    struct Writer {
        let document: HandoffDocument
        let language: HandoffLanguage

        /// All that follows from the document.
        var sections: [Section] {
            HandoffPart.allCases.compactMap { part in blocks(of: part).map { Section(title(of: part), $0) } }
        }

        func title(of part: HandoffPart) -> Line { part.title(for: document.kind)[language] }

        /// Nil where the document has nothing of it.
        func blocks(of part: HandoffPart) -> [Block]? {
            switch part {
            case .app: app
            case .version: version
            case .workPackages: workPackages
            case .configuration: configuration
            case .routes: routes
            case .productPage: productPage
            case .playback: playback
            case .productAction: productAction
            case .signing: signing
            case .liveMarket: liveMarket
            case .testProducts: testProducts
            case .cart: cart
            case .branding: branding
            case .acceptance: acceptance
            case .rollout: rollout
            case .rollback: rollback
            case .support: support
            }
        }

        func say(_ ru: Line, _ en: Line) -> Line { Words(ru: ru, en: en)[language] }

        func paragraph(_ ru: Line, _ en: Line) -> Block { .paragraph(say(ru, en)) }

        /// A dash where there are no rows.
        func table(_ head: [Line], _ rows: [[Line]]) -> Block {
            rows.isEmpty ? .paragraph("—") : .table(Table(head: head, rows: rows))
        }

        /// Names and values; what is nil is left out.
        func facts(_ rows: [(name: Line, value: Line?)]) -> Block {
            table(
                [say("Что", "What"), say("Значение", "Value")],
                rows.compactMap { row in row.value.map { [row.name, $0] } })
        }

        /// One word of a closed list: for people, and as the JSON has it.
        func word(_ words: Words, _ code: String) -> Line { "\(words[language]) (\(code: code))" }

        /// Values one after another, nil where there is none.
        func codes(_ values: [String]) -> Line? {
            guard let first = values.first else { return nil }
            return values.dropFirst().reduce("\(code: first)") { "\($0), \(code: $1)" }
        }
    }
}

extension HandoffPaper.Writer {
    func about(_ issued: IssuedHandoff) -> HandoffPaper.Section {
        let file = "handoff-\(issued.number).json"
        return .init(
            say("Об этой передаче", "About this handoff"),
            [
                facts([
                    (say("Номер", "Number"), "\(issued.number)"),
                    (say("Клиент", "Client"), "\(code: document.tenant)"),
                    (say("Название", "Name"), "\(document.name)"),
                    (say("Выдана", "Issued at"), "\(code: issued.issuedAt.description)"),
                    (say("Кто выдал", "Issued by"), "\(issued.issuedBy)"),
                    ("SHA-256", "\(code: issued.sha256)"),
                ]),
                paragraph(
                    "После выдачи передача не меняется: если изменятся данные, вы получите новую, с новым номером. Секретов и токенов в ней нет, их передают отдельно.",
                    "Once issued, a handoff does not change: when data change, you get a new one with a new number. It holds no secrets and no tokens; those are delivered separately."
                ),
                paragraph(
                    "Страница составлена по JSON. Если он нужен, попросите в поддержке файл \(code: file). SHA-256 в таблице — хеш его поля `document` в канонической форме (RFC 8785): назовите хеш в переписке, и будет ясно, что обе стороны говорят об одной и той же передаче.",
                    "This page was made from JSON. If you need it, ask the support for \(code: file). The SHA-256 in the table is that of its `document` member in canonical form (RFC 8785): quote it when you write, and both sides can check that they speak of the same handoff."
                ),
            ])
    }

    var app: [HandoffPaper.Block] {
        let facts = facts([
            (say("ID приложения", "Application ID"), "\(code: document.applicationID)"),
            (say("Продукт", "Product"), "\(code: document.product.rawValue)"),
            (say("Окружение", "Environment"), word(document.environment.words, document.environment.rawValue)),
            (say("Платформа", "Platform"), word(document.platform.words, document.platform.rawValue)),
            (say("Соглашение", "Agreement"), document.agreement.optional.map { "\($0)" }),
            (say("Bundle ID (iOS)", "Bundle IDs (iOS)"), codes(document.iosBundleIDs)),
            (say("Имена пакетов (Android)", "Package names (Android)"), codes(document.androidPackageNames)),
            (say("Базовый адрес", "Base URL"), "\(code: document.baseURL)"),
        ])
        // LiveMarket's SDK asks this service nothing (seed S4).
        if document.kind == .liveMarket { return [facts] }
        return [
            facts,
            paragraph(
                "Приложение, которое называет себя другим идентификатором, получает отказ, и причины в ответе нет. Если у отладочной или тестовой сборки свой идентификатор, напишите в поддержку, какой и для какой платформы: его добавят в список, новой версии SDK для этого не нужно.",
                "An app that names itself by any other identifier is refused, and the answer does not say why. If your debug or test build has an identifier of its own, write to the support which one and for which platform: it is added to the list, and that takes no new version of the SDK."
            ),
        ]
    }

    var version: [HandoffPaper.Block] {
        release(
            document.release, also: [(say("Доступ к пакету", "Access to the package"), "\(document.packageAccess)")]
        )
            + [
                document.kind == .shopStoryFlutter
                    ? paragraph(
                        "Зафиксируйте ровно эту пару версий: не диапазон, не ветку и не `latest`.",
                        "Pin exactly this pair of versions: no range, no branch, no `latest`.")
                    : paragraph(
                        "Зафиксируйте ровно эту версию: не диапазон, не ветку и не `latest`.",
                        "Pin exactly this version: no range, no branch, no `latest`.")
            ]
    }

    /// A release with what it wants of the tools and systems.
    func release(
        _ release: HandedRelease, also: [(name: Line, value: Line?)] = []
    ) -> [HandoffPaper.Block] {
        let native = release.paired
        return [
            facts(
                [
                    (say("Продукт", "Product"), "\(code: release.product)"),
                    (say("Точная версия", "Exact version"), "\(code: release.version)"),
                    (
                        say("Статус при выдаче", "Status when issued"),
                        release.status.map { word($0.words, $0.rawValue) }
                    ),
                    (say("SHA-256 архива", "Archive SHA-256"), "\(code: release.archiveSHA256)"),
                    // Of what earlier programs issued that is all there is.
                    (
                        say("Парная версия", "Paired version"),
                        native == nil ? release.pairedVersion.optional.map { "\(code: $0)" } : nil
                    ),
                    (
                        say("Парный нативный SDK", "Paired native SDK"),
                        native.map {
                            "\(code: $0.product) \(code: $0.version), \(word($0.status.words, $0.status.rawValue))"
                        }
                    ),
                    (
                        say("SHA-256 его архива", "Its archive SHA-256"), native.map { "\(code: $0.archiveSHA256)" }
                    ),
                ] + also),
            requirements(of: release.product, release.requirements),
        ] + (native.map { [requirements(of: $0.product, $0.requirements)] } ?? [])
    }

    private func requirements(of product: String, _ requirements: [String: String]) -> HandoffPaper.Block {
        table(
            [say("\(code: product) требует", "\(code: product) requires"), say("Не ниже", "At least")],
            requirements.sorted { $0.key < $1.key }.map { ["\(code: $0.key)", "\(code: $0.value)"] })
    }

    var workPackages: [HandoffPaper.Block] {
        [
            table(
                [
                    say("Работа", "Package"), say("Что сделать", "What to do"),
                    say("Где смотреть", "Where to look"),
                ],
                document.workPackages.map { package in
                    let name = word(package.title, package.rawValue)
                    if let why = document.inapplicability(of: package)?.why {
                        return [name, doesNotApply(why), "—"]
                    }
                    return [
                        name, package.work(for: document.kind)[language],
                        titles(package.inputs.filter { blocks(of: $0) != nil }),
                    ]
                })
        ]
    }

    private func titles(_ parts: [HandoffPart]) -> Line {
        guard let first = parts.first else { return "—" }
        return parts.dropFirst().reduce(title(of: first)) { "\($0); \(title(of: $1))" }
    }
}
