import Domain
import Testing

/// What must not leave, what people write of secrets without giving one, and between them what is too much for a handoff and
/// not for a record.
@Suite("What looks like a secret, by examples")
struct SecretLikeTableTests {
    /// By form, by chance, or as the value of a label.
    private static let given = [
        "password: admin hunter2", "Password: swordfish", "login/password: a / b", "pwd: x", "password1: swordfish",
        "user_password: swordfish", "Token: Xk9mQ2vL", "secret = swordfish", "secret:swordfish",
        "Password: see hunter2", "Token: OPS-1042 hunter2",
        "api key: swordfish", "PIN: 4821", "PIN: see 4821", "Passwort: geheim", "пароль: лето",
        "пароли: admin и qwerty123", "логин/пароль: a / b", "ПИН: 4821", "Токен: абырвалг", "секрет = лето",
        "pаssword: hunter2", "ｐａｓｓｗｏｒｄ＝hunter2", "ключ API: абв", "\u{43F}apo\u{43B}\u{44C}: x", "PIN-код: 4821",
        "admin:hunter2@db.example.com", "//admin:hunter2@db.example.com/x", "//ann@repo.example.com",
        "connect to root:toor@10.0.0.1", "postgres://u:p@db/shop", "https://files.example.com/a?sig=Zm9v",
        "https://a.example/?auth=x1", "https://a.example/cb?code=4/0Ab", "https://a.example/?access_token=x",
        "https://a.example/?a=1&X-Amz-Signature=fe5f80", "https://a.example/#id_token=x",
        "https://zoom.example/j/123?pwd=abc", "https://a.example/x?y=password%3Dhunter2",
        "https://hooks.slack.com/services/T000/B000/x", "https://discord.com/api/webhooks/1/x",
        "https://acme.webhook.office.com/webhookb2/x", "https://api.telegram.org/bot12345:abc/sendMessage",
        "https://discord.com/api/v10/webhooks/1/x", "https://prod-01.westeurope.logic.azure.com:443/workflows/x",
        "https://hooks.zapier.com/hooks/catch/1/x", "HTTPS://HOOKS.SLACK.COM/services/T/B/x", "Set-Cookie: sid=1",
        "Set-Cookie sid=31d4d96e407aad42; HttpOnly", "Authorization: ApiKey swordfish", "ApiKey abc12345",
        "Authorization: Basic dXNlcjpwYXNz", "BEGIN RSA PRIVATE KEY", "PRIVATE KEY MIIEvQ",
        "ssh-rsa AAAAB3NzaC1yc2E ann@laptop", "ssh-ed25519 AAAAC3NzaC1lZDI1 ann", "hvs.CAESIJ1234567890abcdef",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "shpat_0123456789abcdef", "Xk9mQ2vLpR8tZw3N",
        "use 9f86d081884c7d65 there", "k4f5g66a38z335t6", "A1B2C3D4E5F6G7H8", "QwErTyUiOpAsDfGh",
        "wqkzjxhvbnmtrpsdfgqxlkjzcvbnmwrt", "JBSWY3DPEHPK3PXP", "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
        "token_prod=abc",
        "API-KEY: swordfish", "password: see hunter2 in ticket OPS-1", "Token: OPS-1042 Xk9mQ2vL", "clientSecret = x",
        "Ключ доступа: лето", "token = OPS-1042 x1y2z",
    ]
    /// Of a secret, and not where it is arranged; or with what somebody chose beside it.
    private static let spoken = [
        "Password: ask Anna, she says P@ssw0rd",
        "Password: ask Anna, extension 1204", "Password: ask Anna, +49 30 1234567", "Cookies: essential ones only",
        "Пароль: у менеджера проекта", "Lifetime of a token: 30 days", "Срок жизни токена: 30 дней",
        "password is hunter2", "The password is swordfish", "login: demo / demo123", "Login demo, password demo123",
        "password hunter2", "password - hunter2", "password — swordfish", "password -> hunter2",
        "password for admin: swordfish", "Password (prod): swordfish", "the password of the demo account hunter2",
        "Password for the SFTP user is Xk9mQ2vL", "admin password hunter2 for staging", "passphrase \"swordfish\"",
        "userPass: hunter2", "credentials demo:demo123", "hunter2 is the password", "use Xk9mQ2vL as password",
        "Xk9mQ2 (password)", "token is abc123def", "pin 4821", "passcode 0000", "Das Passwort lautet geheim",
        "пароль hunter2", "Пароль — лето2026", "Пароль это лето", "пароль от стенда hunter2",
        "логин demo пароль demo123", "пин-код 4821", "password\u{3000}is hunter2", "pw: hunter2", "admin:hunter2",
        "admin/hunter2", "Доступы: admin:qwerty1", "password/hunter2", "password | hunter2",
        "password should be swordfish", "the password equals swordfish", "пароль такой: лето", "pin code 4821",
        "The password is never shared", "Tokens are refreshed earlier.",
        "Session tokens will be renewed automatically", "Passwords are not used.", "Token lifetime: 30 days",
        "Token rotation: monthly", "The token is valid for 24h", "token ttl 15m",
        "The password has at least 12 characters", "password manager of the retailer", "the token of HS256",
        "the token has a known id and is not the one that was issued",
        "the secret was fetched before with this token", "Cookie consent is asked for",
        "The token expires at 2026-11-30T10:15:00Z", "Token changes in version 0.2.0-preview.2",
        "Токен выдаёт команда безопасности", "secret of 2026-11 was leaked", "/reset-password/:token",
        "Player paused: password screen", "password reset flow crashes", "password", "a token =",
        "demo / swordfish, that is login and password", "PIN 4821, ticket OPS-1042", "admin / hunter2",
        "tokens by ticket OPS-1042, demo / swordfish", "the password of demo: swordfish, see ticket OPS-1042",
        "tokens by ticket OPS-1042, for db=acme", "The token is hunter2, see ticket OPS-1042",
        "login: demo / hunter2", "key=abc", "session: Xk9mQ2vL",
    ]
    private static let harmless = [
        "pass hunter2x", "access code 123456", "OTP 492039", "ключ: qwerty", "код доступа 123456",
        "учётка demo / demo123", "passw0rd: x", "verification code 492039", "Token: ticket", "token: OPS-1042",
        "Password: ask Anna in ticket OPS-1042", "The key is with the retailer's security team, ticket SEC-7",
        "Access token is arranged in OPS-1042", "Token: as agreed in ticket OPS-12",
        "Tokens are in the vault, entry shop/content", "token: vault://shop/packages",
        "Token: vault:shop/livemarket/content",
        "Token: op://vault/item/field", "Token: secret/data/shop#content",
        "Password: see https://wiki.example.com/access", "The token is now kept in the keychain",
        "Ask for the access token in the ticket", "Access tokens are issued per app, ticket OPS-7",
        "The secretary: Anna, extension 12", "The key points: routes and cart", "Second pass: all fine on iPhone 15",
        "Session: mornings only", "Key: by ticket #1042", "Bearer authentication is not used.",
        "Basic authentication by ticket OPS-12", "Signature: HS256 over the assertion",
        "Read-only access is arranged by the platform team; ask for the tokens in the ticket.",
        "Пароль: см. тикет OPS-1042", "Токен: по заявке ОПС-12",
        "Токены и пароли передаются отдельно, по заявке ОПС-12.", "Пароль хранится в сейфе",
        "Ключ: у команды безопасности", "Секретарь: Анна, доб. 12", "Код товара: 00123", "Ключевые экраны: каталог",
        "Доступ к репозиторию: см. OPS-41", "Пароль — у Анны, тикет OPS-1",
        "Цвет кнопки, скругление карточек и шрифт заголовков", "Поддержка: канал «ShopStory», ответ за день",
        "auth: SSO", "key b104d818eba5 was leaked", "token leaked, see INC-42", "токен утёк, см. INC-42",
        "OTP screen is excluded", "/session/:id", "support@example.com", "Support: support@example.com",
        "mailto:support@example.com", "e-mail:ann2@example.com", "sdk-support@shopstory.example, #acme-sdk",
        "git@github.com:acme/shop-ios.git", "https://wiki.example.com/pages/viewpage.action?pageId=123456",
        "https://wiki.example.com/pages/viewpage.action?spaceKey=TEAM&title=Rollout",
        "https://acme.atlassian.net/browse/OPS-1042",
        "https://acme.atlassian.net/wiki/spaces/TEAM/pages/123456789/Release+notes",
        "https://jira.example.com/browse/OPS-1042?focusedCommentId=123456&page=com.atlassian.jira",
        "https://jira.example.com/issues/?projectKey=OPS", "https://api.slack.com/messaging/webhooks",
        "https://wiki.example.com/display/TEAM/Release-2026-checklist-for-iOS-and-Flutter#rollout",
        "https://github.com/acme/shop-ios/blob/main/Packages/ShopStory/IntegrationGuide.md",
        "https://chat.example.com/channels/@shopstory", "https://wiki.example.com:8443/x/@ann",
        "550e8400-e29b-41d4-a716-446655440000", "Ticket 550E8400-E29B-41D4-A716-446655440000", "0.2.0-preview.2",
        "30.11.2026, 9:00–18:00", "2026-11-30T10:15:00Z", "20261130T101500Z", "+7 (495) 123-45-67",
        "+49 30 1234567, Mo–Fr", "com.acme.shop.internal.beta.release.candidate", "SKU-2026-ABC-0012-XL", "00123",
        "4006381333931", "ShopStoryPlayerCoordinatorDelegate",
        "ProductDetailViewControllerWithRecommendationsAndReviews", "iOSAppDelegateV2",
        "iPhone12-iPhone13-iPhone14-iPhone15", "Donaudampfschifffahrtsgesellschaftskapitän",
        "Rechtsschutzversicherungsgesellschaften und Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
        "Zwischenzusammenfassungszeitpunktverschiebung", "человеконенавистничество и достопримечательность",
        "crash at checkout", "fixed in 2.2", "INC-42", "compass and monkey: both are spinning", "", "eyJ", "AKIA",
        "ssis1_", "https://shop.example.com/admin/page2x?sort_key=name",
        "Access tokens: by ticket OPS-1042, 9:00–18:00", "root cause: error in the cart",
    ]
    private static let handoffTexts = [
        "ticket queue ACME-SDK, answered within a working day", "read-only access by ticket OPS-1042",
        "Спросите в тикете OPS-1042, токен выдаётся там", "Access token: ask the platform team in ticket OPS-1042",
        "Credentials of the package registry are in 1Password, shared by ticket ACME-7",
        "The token for GitHub Packages is in vault:acme/packages, read-only",
        "Логин и пароль лежат в хранилище, заявка ОПС-12",
        "Cookies and the identity secret: see https://wiki.example.com/acme/consent",
        "opens the product page; the key screens are catalogue and cart",
        "accent colour, corner radius of 12px, font of the titles (Inter or SF Pro)",
    ]
    private static let reasons = [
        "token: null in response, SDK crashes", "authorization: 401 on every refresh since 10:15 UTC",
        "cookie: banner covers the player", "Токен: не обновляется после 401, вечный цикл",
        "пароль: сотрудник забыл, просили отключить до восстановления",
        "PIN: клавиатура перекрывает плеер на экране оплаты",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 breaks the player",
        "see https://grafana.example.com/d/abc?code=500", "Adds func configure(token: String) throws",
        "Password: field fixed",
        "root cause: error E1009", "login fails on SM-G991B", "rotated the token after the leak",
        "key of tenant acme used twice", "password reset flow crashes",
        "token refresh loops on iOS 17.2 with build 2211",
        "session cookie is lost after the update to 0.2.0-preview.2", "secret of acme may have leaked, see INC-42",
        "checkout: 502 from cart-api since 10:15", "auth: SM-A515F gets 401 again and again",
        "wrong audience in assertions of shop2, ticket OPS-1042", "admin panel /login answers E500 for tenant globex",
        "SDK-1182: PIN screen is covered by the player", "key rotation is overdue by 12h",
        "вход не работает на SM-G991B",
        "токен протух, ротация по INC-42", "причина: ошибка E1009 в корзине", "ключ арендатора acme использован дважды",
        "экран ввода пароля падает на Android 14", "секрет мог утечь, тикет ОПС-12",
    ]

    @Test("is refused in what is handed over", arguments: given + spoken)
    func refused(_ text: String) {
        #expect(SecretLike.first(in: text) != nil)
    }

    @Test("passes in what is handed over", arguments: harmless + handoffTexts)
    func passed(_ text: String) {
        #expect(SecretLike.first(in: text) == nil)
    }

    @Test("is hidden in a record", arguments: given)
    func hidden(_ text: String) {
        #expect(SecretLike.first(in: text, of: .record) != nil)
    }

    @Test("is shown in a record", arguments: spoken + harmless + handoffTexts + reasons)
    func shown(_ text: String) {
        #expect(SecretLike.first(in: text, of: .record) == nil)
    }
}
