import API
import Domain
import HTTP
import Synchronization

/// Counters for operators' tools, as Prometheus reads them (text exposition format 0.0.4). Labels are route templates and
/// statuses, so that there are only as many as routes: nothing that a caller sends becomes a label.
package final class Metrics: Sendable {
    package enum Plane: String, Sendable {
        case admin, sdk
    }

    private struct Series: Hashable, Comparable {
        let plane: Plane
        let route: String
        let status: Int

        static func < (one: Series, other: Series) -> Bool {
            (one.plane.rawValue, one.route, one.status) < (other.plane.rawValue, other.route, other.status)
        }
    }

    /// What happens on the SDK plane and no status tells.
    enum Event: Hashable {
        /// An assertion that was accepted, or the rule that refused it.
        case assertion(AssertionRule?)
        /// A device that was not admitted, by its key and app.
        case refusal(DeviceRefusal.Reason)
        /// One of these for whose value there was no room: operators see its number here alone.
        case refusalNotKept
        /// An installation token whose place was taken by its successor.
        case tokenReuse
        /// A wrapped secret that was fetched.
        case unwrapped
        /// One that was not, although its token's id is known.
        case unwrapAlarm(WrappedSecret.Refusal)
        /// What was never issued as a token.
        case unwrapUnknown
        /// A call with a member that we do not know.
        case unknownMember
        /// A version, locale or time zone that could not be read and was not kept.
        case unreadableFact

        fileprivate var series: String {
            switch self {
            case .assertion(let rule): #"ssadmin_assertions_total{result="\#(rule?.rawValue ?? "accepted")"}"#
            case .refusal(let reason): #"ssadmin_refusals_total{reason="\#(reason.rawValue)"}"#
            case .refusalNotKept: "ssadmin_refusals_not_kept_total"
            case .tokenReuse: "ssadmin_token_reuse_total"
            case .unwrapped: "ssadmin_unwraps_total"
            case .unwrapAlarm(let refusal): #"ssadmin_unwrap_alarms_total{reason="\#(refusal.rawValue)"}"#
            case .unwrapUnknown: "ssadmin_unwraps_unknown_total"
            case .unknownMember: "ssadmin_unknown_members_total"
            case .unreadableFact: "ssadmin_unreadable_facts_total"
            }
        }
    }

    /// What was refused before it had a route.
    static let noRoute = "none"

    private let requests = Mutex<[Series: UInt64]>([:])
    /// Alarms are there before the first: a collector sees no rise in a series that begins with 1.
    private let events = Mutex<[Event: UInt64]>(
        Dictionary(uniqueKeysWithValues: WrappedSecret.Refusal.allCases.map { (.unwrapAlarm($0), 0) }))
    private let overdueDisables = Atomic<Int>(0)

    package init() {}

    func count(_ plane: Plane, _ route: String, _ status: Int) {
        requests.withLock { $0[Series(plane: plane, route: route, status: status), default: 0] += 1 }
    }

    func count(_ event: Event, times: Int = 1) {
        guard times > 0 else { return }
        events.withLock { $0[event, default: 0] += UInt64(times) }
    }

    func setOverdueDisables(_ count: Int) {
        overdueDisables.store(count, ordering: .relaxed)
    }

    func response(_ readiness: Readiness) -> Response {
        var lines = [
            "# HELP ssadmin_ready Whether the service answers, and does not say 503.", "# TYPE ssadmin_ready gauge",
            "ssadmin_ready \(readiness.isReady ? 1 : 0)",
        ]
        if let app = readiness.app {
            lines += [
                "# HELP ssadmin_projects Projects whose policy is served.", "# TYPE ssadmin_projects gauge",
                "ssadmin_projects \(app.feed.count)",
                "# HELP ssadmin_projects_off Projects whose apps are told that the SDK is off.",
                "# TYPE ssadmin_projects_off gauge", "ssadmin_projects_off \(app.feed.offCount)",
                "# HELP ssadmin_disables_overdue Disables in force whose review is due.",
                "# TYPE ssadmin_disables_overdue gauge",
                "ssadmin_disables_overdue \(overdueDisables.load(ordering: .relaxed))",
                "# HELP ssadmin_policy_listeners Devices that have a policy stream open.",
                "# TYPE ssadmin_policy_listeners gauge", "ssadmin_policy_listeners \(app.feed.listenerCount)",
                "# HELP ssadmin_spilled_changes Changes in force that are not in the database, which cannot be written.",
                "# TYPE ssadmin_spilled_changes gauge", "ssadmin_spilled_changes \(app.spill.count)",
            ]
        }
        lines += events.withLock { $0 }.map { "\($0.key.series) \($0.value)" }.sorted()
        lines += ["# HELP ssadmin_requests_total Requests answered.", "# TYPE ssadmin_requests_total counter"]
        for (series, count) in requests.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            lines.append(
                #"ssadmin_requests_total{plane="\#(series.plane.rawValue)",route="\#(series.route)","#
                    + #"status="\#(series.status)"} \#(count)"#)
        }
        return Response(
            status: 200, headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
            body: Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}

/// The listener for a metrics collector alone, so that it needs no way to the admin plane.
struct MetricsPlane: Service {
    /// It takes none.
    let bodyBytesMax = 0
    let connectionsMax: Int? = 16
    let metrics: Metrics
    let readiness: Readiness
    let authority: Authority

    func admit(_ head: Request) -> Response? {
        guard head.path == Probes.metrics else { return Response(status: 404) }
        guard head.method == "GET" || head.method == "HEAD" else {
            return Response(status: 405, headers: [("Allow", "GET, HEAD")])
        }
        return nil
    }

    func respond(to request: Request, on exchange: Exchange) {
        // As on the admin plane over TCP: no page in a browser gets through by a name of its own.
        guard request.headers.first("Host") == authority.value else {
            exchange.finish(Response(status: 421))
            return
        }
        exchange.finish(metrics.response(readiness))
    }

    func refusal(_ refusal: HTTP.Refusal) -> Response { Response(status: refusal.status) }
}
