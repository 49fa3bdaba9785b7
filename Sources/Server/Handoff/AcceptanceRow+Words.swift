import API
import Domain

extension AcceptanceRow {
    func words(for kind: HandoffKind) -> Words {
        switch (self, kind) {
        case (.exactVersion, .liveMarket):
            Words(
                ru:
                    "Во всех конфигурациях сборки и в CI — один и тот же переданный архив; его SHA-256 сверен.",
                en: "Every build configuration and CI have exactly the archive handed over; its SHA-256 was checked.")
        case (.exactVersion, .shopStoryFlutter):
            Words(
                ru:
                    "В `pubspec.lock` и в lock-файле iOS стоит ровно переданная пара версий; у архивов сверен SHA-256.",
                en:
                    "`pubspec.lock` and the lock file of iOS name exactly the pair of versions handed over; the SHA-256 of archives was checked."
            )
        case (.exactVersion, .shopStoryIOS), (.exactVersion, .shopStoryOther), (.exactVersion, .myBot):
            Words(
                ru: "В lock-файле стоит ровно переданная версия; у архива сверен SHA-256.",
                en:
                    "The lock file names exactly the version handed over; an archive's SHA-256 was checked.")
        case (.feedProductID, _):
            Words(
                ru: "`feedProductId` в приложении и в товарном фиде совпадают посимвольно, с ведущими нулями.",
                en:
                    "`feedProductId` is the same in the app and in the product feed, character by character, leading zeros included."
            )
        case (.entrypoint, _):
            Words(
                ru:
                    "У товара с видео точка входа открывает эфир и запись; у товара без видео нет ни точки входа, ни пустого места.",
                en:
                    "On a product with video the entry point opens the live show and the recording; on one without there is no entry point and no empty space."
            )
        case (.productChange, _):
            Words(
                ru: "При смене товара прежний запрос отменяется, превью прежнего товара не появляется.",
                en:
                    "When the product changes, the former request is cancelled and the former product's preview does not appear."
            )
        case (.productAction, _):
            Words(
                ru: "Действие в плеере открывает в приложении карточку того же товара.",
                en: "An action in the player opens the app's page of that same product.")
        case (.directCart, .liveMarket):
            Words(
                ru:
                    "`onAddToCart` отвечает об успехе только после подтверждения корзины приложения и применяет каждый `requestID` не больше одного раза.",
                en:
                    "`onAddToCart` reports success only after the app's own cart has confirmed it, and applies each `requestID` at most once."
            )
        case (.directCart, _):
            Words(
                ru:
                    "При прямой корзине приложение сообщает об успехе только после подтверждения своей корзины, а не по нажатию кнопки в плеере.",
                en:
                    "With a direct cart the app reports success only after its own cart has confirmed it, and not because a button of the player was pressed."
            )
        case (.followMe, _):
            Words(
                ru:
                    "Follow-me продолжает ту же сессию, не выходит за safe area и скрыт в корзине, при оформлении и оплате, на экранах входа и профиля.",
                en:
                    "Follow-me continues the same session, stays within the safe area, and is hidden on cart, checkout, payment, sign-in and profile."
            )
        case (.background, .liveMarket):
            Words(
                ru:
                    "В фоне и под другим экраном воспроизведение стоит на паузе; когда экран закрыт насовсем, плеер уничтожен.",
                en:
                    "In the background, and under another screen, playback is paused; when its own screen is gone, the player is destroyed."
            )
        case (.background, .myBot):
            Words(
                ru:
                    "После возвращения из фона чат показывает сообщения, которые пришли за это время. Мобильный пуш не проверяется: его никто не отправляет.",
                en:
                    "Back from the background, the chat shows the messages that came meanwhile. Mobile push is not tried: nobody sends any."
            )
        case (.background, _):
            Words(
                ru:
                    "В фоне воспроизведение стоит на паузе; закрытие и удалённое отключение полностью убирают плеер. Отключить SDK на время проверки попросите поддержку.",
                en:
                    "In the background playback is paused; closing it and the remote switch-off both remove the player entirely. Ask the support to switch the SDK off for the time of this check."
            )
        case (.networkLoss, .myBot):
            Words(
                ru:
                    "Без сети и при неверной настройке SDK приложение работает; события, записанные без сети, уходят по порядку, когда сеть появляется.",
                en:
                    "Without a network, and with the SDK configured wrongly, the app works; events recorded without a network are sent in order once there is one."
            )
        case (.networkLoss, _):
            Words(
                ru: "Без сети и при неверной настройке SDK карточка товара, навигация и оформление заказа работают.",
                en:
                    "Without a network, and with the SDK configured wrongly, product page, navigation and checkout work."
            )
        case (.accessibility, .shopStoryOther), (.accessibility, .myBot):
            Words(
                ru: "Проверены подписи для экранного диктора, крупный шрифт и все нужные ориентации.",
                en: "Labels for screen readers, large text and all orientations in use were checked.")
        case (.accessibility, .shopStoryIOS), (.accessibility, .shopStoryFlutter), (.accessibility, .liveMarket):
            Words(
                ru: "Проверены подписи для VoiceOver, крупный шрифт и все нужные ориентации.",
                en: "Labels for VoiceOver, large text and all orientations in use were checked.")
        case (.physicalDevice, .liveMarket):
            Words(
                ru:
                    "На физическом устройстве проверены воспроизведение, звук, полный экран, уход в фон и возврат, корзина.",
                en: "On a physical device: playback, sound, fullscreen, into the background and back, and the cart.")
        case (.physicalDevice, .myBot):
            Words(
                ru:
                    "На физическом устройстве проверены запуск, `identify` после входа, выход из аккаунта и повторный вход; другой пользователь того же телефона не видит чужого диалога.",
                en:
                    "On a physical device: start, `identify` after a sign-in, logout, and coming back; another user of the same phone does not see somebody else's conversation."
            )
        case (.physicalDevice, _):
            Words(
                ru:
                    "На физическом устройстве проверены эфир, запись, звук, уход в фон и возврат, переход к товару и Follow-me.",
                en:
                    "On a physical device: live, recording, sound, into the background and back, opening a product, and Follow-me."
            )
        case (.rollback, _):
            Words(
                ru: "Release-сборка и откат на ранее принятую версию проверены до выкатки.",
                en: "The Release build and the rollback to the version accepted earlier were tried before the rollout.")
        }
    }
}

