import API
import FoundationEssentials

/// The rules as data, made by an independent program (`Tests/Fixtures`).
package enum Fixtures {
    /// The list of that name in the file of that name.
    package static func cases(_ file: String, _ list: String = "cases") throws -> [JSONValue] {
        guard let cases = try whole(file)[list]?.items, !cases.isEmpty else {
            throw OutsideError("the fixture \(file) has no \(list)")
        }
        return cases
    }

    package static func whole(_ file: String) throws -> JSONValue {
        // Tests/Support/Fixtures.swift lies beside Tests/Fixtures.
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        return try JSONScanner.scan([UInt8](try Data(contentsOf: URL(filePath: "/\(tests)/Fixtures/\(file).json"))))
    }
}
