import API
import Domain

extension HandoffPaper.Writer {
    /// Of a product with signed identity only.
    var signing: HandoffPaper.Section? {
        guard let identity = document.signedIdentity.optional else { return nil }
        return .init(
            say("Подпись на бэкенде", "Signing on a backend"),
            [
                facts([
                    (say("Ключ проекта", "Project key"), "\(code: identity.projectKey)"),
                    (say("Аудитория", "Audience"), "\(code: identity.audience)"),
                    (say("Отпечаток секрета", "Fingerprint of the secret"), "\(code: identity.secretFingerprint)"),
                ]),
                paragraph(
                    "Ключ проекта публичный и попадает в сборку. Секрет личности передаётся отдельно и живёт только в хранилище секретов бэкенда: ни в приложении, ни в исходном коде, ни в переписке его нет. Тот ли он, покажет отпечаток — первые 12 цифр SHA-256:",
                    "The project key is public and ships in the app. The identity secret is delivered apart and lives in the backend's secret store only: not in the app, not in source code, not in a message. Whether it is the right one, its fingerprint tells, the first 12 digits of its SHA-256:"
                ),
                .code(.fingerprint),
                paragraph(
                    "Бэкенд подписывает утверждение о пользователе, которого сам опознал; приложение передаёт его в `identify` как есть. Правила, каждое обязательно:",
                    "The backend signs an assertion about a user whom it has authenticated itself; the app hands it to `identify` as it is. The rules, all of which must hold:"
                ),
                .list([
                    say(
                        "алгоритм `HS256`; ключ — весь секрет, как он передан, в UTF-8, а не байты за его цифрами;",
                        "the algorithm is `HS256`; the key is the whole secret as it was delivered, in UTF-8, and not the bytes behind its digits;"
                    ),
                    say(
                        "`aud` — одна строка; `iss`, `sub` и `nbf` нет;",
                        "`aud` is one string; there is no `iss`, `sub` or `nbf`;"),
                    say(
                        "`iat` не в будущем, поэтому отступает на десять секунд; `exp` не дальше 300 секунд от `iat`;",
                        "`iat` is not in the future, and so ten seconds back; `exp` is at most 300 seconds after `iat`;"
                    ),
                    say(
                        "`jti` — новый UUID версии 4 для каждого утверждения, строчными буквами;",
                        "`jti` is a new UUID of version 4 for each assertion, in lower case;"),
                    say(
                        "`user_id` — постоянный непрозрачный идентификатор, 1–256 байт, а не почта или телефон.",
                        "`user_id` is a stable, opaque identifier of 1–256 bytes, and no e-mail address or telephone number."
                    ),
                ]),
                paragraph(
                    "Ниже — целые программы на одной стандартной библиотеке: секрет они берут из переменной окружения `SDK_IDENTITY_SECRET`. Node, Python, Go:",
                    "Below are whole programs that need the standard library only; they take the secret from the environment variable `SDK_IDENTITY_SECRET`. Node, Python, Go:"
                ),
                .code(.node(identity)), .code(.python(identity)), .code(.go(identity)),
            ])
    }

    /// Of an app with LiveMarket only.
    var liveMarket: HandoffPaper.Section? {
        guard let setup = document.liveMarket.optional else { return nil }
        return .init(
            "LiveMarket",
            [
                facts([
                    (say("ID клиента", "Client ID"), "\(code: setup.clientID)"),
                    (say("Окружение", "Environment"), word(setup.environment.words, setup.environment.rawValue)),
                    (say("Источники изображений", "Image origins"), codes(setup.imageOrigins)),
                    (say("Теги размещения", "Placement tags"), codes(setup.placementTags)),
                    (say("Согласие", "Consent"), word(setup.consent.words, setup.consent.rawValue)),
                    (
                        say("Где описан путь к токену контента", "Where the path to the content token is described"),
                        "\(setup.contentTokenReference)"
                    ),
                    (
                        say("Где описан путь к токену сборщика", "Where the path to the collector token is described"),
                        setup.collectorTokenReference.map { "\($0)" }
                    ),
                ]),
                paragraph(
                    "Самих токенов здесь нет. Токен из приложения может прочитать его пользователь, поэтому права токена ограничены, и его можно сменить.",
                    "The tokens themselves are not here. A token in an app can be read by the app's user; so it may do little, and can be replaced."
                ),
            ])
    }

    /// Nil for LiveMarket, which has none but where somebody stated some.
    var testProducts: HandoffPaper.Section? {
        if document.product == .livemarket, document.testProducts.isEmpty { return nil }
        return .init(
            say("Проверочные товары", "Test products"),
            [
                paragraph(
                    "`feedProductId` — строка: ведущие нули и буквы значимы.",
                    "`feedProductId` is a string: leading zeros and letters matter."),
                table(
                    ["`feedProductId`", say("Что должно быть видно", "What is to be seen")],
                    document.testProducts.map {
                        ["\(code: $0.feedProductID)", word($0.expected.words, $0.expected.rawValue)]
                    }),
            ])
    }

