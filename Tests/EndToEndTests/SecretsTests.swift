import API
import FoundationEssentials
import Glibc
import HTTP
import Support
import Testing

@Suite("Secrets", .onThreadsOfTheirOwn)
struct SecretsTests {
    /// Forms in which a secret could lie in a file: as it is, its random bytes, and both in base64.
    private static func forms(of secret: String) throws -> [[UInt8]] {
        let text = Array(secret.utf8)
        let hex = text.flatMap { byte in
            let digits = Array("0123456789abcdef".utf8)
            return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        var forms = [text, hex, hex.map { (97...102).contains($0) ? $0 - 32 : $0 }]
        // The long hex in the middle is what makes it a secret; its bytes are in no file either.
        if let random = secret.split(separator: "_").map(String.init).max(by: { $0.count < $1.count }) {
            let bytes = stride(from: 0, to: random.utf8.count - 1, by: 2).compactMap { offset in
                UInt8(random.dropFirst(offset).prefix(2), radix: 16)
            }
            forms += [Array(random.utf8), bytes, base64(bytes)]
        }
        return forms + [base64(text)]
    }

    /// Without the padding and the last digit, which depends on what follows.
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        Array(Data(bytes).base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }.dropLast())
    }

    @Test("after the whole story no secret and no token is in database, log, answers of the audit log or anything else")
    func nowhereInClear() throws {
        let service = try LiveService()
        var secrets = [LiveService.keySecret]
        secrets.append(try service.initialize())
        try service.start()
        func member(_ name: String, _ words: String...) throws -> String {
            let (end, output, errors) = try service.command(words)
            guard end == .exited(0), case .string(let value) = try JSONScanner.scan(Array(output.utf8))[name] else {
                throw OutsideError("\(words): \(end) \(output) \(errors)")
            }
            return value
        }
        _ = try member("slug", "tenant", "create", "acme", "--name", "Acme")
        secrets.append(
            try member(
                "identity_secret", "project", "create", "shop-ios", "--tenant", "acme", "--name", "Shop", "--ios",
                "com.acme.shop", "--idempotency-key", "once"))
        let repeated = try service.command([
            "project", "create", "shop-ios", "--tenant", "acme", "--name", "Shop", "--ios", "com.acme.shop",
            "--idempotency-key", "once",
        ])
        #expect(repeated.end == .exited(5))
        #expect(repeated.errors.contains("already_done"))
        secrets.append(try member("identity_secret", "secret", "rotate", "shop-ios"))
        secrets.append(try member("identity_secret", "secret", "rotate", "shop-ios", "--compromised"))
        for use in 1...2 {
            let (_, output, errors) = try service.command([
                "secret", "rotate", "shop-ios", "--end-overlap", "--wrap", "15m",
            ])
            guard let token = try JSONScanner.scan(Array(output.utf8))["wrapped", "token"]?.text else {
                throw OutsideError("\(output) \(errors)")
            }
            secrets.append(token)
            // The second one is never fetched, and found in no file all the same.
            let body = #"{"token":"\#(use == 1 ? token : String(token.dropLast()))"}"#
            for _ in 1...2 {
                let answer = try service.call("POST", SDKAPI.unwrap, body, on: .sdk)
                if answer.status == 200 { secrets.append(try #require(answer.json["identity_secret"]?.text)) }
            }
        }
        _ = try member("name", "operator", "create", "ann", "--right", "*:view")
        let token = try member("token", "token", "create", "ann", "--scope", "audit:read")
        secrets.append(token)
        // Refused attempts are kept as well, and what was wrong with them.
        let wrong = "ssat1_0123456789abcdef01234567_\(String(repeating: "c0ffee42", count: 8))_00000000"
        secrets.append(wrong)
        for token in [token, wrong] {
            _ = try service.call(
                "POST", "/api/v1/tenants", #"{"slug":"x","name":"X"}"#, headers: ["Authorization": "Bearer \(token)"])
            _ = try service.call("GET", "/sdk/v1/policy?application_id=\(token)", on: .sdk)
            _ = try service.call(
                "GET", "/sdk/v1/policy?application_id=x", on: .sdk, headers: ["Authorization": "Bearer \(token)"])
        }
        let (_, audit, _) = try service.command(["audit", "export"])
        #expect(audit.contains("identity_secret.unwrap"))
        #expect(audit.contains("identity_secret.rotate") && audit.contains("personal_token.create"))
        let running = try files(of: service)
        #expect(
            running.contains { $0.name.hasSuffix("-wal") && !$0.bytes.isEmpty }, "the log of writes is not looked at")
        try service.stop()

        let places = try running + files(of: service) + [("audit export", Array(audit.utf8))]
        #expect(
            places.contains { $0.name.hasSuffix("ssadmin.db") && $0.bytes.contains(sequence: Array("shop-ios".utf8)) })
        for secret in secrets {
            for form in try Self.forms(of: secret) where form.count >= 16 {
                for place in places where place.bytes.contains(sequence: form) {
                    Issue.record("\(secret.prefix(10))… is in \(place.name), as \(form.count) bytes")
                }
            }
        }
        #expect(Set(secrets).count == 10)
        // The one place where one must be, so that this search is known to find.
        let configuration = [UInt8](try Data(contentsOf: URL(filePath: service.configurationFile)))
        #expect(try Self.forms(of: LiveService.keySecret).contains { configuration.contains(sequence: $0) })
    }

    /// What the service wrote: everything in its folder but the configuration, which holds a secret, and what this test
    /// was answered.
    private func files(of service: LiveService) throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(atPath: service.folder).sorted().compactMap { name in
            guard ["ssadmin.db", "log."].contains(where: name.hasPrefix) else { return nil }
            return (name, [UInt8](try Data(contentsOf: URL(filePath: "\(service.folder)/\(name)"))))
        }
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        guard let first = sequence.first, count >= sequence.count else { return false }
        return withUnsafeBytes { whole in
            var rest = whole[...]
            // The C library finds the first byte: this looks through megabytes, without optimization.
            while rest.count >= sequence.count,
                let found = memchr(whole.baseAddress! + rest.startIndex, Int32(first), rest.count - sequence.count + 1)
            {
                let index = UnsafeRawPointer(found) - whole.baseAddress!
                if memcmp(found, sequence, sequence.count) == 0 { return true }
                rest = whole[(index + 1)...]
            }
            return false
        }
    }
}
