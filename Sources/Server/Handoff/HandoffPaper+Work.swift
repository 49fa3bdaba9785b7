import API
import Domain

extension HandoffPaper.Writer {
    /// Of a product with signed identity only.
    var signing: [HandoffPaper.Block]? {
        guard let identity = document.signedIdentity.optional else { return nil }
        return [
            facts([
                (say("Ключ проекта", "Project key"), "\(code: identity.projectKey)"),
                (say("Аудитория (`aud`)", "Audience (`aud`)"), "\(code: identity.audience)"),
                (
                    say("Отпечаток секрета для подписи", "Fingerprint of the identity secret"),
                    "\(code: identity.secretFingerprint)"
                ),
            ]),
            paragraph(
                "Ключ проекта публичный и попадает в сборку. Секрет для подписи (identity secret) вы получаете отдельно; храните его только в хранилище секретов бэкенда — не в приложении, не в репозитории и не в переписке. Проверить, что секрет тот самый, можно по отпечатку — первым 12 шестнадцатеричным цифрам его SHA-256:",
                "The project key is public and ships in the app. You get the identity secret separately; keep it in the backend's secret store only: not in the app, not in a repository, not in a message. Whether it is the right one you see by its fingerprint, the first 12 hex digits of its SHA-256:"
            ),
            .code(.fingerprint),
            paragraph(
                "Бэкенд подписывает утверждение (JWT) о пользователе, которого сам аутентифицировал; приложение передаёт его в `identify` как есть. Обязательны все правила:",
                "The backend signs an assertion, a JWT, about a user whom it has authenticated itself; the app hands it to `identify` as it is. All of these rules must hold:"
            ),
            .list(signingRules),
            paragraph(
                "Ниже — готовые программы, которым хватает стандартной библиотеки; секрет они берут из переменной окружения `SDK_IDENTITY_SECRET`. Node, Python, Go:",
                "Below are whole programs that need the standard library only; they take the secret from the environment variable `SDK_IDENTITY_SECRET`. Node, Python, Go:"
            ),
            .code(.node(identity)), .code(.python(identity)), .code(.go(identity)),
        ]
    }

    private var signingRules: [Line] {
        [
            say(
                "алгоритм `HS256`; ключ — текст секрета целиком, как вы его получили, в UTF-8; hex декодировать не нужно;",
                "the algorithm is `HS256`; the key is the text of the secret, whole and as you got it, in UTF-8; its hex digits are not decoded;"
            ),
            say(
                "`aud` — строка, а не массив; полей `iss`, `sub` и `nbf` нет;",
                "`aud` is one string and no array; there is no `iss`, `sub` or `nbf`;"),
            say(
                "`iat` не в будущем, поэтому берётся с запасом в десять секунд назад; `exp` — не больше чем через 300 секунд после `iat`;",
                "`iat` is not in the future, which is why it is set ten seconds back; `exp` is at most 300 seconds after `iat`;"
            ),
            say(
                "`jti` — новый UUID версии 4 для каждого утверждения, строчными буквами;",
                "`jti` is a new UUID of version 4 for each assertion, in lower case;"),
            say(
                "`user_id` — постоянный непрозрачный идентификатор, 1–256 байт; не email и не телефон.",
                "`user_id` is a stable, opaque identifier of 1–256 bytes; no e-mail address and no phone number."
            ),
        ]
    }

    /// Of an app with LiveMarket only.
    var liveMarket: [HandoffPaper.Block]? {
        guard let setup = document.liveMarket.optional else { return nil }
        return [
            facts([
                (say("ID клиента", "Client ID"), "\(code: setup.clientID)"),
                (say("Окружение", "Environment"), word(setup.environment.words, setup.environment.rawValue)),
                (say("Источники изображений", "Image origins"), codes(setup.imageOrigins)),
                (say("Теги размещения", "Placement tags"), codes(setup.placementTags)),
                (say("Согласие", "Consent"), word(setup.consent.words, setup.consent.rawValue)),
                (
                    say("Токен контента: где взять", "Content token: where to get it"),
                    "\(setup.contentTokenReference)"
                ),
                (
                    say("Токен сборщика аналитики: где взять", "Collector token: where to get it"),
                    setup.collectorTokenReference.map { "\($0)" }
                ),
            ]),
            paragraph(
                "Самих токенов здесь нет. Токен, который попал в приложение, может прочитать его пользователь, поэтому права у токена узкие и его можно сменить.",
                "The tokens themselves are not here. Whoever uses an app can read a token in it; so the token may do little, and can be replaced."
            ),
        ]
    }

    /// Nil for LiveMarket and MyBot, which have none but where somebody stated some.
    var testProducts: [HandoffPaper.Block]? {
        if document.product != .shopstory, document.testProducts.isEmpty { return nil }
        return [
            paragraph(
                "`feedProductId` — строка: ведущие нули и буквы в нём значимы.",
                "`feedProductId` is a string: leading zeros and letters matter."),
            table(
                ["`feedProductId`", say("Что должно быть видно", "What should show")],
                document.testProducts.map {
                    ["\(code: $0.feedProductID)", word($0.expected.words, $0.expected.rawValue)]
                }),
        ]
    }

