import API
import Crypto
import Domain
import HTTP
import Server
import Support
import Testing

@Suite("Alarms of one-shot tokens")
struct UnwrapAlarmTests {
    private static let alarms = "ssadmin_unwrap_alarms_total"

    /// The same id with another random part, whole and with its checksum.
    private static func forged(_ token: String) -> String {
        let id = token.split(separator: "_")[1]
        return Checksummed.text("sswt1_\(id)_\(Hex.encode(SecureRandom.bytes(32)))")
    }

    private func entries(_ service: TestService) async throws -> [AuditEntry] {
        try await service.audit("action=identity_secret.unwrap")
    }

    @Test("a use is in the audit log: by the token's id, from where, of which secret, and never the token")
    func done() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop")
            _ = await service.unwrap(token)
            let id = String(token.split(separator: "_")[1])
            let entry = try #require(try await entries(service).first)
            #expect(entry.actor == "wrapped:\(id)" && entry.from == "127.0.0.1" && entry.outcome == .done)
            #expect(entry.tenant.optional == "acme" && entry.applicationID.optional == "shop")
            let current = try await service.secretStatus("shop").current.fingerprint
            #expect(entry.subject.optional == current && entry.code.optional == nil)
            // The rotation that issued it names it too.
            let rotation = try await service.audit("action=identity_secret.rotate").last
            #expect(rotation?.after.optional?["wrapped"]?.text == id)
            #expect(await service.metric("ssadmin_unwraps_total") == 1)
            #expect(try await service.audit("actor=wrapped:\(id)").count == 1)
        }
    }

    @Test("a second use is refused, with an entry and a count")
    func used() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop")
            for status in [200, 404] { #expect(await service.unwrap(token).status == status) }
            let entry = try #require(try await entries(service).last)
            #expect(entry.outcome == .refused && entry.code.optional == .notFound)
            #expect(entry.reason.optional == WrappedSecret.Refusal.used.reason)
            #expect(await service.metric(#"\#(Self.alarms){reason="used"}"#) == 1)
        }
    }

    @Test(
        "a use after its time, and at it, is refused and an alarm; a second before it is none",
        arguments: [-1, 0, 1] as [Int64])
    func late(_ seconds: Int64) async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop", seconds: 60)
            service.advance(seconds: 60 + seconds)
            #expect(await service.unwrap(token).status == (seconds < 0 ? 200 : 404))
            #expect(try await entries(service).map(\.outcome) == [seconds < 0 ? .done : .refused])
            #expect(await service.metric(#"\#(Self.alarms){reason="expired"}"#) == (seconds < 0 ? 0 : 1))
            // What was too late once stays so, with whatever clock.
            service.advance(seconds: -60)
            #expect(await service.unwrap(token).status == 404)
        }
    }

    @Test("a wrong token with a known id is an alarm, and the right one still fetches the secret")
    func wrong() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop")
            #expect(await service.unwrap(Self.forged(token)).status == 404)
            #expect(try await entries(service).last?.reason.optional == WrappedSecret.Refusal.wrongToken.reason)
            #expect(await service.metric(#"\#(Self.alarms){reason="wrong_token"}"#) == 1)
            #expect(await service.unwrap(token).status == 200)
        }
    }

    @Test("ids that nobody issued, and what is no token, are counted and enter nothing")
    func unknown() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let rows = try await service.audit().count
            let unknown = OneShotSecret(id: SecureRandom.bytes(12), random: SecureRandom.bytes(32)).revealed().text
            for text in [unknown, String(unknown.dropLast()), "", "ssat1_x"] {
                #expect(await service.unwrap(text).status == 404)
            }
            #expect(try await service.audit().count == rows)
            #expect(await service.metric("ssadmin_unwraps_unknown_total") == 4)
            for refusal in WrappedSecret.Refusal.allCases {
                let series = #"\#(Self.alarms){reason="\#(refusal.rawValue)"}"#
                #expect(await service.counters()[series] == 0, "shown before the first")
            }
        }
    }

    @Test("the audit log takes five of each kind for one token, the counter all of them")
    func bounded() async throws {
        try await TestService.with { service in
            try await service.project("shop", in: "acme")
            let token = try await service.wrapped("shop")
            // Guesses must not use up the place of what matters more.
            for _ in 0..<20 { _ = await service.unwrap(Self.forged(token)) }
            #expect(await service.unwrap(token).status == 200)
            for _ in 0..<20 { #expect(await service.unwrap(token).status == 404) }
            let refused = try await entries(service).filter { $0.outcome == .refused }
            #expect(refused.count { $0.reason.optional == WrappedSecret.Refusal.wrongToken.reason } == 5)
            #expect(refused.count { $0.reason.optional == WrappedSecret.Refusal.used.reason } == 5)
            for reason in ["wrong_token", "used"] {
                #expect(await service.metric(#"\#(Self.alarms){reason="\#(reason)"}"#) == 20)
            }
        }
    }

    @Test("all that fetches nothing is told in the same bytes")
    func noOracle() async throws {
        try await TestService.with { service in
            for app in ["shop", "cancelled", "gone", "late", "compromised"] {
                try await service.project(app, in: "acme")
            }
            let late = try await service.wrapped("late", seconds: 60)
            service.advance(seconds: 60)
            let used = try await service.wrapped("shop")
            _ = await service.unwrap(used)
            let cancelled = try await service.wrapped("cancelled")
            _ = await service.call("POST", "/api/v1/projects/cancelled/identity-secret/cancel", "{}")
            let gone = try await service.wrapped("gone")
            _ = await service.call("PATCH", "/api/v1/projects/gone", #"{"status":"suspended"}"#)
            #expect(await service.call("DELETE", "/api/v1/projects/gone").status == 204)
            let compromised = try await service.wrapped("compromised")
            _ = await service.call(
                "POST", "/api/v1/projects/compromised/identity-secret/rotate", #"{"compromised":true}"#)
            let unknown = OneShotSecret(id: SecureRandom.bytes(12), random: SecureRandom.bytes(32)).revealed().text
            let causes = [
                late, used, cancelled, gone, compromised, unknown, Self.forged(used), "sswt1_", "", service.rootToken,
            ]
            for token in causes {
                let answer = SeenAnswer(await service.unwrap(token))
                #expect(answer.status == 404 && answer.body == #"{"error":"not_found"}"#)
                #expect(answer == SeenAnswer(await service.unwrap("none")), "\(token.prefix(30))")
            }
            for reason in ["expired", "used", "wrong_token"] {
                #expect(await service.metric(#"\#(Self.alarms){reason="\#(reason)"}"#) == 1)
            }
            #expect(await service.metric(#"\#(Self.alarms){reason="ended"}"#) == 3)
        }
    }

    @Test(
        "what cannot be read is 400, another type 415, and a service that is not ready 503, before anything is looked at"
    )
    func unreadable() async throws {
        try await TestService.with { service in
            for body in ["", "{", "[]", "{}", #"{"token":1}"#, #"{"token":null}"#, #"{"token":"a","token":"b"}"#] {
                let answer = await service.post(SDKAPI.unwrap, body)
                #expect(answer.status == 400 && answer.body == Array(#"{"error":"invalid_request"}"#.utf8), "\(body)")
            }
            let plane = SDKPlane(readiness: Readiness(), metrics: Metrics())
            let request = Request(method: "POST", path: SDKAPI.unwrap, peer: .tcp(address: "127.0.0.1"))
            #expect(plane.admit(request)?.status == 503)
            #expect(plane.admit(request)?.first("Retry-After") != nil)
            var form = request
            form.headers = Headers([("Content-Type", "application/x-www-form-urlencoded")])
            #expect(await service.sdk.respond(to: form).status == 415)
        }
    }
}
