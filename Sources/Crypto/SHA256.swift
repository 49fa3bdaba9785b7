import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let digestBytes = 32

    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestBytes)
        let succeeded = EVP_Digest(message, message.count, &digest, nil, EVP_sha256(), nil)
        precondition(succeeded == 1, "OpenSSL has no SHA-256")
        return digest
    }

    package static func digest(_ text: some StringProtocol) -> [UInt8] {
        digest(Array(text.utf8))
    }
}
