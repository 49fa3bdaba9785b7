import API
import Domain
import SQL

extension Snapshot {
    /// The latest version, or the given one; version 0 is what was there before the first.
    ///
    /// - Throws: `not_found` for a version that never was.
    package func routeMap(of applicationID: String, version: Int64? = nil) throws(Failure) -> RouteMap {
        let wanted: Statement = version.map { "version = \($0)" } ?? "TRUE"
        let row = try row(
            """
            SELECT version, entries FROM route_maps WHERE application_id = \(applicationID) AND \(wanted)
            ORDER BY version DESC LIMIT 1
            """)
        if let row { return RouteMap(version: row.get("version"), entries: row.json("entries")) }
        if let version, version > 0 { throw Failure(.notFound, "The map has no version \(version).") }
        return .none
    }

    package func routeMapVersions(
        of applicationID: String, _ page: Keyset
    ) throws(Failure) -> Page<RouteMapVersion> {
        let rows = try rows(
            """
            SELECT version, entry_count, set_by, set_at FROM route_maps
            WHERE application_id = \(applicationID) AND \(page.condition(at: "version", id: "''"))
            ORDER BY version DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("version") }, id: { _ in "" }) { row throws(Failure) in
            RouteMapVersion(
                version: row.get("version"), setAt: row.instant("set_at"), setBy: row.get("set_by"),
                entryCount: row.get("entry_count"))
        }
    }
}

extension Change {
    /// Routes are the host app's business and in no policy document, so no revision rises.
    package func setRouteMap(_ map: RouteMap, of applicationID: String) throws(Failure) {
        try run(
            """
            INSERT INTO route_maps (application_id, version, entries, entry_count, set_by, set_at)
            VALUES (\(applicationID), \(map.version), \(storing(map.entries)), \(Int64(map.entries.count)),
                    \(intent.caller.name), \(at.milliseconds))
            """)
    }
}
