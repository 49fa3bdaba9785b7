import API
import Crypto
import Domain
import Support
import Testing

/// Everything that looks like a credential of the admin plane and is none.
struct BadCredentials {
    /// What is wrong, and the fields that are sent.
    let all: [(what: String, fields: [(name: String, value: String)])]
    /// How many entries it took in the audit log to make them.
    let entries: Int64

    init(_ service: TestService) async throws {
        let good = service.rootToken
        let last = try await Self.lastID(service)
        let unknown = PersonalTokenSecret(id: SecureRandom.bytes(12), random: SecureRandom.bytes(32)).revealed().text
        // The id of a token that is good, and another secret behind it.
        let forged = PersonalTokenSecret(
            id: Hex.decode(String(good.split(separator: "_")[1]))!, random: SecureRandom.bytes(32)
        ).revealed().text

        let ending = await service.call(
            "POST", "/api/v1/operators/root/tokens",
            #"{"scopes":["admin"],"expires_at":"\#(service.clock.value.advanced(bySeconds: 60))"}"#)
        let expired = try #require(try ending.answer(CreatedPersonalToken.self).token?.text)
        let issued = try await service.call(
            "POST", "/api/v1/operators/root/tokens", #"{"scopes":["admin"]}"#
        ).answer(CreatedPersonalToken.self)
        let revoked = try #require(issued.token?.text)
        _ = await service.call("DELETE", "/api/v1/operators/root/tokens/\(issued.id)")
        let suspended = try await service.operator("asleep", rights: ["*": [.administer]])
        _ = await service.call("PATCH", "/api/v1/operators/asleep", #"{"status":"suspended"}"#)
        // To the moment at which it ends: the end is no longer a part of the time.
        service.advance(seconds: 60)

        let digits = good.dropLast() + (good.hasSuffix("0") ? "1" : "0")
        let installation = Self.installationToken()
        let tokens: [(String, String)] = [
            ("no token at all", ""), ("nonsense", "nonsense"), ("cut short", String(good.dropLast(1))),
            ("something behind it", good + "0"), ("in capitals", good.uppercased()), ("wrong checksum", String(digits)),
            ("unknown", unknown), ("a known id with another secret", forged), ("expired", expired),
            ("revoked", revoked), ("of a suspended operator", suspended), ("an installation's", installation),
            ("a project key", "sdk1_eu_0123456789abcdef01234567_0123456789abcdef0123456789abcdef"),
        ]
        var all = tokens.map { what, token in (what: what, fields: [(name: "Authorization", value: "Bearer \(token)")])
        }
        all += [
            ("another scheme", [("Authorization", "Basic \(good)")]), ("no scheme", [("Authorization", good)]),
            ("two blanks", [("Authorization", "Bearer  \(good)")]),
            ("twice", [("Authorization", "Bearer \(good)"), ("Authorization", "Bearer \(good)")]),
            ("two in one", [("Authorization", "Bearer \(good), Bearer \(good)")]),
            ("in a cookie", [("Cookie", "token=\(good)")]),
        ]
        self.all = all
        entries = try await Self.lastID(service) - last
    }

    /// `ssit1_<32 hex id>_<64 hex>_<8 hex>`, with the checksum that belongs to it.
    private static func installationToken() -> String {
        let head = "ssit1_\(Hex.encode(SecureRandom.bytes(16)))_\(Hex.encode(SecureRandom.bytes(32)))"
        let digits = String(CRC32.checksum(Array(head.utf8)), radix: 16)
        return "\(head)_\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }

    private static func lastID(_ service: TestService) async throws -> Int64 {
        try await service.call("GET", "/api/v1/audit?limit=1").answer(Page<AuditEntry>.self).items[0].id
    }
}
