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

    /// The digest of bytes that come in pieces.
    package struct Stream: ~Copyable {
        private let context: OpaquePointer

        package init() {
            guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
                preconditionFailure("OpenSSL has no SHA-256")
            }
            self.context = context
        }

        deinit { EVP_MD_CTX_free(context) }

        package func update(_ bytes: ArraySlice<UInt8>) {
            let succeeded = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
            precondition(succeeded == 1, "OpenSSL has no memory")
        }

        /// Nothing can follow it.
        package consuming func digest() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: digestBytes)
            precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "OpenSSL has no memory")
            return digest
        }
    }
}
