import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits and a tag of 128.
///
/// A sealed box is nonce + ciphertext + tag. With random nonces one key may seal 2^32 boxes (section 8.3 there); a
/// deployment seals a few at each rotation of a secret.
package enum AESGCM {
    package static let keyBytes = 32
    package static let nonceBytes = 12
    package static let tagBytes = 16

    /// `associatedData` is not kept in the box; it must be the same when the box is opened.
    package static func seal(_ plaintext: [UInt8], key: [UInt8], associatedData: [UInt8]) -> [UInt8] {
        seal(plaintext, key: key, nonce: SecureRandom.bytes(nonceBytes), associatedData: associatedData)
    }

    /// For test vectors: a nonce that is used twice with one key gives the key's authentication away.
    static func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8]) -> [UInt8] {
        precondition(key.count == keyBytes && nonce.count == nonceBytes, "AES-256-GCM: key of 32, nonce of 12 bytes")
        return withContext { context in
            var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
            var tag = [UInt8](repeating: 0, count: tagBytes)
            var written: Int32 = 0
            let succeeded =
                EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
                && EVP_EncryptUpdate(context, nil, &written, associatedData, Int32(associatedData.count)) == 1
                && EVP_EncryptUpdate(context, &ciphertext, &written, plaintext, Int32(plaintext.count)) == 1
                && EVP_EncryptFinal_ex(context, nil, &written) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), &tag) == 1
            precondition(succeeded, "OpenSSL has no AES-256-GCM")
            return nonce + ciphertext + tag
        }
    }

    /// Nil where key, associated data or box are not those that were sealed together; nothing says which.
    package static func open(_ box: [UInt8], key: [UInt8], associatedData: [UInt8]) -> [UInt8]? {
        precondition(key.count == keyBytes, "AES-256-GCM: key of 32 bytes")
        guard box.count >= nonceBytes + tagBytes else { return nil }
        let nonce = Array(box.prefix(nonceBytes))
        let ciphertext = Array(box[nonceBytes..<box.count - tagBytes])
        var tag = Array(box.suffix(tagBytes))
        return withContext { context in
            var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
            var written: Int32 = 0
            let succeeded =
                EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
                && EVP_DecryptUpdate(context, nil, &written, associatedData, Int32(associatedData.count)) == 1
                && EVP_DecryptUpdate(context, &plaintext, &written, ciphertext, Int32(ciphertext.count)) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagBytes), &tag) == 1
                && EVP_DecryptFinal_ex(context, nil, &written) == 1
            return succeeded ? plaintext : nil
        }
    }

    private static func withContext<T>(_ body: (OpaquePointer) -> T) -> T {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("no memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        return body(context)
    }
}
