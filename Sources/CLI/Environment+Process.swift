import API
import Glibc

extension Environment {
    /// The process's own world. Errors: arguments that are not UTF-8; repaired ones would name another thing.
    package static func process() throws(Trouble) -> Environment {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = String(validatingCString: CommandLine.unsafeArgv[index]!) else {
                throw .usage("Argument \(index) is not UTF-8.")
            }
            arguments.append(argument)
        }
        var variables: [String: String] = [:]
        for name in ["HOME", "XDG_CONFIG_HOME", "SSADMIN_SOCKET", "SSADMIN_URL", "SSADMIN_TOKEN_FILE", "COLUMNS"] {
            if let value = getenv(name) { variables[name] = String(validatingCString: value) }
        }
        var environment = Environment(
            arguments: arguments, variables: variables, isTerminal: isatty(1) == 1, now: wallClock,
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            readInput: readStandardInput,
            writeOutput: { write($0, to: 1) },
            writeError: { _ = write($0, to: 2) })
        environment.outputKeeps = standardOutputKeeps()
        environment.errorIsTerminal = isatty(2) == 1
        let width = environment.variable("COLUMNS").flatMap { Int($0) } ?? terminalWidth() ?? 80
        environment.width = min(max(width, widthsAllowed.lowerBound), widthsAllowed.upperBound)
        return environment
    }
}

/// Columns for which lines can be laid out; what a variable says beyond is no terminal's.
private let widthsAllowed = 20...1_000

private func wallClock() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
}

private func terminalWidth() -> Int? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}

/// Bytes of a line that a terminal collects at most, its line feed included (N_TTY_BUF_SIZE of Linux).
private let terminalLineMax = 4096

private func readStandardInput(_ question: String) -> [UInt8]? {
    guard isatty(0) == 1, !question.isEmpty else { return readAll(0, bytesMax: inputBytesMax) }
    _ = write(Array(question.utf8), to: 2)
    var settings = termios()
    tcgetattr(0, &settings)
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(0, TCSAFLUSH, &silent)
    defer {
        tcsetattr(0, TCSAFLUSH, &settings)
        _ = write([0x0a], to: 2)
    }
    guard let line = readLine(strippingNewline: false) else { return [] }
    // What a terminal has no room for it drops without a word, and keeps the line feed.
    return line.utf8.count < terminalLineMax ? Array(line.utf8) : nil
}
