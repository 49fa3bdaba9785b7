import Domain
import Glibc

/// What the service is told from outside (contract section 9). Read whole and judged whole: all that is wrong is
/// reported together, before anything opens.
package struct Configuration: Sendable, Equatable {
    package enum Environment: String, Sendable, CaseIterable {
        case development, staging, production
    }

    package enum Address: Sendable, Equatable, CustomStringConvertible {
        case unix(path: String)
        case tcp(address: String, port: UInt16)

        package var description: String {
            switch self {
            case .unix(let path): "unix:\(path)"
            case .tcp(let address, let port):
                address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
            }
        }
    }

    package internal(set) var environment = Environment.development
    package internal(set) var databasePath = "/var/lib/ssadmin/ssadmin.db"
    package internal(set) var adminListen = Address.unix(path: "/run/ssadmin/admin.sock")
    package internal(set) var sdkListen = Address.tcp(address: "127.0.0.1", port: 8787)
    package internal(set) var metricsListen: Address?
    /// The SDK plane's base URL as devices see it.
    package internal(set) var publicURL: String?
    package internal(set) var trustedProxies: [String] = []
    package internal(set) var masterKeyFile: String?
    package internal(set) var region = "eu"
    package internal(set) var identityAudience = "mybot-customer-sdk"
    package internal(set) var keySecret: [UInt8]?
    package internal(set) var previousKeySecrets: [[UInt8]] = []

    /// In development the master key lies beside the database.
    package var masterKeyPath: String { masterKeyFile ?? databasePath + ".master-key" }

    package var keySigner: ProjectKeySigner { ProjectKeySigner(current: keySecret, previous: previousKeySecrets) }

    /// What is wrong, one line each, and never the value of a secret.
    package struct Problems: Error, Equatable {
        package internal(set) var lines: [String]
    }
}

extension Configuration {
    /// The file, overlaid by the environment.
    ///
    /// - Throws: every problem there is.
    package init(file: String?, environment: [String: String]) throws(Problems) {
        var problems = Problems(lines: [])
        var values: [String: String] = [:]
        if let file { values = Self.read(file, &problems) }
        for (key, value) in environment where Self.isOurs(key) { values[key] = value }
        for key in values.keys.sorted() where !Self.keys.contains(key) && !Self.commandLineKeys.contains(key) {
            problems.lines.append("\(key): there is no such key; there are \(Self.keys.joined(separator: ", "))")
        }
        for (key, parse) in Self.parsers {
            guard let value = values[key] else { continue }
            do throws(Problem) {
                try parse(&self, value)
            } catch {
                problems.lines.append("\(key): \(error.text)")
            }
        }
        if values["CUSTOMER_SDK_KEY_SECRET"] != nil, values["CUSTOMER_SDK_KEY_SECRET_FILE"] != nil {
            problems.lines.append("CUSTOMER_SDK_KEY_SECRET_FILE: give this or CUSTOMER_SDK_KEY_SECRET, not both")
        }
        if self.environment == .production, keySecret == nil,
            !problems.lines.contains(where: { $0.hasPrefix("CUSTOMER_SDK_KEY_SECRET") })
        {
            problems.lines.append(
                "CUSTOMER_SDK_KEY_SECRET: production does not start without the secret that signs project keys")
        }
        if self.environment != .development, masterKeyFile == nil {
            problems.lines.append(
                "SSADMIN_MASTER_KEY_FILE: required outside development: a file with 32 bytes in hex, mode 0600")
        }
        guard problems.lines.isEmpty else { throw problems }
    }

    /// For the break-glass: where devices call, whatever else is wrong.
    package static func sdkListenOnly(file: String?, environment: [String: String]) throws(Problems) -> Address {
        var problems = Problems(lines: [])
        let values = file.map { read($0, &problems) } ?? [:]
        var configuration = Configuration()
        if let value = environment["SSADMIN_SDK_LISTEN"] ?? values["SSADMIN_SDK_LISTEN"] {
            do throws(Problem) {
                try parseSDKListen(&configuration, value)
            } catch {
                throw Problems(lines: ["SSADMIN_SDK_LISTEN: \(error.text)"])
            }
        }
        return configuration.sdkListen
    }

    /// Keys that a reload cannot change, where they differ.
    package func needingRestart(comparedTo started: Configuration) -> [String] {
        var keys: [String] = []
        if environment != started.environment { keys.append("SSADMIN_ENVIRONMENT") }
        if databasePath != started.databasePath { keys.append("SSADMIN_DATABASE") }
        if adminListen != started.adminListen { keys.append("SSADMIN_ADMIN_LISTEN") }
        if sdkListen != started.sdkListen { keys.append("SSADMIN_SDK_LISTEN") }
        if metricsListen != started.metricsListen { keys.append("SSADMIN_METRICS_LISTEN") }
        if masterKeyFile != started.masterKeyFile { keys.append("SSADMIN_MASTER_KEY_FILE") }
        return keys
    }

    /// The command line's, which may stand in the same environment.
    private static let commandLineKeys: Set<String> = ["SSADMIN_SOCKET", "SSADMIN_URL", "SSADMIN_TOKEN_FILE"]

    private static func isOurs(_ key: String) -> Bool { key.hasPrefix("SSADMIN_") || keys.contains(key) }

    /// `KEY=value` lines as systemd.exec(5) reads an EnvironmentFile: blank lines and those that begin with `#` or `;`
    /// are passed over, a value may stand in quotes.
    private static func read(_ file: String, _ problems: inout Problems) -> [String: String] {
        guard let bytes = try? readFile(file, bytesMax: 64 * 1024), let text = String(validating: bytes, as: UTF8.self)
        else {
            problems.lines.append("\(file): cannot be read as a text of at most 64 KiB")
            return [:]
        }
        var values: [String: String] = [:]
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = ASCII.trimmed(String(raw))
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            guard let equals = line.firstIndex(of: "=") else {
                problems.lines.append("\(file):\(index + 1): not KEY=value")
                continue
            }
            let key = ASCII.trimmed(String(line[..<equals]))
            var value = ASCII.trimmed(String(line[line.index(after: equals)...]))
            if value.utf8.count >= 2, let quote = value.first, quote == "\"" || quote == "'", value.last == quote {
                value = String(value.dropFirst().dropLast())
            }
            if values.updateValue(value, forKey: key) != nil {
                problems.lines.append("\(file):\(index + 1): \(key) was given before")
            }
        }
        return values
    }
}
