import Crypto
import Domain
import Glibc

/// The file with the deployment's master key: 32 bytes in hex.
enum MasterKey {
    /// - Throws: in words where the file is missing, readable by everybody, or holds something else.
    static func vault(_ configuration: Configuration) throws(StartError) -> Vault {
        let path = configuration.masterKeyPath
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .refused(
                "SSADMIN_MASTER_KEY_FILE: there is no file \(path). Without it no identity secret can be read.")
        }
        guard status.st_mode & 0o007 == 0 else {
            throw .refused(
                "SSADMIN_MASTER_KEY_FILE: \(path) can be read by every user of this machine; make it mode 0600.")
        }
        guard var bytes = try? readFile(path, bytesMax: 1024) else {
            throw .refused("SSADMIN_MASTER_KEY_FILE: \(path) cannot be read.")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let key = Hex.decode(String(decoding: bytes, as: UTF8.self)), key.count == Vault.keyBytesCount else {
            throw .refused("SSADMIN_MASTER_KEY_FILE: \(path) does not hold 32 bytes as 64 digits of lower-case hex.")
        }
        return Vault(masterKey: key)
    }

    /// In development one is made where there is none.
    static func makeIfMissing(_ configuration: Configuration, _ world: World) throws(StartError) {
        guard configuration.masterKeyFile == nil, !fileExists(configuration.masterKeyPath) else { return }
        let text = Hex.encode(world.randomBytes(Vault.keyBytesCount)) + "\n"
        do {
            try writeNewPrivateFile(configuration.masterKeyPath, Array(text.utf8))
        } catch {
            throw .refused("the master key could not be made: \(error)")
        }
    }
}
