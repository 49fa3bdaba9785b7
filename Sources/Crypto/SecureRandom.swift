import COpenSSL

/// OpenSSL's generator, seeded by the kernel.
package enum SecureRandom {
    /// Traps where the system has no randomness to give: nothing secret can be made then.
    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(RAND_bytes(&bytes, Int32(count)) == 1, "no randomness")
        return bytes
    }
}
