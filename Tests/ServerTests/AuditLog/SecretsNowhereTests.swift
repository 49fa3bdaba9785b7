import API
import Crypto
import FoundationEssentials
import Glibc
import HTTP
import SQL
import Support
import Testing

/// What gives a secret away: its text, the hex of it, and its base64 at each of the three places where it can begin.
struct SecretTraces {
    let patterns: [[UInt8]]

    /// The core of a secret: what is random in it, without the prefix that is in every document.
    init(of secret: String) {
        let parts = secret.utf8.split(separator: UInt8(ascii: "_")).map { String(Substring($0)) }
        let longest = parts.max { $0.utf8.count < $1.utf8.count } ?? secret
        // Its hex digits as the bytes that they stand for, too.
        let forms = [Array(secret.utf8), Array(longest.utf8), Hex.decode(longest) ?? []].filter { $0.count >= 16 }
        var patterns = forms
        for form in forms {
            let hex = Hex.encode(form)
            patterns += [Array(hex.utf8), Array(hex.uppercased().utf8)]
            for alignment in 0..<3 {
                let text = Base64URL.encode([UInt8](repeating: 0, count: alignment) + form)
                // Characters that hold a bit of what stands before or behind are left off.
                let inner = text.utf8.dropFirst(alignment == 0 ? 0 : alignment + 1).dropLast(3)
                patterns.append(Array(inner))
                patterns.append(
                    inner.map {
                        $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
                    })
            }
        }
        self.patterns = patterns
    }

    func isIn(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { all in
            patterns.contains { pattern in
                var start = 0
                while start + pattern.count <= all.count {
                    guard let place = memchr(all.baseAddress! + start, Int32(pattern[0]), all.count - start) else {
                        return false
                    }
                    start = all.baseAddress!.distance(to: UnsafeRawPointer(place))
                    if start + pattern.count <= all.count, memcmp(place, pattern, pattern.count) == 0 { return true }
                    start += 1
                }
                return false
            }
        }
    }
}

@Suite("Secrets in clear are nowhere")
struct SecretsNowhereTests {
    @Test("what is searched for would be found, in whatever way it were written down")
    func tracesAreFound() {
        let secret = "ssis1_2b8d761fc72fe5178600edf78b4d6653b08b5bf4d6820afd00b011656ec6b3f4_16563b58"
        let traces = SecretTraces(of: secret)
        let bytes = Array(secret.utf8)
        let random = Hex.decode("2b8d761fc72fe5178600edf78b4d6653b08b5bf4d6820afd00b011656ec6b3f4") ?? []
        for form in [bytes, random] {
            #expect(traces.isIn([1, 2, 3] + form + [4]))
            #expect(traces.isIn(Array(Hex.encode(form).utf8)))
            for lead in 0..<7 {
                let shifted = [UInt8](repeating: 0xC7, count: lead) + form + [9, 9, 9]
                #expect(traces.isIn(Array(Base64URL.encode(shifted).utf8)), "\(lead)")
                #expect(traces.isIn(Array(Data(shifted).base64EncodedString().utf8)), "\(lead)")
            }
        }
        #expect(!traces.isIn(Array(Hex.encode(SHA256.digest(bytes)).utf8)))
    }

    @Test("not in the database, its log and its backups, not in log lines, not in any answer but the one that shows it")
    func wholeStory() async throws {
        let files = try FreshDatabase()
        let clock = Shared(TestService.start)
        var secrets: [String] = []
        var answers: [[UInt8]] = []
        var lines: [String] = []
        try await TestService.with(files: files, clock: clock) { service in
            secrets.append(service.rootToken)
            secrets.append(contentsOf: try await Self.story(service))
            answers = try await Self.everyAnswer(service)
            lines = service.logged.value
            for name in ["test.db", "test.db-wal"] {
                try Self.search([UInt8](Data(contentsOf: URL(filePath: "\(files.folder)/\(name)"))), for: secrets, name)
            }
            try await service.database.backUp(to: "\(files.folder)/backup.db")
        }
        #expect(secrets.count >= 8 && Set(secrets).count == secrets.count)
        #expect(lines.count > 20 && answers.count > 15)
        for name in try FileManager.default.contentsOfDirectory(atPath: files.folder) {
            try Self.search([UInt8](Data(contentsOf: URL(filePath: "\(files.folder)/\(name)"))), for: secrets, name)
        }
        for line in lines { Self.search(Array(line.utf8), for: secrets, line) }
        for answer in answers { Self.search(answer, for: secrets, String(decoding: answer, as: UTF8.self)) }
    }

