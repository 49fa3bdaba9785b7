import CSQLite

extension SQLError {
    /// From the code that a call returned. The primary code is the low byte (sqlite.org/rescode.html).
    init(sqlite database: OpaquePointer, _ code: Int32, in text: String) {
        let message = String(cString: sqlite3_errmsg(database))
        self.init(Self.kind(of: code, message), "\(message) in: \(text.prefix(Self.textShownMax))", code: code)
    }

    /// Characters of the SQL that an error repeats.
    private static let textShownMax = 300

    private static func kind(of code: Int32, _ message: String) -> Kind {
        switch code & 0xff {
        case SQLITE_CONSTRAINT:
            // Unique indexes, primary keys and row ids have three codes and one message.
            let prefix = "UNIQUE constraint failed: "
            return message.hasPrefix(prefix)
                ? .constraintUnique(String(message.dropFirst(prefix.count))) : .constraintOther
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_FULL: return .full
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_NOLFS: return .io
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
        case SQLITE_INTERRUPT: return .interrupted
        default: return .other
        }
    }
}
