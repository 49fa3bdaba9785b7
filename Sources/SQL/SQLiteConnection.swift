import CSQLite
import Glibc

/// The SQLite driver. Prepared statements are kept by their text.
package final class SQLiteConnection: Connection {
    package enum Role: Sendable {
        /// Creates the file where there is none, and is the only one that writes and checkpoints: SQLite 3.40.1 can corrupt
        /// a write-ahead log that two connections reset at once.
        case writer
        case reader
    }

    /// Milliseconds for which a statement waits for another connection's lock. Only a checkpoint ever takes one.
    package static let busyMillisecondsMax = 5_000
    /// Bytes of the file that reads map into memory: halves the time of a point read.
    package static let mappedBytesMax = 256 << 20
    /// Bytes of the write-ahead log that a checkpoint leaves on disk.
    package static let logBytesKept = 64 << 20
    /// Prepared statements kept by one connection; our SQL has some hundred texts, lists of ids have more.
    package static let preparedMax = 256

    private let database: OpaquePointer
    private var prepared: [String: Prepared] = [:]
    private var uses = 0

    private struct Prepared {
        let statement: OpaquePointer
        let columns: [String]
        var lastUse: Int
    }

    /// Errors: `io` where the file cannot be opened, `other` where it is no database.
    package init(path: String, role: Role) throws(SQLError) {
        var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        if role == .writer {
            flags |= SQLITE_OPEN_CREATE
            Self.createPrivately(path)
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw SQLError(.other, "no memory for a connection") }
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw SQLError(sqlite: opened, code, in: "open")
        }
        database = opened
        do {
            try configure(role)
        } catch {
            close()
            throw error
        }
    }

    /// A new file is its owner's alone (mode 0600), and SQLite gives the log the mode of the file. One that is there is not
    /// touched: closing any descriptor of it would drop the locks of all (fcntl(2)).
    private static func createPrivately(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    private func configure(_ role: Role) throws(SQLError) {
        // The time-out comes first: every later pragma may meet a lock.
        try execute(script: "PRAGMA busy_timeout = \(Self.busyMillisecondsMax)")
        switch role {
        case .writer:
            let mode: String? = try first("PRAGMA journal_mode = WAL")?.get("journal_mode")
            guard mode == "wal" else { throw SQLError(.io, "the file system does not carry a write-ahead log") }
            // FULL: an acknowledged write outlives a power cut.
            // What is erased is not left in free pages.
            // What a statement needs to be undone stays in memory: a full disk must not stop a rehearsal.
            try execute(
                script: """
                    PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(Self.logBytesKept);
                    PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;
                    """)
        case .reader:
            try execute(script: "PRAGMA query_only = ON; PRAGMA wal_autocheckpoint = 0")
        }
        try execute(
            script: """
                PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA mmap_size = \(Self.mappedBytesMax);
                """)
    }

    package var changes: Int { Int(sqlite3_changes64(database)) }
    package var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

    @discardableResult
    package func run(_ statement: Statement) throws(SQLError) -> [Row] {
        let text = statement.text
        let prepared = try prepare(text)
        defer {
            sqlite3_reset(prepared.statement)
            sqlite3_clear_bindings(prepared.statement)
        }
        try bind(statement.values, to: prepared.statement, text)
        var rows: [Row] = []
        while true {
            switch sqlite3_step(prepared.statement) {
            case SQLITE_ROW:
                rows.append(Row(columns: prepared.columns, values: try values(of: prepared.statement)))
            case SQLITE_DONE: return rows
            case let code: throw SQLError(sqlite: database, code, in: text)
            }
        }
    }

    package func execute(script: String) throws(SQLError) {
        // It may change the schema, and `SELECT *` would have other columns than those that are kept.
        forgetAll()
        let code = sqlite3_exec(database, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLError(sqlite: database, code, in: script) }
    }

    package func close() {
        forgetAll()
        let code = sqlite3_close(database)
        precondition(code == SQLITE_OK, "a connection was closed while it was used")
    }

    // MARK: Statements

    private func prepare(_ text: String) throws(SQLError) -> Prepared {
        uses += 1
        if var known = prepared[text] {
            known.lastUse = uses
            prepared[text] = known
            return known
        }
        var statement: OpaquePointer?
        let code = text.withCString { start in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                database, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &rest)
            // SQLite would run the first statement and say nothing of the others.
            let isAll = rest.map { String(cString: $0).allSatisfy(\.isWhitespace) } ?? true
            precondition(code != SQLITE_OK || isAll, "more than one statement: \(text)")
            return code
        }
        guard code == SQLITE_OK else { throw SQLError(sqlite: database, code, in: text) }
        guard let statement else { preconditionFailure("an empty statement") }
        let columns = (0..<sqlite3_column_count(statement)).map { String(cString: sqlite3_column_name(statement, $0)) }
        if prepared.count == Self.preparedMax { forgetLeastRecent() }
        let new = Prepared(statement: statement, columns: columns, lastUse: uses)
        prepared[text] = new
        return new
    }

    private func forgetAll() {
        for entry in prepared.values { sqlite3_finalize(entry.statement) }
        prepared = [:]
    }

    private func forgetLeastRecent() {
        guard let oldest = prepared.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        sqlite3_finalize(oldest.value.statement)
        prepared[oldest.key] = nil
    }

    /// By byte count: a text with a NUL arrives whole. `$1` is a name to SQLite; the names are there once each and in
    /// order, so that the nth is the nth parameter.
    private func bind(_ values: [SQLValue], to statement: OpaquePointer, _ text: String) throws(SQLError) {
        precondition(Int(sqlite3_bind_parameter_count(statement)) == values.count, "a `$` in the text: \(text)")
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code: Int32
            switch value {
            case .null: code = sqlite3_bind_null(statement, place)
            case .integer(let integer): code = sqlite3_bind_int64(statement, place, integer)
            case .text(var text):
                code = text.withUTF8 { bytes in
                    // A null pointer would be NULL, not the empty text.
                    guard let start = bytes.baseAddress, !bytes.isEmpty else {
                        return ssadmin_bind_text(statement, place, "", 0)
                    }
                    return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                        ssadmin_bind_text(statement, place, $0, Int32(bytes.count))
                    }
                }
            case .blob(let bytes):
                code =
                    bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, place, 0)
                    : ssadmin_bind_blob(statement, place, bytes, Int32(bytes.count))
            }
            guard code == SQLITE_OK else { throw SQLError(sqlite: database, code, in: text) }
        }
    }

    private func values(of statement: OpaquePointer) throws(SQLError) -> [SQLValue] {
        var values: [SQLValue] = []
        let count = sqlite3_column_count(statement)
        values.reserveCapacity(Int(count))
        for column in 0..<count {
            values.append(try value(of: statement, column))
        }
        return values
    }

    private func value(of statement: OpaquePointer, _ column: Int32) throws(SQLError) -> SQLValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            // SQLite asks for this order: first the text, then its length.
            let start = sqlite3_column_text(statement, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw SQLError(.corrupt, "a text that is not UTF-8")
            }
            return .text(text)
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            return .blob([UInt8](bytes))
        default: preconditionFailure("a REAL: our tables have none")
        }
    }
}
