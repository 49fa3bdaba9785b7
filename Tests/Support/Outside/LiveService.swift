import API
import FoundationEssentials
import Glibc
import HTTP

/// `ssadmind` as it was built, in a folder of its own: settings in a file, a Unix socket, a port that the kernel picks.
///
/// Used by one thread at a time.
package final class LiveService {
    package static let keySecret = "a5a9f0e2c1d84b7796e3b1d05c7f2e4839aa61d3"

    package let files: FreshDatabase
    /// Lines of the configuration file; it is written anew at each start.
    package var settings: [String: String]
    /// What stands in the process's environment beside them.
    package var environment: [String: String] = [:]
    /// Words before the program's name: a tracer, another user.
    package var wrapper: [String] = []
    /// The running or the last process.
    package private(set) var process: ChildProcess?
    private var starts = 0

    package init(files: FreshDatabase? = nil) throws {
        self.files = try files ?? FreshDatabase()
        let folder = self.files.folder
        settings = [
            "SSADMIN_DATABASE": "sqlite:\(folder)/ssadmin.db", "SSADMIN_ADMIN_LISTEN": "unix:\(folder)/admin.sock",
            "SSADMIN_SDK_LISTEN": "127.0.0.1:0", "CUSTOMER_SDK_KEY_SECRET": Self.keySecret,
        ]
    }

    package var folder: String { files.folder }
    package var database: String { "\(folder)/ssadmin.db" }
    package var socket: String { "\(folder)/admin.sock" }
    package var configurationFile: String { "\(folder)/service.conf" }
    private var logFile: String { "\(folder)/log.\(starts)" }

    package func writeConfiguration() throws {
        let text = settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined()
        try text.write(toFile: configurationFile, atomically: true, encoding: .utf8)
    }

    // MARK: Life

    /// Starts it and waits until it is ready; an early end is an error that says what it said.
    package func start(_ options: String..., seconds: Double = 15) throws {
        try launch(["serve"] + options)
        try waitForEvent("ready", seconds: seconds)
    }

    /// Starts it and does not wait.
    package func launch(_ words: [String]) throws {
        try writeConfiguration()
        starts += 1
        process = try ChildProcess(
            wrapper + [try BuiltPrograms.path("ssadmind")] + words + ["--config", configurationFile],
            environment: environment, folder: folder, output: .file("\(folder)/output.\(starts)"),
            errors: .file(logFile))
    }

    /// Starts what must not start, or ends by itself.
    package func ended(_ words: String..., seconds: Double = 15) throws -> (end: ChildProcess.End, said: String) {
        try launch(words)
        return (try process!.wait(seconds: seconds), said)
    }

    /// `ssadmind init`; its token.
    @discardableResult
    package func initialize(operator name: String = "root") throws -> String {
        let (end, said) = try ended("init", "--operator", name)
        guard end == .exited(0) else { throw OutsideError("init: \(end), \(said)") }
        return output.trimmingSuffix("\n")
    }

    /// Has it stop as systemd would.
    @discardableResult
    package func stop(seconds: Double = 15) throws -> ChildProcess.End {
        process!.signal(SIGTERM)
        return try process!.wait(seconds: seconds)
    }

    /// What a power cut looks like from within: nothing is finished.
    package func kill() throws {
        process!.signal(SIGKILL)
        try process!.wait()
    }

    // MARK: What it said

    /// Standard output and standard error of the running or last process.
    package var output: String { text(of: "\(folder)/output.\(starts)") }
    package var said: String { text(of: logFile) }

    /// All that every process of this service said.
    package var saidEver: String {
        (0...starts).map { text(of: "\(folder)/log.\($0)") }.joined()
    }

    private func text(of path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    package func events(_ name: String) -> [JSONValue] {
        said.split(separator: "\n").compactMap { line in
            guard let value = try? JSONScanner.scan(Array(line.utf8)), value["event"] == .string(name) else {
                return nil
            }
            return value
        }
    }

    /// Waits for the `count`th event of that name of this process.
    @discardableResult
    package func waitForEvent(_ name: String, count: Int = 1, seconds: Double = 15) throws -> JSONValue {
        for _ in 0..<Int(seconds * 100) {
            let events = events(name)
            if events.count >= count { return events[count - 1] }
            guard process!.isRunning else { break }
            usleep(10_000)
        }
        let state = process!.isRunning ? "runs" : "ended"
        throw OutsideError("The service \(state) and did not say '\(name)'; it said:\n\(said)")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
