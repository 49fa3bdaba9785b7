import API
import Domain

extension AcceptanceRow {
    /// In an app with LiveMarket some of it is different (seed S4).
    func words(for product: Product) -> Words {
        switch (self, product) {
        case (.exactVersion, .livemarket):
            Words(
                ru:
                    "Во всех конфигурациях сборки и в CI стоит ровно переданный архив; его SHA-256 сверен.",
                en: "Every build configuration and CI have exactly the archive handed over; its SHA-256 was checked.")
        case (.exactVersion, _):
            Words(
                ru:
                    "В lock-файле стоит ровно переданная версия, для Flutter — вместе с парной нативной; у архива сверен SHA-256.",
                en:
                    "The lock file names exactly the version handed over, for Flutter with its native pair; an archive's SHA-256 was checked."
            )
        case (.feedProductID, _):
            Words(
                ru: "`feedProductId` в приложении и в товарном фиде совпадают посимвольно, с ведущими нулями.",
                en:
                    "`feedProductId` is the same in the app and in the product feed, character by character, leading zeros included."
            )
        case (.entrypoint, _):
            Words(
                ru:
                    "У товара с видео точка входа открывает эфир и запись; у товара без видео нет ни её, ни пустого места.",
                en:
                    "On a product with video the entry point opens the live show and the recording; on one without there is neither it nor an empty space."
            )
        case (.productChange, _):
            Words(
                ru: "Смена товара отменяет прежний запрос; превью прежнего товара не появляется.",
                en: "Changing the product cancels the request before; the former product's preview does not appear."
            )
        case (.productAction, _):
            Words(
                ru: "Действие в плеере открывает правильную карточку товара в приложении.",
                en: "An action in the player opens the right product page of the app.")
        case (.directCart, .livemarket):
            Words(
                ru:
                    "`onAddToCart` отвечает успехом только после подтверждения корзины приложения и применяет каждый `requestID` не больше одного раза.",
                en:
                    "`onAddToCart` reports success only after the app's own cart has confirmed it, and applies each `requestID` at most once."
            )
        case (.directCart, _):
            Words(
                ru:
                    "При прямой корзине приложение сообщает об успехе только после подтверждения своей корзины, а не по кнопке плеера.",
                en:
                    "With a direct cart the app reports success only after its own cart has confirmed it, and not by the player's button."
            )
        case (.followMe, _):
            Words(
                ru:
                    "Follow-me продолжает ту же сессию, не выходит за безопасную область и скрыт в корзине, при оформлении и оплате, при входе и в профиле.",
                en:
                    "Follow-me goes on with the same session, stays within the safe area, and is hidden on cart, checkout, payment, sign-in and profile."
            )
        case (.background, .livemarket):
            Words(
                ru: "В фоне и под другим экраном воспроизведение стоит на паузе; с закрытием экрана плеер уничтожен.",
                en:
                    "In the background, and under another screen, playback is paused; when its own screen is gone, the player is destroyed."
            )
        case (.background, _):
            Words(
                ru: "В фоне воспроизведение стоит на паузе; закрытие и удалённое отключение полностью убирают плеер.",
                en:
                    "In the background playback is paused; closing, and switching off from afar, remove the player entirely."
            )
        case (.networkLoss, _):
            Words(
                ru: "Без сети и с неверной настройкой карточка товара, навигация и оформление заказа работают.",
                en: "Without a network, and with a wrong configuration, product page, navigation and checkout work.")
        case (.accessibility, _):
            Words(
                ru: "Проверены подписи для экранного диктора, крупный текст и все нужные ориентации.",
                en: "Labels for screen readers, large text and all orientations in use were checked.")
        case (.physicalDevice, .livemarket):
            Words(
                ru:
                    "На физическом устройстве проверены воспроизведение, звук, полный экран, уход в фон и возврат, и корзина.",
                en: "On a physical device: playback, sound, fullscreen, into the background and back, and the cart.")
        case (.physicalDevice, _):
            Words(
                ru:
                    "На физическом устройстве проверены эфир, запись, звук, уход в фон и возврат, переход к товару и Follow-me.",
                en:
                    "On a physical device: live, recording, sound, into the background and back, going to a product, and Follow-me."
            )
        case (.rollback, _):
            Words(
                ru: "Release-сборка и откат на принятую прежде версию проверены до выкатки.",
                en: "The Release build and the rollback to the version accepted before were tried before the rollout.")
        }
    }
}

extension AcceptanceScenario {
    func words(for product: Product) -> Words {
        switch self {
        case .vod where product == .livemarket: Words(ru: "видео размещения", en: "a video of a placement")
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
            Words(ru: "открыть карточку товара в приложении", en: "opens the app's own product page")
        case .directCart: Words(ru: "вызвать корзину приложения", en: "calls the app's own cart")
        }
    }
}

extension HandoffPlatform {
    var words: Words {
        switch self {
        case .ios: Words(ru: "нативное приложение iOS", en: "native iOS")
        case .flutterIOS: Words(ru: "Flutter на iOS", en: "Flutter on iOS")
        case .other: Words(ru: "другая, по соглашению", en: "another, by agreement")
        }
    }
}

extension ProjectEnvironment {
    var words: Words {
        switch self {
        case .staging: Words(ru: "тестовое", en: "staging")
        case .production: Words(ru: "рабочее", en: "production")
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
