import Dispatch
import Glibc
import Synchronization

/// A program that runs beside the test, in a process group of its own. It does not outlive whoever holds it, nor the
/// tests as a whole: the kernel kills it when the thread that made it is gone, and that thread ends with the process.
package final class ChildProcess: Sendable {
    package enum End: Sendable, Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Where the child's words go: a file, or an open descriptor.
    package enum Place: Sendable {
        case file(String)
        case descriptor(Int32)
    }

    package let id: pid_t
    private let words: [String]
    private let end = Mutex<End?>(nil)

    /// - Parameters:
    ///   - environment: all of it, beside PATH, HOME and what makes programs say the same on every machine.
    ///   - folder: where it runs, and what it takes for its home.
    package init(
        _ words: [String], environment: [String: String] = [:], folder: String, input: String = "/dev/null",
        output: Place = .file("/dev/null"), errors: Place = .file("/dev/null")
    ) throws {
        let wrapped = ["/usr/bin/env", "-C", folder, "setpriv", "--pdeathsig", "KILL", "--"] + words
        let standard = [
            "PATH": "\(BuiltPrograms.folder):/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": folder, "TZ": "UTC", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        ]
        let variables = standard.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        self.words = words
        id = try Self.maker.make {
            try Self.spawn(wrapped, variables, input: input, output: output, errors: errors)
        }
    }

    deinit {
        kill(-id, SIGKILL)
        if end.withLock({ $0 == nil }) { waitpid(id, nil, 0) }
    }

    package func signal(_ number: Int32) { kill(id, number) }

    package var isRunning: Bool { reap(WNOHANG) == nil }

    /// Waits for its end; one that takes longer is killed, and that is an error.
    @discardableResult
    package func wait(seconds: Double = 15) throws -> End {
        var left = Int(seconds * 200)
        while true {
            if let end = reap(WNOHANG) { return end }
            guard left > 0 else { break }
            left -= 1
            usleep(5_000)
        }
        kill(-id, SIGKILL)
        _ = reap(0)
        throw OutsideError("'\(words.joined(separator: " "))' did not end within \(seconds) s.")
    }

    private func reap(_ options: Int32) -> End? {
        end.withLock { end in
            if let end { return end }
            var status: Int32 = 0
            guard waitpid(id, &status, options) == id else { return nil }
            // wait(2): the low seven bits are the signal, and above them is the exit status.
            end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
            return end
        }
    }

    // MARK: Making

    private static let maker = Maker()
    /// Numbers of descriptors that a test may reach; closing one that is not open does no harm.
    private static let descriptorsMax: Int32 = 1_024

    private static func spawn(
        _ words: [String], _ variables: [String], input: String, output: Place, errors: Place
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        for (place, number) in [(output, Int32(1)), (errors, 2)] {
            switch place {
            case .file(let path):
                posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            }
        }
        // What another thread has open at this moment is none of the child's business: a file that it held open for writing
        // could not be run for as long as it lives.
        for number in 3..<Self.descriptorsMax { posix_spawn_file_actions_addclose(&actions, number) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var id = pid_t()
        let code = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw OutsideError("cannot run \(words[0]): \(String(cString: strerror(code)))") }
        return id
    }

    /// The thread that makes all children, because the kernel ties their lives to the thread that made them.
    private final class Maker: Sendable {
        private let jobs = Mutex<[@Sendable () -> Void]>([])
        private let waiting = DispatchSemaphore(value: 0)

        init() {
            Thread { [self] in
                while true {
                    waiting.wait()
                    let job = jobs.withLock { $0.removeFirst() }
                    job()
                }
            }
        }

        func make(_ body: @escaping @Sendable () throws -> pid_t) throws -> pid_t {
            let result = Shared<Result<pid_t, any Error>?>(nil)
            let done = DispatchSemaphore(value: 0)
            jobs.withLock {
                $0.append {
                    let made = Result { try body() }
                    result.change { $0 = made }
                    done.signal()
                }
            }
            waiting.signal()
            done.wait()
            return try result.value!.get()
        }
    }
}