    /// Nil for MyBot, which has none but where somebody stated one.
    var cart: [HandoffPaper.Block]? {
        let (cart, liveMarket) = (document.cart.optional, document.liveMarket.optional)
        if document.kind == .myBot, cart?.mode != .directCart { return nil }
        return [
            facts([
                (
                    say("Режим корзины LiveMarket", "LiveMarket's cart mode"),
                    liveMarket.map { word($0.cartMode.words, $0.cartMode.rawValue) }
                ),
                (
                    say("Кнопка в плеере", "The player's button"),
                    cart.map { word($0.mode.words, $0.mode.rawValue) }
                ),
                (
                    say("Контракт API корзины", "Contract of the cart's API"),
                    cart?.merchantAPI.map { "\(code: $0)" }
                ),
                (
                    say("Если корзина не отвечает", "If the cart does not answer"),
                    cart?.fallback.map { "\($0)" }
                ),
            ]),
            document.product == .livemarket
                ? paragraph(
                    "SDK проверяет выбранный товар и его вариант, корзину меняет приложение — по каждому `requestID` не больше одного раза. Об успехе оно отвечает только после подтверждения своей корзины; `.accepted` не значит, что заказ оформлен или оплачен.",
                    "The SDK checks the product and variant chosen; the app changes the cart, for each `requestID` at most once. It reports success only after its own cart has confirmed it; `.accepted` means neither checkout nor payment."
                )
                : paragraph(
                    "Плеер сообщает, чего хочет покупатель, но ничего не покупает. Товар, наличие и цену проверяет приложение; об успехе сообщает только оно и только после подтверждения своей корзины. Действие без ID товара отклоняется.",
                    "The player says what the shopper wants; it buys nothing. The app checks product, stock and price; it alone reports success, and only after its own cart has confirmed it. An action without a product's ID is rejected."
                ),
        ]
    }

    /// Nil for MyBot, which has no player, but where something was agreed.
    var branding: [HandoffPaper.Block]? {
        if document.kind == .myBot, document.branding.isEmpty { return nil }
        return document.branding.isEmpty
            ? [
                paragraph(
                    "Изменений в оформлении плеера не согласовано.",
                    "No change of the player's appearance was agreed.")
            ]
            : [
                paragraph("Менять можно только это:", "Only this may be changed:"),
                .list(document.branding.map { "\($0)" }),
            ]
    }

    var acceptance: [HandoffPaper.Block] {
        [
            paragraph(
                "Результат каждой строки — `pass`, `fail` или `blocked` (проверить не удалось). Пришлите результаты в поддержку (контакты — в последнем разделе) вместе с номером этой передачи, моделью устройства, версией его системы и версией SDK.",
                "The result of each row is `pass`, `fail` or `blocked` (it could not be tried). Send the results to the support, whose address is in the last section, with the number of this handoff, the device's model, its system's version and the SDK's version."
            ),
            .checks(
                document.acceptance.map {
                    check($0.rawValue, $0.words(for: document.kind), document.inapplicability(of: $0))
                }),
            paragraph("Сценарии, которые надо пройти на устройстве:", "Scenarios to go through on a device:"),
            .checks(
                document.scenarios.map {
                    check($0.rawValue, $0.words(for: document.kind), document.inapplicability(of: $0))
                }),
        ]
    }

    private func check(_ code: String, _ words: Words, _ inapplicability: Inapplicability?) -> HandoffPaper.Check {
        guard let why = inapplicability?.why else {
            return .init(line: "\(code: code): \(words[language])", hasBox: true)
        }
        return .init(line: "\(code: code): \(doesNotApply(why))", hasBox: false)
    }

    func doesNotApply(_ why: Words) -> Line {
        say("не относится к этой передаче: \(why.ru).", "does not apply to this handoff: \(why.en).")
    }

    var rollout: [HandoffPaper.Block] {
        let people = document.kind.people
        return [
            table(
                ["№", say("Этап", "Stage"), say("Доля \(people.ru), %", "Share of \(people.en), %")],
                document.rollout.enumerated().map { index, stage in
                    ["\(index + 1)", "\(stage.name)", "\(stage.percent)"]
                }),
            paragraph(
                "К следующему этапу переходите, когда на предыдущем нет новых сбоев. Если они есть, остановитесь и напишите в поддержку.",
                "Go on to the next stage when nothing new fails in the one before. If something does, stop and write to the support."
            ),
        ]
    }

    var rollback: [HandoffPaper.Block] {
        [paragraph("Возвращаемся к этой принятой версии:", "You go back to this accepted version:")]
            + release(document.rollbackRelease) + [
                .steps(rollbackSteps)
            ]
    }

    private var rollbackSteps: [Line] {
        let build = [
            document.kind.restoring[language],
            say(
                "Соберите Release и пройдите сценарии приёмки.",
                "Make a Release build and go through the scenarios of the acceptance."),
        ]
        // LiveMarket's SDK asks this service nothing (seed S4), and so cannot be switched off from here.
        if document.kind == .liveMarket {
            return build + [say("Выпустите сборку.", "Release the build.")]
        }
        let (unharmed, people) = (document.kind.unharmed[language], document.kind.people)
        let off = say(
            "Попросите поддержку отключить SDK ровно для неисправной версии, \(faultyVersion). Выпуск для этого не нужен: в сборках с ней SDK выключится, \(unharmed). Сборок с другими версиями, в том числе новой, отключение не касается.",
            "Ask the support to switch the SDK off for exactly the version that is bad, \(faultyVersion). That takes no release: in builds with it the SDK goes off, and \(unharmed). Builds with other versions, your next one included, are not concerned."
        )
        let told = say(
            "Выпустите сборку и сообщите в поддержку, когда она дойдёт до \(people.ru).",
            "Release the build, and tell the support when it has reached \(people.en).")
        return [off] + build + [told]
    }

    private var faultyVersion: Line {
        let release = document.release
        guard let paired = release.pairedVersion.optional else { return "\(code: release.version)" }
        return say(
            "\(code: release.version) с парной \(code: paired)", "\(code: release.version) paired with \(code: paired)")
    }

    var support: [HandoffPaper.Block] {
        [
            facts([(say("Куда писать", "Where to write"), "\(document.support)")]),
            .paragraph(document.kind.enclosures[language]), .paragraph(document.kind.unsendable[language]),
        ]
    }
}
