import API

/// What is said otherwise of each kind: its tools, its files, and what its SDK knows of.
extension HandoffKind {
    /// What holds the version, put back to another one.
    var restoring: Words {
        switch self {
        case .shopStoryIOS:
            Words(
                ru:
                    "Верните в зависимости точную версию из таблицы и сохраните `Package.resolved` или `Podfile.lock`; если пакет приходит архивом, сверьте его SHA-256.",
                en:
                    "Put the exact version of the table back into the dependencies and commit `Package.resolved` or `Podfile.lock`; where the package comes as an archive, check its SHA-256."
            )
        case .shopStoryFlutter:
            Words(
                ru:
                    "Верните обе точные версии из таблицы, пакета Flutter и нативную, и сохраните `pubspec.lock` и lock-файл iOS; если пакеты приходят архивами, сверьте их SHA-256.",
                en:
                    "Put both exact versions of the table back, the Flutter package's and the native one, and commit `pubspec.lock` and the lock file of iOS; where the packages come as archives, check their SHA-256."
            )
        case .shopStoryOther, .myBot:
            Words(
                ru:
                    "Верните в зависимости точную версию из таблицы и сохраните lock-файл; если пакет приходит архивом, сверьте его SHA-256.",
                en:
                    "Put the exact version of the table back into the dependencies and commit the lock file; where the package comes as an archive, check its SHA-256."
            )
        case .liveMarket:
            Words(
                ru: "Верните архив версии из таблицы во все конфигурации сборки и в CI; сверьте его SHA-256.",
                en:
                    "Put the archive of the table's version back into every build configuration and CI; check its SHA-256."
            )
        }
    }

    /// What stays as it is where the SDK is off.
    var unharmed: Words {
        switch self {
        case .shopStoryIOS, .shopStoryFlutter, .shopStoryOther, .liveMarket:
            Words(
                ru: "карточка товара, навигация и корзина работают дальше",
                en: "product page, navigation and cart go on working")
        case .myBot: Words(ru: "всё остальное в приложении работает дальше", en: "the rest of the app goes on working")
        }
    }

    /// Who has the app; in Russian in the genitive.
    var people: Words {
        switch self {
        case .shopStoryIOS, .shopStoryFlutter, .shopStoryOther, .liveMarket: Words(ru: "покупателей", en: "shoppers")
        case .myBot: Words(ru: "пользователей", en: "users")
        }
    }

    /// What the support needs to know.
    var enclosures: Words {
        switch self {
        case .shopStoryIOS:
            Words(
                ru:
                    "Приложите к обращению версии SDK, iOS, Xcode и самого приложения, ID приложения, `feedProductId` товара, время сбоя и ошибку SDK целиком, с её типом.",
                en:
                    "When you write, give the versions of SDK, iOS, Xcode and of the app itself, the application ID, the product's `feedProductId`, the time, and the SDK's error whole, with its type."
            )
        case .shopStoryFlutter:
            Words(
                ru:
                    "Приложите к обращению обе версии SDK, версии Flutter, iOS, Xcode и самого приложения, ID приложения, `feedProductId` товара, время сбоя и ошибку SDK целиком, с её типом.",
                en:
                    "When you write, give both versions of the SDK, those of Flutter, iOS, Xcode and of the app itself, the application ID, the product's `feedProductId`, the time, and the SDK's error whole, with its type."
            )
        case .shopStoryOther:
            Words(
                ru:
                    "Приложите к обращению версии SDK, системы, средств сборки и самого приложения, ID приложения, `feedProductId` товара, время сбоя и ошибку SDK целиком, с её типом.",
                en:
                    "When you write, give the versions of SDK, system, build tools and of the app itself, the application ID, the product's `feedProductId`, the time, and the SDK's error whole, with its type."
            )
        case .myBot:
            Words(
                ru:
                    "Приложите к обращению версии SDK, системы и самого приложения, ID приложения и сборки, время сбоя и ошибку SDK целиком, с её типом.",
                en:
                    "When you write, give the versions of SDK, system and of the app itself, the application ID and the build's identifier, the time, and the SDK's error whole, with its type."
            )
        case .liveMarket:
            Words(
                ru:
                    "Приложите к обращению версии SDK, iOS, Xcode и самого приложения, ID приложения, тег размещения, время сбоя и ошибку SDK целиком, с её кодом.",
                en:
                    "When you write, give the versions of SDK, iOS, Xcode and of the app itself, the application ID, the placement tag, the time, and the SDK's error whole, with its code."
            )
        }
    }

    /// What nobody sends.
    var unsendable: Words {
        switch self {
        case .myBot:
            Words(
                ru: "Никогда не присылайте секрет для подписи, утверждения, токены, cookie и полные продовые логи.",
                en: "Never send the identity secret, assertions, tokens, cookies, or whole production logs.")
        case .shopStoryIOS, .shopStoryFlutter, .shopStoryOther, .liveMarket:
            Words(
                ru: "Никогда не присылайте токены, cookie и полные продовые логи.",
                en: "Never send tokens, cookies, or whole production logs.")
        }
    }
}