    var cart: HandoffPaper.Section {
        let (cart, liveMarket) = (document.cart.optional, document.liveMarket.optional)
        return .init(
            say("Корзина", "Cart"),
            [
                facts([
                    (
                        say("Режим корзины LiveMarket", "LiveMarket's cart mode"),
                        liveMarket.map { word($0.cartMode.words, $0.cartMode.rawValue) }
                    ),
                    (
                        say("Кнопка плеера должна", "The player's button"),
                        cart.map { word($0.mode.words, $0.mode.rawValue) }
                    ),
                    (
                        say("Контракт API корзины", "Contract of the merchant API"),
                        cart?.merchantAPI.map { "\(code: $0)" }
                    ),
                    (
                        say("Если корзина не отвечает", "Where the cart does not answer"),
                        cart?.fallback.map { "\($0)" }
                    ),
                ]),
                document.product == .livemarket
                    ? paragraph(
                        "SDK проверяет выбранный товар и его вариант, а корзину меняет приложение: по каждому `requestID` не больше одного раза. Успехом оно отвечает только после подтверждения своей корзины; принятый ответ не значит, что заказ оформлен или оплачен.",
                        "The SDK checks the product and variant chosen, and the app changes the cart: for each `requestID` at most once. It reports success only after its own cart has confirmed it; an accepted result means neither checkout nor payment."
                    )
                    : paragraph(
                        "Плеер передаёт намерение, а не покупку. Товар, наличие и цену проверяет приложение; успех показывает только оно и только после подтверждения своей корзины. Действие без ID товара отклоняется.",
                        "The player hands over an intention and not a purchase. The app checks product, stock and price; it alone shows success, and only after its own cart has confirmed it. An action without a product's ID is rejected."
                    ),
            ])
    }

    var branding: HandoffPaper.Section {
        .init(
            say("Оформление", "Looks"),
            document.branding.isEmpty
                ? [
                    paragraph(
                        "Менять оформление плеера не договаривались.", "No change of the player's looks was agreed.")
                ]
                : [
                    paragraph("Менять можно только это:", "This may be changed, and nothing else:"),
                    .list(document.branding.map { "\($0)" }),
                ])
    }

    var acceptance: HandoffPaper.Section {
        .init(
            say("Приёмка", "Acceptance"),
            [
                paragraph(
                    "Результат каждой строки — `pass`, `fail` или `blocked` (проверить не удалось). Сообщите с ним устройство, его систему и версию SDK.",
                    "The result of each row is `pass`, `fail` or `blocked` (it could not be tried). Report with it the device, its system and the SDK's version."
                ),
                .checks(
                    document.acceptance.map {
                        check($0.rawValue, $0.words(for: document.product), document.inapplicability(of: $0))
                    }),
                paragraph("Сценарии, которые проходят на устройстве:", "What is played through on a device:"),
                .checks(
                    document.scenarios.map {
                        check($0.rawValue, $0.words(for: document.product), document.inapplicability(of: $0))
                    }),
            ])
    }

    private func check(_ code: String, _ words: Words, _ inapplicability: Inapplicability?) -> HandoffPaper.Check {
        guard let why = inapplicability?.why else {
            return .init(line: "\(code: code): \(words[language])", hasBox: true)
        }
        let line = say(
            "\(code: code): не относится к этой передаче: \(why.ru).",
            "\(code: code): does not apply to this handoff: \(why.en).")
        return .init(line: line, hasBox: false)
    }

    var rollout: HandoffPaper.Section {
        .init(
            say("Выкатка", "Rollout"),
            [
                table(
                    ["№", say("Этап", "Stage"), say("Доля покупателей, %", "Share of shoppers, %")],
                    document.rollout.enumerated().map { index, stage in
                        ["\(index + 1)", "\(stage.name)", "\(stage.percent)"]
                    }),
                paragraph(
                    "К следующему этапу переходите, когда на прежнем нет новых сбоев. Если они есть, остановитесь и напишите в поддержку.",
                    "Go on to the next stage when there is nothing new that fails in the one before. Where there is, stop and write to the support."
                ),
            ])
    }

    var rollback: HandoffPaper.Section {
        .init(
            say("Откат", "Rollback"),
            [paragraph("Назад — к этой принятой версии:", "Back to this accepted version:")]
                + release(document.rollbackRelease) + [
                    .steps(rollbackSteps)
                ])
    }

    private var rollbackSteps: [Line] {
        let steps = [
            say(
                "Верните точную версию из таблицы: в lock-файл, у пары — обе; у архива сверьте SHA-256.",
                "Put the exact version of the table back: into the lock file, of a pair both; of an archive, check the SHA-256."
            ),
            say(
                "Соберите Release, пройдите сценарии приёмки и выпустите сборку.",
                "Make a Release build, play the scenarios of the acceptance through, and release it."),
        ]
        // LiveMarket's SDK asks this service nothing (seed S4), and so cannot be switched off from here.
        if document.product == .livemarket { return steps }
        let off = say(
            "Попросите поддержку отключить SDK для приложения: выпуск для этого не нужен, а карточка товара, навигация и корзина работают дальше.",
            "Ask the support to switch the SDK off for the app: that needs no release, and product page, navigation and cart go on working."
        )
        let on = say(
            "Попросите включить SDK, когда сборка дошла до покупателей.",
            "Ask for the SDK to be switched on again once the build has reached shoppers.")
        return [off] + steps + [on]
    }

    var support: HandoffPaper.Section {
        .init(
            say("Поддержка", "Support"),
            [
                facts([(say("Куда писать", "Where to write"), "\(document.support)")]),
                document.product == .livemarket
                    ? paragraph(
                        "Приложите: версии SDK, системы, Xcode и самого приложения, ID приложения, затронутый тег размещения, время и типизированную ошибку.",
                        "Enclose: the versions of SDK, system, Xcode and of the app itself, the application ID, the placement tag concerned, the time, and the typed error."
                    )
                    : paragraph(
                        "Приложите: версии SDK, системы, Xcode или Flutter и самого приложения, ID приложения, затронутый `feedProductId`, время и типизированную ошибку.",
                        "Enclose: the versions of SDK, system, Xcode or Flutter and of the app itself, the application ID, the `feedProductId` concerned, the time, and the typed error."
                    ),
                paragraph(
                    "Никогда не присылайте секрет личности, токены, cookie и целые журналы рабочей системы.",
                    "Never send the identity secret, tokens, cookies, or whole production logs."),
            ])
    }
}
