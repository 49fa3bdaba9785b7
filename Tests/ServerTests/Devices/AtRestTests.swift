import API
import Crypto
import FoundationEssentials
import Glibc
import HTTP
import SQL
import Server
import Support
import Testing

/// A secret, and every spelling in which it might lie about.
private struct Needle {
    let name: String
    let spellings: [[UInt8]]

    /// - Parameter parts: what is secret in it by itself, such as its random bytes.
    init(_ name: String, _ text: String, parts: [[UInt8]] = []) {
        self.name = name
        let bytes = Array(text.utf8)
        let hexes = text.split(separator: "_").compactMap { Hex.decode($0) }.filter { $0.count == 32 }
        spellings = ([bytes] + hexes + parts).flatMap { secret in
            // Base 64 of the same bytes is another text behind one or two others: the middle of each.
            let base64 = (0..<3).flatMap { count in
                let shifted = Array(repeating: UInt8(0), count: count) + secret
                return [Data(shifted).base64EncodedString(), Base64URL.encode(shifted)]
                    .map { Array($0.utf8.dropFirst(4).dropLast(6)) }
            }
            let hex = Hex.encode(secret)
            return [secret, Array(hex.utf8), Array(hex.uppercased().utf8)] + base64
        }
    }

    func lies(in haystack: Data) -> Bool {
        spellings.contains { haystack.holds($0) }
    }
}

extension Data {
    /// By memchr(3): the tables are large, and looked through some hundred times.
    fileprivate func holds(_ needle: some Collection<UInt8>) -> Bool {
        let needle = Array(needle)
        return withUnsafeBytes { bytes in
            var place = bytes.baseAddress!
            let end = place + bytes.count
            while place + needle.count <= end,
                let found = memchr(place, Int32(needle[0]), end - place - needle.count + 1)
            {
                if memcmp(found, needle, needle.count) == 0 { return true }
                place = UnsafeRawPointer(found) + 1
            }
            return false
        }
    }
}

@Suite("At rest")
struct AtRestTests {
    @Test("no token, secret or assertion is in a file, a line of the log or an answer to operators")
    func nothing() async throws {
        let faults = Faults()
        try await TestService.with(faults: faults) { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            var device = try await TestDevice(service, projectKey: backend.projectKey)
            let project = "/api/v1/projects/shop-ios"
            let now = service.clock.value
            let good = backend.assertion(of: "acct-of-zoe", at: now, properties: #"{"plan":"pro"}"#)
            let late = backend.assertion(of: "acct-of-eve", at: now.advanced(bySeconds: -900))
            var needles = [Needle("secret", backend.secret), Needle("first token", device.token)]

            #expect(await device.identify(good).status == 200)
            #expect(await device.identify(late).status == 401)
            let waiting = try await device.refreshedToken()
            needles.append(Needle("token that waits", waiting))
            let pasted = await service.call(
                "POST", "\(project)/identity-secret/explain", #"{"assertion":"\#(good)"}"#)
            #expect(pasted.status == 200)
            // A device that mixes things up sends them where operators will see what was refused.
            for wrong in [backend.secret, device.token, good] {
                for body in [
                    #"{"project_key":"\#(wrong)","app_identifier":"com.acme.shop","platform":"ios"}"#,
                    #"{"project_key":"\#(backend.projectKey)","app_identifier":"\#(wrong)","platform":"ios"}"#,
                ] { #expect(await service.post(SDKAPI.register, body).status == 401) }
                _ = service.device("/sdk/v1/policy?application_id=\(wrong)")
            }
            let rotated = try await service.call("POST", "\(project)/identity-secret/rotate", "{}")
                .answer(RotatedSecret.self)
            needles.append(Needle("rotated secret", try #require(rotated.identitySecret?.text)))
            // What fails inside is logged, with its detail.
            device.token = waiting
            for statement in [
                "INSERT INTO used_assertions", "UPDATE installation_tokens", "INSERT INTO installation_tokens",
            ] {
                faults.fail(startingWith: statement, .before(SQLError(.other, "no such column", code: 1)))
                let assertion = backend.assertion(of: "acct-of-max", at: now)
                needles.append(Needle("assertion that met a fault", assertion, parts: Self.parts(assertion)))
                let identified = await device.identify(assertion).status
                let refreshed = await device.refresh()
                #expect([identified, refreshed.status].contains(500), "\(statement)")
                device.token = refreshed.status == 200 ? refreshed.json["token"]?.text ?? "" : device.token
            }
            faults.plan(nil)
            #expect(await device.status() == 200)
            _ = await service.call(
                "POST", "\(TestService.installations)/revoke", #"{"user_id":"acct-of-zoe","reason":"stolen"}"#)
            await service.app.devices.batches.flush()
            needles += [good, late].map { Needle("assertion", $0, parts: Self.parts($0)) }

            var places: [String: Data] = ["log": Data(service.logged.value.joined().utf8)]
            for name in try FileManager.default.contentsOfDirectory(atPath: service.files.folder) {
                places[name] = FileManager.default.contents(atPath: "\(service.files.folder)/\(name)")
            }
            for path in [
                "/api/v1/audit", "/api/v1/refusals", "\(project)/refusals", TestService.installations,
                "\(TestService.installations)/\(device.id)", "\(project)/people/acct-of-zoe",
                "\(project)/identity-secret",
                "/metrics",
            ] {
                let response = await service.call("GET", path)
                #expect(response.status == 200, "\(path)")
                places[path] = Data(response.body)
            }
            #expect(Set(places.keys).isSuperset(of: ["test.db", "test.db-wal"]))
            for (place, data) in places {
                for needle in needles { #expect(!needle.lies(in: data), "\(needle.name) in \(place)") }
            }
            for user in ["acct-of-zoe", "acct-of-eve", "acct-of-max"] {
                #expect(!service.logged.value.joined().contains(user))
            }
            // That what is looked for would be found: the digest of a token is what its place holds.
            let tables = places["test.db"]! + places["test.db-wal"]!
            #expect(tables.holds(SHA256.digest(Array(waiting.utf8))))
            #expect(tables.holds("acct-of-zoe".utf8))
            #expect(places["log"]!.holds("no such column".utf8))
            #expect(places["/api/v1/refusals"]!.holds("ssit1_…".utf8))
            let whole = Needle("", waiting)
            let random = try #require(Hex.decode(waiting.split(separator: "_")[2]))
            for found in [
                Data(waiting.utf8), Data(random), Data(Data(waiting.utf8).base64EncodedString().utf8),
                Data(Data([7] + random).base64EncodedString().utf8), Data(Hex.encode(Array(waiting.utf8)).utf8),
            ] { #expect(whole.lies(in: Data([1, 2]) + found)) }
        }
    }

    /// The payload and the signature of an assertion, as text and as bytes.
    private static func parts(_ assertion: String) -> [[UInt8]] {
        assertion.split(separator: ".").dropFirst().flatMap { [Array($0.utf8), Base64URL.decode($0) ?? []] }
    }
}
