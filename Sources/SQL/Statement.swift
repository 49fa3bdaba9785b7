/// SQL with the values that belong in it. What is interpolated is bound and never becomes text:
///
///     "SELECT name FROM tenants WHERE slug = \(slug)"     is     SELECT name FROM tenants WHERE slug = $1
///
/// A statement interpolated into another is a fragment: its text joins the text and its values the values. There is no
/// initializer from a `String`: every statement is written in the source.
package struct Statement: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text before each value, and after the last.
    private var pieces: [String]
    package private(set) var values: [SQLValue]

    package init(stringLiteral text: String) {
        pieces = [text]
        values = []
    }

    package init(stringInterpolation: Interpolation) {
        self = stringInterpolation.statement
    }

    /// The text with `$1`, `$2`, … where the values go.
    package var text: String {
        var text = pieces[0]
        for (index, piece) in pieces.dropFirst().enumerated() {
            text += "$\(index + 1)"
            text += piece
        }
        return text
    }

    /// The fragments one after another, with the separator between them: `conditions.joined(separator: " AND ")`.
    static func join(_ fragments: some Sequence<Statement>, separator: StaticString) -> Statement {
        var joined: Statement = ""
        for (index, fragment) in fragments.enumerated() {
            if index > 0 { joined.append(text: "\(separator)") }
            joined.append(fragment)
        }
        return joined
    }

    fileprivate mutating func append(text: String) {
        pieces[pieces.count - 1] += text
    }

    fileprivate mutating func append(value: SQLValue) {
        values.append(value)
        pieces.append("")
    }

    fileprivate mutating func append(_ fragment: Statement) {
        append(text: fragment.pieces[0])
        for (value, piece) in zip(fragment.values, fragment.pieces.dropFirst()) {
            append(value: value)
            append(text: piece)
        }
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var statement: Statement = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            statement.append(text: literal)
        }

        package mutating func appendInterpolation(_ value: some SQLConvertible) {
            statement.append(value: value.sqlValue)
        }

        /// Nil is NULL. An overload of its own: without it the compiler warns of an optional in a text.
        package mutating func appendInterpolation<T: SQLConvertible>(_ value: T?) {
            statement.append(value: value.sqlValue)
        }

        package mutating func appendInterpolation(_ fragment: Statement) {
            statement.append(fragment)
        }

        /// `IN (\(list: ids))`. Each length is a text of its own; the caller bounds it.
        package mutating func appendInterpolation(list values: some Sequence<some SQLConvertible>) {
            statement.append(Statement.join(values.map { "\($0)" }, separator: ", "))
        }

        /// Text as it is. `StaticString` holds only what is written in the source.
        package mutating func appendInterpolation(raw text: StaticString) {
            statement.append(text: "\(text)")
        }
    }
}

extension Sequence<Statement> {
    /// The fragments one after another, with the separator between them.
    package func joined(separator: StaticString) -> Statement {
        Statement.join(self, separator: separator)
    }
}
