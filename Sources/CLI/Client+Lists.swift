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
    /// Reads a thing, makes of it what shall be, and writes that on the condition that nobody changed it meanwhile.
    /// Where it is safe to think again about what somebody else wrote, `attempts` says how often.
    ///
    /// `make` answers nil where there is nothing to change; the reply is then the one that was read.
    func update<Body, Thing>(
        _ get: Endpoint<Nothing, Thing>, _ set: Endpoint<Body, Thing>, _ path: [String], attempts: Int = 1,
        _ make: (Thing) throws(Trouble) -> Body?
    ) throws(Trouble) -> Reply<Thing> {
        var attempt = 1
        while true {
            let current: Reply<Thing> = try client().call(get, path)
            guard let body = try make(current.required()) else { return current }
            do {
                return try change(set, path, body: body, ifMatch: current.etag)
            } catch {
                guard error.errorCode == .stale, attempt < attempts else { throw error }
                attempt += 1
            }
        }
    }
}
