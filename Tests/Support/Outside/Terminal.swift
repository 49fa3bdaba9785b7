import Glibc

/// A terminal of 80 columns that nobody sits at: what a program writes there, it writes for people.
package final class Terminal {
    private let leader: Int32
    private var follower: Int32

    // asm-generic/ioctls.h; Swift does not see macros that are calculated.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430

    package init() throws {
        leader = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: Int32 = 0
        guard leader >= 0, ioctl(leader, Self.unlock, &locked) == 0, ioctl(leader, Self.number, &number) == 0 else {
            throw OutsideError("no terminal can be made: \(String(cString: strerror(errno)))")
        }
        follower = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        guard follower >= 0, ioctl(follower, UInt(TIOCSWINSZ), &size) == 0 else {
            throw OutsideError("no terminal can be opened: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(leader)
        if follower >= 0 { close(follower) }
    }

    /// Runs a program there, standard error included.
    ///
    /// - Returns: what it wrote, with line ends as in a file, and how it ended.
    package func run(
        _ words: [String], environment: [String: String], folder: String, seconds: Int = 15
    ) throws -> (text: String, end: ChildProcess.End) {
        let child = try ChildProcess(
            words, environment: environment, folder: folder, output: .descriptor(follower),
            errors: .descriptor(follower))
        close(follower)
        follower = -1
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var ready = pollfd(fd: leader, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(seconds) * 1000) == 1 else {
                throw OutsideError("'\(words.joined(separator: " "))' said nothing for \(seconds) s.")
            }
            // EIO when the last program has closed the terminal.
            let count = read(leader, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let end = try child.wait(seconds: Double(seconds))
        return (String(decoding: bytes.filter { $0 != 0x0d }, as: UTF8.self), end)
    }
}
