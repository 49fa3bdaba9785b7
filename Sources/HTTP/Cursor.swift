/// A place in bytes that are still arriving. Everything that parses reads through it from left to right, so that the
/// outcome depends on the bytes alone, never on how they were cut into packets.
struct Cursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int

    /// Where reading stops: the end of what is there, or a limit before it.
    let end: Int

    init(_ bytes: UnsafeRawBufferPointer, from position: Int, limit: Int) {
        self.bytes = bytes
        self.position = position
        end = min(bytes.count, limit)
    }

    /// The byte at hand, or nil when it has not arrived.
    @inline(__always) var byte: UInt8? { position < end ? bytes[position] : nil }

    @inline(__always) mutating func advance() { position += 1 }

    /// The bytes from a place up to the one at hand.
    func bytes(since start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Passes over one byte: false when it has not arrived. Any other byte is the given fault.
    mutating func expect(_ wanted: UInt8, or fault: Refusal.Fault) throws(Refusal) -> Bool {
        guard let byte else { return false }
        guard byte == wanted else { throw .malformed(fault) }
        advance()
        return true
    }
}
