import FoundationEssentials
import Support

/// A folder of its own for code of a handoff and what it is compiled against, removed with the last reference.
final class SampleFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "ssadmin-samples-\(UUID())").path()
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// - Parameter name: with the folders that it lies in, which are made.
    func write(_ text: String, to name: String) throws {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    /// Runs a compiler there; what it says against the code is the error.
    func run(_ words: [String]) throws {
        let (output, errors) = ("\(path)/output", "\(path)/errors")
        let child = try ChildProcess(words, folder: path, output: .file(output), errors: .file(errors))
        guard try child.wait(seconds: 120) == .exited(0) else {
            let said = try [output, errors].map { try String(contentsOfFile: $0, encoding: .utf8) }
            throw OutsideError(said.joined())
        }
    }
}

/// A compiler that somebody has or has not.
enum Tool {
    /// By the PATH of whoever runs the tests.
    static func path(of name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

extension String {
    /// The blocks of a page in Markdown that are in this language.
    func blocksOfCode(in language: String) -> [String] {
        var (blocks, rest): ([String], Substring) = ([], self[...])
        while let start = rest.firstRange(of: "\n```\(language)\n"),
            let end = rest[start.upperBound...].firstRange(of: "\n```\n")
        {
            blocks.append(String(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.lowerBound...].dropFirst(4)
        }
        return blocks
    }
}
