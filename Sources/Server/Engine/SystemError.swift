import Glibc

/// A call to the kernel that failed where nobody can go on.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What was tried, and on what: `bind 127.0.0.1:8787`.
    package let operation: String
    package let code: Int32

    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}
