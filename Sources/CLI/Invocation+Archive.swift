import Crypto
import Glibc

extension Invocation {
    /// The SHA-256 of a file, in hex. However large it is, one piece at a time is in memory; a large one shows how far it has
    /// come. Errors: a file that cannot be read to its end.
    func archiveDigest(of path: String) throws(Trouble) -> String {
        func unreadable(_ number: Int32) -> Trouble { .usage("\(path) cannot be read: \(systemWords(number)).") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
        // A pipe or a device may never end, and nothing is no archive.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw .usage("\(path) is no archive: not a file with something in it.")
        }
        let size = Int(status.st_size)
        let isWatched = environment.errorIsTerminal
        var bar = ProgressBar(
            of: isWatched ? size : 0, from: environment.progressBytesMin, width: width, draw: environment.writeError)
        defer { bar.clear() }
        let digest = SHA256.Stream()
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        var done = 0
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(errno) }
            if count == 0 { return Hex.encode(digest.digest()) }
            digest.update(piece[..<count])
            done += count
            bar.reach(done)
        }
    }
}

/// Large enough that calls of the kernel do not count, small enough for any machine.
private let pieceBytes = 1 << 20
