import Glibc

/// A consistent copy of a database in one file that only its owner reads (mode 0600).
package enum DatabaseBackup {
    /// The copy appears under its name only when it is whole and on the disk; an older one of that name is replaced.
    ///
    /// Errors: `io` where the file cannot be made, else what the database met. Must not be called in a transaction.
    package static func write(from connection: any Connection, to path: String) throws(SQLError) {
        let partial = "\(path).partial"
        unlink(partial)
        // VACUUM INTO takes an empty file that is there, and so the mode is ours from the first byte.
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", partial) }
        defer { close(descriptor) }
        do {
            try connection.run("VACUUM INTO \(partial)")
        } catch {
            unlink(partial)
            throw error
        }
        guard fsync(descriptor) == 0 else { throw failure("sync", partial) }
        guard rename(partial, path) == 0 else { throw failure("name", path) }
        try syncFolder(of: path)
    }

    /// The name of a file is in its folder, and the folder has a sync of its own.
    private static func syncFolder(of path: String) throws(SQLError) {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", folder) }
    }

    private static func failure(_ what: String, _ path: String) -> SQLError {
        SQLError(.io, "cannot \(what) \(path): \(String(cString: strerror(errno)))")
    }
}
