/// Brings a database to the schema of the program: each step and its row of the ledger in one transaction, a backup first.
package enum Migrations {
    package struct Outcome: Sendable, Equatable {
        /// Versions before and after; 0 is an empty database.
        package let from: Int
        package let to: Int
        /// The file with the database as it was; nil where nothing was to do or there was nothing to lose.
        package let backup: String?

        package init(from: Int, to: Int, backup: String?) {
            self.from = from
            self.to = to
            self.backup = backup
        }
    }

    /// `instant` is in milliseconds since 1970. Called with the writer, outside a transaction (`Database.init`).
    ///
    /// Errors: nothing is migrated where the database is newer or other than the program, or cannot be backed up. Where a
    /// step fails, those before it stay.
    @discardableResult
    package static func apply(
        _ migrations: [Migration], on connection: any Connection, at instant: Int64
    ) throws(MigrationError) -> Outcome {
        precondition(migrations.map(\.version) == Array(1..<migrations.count + 1), "migrations are 1, 2, 3, …")
        let (hasLedger, isEmpty) = try sql { () throws(SQLError) in
            let names: [String] = try connection.run("SELECT name FROM sqlite_schema").map { $0.get("name") }
            return (names.contains("schema_migrations"), names.allSatisfy { $0 == "schema_migrations" })
        }
        guard hasLedger || isEmpty else { throw .foreign }
        let rows = try sql { () throws(SQLError) in
            try connection.execute(script: ledger)
            return try connection.run("SELECT version, digest FROM schema_migrations")
        }
        let applied = try check(rows, against: migrations)
        let pending = migrations.dropFirst(applied)
        guard let last = pending.last else { return Outcome(from: applied, to: applied, backup: nil) }
        let backup = isEmpty ? nil : try backUp(connection, from: applied, to: last.version)
        for migration in pending {
            do throws(SQLError) {
                try apply(migration, on: connection, at: instant)
            } catch {
                if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
                throw .failed(version: migration.version, error)
            }
        }
        return Outcome(from: applied, to: last.version, backup: backup)
    }

    private static let ledger = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied_at INTEGER NOT NULL
        ) STRICT
        """

    /// How many of the migrations the database has.
    private static func check(_ rows: [Row], against migrations: [Migration]) throws(MigrationError) -> Int {
        let digests = Dictionary(
            uniqueKeysWithValues: rows.map { ($0.get("version", as: Int.self), $0.get("digest", as: String.self)) })
        let found = digests.keys.max() ?? 0
        guard found <= migrations.count else { throw .newer(found: found, known: migrations.count) }
        for migration in migrations.prefix(found) where digests[migration.version] != migration.digest {
            throw .changed(version: migration.version)
        }
        return found
    }

    private static func apply(
        _ migration: Migration, on connection: any Connection, at instant: Int64
    ) throws(SQLError) {
        try connection.run("BEGIN IMMEDIATE")
        try connection.execute(script: migration.sql)
        guard connection.isInTransaction else { throw SQLError(.other, "the migration ends its transaction") }
        try connection.run(
            """
            INSERT INTO schema_migrations (version, name, digest, applied_at)
            VALUES (\(migration.version), \(migration.name), \(migration.digest), \(instant))
            """)
        try connection.run("COMMIT")
    }

    private static func backUp(
        _ connection: any Connection, from: Int, to: Int
    ) throws(MigrationError) -> String? {
        do throws(SQLError) {
            let file: String? = try connection.first("SELECT file FROM pragma_database_list WHERE name = 'main'")?.get(
                "file")
            guard let file, !file.isEmpty else { return nil }
            let path = "\(file).schema-\(from)-before-\(to).backup"
            try DatabaseBackup.write(from: connection, to: path)
            return path
        } catch {
            throw .noBackup(error)
        }
    }

    private static func sql<T>(_ body: () throws(SQLError) -> T) throws(MigrationError) -> T {
        do throws(SQLError) {
            return try body()
        } catch {
            throw .sql(error)
        }
    }
}
