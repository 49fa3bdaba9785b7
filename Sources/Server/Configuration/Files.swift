import Glibc

/// A small file, whole.
///
/// - Throws: where it cannot be read or is longer than `bytesMax`.
func readFile(_ path: String, bytesMax: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        guard count >= 0 else { throw SystemError("read \(path)") }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
        guard bytes.count <= bytesMax else { throw SystemError("read \(path)", code: EFBIG) }
    }
}

/// Writes a file that must be new and that only its owner can read, and has its bytes on disk before it returns; its name,
/// which is the folder's, may still be lost with the power.
func writeNewPrivateFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("create \(path)") }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
        let error = SystemError("write \(path)")
        unlink(path)
        throw error
    }
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// A process that was started without one of its three standard descriptors would give the number to the next file that it
/// opens, and write its messages there.
func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
        // Opens at the lowest free number, which is this one. Reading only: a write there fails, and is noticed.
        _ = open("/dev/null", O_RDONLY)
    }
}
