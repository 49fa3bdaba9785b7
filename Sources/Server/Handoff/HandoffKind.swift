import API

/// Which SDK a handoff is of, and what it is built into: its words and its code go by that.
enum HandoffKind {
    case shopStoryIOS, shopStoryFlutter
    /// By the agreement that the handoff names.
    case shopStoryOther
    case myBot, liveMarket
}

extension HandoffDocument {
    var kind: HandoffKind {
        switch (product, platform) {
        case (.shopstory, .ios): .shopStoryIOS
        case (.shopstory, .flutterIOS): .shopStoryFlutter
        case (.shopstory, .other): .shopStoryOther
        case (.mybot, _): .myBot
        case (.livemarket, _): .liveMarket
        }
    }
}

/// The parts of a handoff after its beginning, in the order of an engineer's work.
enum HandoffPart: CaseIterable {
    case app, version, workPackages, configuration, routes, productPage, playback, productAction, signing, liveMarket
    case testProducts, cart, branding, acceptance, rollout, rollback, support

    func title(for kind: HandoffKind) -> Words {
        switch self {
        case .app: Words(ru: "Приложение", en: "The app")
        case .version: Words(ru: "Версия и требования", en: "Version and requirements")
        case .workPackages: Words(ru: "Состав работ", en: "Work packages")
        case .configuration: Words(ru: "Настройка приложения", en: "Configuring the app")
        case .routes: Words(ru: "Экраны и поверхности", en: "Screens and surfaces")
        case .productPage: Words(ru: "Видео на карточке товара", en: "Video on the product page")
        case .playback where kind == .liveMarket: Words(ru: "Экран с плеером", en: "The screen with the player")
        case .playback: Words(ru: "Плеер и Follow-me", en: "Player and Follow-me")
        case .productAction: Words(ru: "Действия с товаром из плеера", en: "Product actions of the player")
        case .signing: Words(ru: "Подпись на бэкенде", en: "Signing on the backend")
        case .liveMarket: Words(both: "LiveMarket")
        case .testProducts: Words(ru: "Тестовые товары", en: "Test products")
        case .cart: Words(ru: "Корзина", en: "Cart")
        case .branding: Words(ru: "Оформление", en: "Appearance")
        case .acceptance: Words(ru: "Приёмка", en: "Acceptance")
        case .rollout: Words(ru: "Выкатка", en: "Rollout")
        case .rollback: Words(ru: "Откат", en: "Rollback")
        case .support: Words(ru: "Поддержка", en: "Support")
        }
    }
}
