import FoundationEssentials
import SQL

/// A folder of its own for a database file, removed with the last reference.
package final class FreshDatabase: Sendable {
    package let folder: String
    package var path: String { "\(folder)/test.db" }
    package var spillPath: String { "\(path).spill" }

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ssadmin-\(UUID())").path()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The permission bits of a file.
    package func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Opens it, after the script. The caller closes it.
    package func open(script: String = "", faults: Faults = Faults()) throws(SQLError) -> Database {
        try Database(path: path, open: faults.opener) { connection throws(SQLError) in
            try connection.execute(script: script)
        }
    }

    /// With a database of this schema, which is closed afterwards.
    package func with<T>(
        script: String, faults: Faults = Faults(), _ body: (Database) async throws -> T
    ) async throws -> T {
        let database = try open(script: script, faults: faults)
        let result: Result<T, any Error>
        do {
            result = .success(try await body(database))
        } catch {
            result = .failure(error)
        }
        await database.close()
        return try result.get()
    }
}
