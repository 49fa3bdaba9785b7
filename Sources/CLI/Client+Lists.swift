import API

extension Client {
    /// Items that one command gathers at most; an export goes page by page and has no such bound.
    static let itemsMax = 10_000

    /// A list over all its pages, or its first `limit` items; as JSON it has the form of one page.
    func all<Item>(
        _ endpoint: Endpoint<Nothing, Page<Item>>, _ path: [String] = [],
        query: [(name: String, value: String?)] = [], limit: Int = itemsMax
    ) throws(Trouble) -> (items: [Item], document: JSONValue) {
        var items: [Item] = []
        var elements: [JSONValue] = []
        var cursor: String?
        repeat {
            let size = min(PageLimit.allowed.upperBound, limit - items.count)
            let page = try page(endpoint, path, query: query, cursor: cursor, size: size)
            items += page.items
            elements += page.elements
            cursor = page.next
        } while cursor != nil && items.count < limit
        let next = cursor.map(JSONValue.string) ?? .null
        return (items, .object([.init("items", .array(elements)), .init("next_cursor", next)]))
    }

    func page<Item>(
        _ endpoint: Endpoint<Nothing, Page<Item>>, _ path: [String] = [],
        query: [(name: String, value: String?)] = [], cursor: String?, size: Int = PageLimit.allowed.upperBound
    ) throws(Trouble) -> (items: [Item], elements: [JSONValue], next: String?) {
        let reply = try call(endpoint, path, query: query + [("limit", String(size)), ("cursor", cursor)])
        let page = try reply.required()
        guard case .array(let elements)? = reply.json["items"], !elements.isEmpty || page.nextCursor.optional == nil
        else {
            throw Trouble(.failed, code: "malformed_answer", "The service answered an empty page that has a next one.")
        }
        return (page.items, elements, page.nextCursor.optional)
    }
}

extension Invocation {
    /// How many items `--limit` asks for, or as many as a page has. Errors: no number of the range.
    func limit() throws(Trouble) -> Int {
        guard let text = self[.limit] else { return PageLimit.standard }
        // Int(_:) would take a sign.
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            (1...Client.itemsMax).contains(number)
        else { throw .usage("--limit is a number from 1 to \(Client.itemsMax), not \(text).") }
        return number
    }

    /// A reason as it stands below its row: whole, however long; nothing where there is none.
    func reason(_ text: String?) -> [String] {
        text.map { wrapped(escaped($0), first: "  ", rest: "    ", width: width) } ?? []
    }

    /// A list for people as a table, or as the sentence that says there is nothing; in both cases with what comes after.
    func list(_ table: Table, _ document: JSONValue, nothing: String, after: [String] = []) -> Output {
        // Of what waits for the database nobody can say here that there is none.
        let nothing = waiting.count > 0 ? "Nothing is listed, but something waits that is in force." : nothing
        var lines = table.rows.isEmpty ? [nothing] : table.lines(width: width)
        if case .string? = document["next_cursor"] {
            lines.append("There are more than the \(table.rows.count) shown.")
        }
        return Output(document: document, people: lines + after)
    }
}
