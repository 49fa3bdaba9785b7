import API

extension AcceptanceRow {
    var words: Words {
        switch self {
        case .exactVersion:
            Words(
                ru:
                    "В lock-файле стоит ровно переданная версия, для Flutter — вместе с парной нативной; у архива сверен SHA-256.",
                en:
                    "The lock file names exactly the version handed over, for Flutter with its native pair; an archive's SHA-256 was checked."
            )
        case .feedProductID:
            Words(
                ru: "`feedProductId` в приложении и в товарном фиде совпадают посимвольно, с ведущими нулями.",
                en:
                    "`feedProductId` is the same in the app and in the product feed, character by character, leading zeros included."
            )
        case .entrypoint:
            Words(
                ru:
                    "У товара с видео точка входа открывает эфир и запись; у товара без видео нет ни её, ни пустого места.",
                en:
                    "On a product with video the entry point opens the live show and the recording; on one without there is neither it nor an empty space."
            )
        case .productChange:
            Words(
                ru: "Смена товара отменяет прежний запрос; превью прежнего товара не появляется.",
                en: "Changing the product cancels the request before; the former product's preview does not appear."
            )
        case .productAction:
            Words(
                ru: "Действие в плеере открывает правильную карточку товара в приложении.",
                en: "An action in the player opens the right product page of the app.")
        case .directCart:
            Words(
                ru:
                    "При прямой корзине приложение сообщает об успехе только после подтверждения своей корзины, а не по кнопке плеера.",
                en:
                    "With a direct cart the app reports success only after its own cart has confirmed it, and not by the player's button."
            )
        case .followMe:
            Words(
                ru:
                    "Follow-me продолжает ту же сессию, не выходит за безопасную область и скрыт в корзине, при оформлении и оплате, при входе и в профиле.",
                en:
                    "Follow-me goes on with the same session, stays within the safe area, and is hidden on cart, checkout, payment, sign-in and profile."
            )
        case .background:
            Words(
                ru: "В фоне воспроизведение стоит на паузе; закрытие и удалённое отключение полностью убирают плеер.",
                en:
                    "In the background playback is paused; closing, and switching off from afar, remove the player entirely."
            )
        case .networkLoss:
            Words(
                ru: "Без сети и с неверной настройкой карточка товара, навигация и оформление заказа работают.",
                en: "Without a network, and with a wrong configuration, product page, navigation and checkout work.")
        case .accessibility:
            Words(
                ru: "Проверены подписи для экранного диктора, крупный текст и все нужные ориентации.",
                en: "Labels for screen readers, large text and all orientations in use were checked.")
        case .physicalDevice:
            Words(
                ru:
                    "На физическом устройстве проверены эфир, запись, звук, уход в фон и возврат, переход к товару и Follow-me.",
                en:
                    "On a physical device: live, recording, sound, into the background and back, going to a product, and Follow-me."
            )
        case .rollback:
            Words(
                ru: "Release-сборка и откат на принятую прежде версию проверены до выкатки.",
                en: "The Release build and the rollback to the version accepted before were tried before the rollout.")
        }
    }
}

extension AcceptanceScenario {
    var words: Words {
        switch self {
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
