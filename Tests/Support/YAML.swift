import API
import Foundation

/// YAML as JSON, by Python's reader: the toolchain has none. Of YAML 1.1 only what YAML 1.2 means too: `no` is a word, a date
/// is a text, a key is a text, and none comes twice.
package enum YAML {
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    package static func json(_ bytes: [UInt8]) throws -> JSONValue {
        let process = Process()
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        // Debian's own, which has Debian's python3-yaml, whatever other Python is first on the PATH.
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", reader]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // It reads everything before it writes anything, so that neither waits for the other.
        try input.fileHandleForWriting.write(contentsOf: bytes)
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Unreadable(description: String(decoding: complaint, as: UTF8.self))
        }
        return try JSONScanner.scan([UInt8](text))
    }

    private static let reader = """
        import json, re, sys, yaml

        class Reader(yaml.SafeLoader):
            pass

        Reader.yaml_implicit_resolvers = {
            first: [(tag, form) for tag, form in forms if not tag.endswith((":timestamp", ":bool"))]
            for first, forms in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }
        Reader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))

        def mapping(loader, node):
            pairs = [(loader.construct_object(k, True), loader.construct_object(v, True)) for k, v in node.value]
            names = [name for name, _ in pairs]
            for name in names:
                if not isinstance(name, str) or names.count(name) > 1:
                    sys.exit(f"{node.start_mark}: the key {name!r} is no text or comes twice")
            return dict(pairs)

        Reader.add_constructor("tag:yaml.org,2002:map", mapping)
        json.dump(yaml.load(sys.stdin.buffer.read(), Reader), sys.stdout)
        """
}
