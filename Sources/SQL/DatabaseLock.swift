import Glibc

/// The exclusive right to a database file, held through `<path>.lock`: a second service on the same file would checkpoint
/// beside the first. The kernel gives it back when the process dies (flock(2)); the file stays.
package final class DatabaseLock: Sendable {
    /// For how long another's lock is waited for: a service that ends while its successor starts is no second service, and
    /// a child between its fork and its exec holds what its parent had for a moment.
    private static let patienceMilliseconds = 1_000
    private static let pauseMilliseconds = 50

    private let descriptor: Int32

    /// Errors: `locked` where another has it, `io` where the lock file cannot be made.
    package init(databasePath path: String) throws(SQLError) {
        let file = Self.resolved(path)
        var status = stat()
        // By hard links one file has several names that nothing tells apart, and each would have a log of its own.
        guard stat(file, &status) != 0 || status.st_nlink <= 1 else {
            throw SQLError(.locked, "\(path) has \(status.st_nlink) names (hard links); leave it one")
        }
        let lockPath = "\(file).lock"
        let opened = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw SQLError(.io, "cannot open \(lockPath): \(String(cString: strerror(errno)))")
        }
        var reason = Self.tryLock(opened)
        for _ in 0..<Self.patienceMilliseconds / Self.pauseMilliseconds where reason == EWOULDBLOCK {
            usleep(useconds_t(Self.pauseMilliseconds) * 1_000)
            reason = Self.tryLock(opened)
        }
        guard reason == 0 else {
            Glibc.close(opened)
            throw reason == EWOULDBLOCK
                ? SQLError(.locked, "another process has \(path) open; stop it first")
                : SQLError(.io, "cannot lock \(lockPath): \(String(cString: strerror(reason)))")
        }
        // Last: from here on deinit closes it, also after a throw, and a second close would hit somebody else's file.
        descriptor = opened
    }

    /// The file itself, by whatever links it is reached: a second name is no second database. One that is not there yet is
    /// where a link to it leads, in its folder as that really is.
    package static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<linksMax {
            if let real = realPath(path) { return real }
            guard let target = linkTarget(path) else { break }
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = target.hasPrefix("/") ? target : "\(folder)\(target)"
        }
        guard let slash = path.lastIndex(of: "/"), let folder = realPath(String(path[...slash])) else { return path }
        return "\(folder)/\(path[path.index(after: slash)...])"
    }

    /// As many as Linux follows (path_resolution(7)).
    private static let linksMax = 40

    private static func linkTarget(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes {
            readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return count > 0 ? String(validating: bytes[..<count], as: UTF8.self) : nil
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    /// 0, or why not.
    private static func tryLock(_ descriptor: Int32) -> Int32 {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
    }

    deinit {
        close(descriptor)
    }
}
