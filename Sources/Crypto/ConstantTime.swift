import COpenSSL

/// Whether two secrets are equal, in a time that depends on their lengths only; the length of a tag is no secret.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
