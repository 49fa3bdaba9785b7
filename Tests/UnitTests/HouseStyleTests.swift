import FoundationEssentials
import Testing

/// What a reviewer would otherwise have to say again and again.
@Suite("House style")
struct HouseStyleTests {
    struct File: CustomTestStringConvertible {
        let path: String
        let lines: [Substring]
        var testDescription: String { path }
    }

    static func files(_ folders: String...) throws -> [File] {
        // Tests/UnitTests/HouseStyleTests.swift lies three levels below the root of the package.
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.hasSuffix(".swift") }
                .sorted().map { path in
                    let data = try Data(contentsOf: URL(filePath: "\(root)/\(folder)/\(path)"))
                    let text = String(decoding: data, as: UTF8.self)
                    return File(
                        path: "\(folder)/\(path)", lines: text.split(separator: "\n", omittingEmptySubsequences: false))
                }
        }
    }

    @Test("a file can be read in one sitting: at most 350 lines")
    func length() throws {
        for file in try Self.files("Sources", "Tests") {
            #expect(file.lines.count <= 350, "\(file.path)")
        }
    }

    @Test("a name says what a thing is: no manager, helper, util or impl")
    func names() throws {
        for file in try Self.files("Sources", "Tests") {
            for word in ["Manager", "Helper", "Util", "Impl"] {
                let name = file.path.split(separator: "/").last ?? ""
                #expect(!name.contains(word), "\(file.path)")
            }
        }
    }

    @Test("nothing is public: the package is the program")
    func access() throws {
        for file in try Self.files("Sources") {
            for (index, line) in file.lines.enumerated() {
                let words = line.split(separator: " ")
                #expect(words.first != "public" && words.first != "open", "\(file.path):\(index + 1)")
            }
        }
    }

    @Test("what opts out of a check of the compiler gives its reason in a comment beside it")
    func reasons() throws {
        let optsOut = ["try!", "@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)"]
        for file in try Self.files("Sources") {
            for (index, line) in file.lines.enumerated() {
                guard let word = optsOut.first(where: line.contains), !line.contains("\"") else { continue }
                let near = file.lines[max(0, index - 4)...index]
                #expect(near.contains { $0.contains("//") }, "\(file.path):\(index + 1) has \(word) without a reason")
            }
        }
    }

    @Test("nothing that is not finished is left for later in a comment")
    func unfinished() throws {
        for file in try Self.files("Sources") {
            for (index, line) in file.lines.enumerated() {
                for word in ["TO" + "DO", "FIX" + "ME", "XX" + "X"] {
                    #expect(!line.contains(word), "\(file.path):\(index + 1)")
                }
            }
        }
    }

    @Test("each module imports no more than the map in the README allows", arguments: allowed.keys.sorted())
    func arrows(_ module: String) throws {
        let ours: Set = ["API", "HTTP", "Crypto", "Domain", "SQL", "Store", "Server", "CLI"]
        for file in try Self.files("Sources/\(module)") {
            for line in file.lines where line.hasPrefix("import ") || line.hasPrefix("@testable import ") {
                let imported = String(line.split(separator: " ").last ?? "")
                guard ours.contains(imported) else { continue }
                #expect(Self.allowed[module]?.contains(imported) ?? false, "\(file.path) imports \(imported)")
            }
        }
    }

    static let allowed: [String: Set<String>] = [
        "API": [], "HTTP": [], "Crypto": [], "SQL": [], "Domain": ["API", "Crypto"],
        "Store": ["API", "Crypto", "Domain", "SQL"],
        "Server": ["API", "HTTP", "Crypto", "Domain", "SQL", "Store"], "CLI": ["API", "HTTP", "Crypto"],
        "ssadmind": ["Server"], "ssadmin": ["CLI"],
    ]

    @Test("only the life cycle knows of SQL: operations and planes go through the store")
    func seams() throws {
        for file in try Self.files("Sources/Server") where !file.path.contains("/LifeCycle/") {
            #expect(!file.lines.contains("import SQL"), "\(file.path)")
        }
    }
}
