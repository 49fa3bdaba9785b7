import COpenSSL

/// HMAC-SHA-256 (RFC 2104, FIPS 198-1). Compare tags with `constantTimeEquals` only.
package enum HMACSHA256 {
    package static let tagBytes = 32

    /// A key of any length; one of fewer than 32 bytes gives less than the full strength.
    package static func tag(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: tagBytes)
        // A key of no bytes must still not be a null pointer: to OpenSSL that means "the key of the last time".
        let padded = key.isEmpty ? [0] : key
        let result = HMAC(EVP_sha256(), padded, Int32(key.count), message, message.count, &tag, nil)
        precondition(result != nil, "OpenSSL has no HMAC-SHA-256")
        return tag
    }
}
