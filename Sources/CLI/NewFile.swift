import Glibc

/// A file that was made for its owner alone, and is not written yet.
package struct NewFile: Sendable {
    package let path: String
    /// Writes the bytes to the end; false where they are not safely on the disk.
    package let append: @Sendable ([UInt8]) -> Bool
    package let remove: @Sendable () -> Void

    package init(
        path: String, append: @escaping @Sendable ([UInt8]) -> Bool, remove: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.append = append
        self.remove = remove
    }

    /// Errors: anything that is there already, a symbolic link that leads nowhere included.
    static func create(_ path: String) throws(Trouble) -> NewFile {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let why = errno == EEXIST ? "it is there already, and would be overwritten" : systemWords(errno)
            throw .usage("\(path) cannot be made: \(why). Name a new file.")
        }
        // A umask can only have taken more away; this says what is promised.
        fchmod(descriptor, 0o600)
        // The descriptor stays open until the process ends: a command makes one file at most.
        return NewFile(
            path: path, append: { write($0, to: descriptor) && fsync(descriptor) == 0 }, remove: { unlink(path) })
    }
}
