/// One row of an answer.
///
/// A column that is not there, or holds another type than the one asked for, is an error of ours (tables are STRICT) and
/// traps with the name.
package struct Row: Sendable {
    package let columns: [String]
    package let values: [SQLValue]

    package init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// `let slug: String = row["slug"]`
    package subscript<T: SQLConvertible>(name: String) -> T {
        self.get(name)
    }

    /// `row.get("slug", as: String.self)`; a column that may be null is read as an optional.
    package func get<T: SQLConvertible>(_ name: String, as type: T.Type = T.self) -> T {
        guard let index = columns.firstIndex(of: name) else {
            preconditionFailure("no column \(name) in \(columns)")
        }
        guard let value = T(sqlValue: values[index]) else {
            preconditionFailure("column \(name) does not hold \(type)")
        }
        return value
    }
}
