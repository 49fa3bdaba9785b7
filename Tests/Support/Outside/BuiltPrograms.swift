import Glibc

/// What a test met outside its own process, in words.
package struct OutsideError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The programs as they were built, beside the bundle of tests.
package enum BuiltPrograms {
    package static let folder: String = {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        let path = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }()

    /// The top of the project: Tests/Support/Outside/BuiltPrograms.swift lies four levels below it.
    package static let project = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    package static func path(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard access(path, X_OK) == 0 else {
            throw OutsideError("There is no program \(path): build it first, with 'swift build --build-tests'.")
        }
        return path
    }

    /// Whether a program of the machine is there: what needs one that is not says so and is skipped.
    package static func has(_ program: String) -> Bool {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
