import API

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
