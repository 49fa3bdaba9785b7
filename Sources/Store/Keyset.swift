import API
import Crypto
import Domain
import SQL

/// A place in a list, newest first: the sort value and the id of the last row that was shown. The cursor on the wire is
/// opaque and belongs to the list and filter that it was made for.
package struct Keyset: Sendable {
    package let limit: Int
    private let after: Position?
    /// The list and its filter.
    private let list: [String]

    private struct Position: Codable {
        let at: Int64
        let id: String
        /// Of the list and the place in it: a cursor that was cut or copied wrong must not skip rows silently.
        let check: String

        init(at: Int64, id: String, in list: [String]) {
            self.at = at
            self.id = id
            check = Position.check(at: at, id: id, in: list)
        }

        func isOf(_ list: [String]) -> Bool { check == Position.check(at: at, id: id, in: list) }

        private static func check(at: Int64, id: String, in list: [String]) -> String {
            String(Hex.encode(SHA256.digest(JSONWriter.encode(list + [String(at), id]))).prefix(16))
        }
    }

    /// - Throws: `invalid_request` for a limit out of 1–200, or a cursor that is not of this list.
    package init(limit: Int?, cursor: String?, list: [String]) throws(Failure) {
        let limit = limit ?? PageLimit.standard
        guard PageLimit.allowed.contains(limit) else {
            throw Failure(
                .invalidRequest, "limit is 1–200; \(limit) is not.",
                faults: [Fault("?limit", "out_of_range", "limit is 1–200; \(limit) is not")])
        }
        self.limit = limit
        self.list = list
        guard let cursor else {
            after = nil
            return
        }
        guard let bytes = Base64URL.decode(cursor), let value = try? JSONScanner.scan(bytes),
            let position = try? JSONReader.decode(Position.self, from: value), position.isOf(list)
        else {
            let words = "the cursor is not one of this list with this filter; start without it"
            throw Failure(.invalidRequest, "No page: \(words).", faults: [Fault("?cursor", "invalid_cursor", words)])
        }
        after = position
    }

    /// A condition on two columns, to be used with `ORDER BY at DESC, id DESC LIMIT …`.
    func condition(at: Statement, id: Statement) -> Statement {
        guard let after else { return "TRUE" }
        return "(\(at), \(id)) < (\(after.at), \(after.id))"
    }

    /// One more than is shown: whether there is a next page.
    var rowsWanted: Int { limit + 1 }

    func page<Item: Codable & Sendable>(
        _ rows: [Row], at: (Row) -> Int64, id: (Row) -> String, _ item: (Row) throws(Failure) -> Item
    ) throws(Failure) -> Page<Item> {
        var items: [Item] = []
        for row in rows.prefix(limit) { items.append(try item(row)) }
        var next: String?
        if rows.count > limit {
            let last = rows[limit - 1]
            next = Base64URL.encode(JSONWriter.encode(Position(at: at(last), id: id(last), in: list)))
        }
        return Page(items: items, nextCursor: next)
    }
}
