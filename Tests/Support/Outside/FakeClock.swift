import FoundationEssentials
import Glibc

/// A wall clock that a test sets, for any program: libfaketime reads it from a file each time somebody asks. What is
/// measured and not told – time-outs, waits – goes on with the machine's own clock.
package final class FakeClock: Sendable {
    private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
    package static let missing = "libfaketime is not there (Debian package faketime)"
    package static var isThere: Bool { access(library, R_OK) == 0 }

    private let path: String

    /// - Parameter moment: `2026-11-30 10:00:00` in UTC, where it stands still; `+1d` runs on from the true one.
    package init(folder: String, _ moment: String) throws {
        path = "\(folder)/clock"
        try set(moment)
    }

    package func set(_ moment: String) throws {
        // In one step: nobody may read half a time.
        try (moment + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// For a process's environment.
    package var variables: [String: String] {
        [
            "LD_PRELOAD": Self.library, "FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
        ]
    }

    /// What the library leaves behind a process that was killed.
    package static func forget(_ process: ChildProcess) {
        for name in ["faketime_shm_\(process.id)", "sem.faketime_sem_\(process.id)"] { unlink("/dev/shm/\(name)") }
    }
}
