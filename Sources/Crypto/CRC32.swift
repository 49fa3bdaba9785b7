/// CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320), which tells a whole secret from a cut one and protects nothing.
///
/// Bit by bit and our own: zlib, a further C library, is not worth it for texts of seventy bytes.
package enum CRC32 {
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var register = UInt32.max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                register = register >> 1 ^ (register & 1 == 1 ? 0xedb8_8320 : 0)
            }
        }
        return ~register
    }
}
