/// One conversation with a database, by one thread at a time. The seam below which the driver is, and where tests fail.
package protocol Connection: AnyObject {
    /// Runs one statement and returns all its rows; queries bound them with LIMIT.
    @discardableResult
    func run(_ statement: Statement) throws(SQLError) -> [Row]

    /// Runs a text of many statements without values: migrations and pragmas. Never text from outside.
    func execute(script: String) throws(SQLError)

    /// Rows that the last INSERT, UPDATE or DELETE changed.
    var changes: Int { get }

    /// False also after the database has ended a transaction by itself, as SQLite may on a full disk.
    var isInTransaction: Bool { get }

    /// Rolls back what is open. Nothing may be called afterwards.
    func close()
}

extension Connection {
    /// The first row, nil where there is none.
    package func first(_ statement: Statement) throws(SQLError) -> Row? {
        try run(statement).first
    }
}
