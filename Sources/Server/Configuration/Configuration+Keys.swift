import Domain
import Glibc

/// The keys, each with what it takes.
extension Configuration {
    struct Problem: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    typealias Parser = @Sendable (inout Configuration, String) throws(Problem) -> Void

    static let keys: [String] = parsers.map(\.key)

    static let parsers: [(key: String, parse: Parser)] = [
        (
            "SSADMIN_ENVIRONMENT",
            { configuration, value throws(Problem) in
                guard let environment = Environment(rawValue: value) else {
                    throw Problem("development, staging or production, not \(quoted(value))")
                }
                configuration.environment = environment
            }
        ),
        (
            "SSADMIN_DATABASE",
            { configuration, value throws(Problem) in
                guard value.hasPrefix("sqlite:/") else {
                    throw Problem("sqlite: and an absolute path, not \(quoted(value))")
                }
                configuration.databasePath = String(value.dropFirst("sqlite:".count))
            }
        ),
        (
            "SSADMIN_ADMIN_LISTEN",
            { configuration, value throws(Problem) in
                if value.hasPrefix("unix:/") {
                    let path = String(value.dropFirst("unix:".count))
                    // sun_path holds 108 bytes with its NUL (unix(7)).
                    guard path.utf8.count <= 107 else { throw Problem("a socket's path has at most 107 bytes") }
                    configuration.adminListen = .unix(path: path)
                } else {
                    configuration.adminListen = try loopback(value, or: "unix:/path")
                }
            }
        ),
        ("SSADMIN_SDK_LISTEN", parseSDKListen),
        (
            "SSADMIN_METRICS_LISTEN",
            { configuration, value throws(Problem) in configuration.metricsListen = try loopback(value, or: nil) }
        ),
        (
            "SSADMIN_PUBLIC_URL",
            { configuration, value throws(Problem) in
                // Paths are added to it; http is for a demonstration, and no handoff is issued with it.
                guard let url = WebURL(value), url.query == nil, url.fragment == nil else {
                    throw Problem(
                        "a URL like https://sdk.example.com: a name or an address of a host, perhaps a port and a path, without user, query or fragment"
                    )
                }
                configuration.publicURL = value.hasSuffix("/") ? String(value.dropLast()) : value
            }
        ),
        (
            "SSADMIN_TRUSTED_PROXIES",
            { configuration, value throws(Problem) in
                let addresses = value.split(separator: ",").map { ASCII.trimmed(String($0)) }
                for address in addresses where !isLiteral(address) {
                    throw Problem("addresses with commas between, like 127.0.0.1,::1; \(quoted(address)) is none")
                }
                configuration.trustedProxies = addresses
            }
        ),
        (
            "SSADMIN_MASTER_KEY_FILE",
            { configuration, value throws(Problem) in
                guard value.hasPrefix("/") else { throw Problem("an absolute path, not \(quoted(value))") }
                configuration.masterKeyFile = value
            }
        ),
        (
            "SSADMIN_REGION",
            { configuration, value throws(Problem) in
                guard value.utf8.count == 2, value.utf8.allSatisfy(ASCII.isLower) else {
                    throw Problem("two letters a–z, not \(quoted(value))")
                }
                configuration.region = value
            }
        ),
        (
            "SSADMIN_IDENTITY_AUDIENCE",
            { configuration, value throws(Problem) in
                guard (1...256).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                    throw Problem("1–256 visible ASCII characters")
                }
                configuration.identityAudience = value
            }
        ),
        (
            "CUSTOMER_SDK_KEY_SECRET",
            { configuration, value throws(Problem) in configuration.keySecret = try keySecret(Array(value.utf8)) }
        ),
        (
            "CUSTOMER_SDK_KEY_SECRET_FILE",
            { configuration, value throws(Problem) in
                guard var bytes = try? readFile(value, bytesMax: 4096) else {
                    throw Problem("\(quoted(value)) cannot be read, or is longer than 4096 bytes")
                }
                // An editor's line end is not part of the secret.
                if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
                configuration.keySecret = try keySecret(bytes)
            }
        ),
        (
            "CUSTOMER_SDK_KEY_SECRETS_PREVIOUS",
            { configuration, value throws(Problem) in
                var secrets: [[UInt8]] = []
                for secret in value.split(separator: ",") { secrets.append(try keySecret(Array(secret.utf8))) }
                configuration.previousKeySecrets = secrets
            }
        ),
    ]

    static let parseSDKListen: Parser = { configuration, value throws(Problem) in
        guard let (address, port) = split(value), isLiteral(address) else {
            throw Problem("a literal address and a port, like 127.0.0.1:8787 or [::1]:8787, not \(quoted(value))")
        }
        configuration.sdkListen = .tcp(address: address, port: port)
    }

    private static func keySecret(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        guard bytes.count >= ProjectKeySigner.secretBytesMin else {
            throw Problem("at least \(ProjectKeySigner.secretBytesMin) bytes; this has \(bytes.count)")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Problem("not UTF-8") }
        return bytes
    }

    private static func loopback(_ value: String, or other: String?) throws(Problem) -> Address {
        let forms = ([other].compactMap { $0 } + ["127.0.0.1:PORT"]).joined(separator: " or ")
        guard let (address, port) = split(value), isLiteral(address) else {
            throw Problem("\(forms), not \(quoted(value))")
        }
        guard address.hasPrefix("127.") || address == "::1" else {
            throw Problem("\(forms): a loopback address only, and \(address) is none")
        }
        return .tcp(address: address, port: port)
    }

    /// `address:port`, an IPv6 address in brackets.
    private static func split(_ value: String) -> (address: String, port: UInt16)? {
        guard let colon = value.lastIndex(of: ":") else { return nil }
        var address = String(value[..<colon])
        let digits = String(value[value.index(after: colon)...])
        if address.hasPrefix("["), address.hasSuffix("]") {
            address = String(address.dropFirst().dropLast())
        } else if address.contains(":") {
            return nil
        }
        guard let port = UInt16(digits), String(port) == digits else { return nil }
        return (address, port)
    }

    /// An IPv4 or IPv6 address, not a name: what a name means can change under a running service.
    private static func isLiteral(_ address: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, address, &four) == 1 || inet_pton(AF_INET6, address, &six) == 1
    }
}
