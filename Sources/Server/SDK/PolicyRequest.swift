import API
import Domain
import HTTP

/// Who asks for a policy, as far as a device says (contract section 5.6). What is wrong is one opaque error.
struct PolicyRequest: Sendable {
    enum Credential: Sendable {
        case projectKey(String, app: String, Platform)
        case applicationID(String, app: String?, Platform?)
    }

    let credential: Credential
    let caller: PolicyCaller

    /// Nil for a query that cannot be read: judged before any key is looked at, so that it tells nothing of keys.
    init?(_ rawQuery: String?) {
        guard let query = try? Query(rawQuery) else { return nil }
        let platform = query["platform"].flatMap(Platform.init(rawValue:))
        if query["platform"] != nil, platform == nil { return nil }
        let app = query["app_identifier"]
        switch (query["project_key"], query["application_id"]) {
        case (let key?, nil):
            guard let app, let platform else { return nil }
            credential = .projectKey(key, app: app, platform)
        case (nil, let id?): credential = .applicationID(id, app: app, platform)
        case (nil, nil), (_?, _?): return nil
        }
        caller = PolicyCaller(
            platform: platform, appIdentifier: app, sdkVersion: query["sdk_version"],
            hostAppVersion: query["host_app_version"])
    }
}
