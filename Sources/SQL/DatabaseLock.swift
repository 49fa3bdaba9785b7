import Glibc

/// The exclusive right to a database file, held through `<path>.lock`: a second service on the same file would checkpoint
/// beside the first. The kernel gives it back when the process dies (flock(2)); the file stays.
package final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Errors: `locked` where another has it, `io` where the lock file cannot be made.
    package init(databasePath path: String) throws(SQLError) {
        let lockPath = "\(path).lock"
        let opened = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw SQLError(.io, "cannot open \(lockPath): \(String(cString: strerror(errno)))")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            Glibc.close(opened)
            throw reason == EWOULDBLOCK
                ? SQLError(.locked, "another process has \(path) open; stop it first")
                : SQLError(.io, "cannot lock \(lockPath): \(String(cString: strerror(reason)))")
        }
        // Last: from here on deinit closes it, also after a throw, and a second close would hit somebody else's file.
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }
}
