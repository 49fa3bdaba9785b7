import FoundationEssentials
import Glibc

/// A wall clock that a test sets, for any program: libfaketime reads it from a file each time somebody asks. What is
/// measured and not told – time-outs, waits – goes on with the machine's own clock.
package final class FakeClock: Sendable {
    private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
    package static let missing = "libfaketime is not there (Debian package faketime)"
    package static var isThere: Bool { access(library, R_OK) == 0 }

    private let path: String
    /// Whose shared memory all programs under this clock use.
    private let owner: pid_t

    /// - Parameter moment: `2026-11-30 10:00:00` in UTC, where it stands still.
    package init(folder: String, _ moment: String) throws {
        path = "\(folder)/clock"
        try Self.write(moment, to: path)
        // Every program that is the first one under the library leaves memory in /dev/shm: let it be this one, once.
        let first = try ChildProcess(["true"], environment: Self.variables(path), folder: folder)
        try first.wait()
        owner = first.id
    }

    deinit {
        for name in ["faketime_shm_\(owner)", "sem.faketime_sem_\(owner)"] { unlink("/dev/shm/\(name)") }
    }

    package func set(_ moment: String) throws { try Self.write(moment, to: path) }

    /// For a process's environment.
    package var variables: [String: String] {
        Self.variables(path).merging(["FAKETIME_SHARED": "/faketime_sem_\(owner) /faketime_shm_\(owner)"]) { $1 }
    }

    private static func variables(_ path: String) -> [String: String] {
        [
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
        ]
    }

    private static func write(_ moment: String, to path: String) throws {
        // In one step: nobody may read half a time.
        try (moment + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
}
