import API
import Domain
import Store

extension Operations {
    func getRouteMap(_ call: Call<Nothing>) async throws(Failure) -> RouteMap {
        let applicationID = try call.applicationID()
        let version = try call.wholeNumber("version")
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.routeMap(of: applicationID, version: version)
        }
    }

    /// The same map again is no new version.
    func setRouteMap(_ call: Call<SetRouteMap>) async throws(Failure) -> Changed<RouteMap> {
        let applicationID = try call.applicationID()
        let entries = call.body.entries
        // A map may be as long as a body, and the writer's thread is everybody's; its fault is told in its turn.
        let table = Result { () throws(Failure) in try RouteTable(entries) }
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.routeMap(of: applicationID)
            change.record(before: before.audited)
            try change.requireMatch(before)
            _ = try table.get()
            // By their bytes: two strings that Swift calls equal may be two patterns.
            let isSame = JSONWriter.encode(entries) == JSONWriter.encode(before.entries)
            let map = isSame ? before : RouteMap(version: before.version + 1, entries: entries)
            if !isSame { try change.setRouteMap(map, of: applicationID) }
            change.record(after: map.audited)
            return map
        }
    }

    func listRouteMapVersions(_ call: Call<Nothing>) async throws(Failure) -> Page<RouteMapVersion> {
        let applicationID = try call.applicationID()
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.routeMapVersions(of: applicationID, page)
        }
    }

    /// By the disables without conditions: what every app is told there at the most.
    func resolveRoute(_ call: Call<Nothing>) async throws(Failure) -> ResolvedRoute {
        let applicationID = try call.applicationID()
        guard let route = call.text("route") else { throw Failure(queryFault: "route", "given") }
        let (map, policy) = try await store.read { [spill] snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            guard let policy = try snapshot.projectPolicy(applicationID).map(spill.less) else { throw .notFound }
            return (try snapshot.routeMap(of: applicationID), policy)
        }
        let entry = try RouteTable(map.entries).entry(for: route)
        let surface = entry?.surface ?? "unknown"
        let surfaces = policy.document(without: policy.takenUnconditionally).surfaces
        return ResolvedRoute(surface: surface, pattern: entry?.pattern, decision: surfaces[surface] ?? .off)
    }

    func lintRouteMap(_ call: Call<Nothing>) async throws(Failure) -> RouteFindings {
        let applicationID = try call.applicationID()
        let (map, base) = try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return (try snapshot.routeMap(of: applicationID), try snapshot.basePolicy(of: applicationID))
        }
        return RouteFindings(findings: try RouteTable(map.entries).findings(under: base))
    }
}

extension RouteMap {
    /// As the audit log holds it: the entries as their digest.
    fileprivate var audited: JSONValue {
        .object([.init("version", .integer(version)), .init("entries", digest(of: entries, count: entries.count))])
    }
}
