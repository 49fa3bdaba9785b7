import FoundationEssentials
import SQL

/// What lies in the folder of a service.
extension LiveService {
    /// Changes the database behind the back of a service that is stopped.
    package func alter(_ script: String) throws {
        let connection = try SQLiteConnection(path: database, role: .writer)
        defer { connection.close() }
        try connection.execute(script: script)
    }

    /// Bytes of the write-ahead log; 0 where there is none.
    package var logBytes: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: database + "-wal")
        return attributes?[.size] as? Int ?? 0
    }

    package func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    package func write(_ text: String, to path: String, mode: Int = 0o600) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
