import API
import Domain
import HTTP

/// Who asked for a policy and was admitted. Those who asked alike between two changes share one.
final class PolicyListener: StreamListener {
    let applicationID: String
    private let caller: PolicyCaller
    /// As it was sent. Who sent none is in no list and cannot leave one.
    private let app: String?
    private let platform: Platform?

    init(_ request: PolicyRequest, admittedTo entry: PolicyFeed.Entry) {
        applicationID = entry.policy.applicationID
        caller = request.caller
        switch request.credential {
        case .projectKey(_, let app, let platform): (self.app, self.platform) = (app, platform)
        case .applicationID(_, let app, let platform): (self.app, self.platform) = (app, platform)
        }
    }

    func event(of entry: PolicyFeed.Entry) -> StreamEvent {
        guard entry.apps.admit(app, on: platform) else { return Self.lastEvent(of: entry) }
        return StreamEvent(bytes: entry.rendered(for: caller).event)
    }

    /// Everything is off, and nothing more is said: whoever asks again is refused.
    static func lastEvent(of entry: PolicyFeed.Entry) -> StreamEvent {
        StreamEvent(bytes: entry.rendered(without: .everything).event, isLast: true)
    }
}

/// What a project's listeners are told in one revision (contract section 5.7).
struct PolicyEdition: Edition {
    private let entry: PolicyFeed.Entry
    private let isGone: Bool

    init(_ entry: PolicyFeed.Entry) {
        self.entry = entry
        isGone = false
    }

    /// The last one of a project that is deleted.
    ///
    /// - Parameter revision: in which it is.
    init(deleted policy: ProjectPolicy, revision: Int64) {
        entry = PolicyFeed.Entry(policy.suspended(in: revision))
        isGone = true
    }

    var id: Int64 { entry.policy.revision }

    func event(for listener: any StreamListener) -> StreamEvent {
        guard !isGone, let listener = listener as? PolicyListener else { return PolicyListener.lastEvent(of: entry) }
        return listener.event(of: entry)
    }
}