    private static func search(_ bytes: [UInt8], for secrets: [String], _ place: String) {
        for (index, secret) in secrets.enumerated() {
            let isFound = SecretTraces(of: secret).isIn(bytes)
            #expect(!isFound, "secret \(index) is in \(place.prefix(200))")
        }
    }

    /// Everything that shows a secret, done and refused and done again.
    private static func story(_ service: TestService) async throws -> [String] {
        var secrets: [String] = []
        func take(_ answer: Response, _ member: String) {
            if let secret = answer.json[member]?.text { secrets.append(secret) }
        }
        await service.tenant("acme")
        let key = [(name: "Idempotency-Key", value: "k")]
        for _ in 0..<2 {
            let body = TestService.projectBody("shop", in: "acme")
            take(await service.call("POST", "/api/v1/projects", body, headers: key), "identity_secret")
        }
        let rotate = "/api/v1/projects/shop/identity-secret/rotate"
        for body in ["{}", "{}", #"{"end_overlap":true}"#, #"{"compromised":true}"#, #"{"compromised":true}"#] {
            take(await service.call("POST", rotate, body), "identity_secret")
        }
        for _ in 0..<2 {
            take(await service.call("POST", rotate + "?dry_run=true", "{}", headers: key), "identity_secret")
        }
        for _ in 0..<2 { take(await service.call("POST", rotate, "{}", headers: key), "identity_secret") }
        for body in [#"{"compromised":true,"wrap_seconds":900}"#, #"{"wrap_seconds":60}"#] {
            guard let token = await service.call("POST", rotate, body).json["wrapped", "token"]?.text else { continue }
            secrets.append(token)
            // Fetched, used again, cut, forged, too late, and in places where it does not belong.
            for wrong in [String(token.dropLast()), token + "0"] { _ = await service.unwrap(wrong) }
            if body.contains("60") { service.advance(seconds: 60) }
            take(await service.unwrap(token), "identity_secret")
            _ = await service.unwrap(token)
            _ = await service.call("GET", "/api/v1/projects/\(token)/identity-secret")
            _ = await service.call("DELETE", "/api/v1/operators/root/tokens/\(token)")
            _ = service.device("/sdk/v1/policy?application_id=\(token)")
        }
        for scopes in [#"["admin"]"#, #"["audit:read","policy:write"]"#] {
            let answer = await service.call(
                "POST", "/api/v1/operators/root/tokens", #"{"scopes":\#(scopes)}"#, headers: key)
            take(answer, "token")
            // A token in use, in a place where it does not belong, and cut.
            if let token = answer.json["token"]?.text {
                _ = await service.call("GET", "/api/v1/audit", token: token)
                _ = await service.call("GET", "/api/v1/audit?actor=\(token)")
                _ = await service.call("GET", "/api/v1/projects/\(token)", token: String(token.dropLast()))
                _ = await service.call("DELETE", "/api/v1/operators/root/tokens/\(token)")
                _ = await service.call("DELETE", "/api/v1/operators/\(token)/tokens/x")
                _ = service.device("/sdk/v1/policy?application_id=\(token)")
            }
        }
        return secrets
    }

    /// Everything that can be read.
    private static func everyAnswer(_ service: TestService) async throws -> [[UInt8]] {
        var answers: [[UInt8]] = []
        for path in [
            "/tenants", "/tenants/acme", "/projects", "/projects/shop", "/projects/shop/policy",
            "/projects/shop/identity-secret", "/disables", "/operators", "/operators/root", "/operators/root/tokens",
            "/whoami", "/audit?limit=200", "/audit?action=project.create", "/audit?action=identity_secret.rotate",
            "/audit?action=personal_token.create", "/audit?action=identity_secret.unwrap", "/refusals",
        ] {
            let answer = await service.call("GET", "/api/v1" + path)
            #expect(answer.status == 200, "\(path)")
            answers.append(answer.body)
        }
        for path in ["/sdk/v1/policy?application_id=shop", "/healthz", "/readyz"] {
            answers.append(service.device(path).body)
        }
        return answers
    }
}
