import Glibc

/// A personal token. It describes itself as `…`, so that no message can hold it.
struct Token: Sendable, CustomStringConvertible {
    let text: String
    var description: String { "…" }

    /// Longer than any token of ours, shorter than what a field of a request may be.
    private static let bytesMax = 256

    /// One line. Errors never repeat it.
    init(_ bytes: [UInt8], from source: String) throws(Trouble) {
        var bytes = bytes[...]
        if bytes.last == 0x0a { bytes.removeLast() }
        if bytes.last == 0x0d { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= Self.bytesMax, bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .usage("\(source) does not hold a token: one line that starts with ssat1_.")
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    static func find(for address: ServiceAddress, environment: Environment) throws(Trouble) -> Token? {
        if let path = environment.variable("SSADMIN_TOKEN_FILE") {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw .usage("The token file \(path) (SSADMIN_TOKEN_FILE) cannot be read: \(systemWords(errno)).")
            }
            defer { close(descriptor) }
            return try Token(readAll(descriptor, bytesMax: bytesMax + 2) ?? [], from: "The token file \(path)")
        }
        let profile = try Profile.read(environment)
        guard let token = profile.token else { return nil }
        // The profile's token was made for the profile's service; another one must not get to see it.
        if let own = try profile.address(), own != address { return nil }
        return try Token(Array(token.utf8), from: "The profile")
    }
}
