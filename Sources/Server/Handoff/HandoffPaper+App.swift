import API

// The sections in the order of an engineer's work; HandoffPaper+Work has the second half.

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
            [
                app, version, workPackages, configuration, routes, signing, liveMarket, testProducts, cart, branding,
                acceptance, rollout, rollback, support,
            ].compactMap { $0 }
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
        .init(
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
                    "Передача не меняется после выдачи: новые данные — это новая передача с новым номером. SHA-256 взят от её JSON в канонической форме (RFC 8785). Секретов и токенов здесь нет: они передаются отдельно.",
                    "A handoff does not change once it is issued: new data make a new one with a new number. The SHA-256 is that of its JSON in canonical form (RFC 8785). It holds no secret and no token: those are delivered apart."
                ),
            ])
    }

    var app: HandoffPaper.Section {
        .init(
            say("Приложение", "The app"),
            [
                facts([
                    (say("ID приложения", "Application ID"), "\(code: document.applicationID)"),
                    (say("Продукт", "Product"), "\(code: document.product.rawValue)"),
                    (
                        say("Окружение", "Environment"),
                        word(document.environment.words, document.environment.rawValue)
                    ),
                    (say("Платформа", "Platform"), word(document.platform.words, document.platform.rawValue)),
                    (say("Соглашение", "Agreement"), document.agreement.optional.map { "\($0)" }),
                    (say("Bundle ID (iOS)", "Bundle IDs (iOS)"), codes(document.iosBundleIDs)),
                    (say("Имена пакетов (Android)", "Package names (Android)"), codes(document.androidPackageNames)),
                    (say("Базовый адрес", "Base URL"), "\(code: document.baseURL)"),
                ]),
                paragraph(
                    "Сервис отвечает только перечисленным приложениям. Сборку с другим идентификатором, например отладочную, сначала нужно добавить в список.",
                    "The service answers the listed apps only. A build under another identifier, a debug build for example, has to be added to the list first."
                ),
            ])
    }

    var version: HandoffPaper.Section {
        .init(
            say("Версия и требования", "Version and requirements"),
            release(
                document.release, also: [(say("Доступ к пакету", "Access to the package"), "\(document.packageAccess)")]
            )
                + [
                    paragraph(
                        "Зафиксируйте ровно эту версию: не диапазон, не ветку и не «последнюю».",
                        "Pin exactly this version: no range, no branch, no \"latest\".")
                ])
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

    var workPackages: HandoffPaper.Section {
        .init(
            say("Пакеты работ", "Work packages"),
            [
                table(
                    [
                        say("Пакет", "Package"), say("Что сделать", "What to do"),
                        say("Что для этого есть", "Inputs"),
                    ],
                    document.workPackages.map {
                        [
                            word($0.title, $0.rawValue), $0.work(for: document.product)[language],
                            $0.inputs(for: document.product)[language],
                        ]
                    })
            ])
    }

    var configuration: HandoffPaper.Section {
        let samples = HandoffSample.configuring(document)
        var blocks: [HandoffPaper.Block] = []
        if samples.isEmpty {
            blocks.append(
                paragraph(
                    "Как настраивается эта платформа, определяет соглашение, названное выше. Фрагменты для веба и для других платформ его не заменяют.",
                    "How this platform is configured is for the agreement named above. Fragments for the web or for other platforms are no substitute."
                ))
        } else {
            blocks.append(
                paragraph(
                    "С этого начните. Сигнатуры сверяйте с документацией к переданной версии; если они расходятся, права она.",
                    "Start from this. Check signatures against the documentation of the version handed over; where they differ, it is right."
                ))
        }
        if document.product == .mybot, document.iosBundleIDs.count > 1 {
            blocks.append(
                paragraph(
                    "`appIdentifier` — идентификатор самого приложения: в каждой сборке свой из списка выше.",
                    "`appIdentifier` is the app's own identifier: in each build its own of the list above."))
        }
        return .init(say("Настройка приложения", "Configuring the app"), blocks + samples.map { .code($0) })
    }

    /// Nil for LiveMarket, whose player stands where a placement is, but where somebody mapped some.
    var routes: HandoffPaper.Section? {
        if document.product == .livemarket, document.routes.entries.isEmpty { return nil }
        let decision = { (isOn: Bool) in isOn ? say("да", "yes") : say("нет", "no") }
        return HandoffPaper.Section(
            say("Экраны и поверхности", "Screens and surfaces"),
            [
                paragraph(
                    "Карта экранов, версия \(document.routes.version), и что на них разрешала политика при выдаче. Экран, которого здесь нет, — `unknown`: на нём ничего не показывается. Политика может измениться без нового выпуска приложения.",
                    "The route map, version \(document.routes.version), and what the policy allowed there when this was issued. A screen that is not here is `unknown`: nothing shows on it. The policy may change without a release of the app."
                ),
                table(
                    [
                        say("Экран", "Screen"), say("Поверхность", "Surface"), say("Плеер", "Player"), "Follow-me",
                    ],
                    document.routes.entries.map {
                        ["\(code: $0.pattern)", "\(code: $0.surface)", decision($0.player), decision($0.followMe)]
                    }),
            ])
    }
}
