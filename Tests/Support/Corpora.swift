import Foundation

/// Test data made by others, beside the checkout: read where it lies, and tests without it are skipped.
package enum Corpora {
    /// `../shared/corpora`, as seen from the package's root, or the folder that `CORPORA` names: a git worktree has other
    /// neighbours than the checkout.
    package static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["CORPORA"] { return URL(filePath: path) }
        return URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "../shared/corpora").standardizedFileURL
    }()

    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
    }

    package static func data(_ path: String) throws -> Data {
        try Data(contentsOf: root.appending(path: path))
    }

    /// The reason of a skipped test.
    package static let missing = "../shared/corpora is not beside this checkout, and CORPORA names no other place"
}
