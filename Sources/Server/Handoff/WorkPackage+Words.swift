import API

extension WorkPackage {
    var title: Words {
        switch self {
        case .dependency: Words(ru: "Зависимость", en: "Dependency")
        case .bootstrap: Words(ru: "Запуск", en: "Start-up")
        case .navigation: Words(ru: "Навигация", en: "Navigation")
        case .productDetail: Words(ru: "Карточка товара", en: "Product page")
        case .playback: Words(ru: "Воспроизведение", en: "Playback")
        case .productAction: Words(ru: "Действие с товаром", en: "Product action")
        case .release: Words(ru: "Выпуск", en: "Release")
        }
    }

    /// What the retailer's engineers do (seeds S0, S2 and S4).
    func work(for kind: HandoffKind) -> Words {
        switch (self, kind) {
        case (.dependency, .liveMarket):
            Words(
                ru:
                    "Сверить SHA-256 архива, распаковать его и добавить `LiveMarketSDK` как локальный пакет; тот же архив — в каждой конфигурации и в CI. Добавить в Info.plist массив `WKAppBoundDomains`: пустой, если другим WebView домены не нужны.",
                en:
                    "Check the archive's SHA-256, extract it and add `LiveMarketSDK` as a local package; the same archive in every build configuration and in CI. Add `WKAppBoundDomains` to Info.plist, an empty array unless other web views need domains."
            )
        case (.dependency, .shopStoryFlutter):
            Words(
                ru:
                    "Подключить пакет Flutter и нативный SDK ровно в указанной паре версий, сохранить оба lock-файла в репозитории и дать CI доступ на чтение. Токену доступа не место ни в исходном коде, ни в адресе пакета.",
                en:
                    "Add the Flutter package and the native SDK in exactly the pair of versions given, commit both lock files and give CI read access. The access token stands neither in source code nor in a package's address."
            )
        case (.dependency, .shopStoryIOS), (.dependency, .shopStoryOther), (.dependency, .myBot):
            Words(
                ru:
                    "Подключить пакет ровно в указанной версии, сохранить lock-файл в репозитории и дать CI доступ на чтение. Токену доступа не место ни в исходном коде, ни в адресе пакета.",
                en:
                    "Add the package in exactly the version given, commit the lock file and give CI read access. The access token stands neither in source code nor in the package's address."
            )
        case (.bootstrap, .liveMarket):
            Words(
                ru:
                    "Создать одну неизменяемую конфигурацию для клиента и окружения. Токены приложение получает тем способом, который у вас принят для секретов.",
                en:
                    "Make one immutable configuration for the client and environment. Tokens come by the app's approved path for secrets."
            )
        case (.bootstrap, .myBot):
            Words(
                ru:
                    "Один раз запустить клиент. После входа пользователя передать в `identify` утверждение, которое подписал бэкенд, без изменений; при выходе из аккаунта выйти и в SDK. Приложение работает при любом результате.",
                en:
                    "Start the client once. After a user has signed in, hand the assertion that the backend signed to `identify` as it is; when the user signs out, log out of the SDK too. The app works whatever the outcome."
            )
        case (.bootstrap, .shopStoryIOS), (.bootstrap, .shopStoryFlutter), (.bootstrap, .shopStoryOther):
            Words(
                ru:
                    "Один раз при запуске вызвать `configure`, не задерживая запуск. Если вызов закончится ошибкой, приложение работает как обычно, только без видео.",
                en:
                    "Call `configure` once at launch without holding the launch up. If the call fails, the app works as ever, only without video."
            )
        case (.navigation, .liveMarket):
            Words(
                ru:
                    "Показывать плеер только на экранах, для которых есть тег размещения. Пока экран с плеером закрыт другим, воспроизведение стоит на паузе.",
                en:
                    "Show the player only on screens that have a placement tag. While another screen covers it, playback is paused."
            )
        case (.navigation, .myBot):
            Words(
                ru:
                    "Сообщать SDK об экранах приложения только там, где этого требует документация к переданной версии.",
                en:
                    "Report the app's screens to the SDK only where the documentation of the version handed over asks for it."
            )
        case (.navigation, .shopStoryIOS), (.navigation, .shopStoryFlutter), (.navigation, .shopStoryOther):
            Words(
                ru:
                    "Сопоставить каждому экрану поверхность и сообщать её SDK после каждой смены видимого экрана: push, replace, pop, смена вкладки, вложенная навигация. Затем показать или скрыть Follow-me так, как решает политика.",
                en:
                    "Give each screen its surface and tell the SDK after each change of the visible screen: push, replace, pop, another tab, nested navigation. Then show or hide Follow-me as the policy decides."
            )
        case (.productDetail, .liveMarket):
            Words(
                ru:
                    "Разместить плеер на экране по тегу размещения; вид показа должен совпадать с размещением в сервисе.",
                en:
                    "Place the player on the screen by its placement tag; how it is presented matches the placement in the service."
            )
        case (.productDetail, _):
            Words(
                ru:
                    "Запрашивать состояние видео по `feedProductId` как по строке; при смене товара и уходе с экрана отменять запрос и убирать точку входа. Если видео нет или произошла ошибка, на экране не остаётся ни блока, ни пустого места.",
                en:
                    "Ask for the state of video by `feedProductId`, a string; when the product changes or the page is left, cancel the request and remove the entry point. No video, or an error: no block, and no empty space."
            )
        case (.playback, .liveMarket):
            Words(
                ru:
                    "Держать один плеер на экран, на главном акторе. Не уничтожать его, пока открыт полноэкранный показ SDK; вызвать `destroy()`, когда экран закрыт насовсем.",
                en:
                    "Keep one player for one screen, on the main actor. Keep it alive while the SDK's fullscreen view is open; call `destroy()` when the screen is gone."
            )
        case (.playback, _):
            Words(
                ru:
                    "Держать одну сессию воспроизведения: полный экран и Follow-me показывают её же, без повторной загрузки. Завершать её при закрытии и когда политика отключает SDK.",
                en:
                    "Keep one playback session: fullscreen and Follow-me show that same one, without loading it again. End it on closing, and when the policy switches the SDK off."
            )
        case (.productAction, .liveMarket):
            Words(
                ru:
                    "Назначить `onAddToCart` до `load`. Применять каждый `requestID` к корзине не больше одного раза и отвечать об успехе только после этого, в пределах 15 секунд.",
                en:
                    "Set `onAddToCart` before `load`. Apply each `requestID` to the cart at most once and report success only after that, within 15 seconds."
            )
        case (.productAction, _):
            Words(
                ru:
                    "Проверить, что ID товара не пуст, найти товар в своём каталоге и открыть свою карточку; при прямой корзине вызвать свою команду корзины. URL из действия для перехода не использовать.",
                en:
                    "Check that the product's ID is not empty, find the product in your own catalogue and open your own product page; with a direct cart, call your own cart command. Do not navigate by the action's URL."
            )
        case (.release, _):
            Words(
                ru: "Собрать Release, пройти приёмку на физических устройствах и до выкатки проверить откат.",
                en:
                    "Make a Release build, go through the acceptance on physical devices and try the rollback before the rollout."
            )
        }
    }

    /// Where its inputs are, as far as a handoff has such a part.
    var inputs: [HandoffPart] {
        switch self {
        case .dependency: [.version]
        case .bootstrap: [.app, .configuration, .signing, .liveMarket]
        case .navigation: [.routes, .configuration, .liveMarket]
        case .productDetail: [.productPage, .liveMarket, .testProducts]
        case .playback: [.playback, .routes, .branding]
        case .productAction: [.productAction, .playback, .cart]
        case .release: [.acceptance, .rollout, .rollback]
        }
    }
}