extension AcceptanceScenario {
    func words(for kind: HandoffKind) -> Words {
        switch self {
        case .vod where kind == .liveMarket: Words(ru: "видео размещения", en: "a video of a placement")
        case .live: Words(ru: "товар с идущим эфиром", en: "a product that is live")
        case .vod: Words(ru: "товар с записью", en: "a product with a recording")
        case .noContent: Words(ru: "товар без видео", en: "a product without video")
        case .networkFailure: Words(ru: "сеть пропадает и возвращается", en: "the network fails and comes back")
        case .background: Words(ru: "уход в фон и возврат", en: "into the background and back")
        case .cart: Words(ru: "из плеера в корзину", en: "from the player to the cart")
        case .rollback: Words(ru: "откат на прежнюю версию", en: "rollback to the version before")
        }
    }
}

extension Inapplicability {
    var why: Words {
        switch self {
        case .noDirectCart: Words(ru: "прямой корзины в ней нет", en: Line(stringLiteral: words))
        case .liveMarket:
            Words(
                ru: "у LiveMarket нет товаров фида, точки входа и Follow-me",
                en: Line(stringLiteral: words))
        case .myBot:
            Words(ru: "у MyBot нет видео, товаров, корзины и Follow-me", en: Line(stringLiteral: words))
        }
    }
}

extension TestProduct.State {
    var words: Words {
        switch self {
        case .live: Words(ru: "эфир", en: "live")
        case .vod: Words(ru: "запись", en: "recording")
        case .noContent: Words(ru: "видео нет", en: "no video")
        }
    }
}

extension CartContract.Mode {
    var words: Words {
        switch self {
        case .openProduct:
            Words(ru: "открывает карточку товара в приложении", en: "opens the app's own product page")
        case .directCart: Words(ru: "вызывает корзину приложения", en: "calls the app's own cart")
        }
    }
}

extension HandoffPlatform {
    var words: Words {
        switch self {
        case .ios: Words(ru: "нативное приложение iOS", en: "native iOS")
        case .flutterIOS: Words(ru: "Flutter на iOS", en: "Flutter on iOS")
        case .other: Words(ru: "другая, по отдельному соглашению", en: "another, by agreement")
        }
    }
}

extension ProjectEnvironment {
    var words: Words {
        switch self {
        case .staging: Words(ru: "тестовое", en: "staging")
        case .production: Words(ru: "продакшен", en: "production")
        }
    }
}

extension LiveMarketSetup.CartMode {
    var words: Words {
        switch self {
        case .message: Words(ru: "сообщением", en: "by message")
        case .post: Words(ru: "запросом POST", en: "by POST")
        }
    }
}

extension LiveMarketSetup.Consent {
    var words: Words {
        switch self {
        case .disabled: Words(ru: "аналитика выключена", en: "analytics is off")
        case .askedByHost:
            Words(
                ru: "приложение спрашивает согласие и сообщает его SDK",
                en: "the app asks for consent and tells the SDK")
        }
    }
}

extension Release.Status {
    var words: Words {
        switch self {
        case .preview: Words(ru: "предварительная", en: "preview")
        case .accepted: Words(ru: "принята", en: "accepted")
        case .withdrawn: Words(ru: "отозвана", en: "withdrawn")
        }
    }
}
