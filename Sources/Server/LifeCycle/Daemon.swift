import API
import Domain
import Glibc

/// `ssadmind` from its first to its last line. Called by `main` and by nothing else.
///
/// - Returns: the exit status: 0 done, 2 usage, 78 what is configured or found does not let it start, 1 anything else.
package func runDaemon(_ arguments: [String]) -> Int32 {
    openStandardDescriptors()
    // A client that goes away is an error of its call, not the end of the service; and where nobody takes a token, that is
    // to be told.
    signal(SIGPIPE, SIG_IGN)
    // A limit of the file's size is an error of its write, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    // What this process makes is for its owner: the database, its copies, the key.
    umask(0o077)
    do throws(DaemonUsage) {
        let command = try DaemonCommand(arguments)
        let environment = processEnvironment()
        do throws(StartError) {
            switch command {
            case .help(let text):
                print(text)
            case .initialize(let name, let file):
                let configuration = try load(file, environment)
                let token = try initialize(configuration, operatorName: name, world: .system)
                guard say(token) else {
                    throw .failed(
                        "the operator '\(name)' is made, but the token could not be written and is not shown again. "
                            + "As that Unix user: ssadmin token create \(name) --scope admin --out FILE")
                }
            case .serve(let file, let makesDatabase):
                let configuration = try load(file, environment)
                return try serve(configuration, file: file, environment: environment, makesDatabase: makesDatabase)
            case .serveAllOff(let file):
                return try serveAllOff(file: file, environment: environment)
            }
            return 0
        } catch {
            complain("ssadmind: \(error.text)")
            return error.exitStatus
        }
    } catch {
        complain("ssadmind: \(error.text)\n\n\(DaemonCommand.usage)")
        return 2
    }
}

/// All problems in one answer, so that they are mended in one go.
private func load(_ file: String?, _ environment: [String: String]) throws(StartError) -> Configuration {
    do {
        return try Configuration(file: file, environment: environment)
    } catch {
        throw .refused("the configuration is not right:\n  " + error.lines.joined(separator: "\n  "))
    }
}

/// One line on standard output.
///
/// - Returns: whether all of it went out.
private func say(_ text: String) -> Bool {
    let line = Array((text + "\n").utf8)
    return write(STDOUT_FILENO, line, line.count) == line.count
}

private func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

private func processEnvironment() -> [String: String] {
    var values: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let pair = String(cString: text)
        if let equals = pair.firstIndex(of: "=") {
            values[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
        }
        entry += 1
    }
    return values
}

struct DaemonUsage: Error {
    let text: String
}

/// The words after `ssadmind`.
enum DaemonCommand {
    case help(String)
    case initialize(operatorName: String, file: String?)
    case serve(file: String?, makesDatabase: Bool)
    case serveAllOff(file: String?)

    static let version = programVersion

    static let usage = """
        usage: ssadmind serve [--config FILE] [--init]   serve; --init makes a missing database, with you as first operator
               ssadmind serve --all-off [--config FILE]  break-glass: no database, every app is told that all is off
               ssadmind init --operator NAME [--config FILE]
                                                         make the database and its first operator, and print that
                                                         operator's token once
               ssadmind help | version
        """

    init(_ arguments: [String]) throws(DaemonUsage) {
        var rest = arguments.dropFirst()
        switch rest.popFirst() {
        case "help", "--help", "-h": self = .help(Self.usage)
        case "version", "--version": self = .help("ssadmind \(Self.version)")
        case "serve":
            let options = try Self.options(rest, flags: ["--init", "--all-off"], values: ["--config"])
            if options["--all-off"] != nil {
                guard options["--init"] == nil else {
                    throw DaemonUsage(text: "--all-off opens no database and makes none")
                }
                self = .serveAllOff(file: options["--config"])
            } else {
                self = .serve(file: options["--config"], makesDatabase: options["--init"] != nil)
            }
        case "init":
            let options = try Self.options(rest, flags: [], values: ["--config", "--operator"])
            guard let name = options["--operator"] else {
                throw DaemonUsage(text: "init needs --operator NAME, who may then administer everything")
            }
            self = .initialize(operatorName: name, file: options["--config"])
        case let word?: throw DaemonUsage(text: "there is no command \(quoted(word))")
        case nil: throw DaemonUsage(text: "say what to do")
        }
    }

    private static func options(
        _ words: ArraySlice<String>, flags: Set<String>, values: Set<String>
    ) throws(DaemonUsage) -> [String: String] {
        var options: [String: String] = [:]
        var rest = words
        while let word = rest.popFirst() {
            var name = word
            var value: String? = flags.contains(word) ? "" : nil
            if value == nil, let equals = word.firstIndex(of: "=") {
                name = String(word[..<equals])
                value = String(word[word.index(after: equals)...])
            }
            guard flags.contains(name) || values.contains(name) else {
                throw DaemonUsage(text: "there is no option \(quoted(word))")
            }
            guard let value = value ?? rest.popFirst() else { throw DaemonUsage(text: "\(name) needs a value") }
            guard options.updateValue(value, forKey: name) == nil else {
                throw DaemonUsage(text: "\(name) is given twice")
            }
        }
        return options
    }
}
