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

    /// What the retailer's engineers do; in an app with LiveMarket or MyBot some of it is different (seeds S2 and S4).
    func work(for product: Product) -> Words {
        switch (self, product) {
        case (.dependency, .livemarket):
            Words(
                ru:
                    "Сверить SHA-256 архива, распаковать его и добавить `LiveMarketSDK` как локальный пакет; тот же архив — в каждой конфигурации и в CI. Добавить в Info.plist пустой массив `WKAppBoundDomains`, если он не нужен другим WebView.",
                en:
                    "Check the archive's SHA-256, extract it and add `LiveMarketSDK` as a local package; the same archive in every build configuration and in CI. Add `WKAppBoundDomains` to Info.plist, an empty array unless other web views need theirs."
            )
        case (.dependency, _):
            Words(
                ru:
                    "Подключить пакет ровно в указанной версии, сохранить lock-файл в репозитории и открыть CI доступ на чтение. Токен доступа не попадает ни в исходный код, ни в адрес пакета.",
                en:
                    "Add the package in exactly the version given, keep the lock file in the repository and give CI read access. The access token stands neither in source code nor in the package's address."
            )
        case (.bootstrap, .livemarket):
            Words(
                ru:
                    "Создать по одной неизменной конфигурации на клиента и окружение. Токены приходят утверждённым путём для секретов.",
                en:
                    "Make one immutable configuration for each client and environment. Tokens come by the app's approved path for secrets."
            )
        case (.bootstrap, .mybot):
            Words(
                ru:
                    "Один раз запустить клиент. После входа пользователя передать в `identify` подписанное бэкендом утверждение как есть, при выходе из аккаунта выйти и в SDK. Приложение не зависит от результата.",
                en:
                    "Start the client once. After a user has signed in, hand the assertion that the backend signed to `identify` as it is; when the user signs out, log out of the SDK too. The app does not depend on the outcome."
            )
        case (.bootstrap, .shopstory):
            Words(
                ru:
                    "Один раз при запуске вызвать `configure`, не задерживая запуск. Приложение работает так же, если вызов закончился ошибкой.",
                en:
                    "Call `configure` once at launch without holding the launch up. The app works just the same where the call fails."
            )
        case (.navigation, .livemarket), (.navigation, .mybot):
            Words(
                ru:
                    "Показывать то, что принадлежит SDK, только на экранах, где таблица это разрешает. На экране, который временно скрыт, воспроизведение стоит на паузе.",
                en:
                    "Show what is the SDK's only on screens where the table allows it. On a screen that is hidden for a while, playback is paused."
            )
        case (.navigation, .shopstory):
            Words(
                ru:
                    "Сопоставить каждому экрану поверхность и сообщать её SDK после каждой смены видимого экрана: push, replace, pop, смена вкладки, вложенная навигация. Затем привести активный плеер к решению политики.",
                en:
                    "Give each screen its surface and tell the SDK after each change of the visible screen: push, replace, pop, another tab, nested navigation. Then bring an active player in line with the policy's decision."
            )
        case (.productDetail, .livemarket):
            Words(
                ru: "Разместить плеер на экране по тегу размещения; вид показа соответствует размещению в сервисе.",
                en:
                    "Place the player on the screen by its placement tag; how it is presented matches the placement in the service."
            )
        case (.productDetail, _):
            Words(
                ru:
                    "Запрашивать состояние видео по `feedProductId` как по строке; при смене товара и уходе с экрана отменять запрос и убирать точку входа. Нет видео или ошибка — блока нет, пустого места тоже.",
                en:
                    "Ask for the state of video by `feedProductId`, a string; when the product changes or the screen is left, cancel the request and remove the entry point. No video, or an error: no block, and no empty space."
            )
        case (.playback, .livemarket):
            Words(
                ru:
                    "Держать один плеер на экран на главном акторе. Не уничтожать его, пока открыт полноэкранный показ SDK; вызвать `destroy()`, когда экран закрыт.",
                en:
                    "Keep one player for one screen on the main actor. Keep it alive while the SDK's fullscreen view is open; call `destroy()` when the screen is gone."
            )
        case (.playback, _):
            Words(
                ru:
                    "Держать одну сессию воспроизведения: полный экран и Follow-me показывают её же, без повторной загрузки. Завершать её при закрытии и при отключении политикой.",
                en:
                    "Keep one playback session: fullscreen and Follow-me show that same one, without loading it again. End it on closing, and when the policy switches it off."
            )
        case (.productAction, .livemarket):
            Words(
                ru:
                    "Назначить `onAddToCart` до `load`. Применять каждый `requestID` к корзине не больше одного раза и отвечать успехом только после этого, в пределах 15 секунд.",
                en:
                    "Set `onAddToCart` before `load`. Apply each `requestID` to the cart at most once and report success only after that, within 15 seconds."
            )
        case (.productAction, _):
            Words(
                ru:
                    "Проверить, что ID товара не пуст, найти товар в своём каталоге и открыть свою карточку; при прямой корзине вызвать свою команду корзины. Адрес из действия переходом не управляет.",
                en:
                    "Check that the product's ID is not empty, find it in your own catalogue and open your own product page; with a direct cart, call your own cart command. An address in the action steers nothing."
            )
        case (.release, _):
            Words(
                ru: "Собрать Release, пройти приёмку на физических устройствах и проверить откат до выкатки.",
                en:
                    "Make a Release build, go through the acceptance on physical devices and try the rollback before the rollout."
            )
        }
    }

    /// Where in the handoff its inputs are.
    func inputs(for product: Product) -> Words {
        switch (self, product) {
        case (.dependency, _): Words(ru: "Версия и требования", en: "Version and requirements")
        case (.bootstrap, .livemarket):
            Words(ru: "LiveMarket; код настройки", en: "LiveMarket; code of the configuration")
        case (.bootstrap, .mybot):
            Words(ru: "Код настройки; подпись на бэкенде", en: "Code of the configuration; signing on a backend")
        case (.bootstrap, .shopstory):
            Words(ru: "Приложение; код настройки", en: "The app; code of the configuration")
        case (.navigation, _): Words(ru: "Экраны и поверхности", en: "Screens and surfaces")
        case (.productDetail, .livemarket): Words(ru: "LiveMarket: теги размещения", en: "LiveMarket: placement tags")
        case (.productDetail, _): Words(ru: "Проверочные товары", en: "Test products")
        case (.playback, _):
            Words(ru: "Устройство экранов приложения; оформление", en: "How the app builds its screens; looks")
        case (.productAction, _): Words(ru: "Корзина", en: "Cart")
        case (.release, _): Words(ru: "Приёмка; выкатка; откат", en: "Acceptance; rollout; rollback")
        }
    }
}
