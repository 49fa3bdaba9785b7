import Glibc

/// False where not all could be written, e.g. to a closed pipe or a full disk.
func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// All that a descriptor has; nil where it is more than `max` bytes, or cannot be read.
func readAll(_ descriptor: Int32, bytesMax: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
        guard bytes.count <= bytesMax else { return nil }
    }
}

/// Of standard input, and of a file that a person names: the service takes no longer body.
let inputBytesMax = 256 << 10

/// The C library's words for an error number.
func systemWords(_ number: Int32) -> String {
    String(cString: strerror(number))
}

/// A process that was started without one of its three standard descriptors would give the number to the next file that it
/// opens, and write its answers there.
func openStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
        // Opens at the lowest free number, which is this one. Reading only: a write there fails, and is noticed.
        _ = open("/dev/null", O_RDONLY)
    }
}

/// Whether standard output leads anywhere: a pipe, a socket or a file, and neither `/dev/null` nor a closed descriptor.
func standardOutputKeeps() -> Bool {
    var status = stat()
    guard fstat(1, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
}
