import API
import Domain
import SQL

/// One kind of refusal, as it was gathered in memory.
package struct RefusalKind: Sendable, Hashable {
    /// Nil where no project can be told.
    package let applicationID: String?
    package let reason: DeviceRefusal.Reason
    package let platform: Platform?
    /// Escaped and cut.
    package let value: String

    package init(applicationID: String?, reason: DeviceRefusal.Reason, platform: Platform?, value: String) {
        self.applicationID = applicationID
        self.reason = reason
        self.platform = platform
        self.value = value
    }
}

package struct RefusalTally: Sendable {
    package var count: Int64
    package var firstSeen: Instant
    package var lastSeen: Instant

    package init(count: Int64, firstSeen: Instant, lastSeen: Instant) {
        self.count = count
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}

extension Snapshot {
    /// Most recent first; of the deployment with nil.
    package func refusals(of applicationID: String?, _ page: Keyset) throws(Failure) -> Page<DeviceRefusal> {
        let lists = try applicationID.map { id throws(Failure) in try allowlists(of: id) }
        // One column to page by beside the time.
        let id: Statement = "(reason || '/' || platform || '/' || value)"
        let rows = try rows(
            """
            SELECT *, \(id) AS id FROM refusals
            WHERE application_id = \(applicationID ?? "") AND \(page.condition(at: "last_seen", id: id))
            ORDER BY last_seen DESC, id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("last_seen") }, id: { $0.get("id") }) { row throws(Failure) in
            let platform = Platform(rawValue: row.get("platform"))
            let reason: DeviceRefusal.Reason = row.word("reason")
            let nearest = reason == .appNotListed ? lists?.nearest(to: row.get("value"), on: platform) : nil
            return DeviceRefusal(
                reason: reason, value: row.get("value"), platform: platform, nearest: nearest, count: row.get("count"),
                firstSeen: row.instant("first_seen"), lastSeen: row.instant("last_seen"))
        }
    }
}

extension DeviceChange {
    /// Kinds that are kept for one project or the deployment: half of them the latest, and half the most frequent of the
    /// others, so that a flood of values that nobody sends twice does not wash away what many devices meet.
    package static let refusalKindsMax: Int64 = 500

    package func recordRefusals(_ tallies: [RefusalKind: RefusalTally]) throws(Failure) {
        for (kind, tally) in tallies {
            try run(
                """
                INSERT INTO refusals (application_id, reason, platform, value, count, first_seen, last_seen)
                VALUES (\(kind.applicationID ?? ""), \(kind.reason.rawValue), \(kind.platform?.rawValue ?? ""),
                        \(kind.value), \(tally.count), \(tally.firstSeen.milliseconds), \(tally.lastSeen.milliseconds))
                ON CONFLICT (application_id, reason, platform, value) DO UPDATE
                SET count = refusals.count + \(tally.count), last_seen = \(tally.lastSeen.milliseconds)
                """)
        }
        // By the whole key beside the time: a flood may have come within one millisecond.
        for applicationID in Set(tallies.keys.map { $0.applicationID ?? "" }) {
            let latest: Statement =
                """
                SELECT reason, platform, value FROM refusals WHERE application_id = \(applicationID)
                ORDER BY last_seen DESC, reason, platform, value LIMIT \(Self.refusalKindsMax / 2)
                """
            try run(
                """
                DELETE FROM refusals WHERE application_id = \(applicationID)
                    AND (reason, platform, value) NOT IN (\(latest))
                    AND (reason, platform, value) NOT IN (
                        SELECT reason, platform, value FROM refusals
                        WHERE application_id = \(applicationID) AND (reason, platform, value) NOT IN (\(latest))
                        ORDER BY count DESC, last_seen DESC, reason, platform, value LIMIT \(Self.refusalKindsMax / 2))
                """)
        }
    }
}
