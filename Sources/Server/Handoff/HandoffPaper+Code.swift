import API

extension HandoffPaper.Writer {
    var configuration: [HandoffPaper.Block] {
        let samples = HandoffSample.configuring(document)
        if samples.isEmpty {
            return [
                paragraph(
                    "Как подключать SDK на этой платформе, определяет соглашение, названное выше. Примеры для веба и других платформ его не заменяют.",
                    "How the SDK is built in on this platform is for the agreement named above. Examples for the web or for other platforms are no substitute."
                )
            ]
        }
        var blocks = [
            paragraph(
                "Код на этой странице — основа, с которой удобно начать. Сигнатуры сверяйте с документацией к переданной версии SDK: при расхождении верна она.",
                "The code on this page is a start to build on. Check signatures against the documentation of the SDK version handed over: where they differ, go by the documentation."
            )
        ]
        if document.kind == .myBot {
            if HandoffSample.myBotIdentifiers(document).contains(where: { $0.count > 1 }) {
                blocks.append(
                    paragraph(
                        "`appIdentifier` — идентификатор самого приложения: в каждой сборке — свой из списка выше.",
                        "`appIdentifier` is the app's own identifier: each build has its own of the list above."))
            }
            blocks.append(
                paragraph(
                    "Утверждение о пользователе подписывает ваш бэкенд, приложение только передаёт его в `identify`. При выходе из аккаунта дождитесь выхода и в SDK: на общем телефоне следующий пользователь иначе увидит чужой диалог.",
                    "Your backend signs the assertion about the user, and the app only hands it to `identify`. When a user signs out, wait until the SDK has logged out too: on a shared phone the next user would otherwise see somebody else's conversation."
                ))
        }
        return blocks + samples.map { .code($0) }
    }

    /// Nil for LiveMarket, whose player stands where a placement is, and for MyBot, whose SDK knows of no screens, but where
    /// somebody mapped some.
    var routes: [HandoffPaper.Block]? {
        if document.product != .shopstory, document.routes.entries.isEmpty { return nil }
        let decision = { (isOn: Bool) in isOn ? say("да", "yes") : say("нет", "no") }
        let whatItIs =
            document.kind == .myBot
            ? paragraph(
                "Карта экранов, версия \(document.routes.version), и что политика разрешала на них на момент выдачи. Сообщать SDK об экране нужно только там, где этого требует документация к переданной версии.",
                "The route map, version \(document.routes.version), and what the policy allowed on each screen when this was issued. The SDK is told of a screen only where the documentation of the version handed over asks for it."
            )
            : paragraph(
                "Карта экранов, версия \(document.routes.version), и что политика разрешала на них на момент выдачи. Экран, которого здесь нет, — `unknown`: на нём ничего не показывается. Политика может измениться без нового выпуска приложения.",
                "The route map, version \(document.routes.version), and what the policy allowed on each screen when this was issued. A screen that is not here is `unknown`: nothing shows on it. The policy may change without a release of the app."
            )
        return [
            whatItIs,
            table(
                [
                    say("Экран", "Screen"), say("Поверхность", "Surface"), say("Плеер", "Player"), "Follow-me",
                ],
                document.routes.entries.map {
                    ["\(code: $0.pattern)", "\(code: $0.surface)", decision($0.player), decision($0.followMe)]
                }),
            paragraph("Как читать первый столбец:", "How to read the first column:"),
            .list([
                say(
                    "с `/` начинается путь; он сравнивается по сегментам, с учётом регистра, а query, fragment и `/` в конце не учитываются;",
                    "what begins with `/` is a path; it is compared segment by segment, case included, without query, fragment and a `/` at the end;"
                ),
                say(
                    "`:id` — любой один непустой сегмент: под `/product/:id` подходит `/product/00123`, но не `/product` и не `/product/00123/reviews`;",
                    "`:id` stands for any one segment that is not empty: `/product/:id` matches `/product/00123`, and neither `/product` nor `/product/00123/reviews`;"
                ),
                say(
                    "`*` в конце — любое продолжение, в том числе никакого: под `/checkout/*` подходят и `/checkout`, и `/checkout/pay/card`;",
                    "`*` at the end stands for any rest, also none: `/checkout/*` matches `/checkout` and `/checkout/pay/card`;"
                ),
                say(
                    "всё остальное — имя, например `CartViewController` или `tab:x`; оно сравнивается целиком;",
                    "anything else is a name, such as `CartViewController` or `tab:x`, and compared whole;"),
                say(
                    "если подходит несколько строк, решает самая точная: в первом сегменте, где они различаются, точный текст (или конец пути) важнее `:id`, а `:id` важнее `*`. Порядок строк значения не имеет.",
                    "where several rows match, the most specific one wins: in the first segment that differs, exact text (or the end of the path) goes before `:id`, and `:id` before `*`. The order of rows does not matter."
                ),
            ]),
        ] + patternInCode
    }

