/// One frozen step of the schema. Once released it is never changed; a mistake is mended by the next one.
package struct Migration: Sendable {
    /// 1, 2, 3, … without a gap.
    package let version: Int
    package let name: String
    /// Statements without BEGIN and COMMIT.
    package let sql: String
    /// SHA-256 of the SQL in hexadecimal, by which a changed file is found out.
    package let digest: String

    package init(version: Int, name: String, sql: String, digest: String) {
        self.version = version
        self.name = name
        self.sql = sql
        self.digest = digest
    }
}

package enum MigrationError: SQLFailure, Equatable, CustomStringConvertible {
    /// Another program's, which a path that is wrong by a slip leads to.
    case foreign
    /// A later version of the program has been here.
    case newer(found: Int, known: Int)
    /// What the database has under this version is not what the program has.
    case changed(version: Int)
    case failed(version: Int, SQLError)
    case noBackup(SQLError)
    case sql(SQLError)

    package init(_ error: SQLError) {
        self = .sql(error)
    }

    package var description: String {
        switch self {
        case .foreign:
            "the database has tables and no schema of this program: it is another program's, and left as it is"
        case .newer(let found, let known):
            "the database has schema \(found), this program knows \(known): start the newer program, or restore a backup"
        case .changed(let version):
            "migration \(version) of the database is another than this program's: it comes from another build"
        case .failed(let version, let error): "migration \(version) failed and was undone: \(error)"
        case .noBackup(let error): "no backup could be taken, so nothing was migrated: \(error)"
        case .sql(let error): "the schema could not be read: \(error)"
        }
    }
}
