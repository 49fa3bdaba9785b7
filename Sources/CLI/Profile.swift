import Glibc

/// The caller's own file of where the service is and which token to use: `KEY=value` lines.
struct Profile: Sendable, Equatable {
    var socket: String?
    var url: String?
    var token: String?

    init(socket: String? = nil, url: String? = nil, token: String? = nil) {
        self.socket = socket
        self.url = url
        self.token = token
    }

    /// nil where the environment names no home. A relative one is none: it would be a file in the working directory.
    static func path(_ environment: Environment) -> String? {
        if let folder = environment.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return "\(folder)/ssadmin/profile"
        }
        guard let home = environment.variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.config/ssadmin/profile"
    }

    /// The profile, or an empty one where there is no file. Errors: one that others could read or change.
    static func read(_ environment: Environment) throws(Trouble) -> Profile {
        guard let path = path(environment) else { return Profile() }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 && (errno == ENOENT || errno == ENOTDIR) { return Profile() }
        guard descriptor >= 0 else { throw .usage("The profile \(path) cannot be read: \(systemWords(errno)).") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .usage("The profile \(path) is not a file.")
        }
        guard status.st_mode & 0o177 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw .usage(
                "The profile \(path) has mode 0\(mode), but it may hold a token and must be 0600: yours alone.",
                next: ["chmod 600 \(shellQuoted(path))"])
        }
        guard let bytes = readAll(descriptor, bytesMax: 16 << 10), let text = String(validating: bytes, as: UTF8.self)
        else { throw .usage("The profile \(path) is not a short text in UTF-8.") }
        return try Profile(text, path: path)
    }

    /// Errors: a line that is neither empty, a comment, nor a known key. A value may be the token and is not repeated.
    init(_ text: String, path: String) throws(Trouble) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (parts[0], parts.count) {
            case ("socket", 2) where parts[1].hasPrefix("/"): socket = parts[1]
            case ("socket", 2):
                // Read in another folder it would be somebody else's socket, and get to see the token.
                throw .usage("Line \(index + 1) of \(path) names a socket without its whole path.")
            case ("url", 2): url = parts[1]
            case ("token", 2): token = parts[1]
            default:
                throw .usage("Line \(index + 1) of \(path) is not socket=PATH, url=URL or token=TOKEN.")
            }
        }
    }

    /// Replaces the file as a whole: at no moment is there half of one, or one that others can read.
    func write(_ environment: Environment) throws(Trouble) {
        guard let path = Self.path(environment) else {
            throw .usage("There is no place for a profile: set HOME or XDG_CONFIG_HOME.")
        }
        func failed() -> Trouble {
            Trouble(.failed, code: "file", "The profile \(path) cannot be written: \(systemWords(errno)).")
        }
        let folders = path.split(separator: "/").dropLast()
        for count in 1...max(1, folders.count) {
            mkdir("/" + folders.prefix(count).joined(separator: "/"), 0o700)
        }
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failed() }
        defer { close(descriptor) }
        let lines = [("socket", socket), ("url", url), ("token", token)].compactMap { key, value in
            value.map { "\(key)=\($0)\n" }
        }
        guard CLI.write(Array(lines.joined().utf8), to: descriptor), fsync(descriptor) == 0, rename(draft, path) == 0
        else {
            let trouble = failed()
            unlink(draft)
            throw trouble
        }
    }
}