    private var patternInCode: [HandoffPaper.Block] {
        guard let name = document.kind.nameOfSurfaceLookup else { return [] }
        return [
            paragraph(
                "\(code: name) в коде выше ничего из этого не вычисляет, а сравнивает строку с первым столбцом целиком. Передавайте шаблон экрана, `/product/:id`, а не открытый путь `/product/00123`: для пути получится `unknown`, и ошибки не будет.",
                "\(code: name) in the code above does none of that: it compares its text with the first column as a whole. Hand it the screen's pattern, `/product/:id`, and not the open path, `/product/00123`: that one gives `unknown`, without any error."
            )
        ]
    }

    var productPage: [HandoffPaper.Block]? {
        guard let sample = HandoffSample.productPage(document.kind) else { return nil }
        let words =
            document.kind == .shopStoryFlutter
            ? paragraph(
                "`ShopStoryProductDetailScope` сам запрашивает видео товара и показывает точку входа. Что при смене товара и уходе с экрана прежняя точка входа исчезает, проверьте по строке приёмки `product_change`.",
                "`ShopStoryProductDetailScope` asks for the product's video and shows the entry point by itself. That the former entry point goes when the product changes or the page is left, check by the acceptance row `product_change`."
            )
            : paragraph(
                "Точку входа рисует компонент SwiftUI из SDK, `ShopStoryProductDetailEntrypointView`; в UIKit его встраивают через `UIHostingController`. `.unavailable` — обычный ответ: видео у товара нет. `.failure` — сбой: его место в диагностическом логе приложения. На экране в обоих случаях нет ни точки входа, ни пустого места под неё.",
                "The SDK's SwiftUI view `ShopStoryProductDetailEntrypointView` draws the entry point; UIKit takes it in a `UIHostingController`. `.unavailable` is an ordinary answer: the product has no video. `.failure` is a fault, for the app's diagnostic log. On the screen there is in both cases neither an entry point nor an empty space for it."
            )
        return [words, .code(sample)]
    }

    var playback: [HandoffPaper.Block]? {
        guard let sample = HandoffSample.playback(document) else { return nil }
        let words =
            document.kind == .liveMarket
            ? paragraph(
                "`onAddToCart`\(consentWords) и вид плеера готовы до `load`. Покупатель видит тексты из `message`: переведите их на язык приложения. Вид показа в `load` должен совпадать с размещением в сервисе.",
                "`onAddToCart`\(consentWords) and the player's view are in place before `load`. The shopper sees the texts in `message`: write them in the app's language. The presentation in `load` must match the placement in the service."
            )
            : paragraph(
                "На сессию воспроизведения — один `ShopStoryPlayback`; держит его корень приложения, а не экран. Порядок такой: полноэкранный контейнер, `attach` и `load`; при переходе к товару — `detach` и `attach` в контейнер Follow-me, без `load` и `teardown`; после каждой смены экрана — `screenChanged()`; в конце — `end()`. Контейнер Follow-me — компонент SDK `ShopStoryManagedFloatingPlayerContainer`.",
                "There is one `ShopStoryPlayback` for a playback session, and the app's root holds it, not a screen. The order: the full-screen container, `attach` and `load`; on the way to a product `detach`, and `attach` to the Follow-me container, without `load` or `teardown`; `screenChanged()` after each change of the screen; `end()` at the end. The Follow-me container is the SDK's `ShopStoryManagedFloatingPlayerContainer`."
            )
        return [words, .code(sample)]
    }

    private var consentWords: Line {
        document.liveMarket.optional?.consent == .askedByHost ? say(", согласие", ", the consent") : ""
    }

    var productAction: [HandoffPaper.Block]? {
        guard let sample = HandoffSample.productAction(document) else { return nil }
        return [
            paragraph(
                "Обработчики регистрируются до первого экрана с видео и освобождаются вместе с корнем приложения. Их результат до плеера не доходит: покупку подтверждает только интерфейс приложения.",
                "The handlers are registered before the first screen with video, and released together with the app's root. What they return does not reach the player: only the app's own interface confirms a purchase."
            ),
            .code(sample),
        ]
    }
}

extension HandoffKind {
    /// What finds a screen's surface in the code of its configuration. Nil where none does.
    fileprivate var nameOfSurfaceLookup: String? {
        switch self {
        case .shopStoryIOS: "surface(ofRoute:)"
        case .shopStoryFlutter: "shopStorySurfaceOf"
        case .shopStoryOther, .myBot, .liveMarket: nil
        }
    }
}
