import Crypto
import Glibc

/// A file whose room is taken before it is needed, and that always holds one whole content: two slots are written in turn,
/// and the newest that is whole counts. What was written is on disk when `write` returns; what a crash tears was told to
/// nobody.
struct SpillFile: ~Copyable {
    /// Some hundred changes; whoever makes so many without a database has to mend that first.
    static let slotBytes = 256 << 10
    static let contentBytesMax = slotBytes - headerBytes
    /// Of the format.
    private static let mark = Array("ssadmsp1".utf8)
    /// The mark, the number and the length (64 bits each, little-endian), and SHA-256 over these two and the content.
    private static let headerBytes = mark.count + 8 + 8 + SHA256.digestBytes

    private let descriptor: Int32
    /// Counts the writes; the slot is its lowest bit.
    private var number: UInt64

    /// Opens the file or makes it, mode 0600, and takes its room.
    ///
    /// - Parameter content: what it holds; nothing at all in a new one.
    /// - Throws: where there is no room, or neither slot is whole (EUCLEAN).
    init(_ path: String, content: inout [UInt8]) throws(SystemError) {
        (descriptor, number) = try Self.opened(path, &content)
    }

    private static func opened(
        _ path: String, _ content: inout [UInt8]
    ) throws(SystemError) -> (descriptor: Int32, number: UInt64) {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw SystemError("open \(path)") }
        do throws(SystemError) {
            let whole = try read(opened, path).compactMap(whole)
            guard let newest = whole.max(by: { $0.number < $1.number }) else {
                throw SystemError("read \(path)", code: EUCLEAN)
            }
            content = newest.content
            try allocate(opened, path)
            return (opened, newest.number)
        } catch {
            close(opened)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// In the place of what it held.
    ///
    /// - Throws: where the content is too long (ENOSPC), or is not on disk now; then the file holds either.
    mutating func write(_ content: [UInt8]) throws(SystemError) {
        guard content.count <= Self.contentBytesMax else { throw SystemError("write the spill file", code: ENOSPC) }
        // Counted where it is done alone: until the other slot is whole, that of the last content is not touched.
        let next = number + 1
        let counts = Self.bytes(next) + Self.bytes(UInt64(content.count))
        let slot = Self.mark + counts + SHA256.digest(counts + content) + content
        let start = off_t(next % 2) * off_t(Self.slotBytes)
        var written = 0
        while written < slot.count {
            let count = slot[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, start + off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError("write the spill file") }
            written += count
        }
        guard fdatasync(descriptor) == 0 else { throw SystemError("sync the spill file") }
        number = next
    }

    /// Both slots; what a shorter file lacks is zero.
    private static func read(_ descriptor: Int32, _ path: String) throws(SystemError) -> [[UInt8]] {
        var bytes = [UInt8](repeating: 0, count: 2 * slotBytes)
        var filled = 0
        while filled < bytes.count {
            let count = bytes[filled...].withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read \(path)") }
            if count == 0 { break }
            filled += count
        }
        return [Array(bytes[..<slotBytes]), Array(bytes[slotBytes...])]
    }

    /// Nil for a slot that was torn.
    private static func whole(_ slot: [UInt8]) -> (number: UInt64, content: [UInt8])? {
        let header = slot[..<headerBytes]
        if header.allSatisfy({ $0 == 0 }) { return (0, []) }
        guard header.starts(with: mark) else { return nil }
        let counts = Array(header[mark.count..<mark.count + 16])
        let length = value(counts[8...])
        guard length <= contentBytesMax else { return nil }
        let content = Array(slot[headerBytes..<headerBytes + Int(length)])
        guard header[(mark.count + 16)...].elementsEqual(SHA256.digest(counts + content)) else { return nil }
        return (value(counts[..<8]), content)
    }

    /// posix_fallocate(3), so that writing never wants room; and its name is in its folder.
    private static func allocate(_ descriptor: Int32, _ path: String) throws(SystemError) {
        let code = posix_fallocate(descriptor, 0, off_t(2 * slotBytes))
        guard code == 0 else { throw SystemError("allocate \(path)", code: code) }
        guard fsync(descriptor) == 0 else { throw SystemError("sync \(path)") }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw SystemError("open \(folder)") }
        defer { close(opened) }
        guard fsync(opened) == 0 else { throw SystemError("sync \(folder)") }
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
