/// Why a statement, a transaction or the opening of a database failed.
package struct SQLError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        /// What must be there once is there: `table.column, table.column`, or `index 'name'`.
        case constraintUnique(String)
        case constraintOther
        /// Another connection held the database for longer than the time-out.
        case busy
        case full
        case readOnly
        /// The file cannot be opened, read, written or synced.
        case io
        case corrupt
        case interrupted
        /// The database had ended the transaction before the statement.
        case rolledBack
        /// More waits than may wait.
        case overloaded
        /// `Database.close()` was called.
        case closed
        /// Another process has the database open.
        case locked
        /// An error of ours: SQL that is wrong, a value too large.
        case other
    }

    package let kind: Kind
    /// For the log. It may name tables and columns, never values.
    package let message: String
    /// SQLite's extended result code, 0 where the error is ours.
    package let code: Int32
    /// The COMMIT itself failed and the transaction is over: it may have taken effect, now or at the next start. In all
    /// other cases nothing took effect.
    package internal(set) var isOutcomeUnknown = false

    package init(_ kind: Kind, _ message: String, code: Int32 = 0) {
        self.kind = kind
        self.message = message
        self.code = code
    }

    /// Whether the failure means that the database cannot be written now, whatever is written.
    package var isUnwritable: Bool {
        switch kind {
        case .busy, .full, .readOnly, .io, .corrupt, .rolledBack, .overloaded, .closed, .locked: true
        case .constraintUnique, .constraintOther, .interrupted, .other: false
        }
    }

    package var description: String {
        "\(message) (\(kind), SQLite \(code))\(isOutcomeUnknown ? "; the outcome is unknown" : "")"
    }
}

/// An error that a transaction's body throws, and that can also say that the database failed.
package protocol SQLFailure: Error {
    init(_ error: SQLError)
}

extension SQLError: SQLFailure {
    package init(_ error: SQLError) {
        self = error
    }
}
