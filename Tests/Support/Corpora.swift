import FoundationEssentials

/// Test data made by others, beside the project (`../shared/corpora`). A checkout without it skips what needs it.
package enum Corpora {
    package static let missing = "the corpora are not beside this checkout (../shared/corpora)"

    package static var areThere: Bool {
        FileManager.default.fileExists(atPath: path(""))
    }

    /// Every file of a folder whose name ends so, by name.
    package static func files(in folder: String, ending: String) throws -> [(name: String, bytes: [UInt8])] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path(folder))
        return try names.sorted().filter { $0.hasSuffix(ending) }.map { ($0, try bytes("\(folder)/\($0)")) }
    }

    package static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(file))))
    }

    private static func path(_ file: String) -> String {
        // Tests/Support/Corpora.swift lies three levels below the root of the package.
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/../shared/corpora/\(file)"
    }
}
