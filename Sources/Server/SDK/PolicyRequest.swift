import API
import Domain
import HTTP
import Store

/// Who asks for a policy, as far as a device says (contract section 5.6). What is wrong is one opaque error.
struct PolicyRequest: Sendable {
    enum Credential: Sendable {
        case projectKey(String)
        case applicationID(String)
    }

    let credential: Credential
    let appIdentifier: String?
    let platform: Platform?

    /// Nil for a query that cannot be read: judged before any key is looked at, so that it tells nothing of keys.
    init?(_ rawQuery: String?) {
        guard let query = try? Query(rawQuery) else { return nil }
        platform = query["platform"].flatMap(Platform.init(rawValue:))
        appIdentifier = query["app_identifier"]
        if query["platform"] != nil, platform == nil { return nil }
        switch (query["project_key"], query["application_id"]) {
        case (let key?, nil):
            guard appIdentifier != nil, platform != nil else { return nil }
            credential = .projectKey(key)
        case (nil, let id?): credential = .applicationID(id)
        case (nil, nil), (_?, _?): return nil
        }
    }

    /// Whether the app is on the lists. One that was not sent is not asked for where the application id is enough; without
    /// a platform either list will do, each by its own comparison.
    func isAdmitted(to entry: PolicyFeed.Entry) -> Bool {
        guard let appIdentifier else { return true }
        let lists = entry.policy.allowlists
        return (platform.map { [$0] } ?? Platform.allCases).contains { platform in
            let folded = AppIdentifier.folded(appIdentifier, on: platform)
            return lists.entries(for: platform).contains {
                AppIdentifier.folded($0, on: platform).utf8.elementsEqual(folded.utf8)
            }
        }
    }
}
