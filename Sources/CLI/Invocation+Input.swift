import API
import Glibc

extension Invocation {
    /// What a file holds, or for `-` standard input, as JSON. Errors name the place within it.
    ///
    /// - Parameters:
    ///   - kind: what it should be, e.g. "a policy".
    ///   - example: the words of the command whose answer has this form.
    ///   - ignored: members that such an answer has and that say nothing here.
    func read<Body: Decodable>(
        _ path: String, as kind: String, like example: [String], ignoring ignored: Set<String> = []
    ) throws(Trouble) -> Body {
        let name = path == "-" ? "Standard input" : path
        let bytes = try bytes(of: path, called: name)
        var json: JSONValue
        do {
            json = try JSONScanner.scan(bytes)
        } catch {
            throw Trouble(.refusedInput, code: "invalid_request", "\(name), \(error.description).")
        }
        if case .object(let members) = json { json = .object(members.filter { !ignored.contains($0.name) }) }
        do {
            return try JSONReader.decode(Body.self, from: json)
        } catch {
            var trouble = Trouble(.refusedInput, code: "invalid_request", "\(name) is not \(kind).")
            trouble.faults = error.items.map { Fault($0.pointer, $0.code.rawValue, $0.detail) }
            trouble.next = [commandLine(example)]
            throw trouble
        }
    }

    private func bytes(of path: String, called name: String) throws(Trouble) -> [UInt8] {
        let bytes: [UInt8]?
        if path == "-" {
            bytes = environment.readInput("")
        } else {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .usage("\(path) cannot be read: \(systemWords(errno)).") }
            defer { close(descriptor) }
            bytes = readAll(descriptor, bytesMax: inputBytesMax)
        }
        guard let bytes else { throw .usage("\(name) cannot be read, or is longer than \(inputBytesMax >> 10) KiB.") }
        return bytes
    }
}
