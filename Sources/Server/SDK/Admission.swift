import API
import Domain
import Store

/// Whether a device's key and app are let in (contract section 2). All four ways to be refused take the same steps, all of
/// them in memory, so that neither answer nor time tells one from another; the true reason is for the operator.
package struct Admission: Sendable {
    let feed: PolicyFeed
    let deployment: Deployment
    let batches: Batches

    /// - Throws: `unauthorized`, after the refusal was noted.
    func admit(
        key text: String, app: String, platform: Platform, at now: Instant
    ) throws(Failure) -> PolicyFeed.Entry {
        let signer = deployment.settings.signer
        let key = ProjectKey(text)
        let verifies = !signer.canVerify || signer.verifies(key ?? .nobody)
        let found = feed.look(up: key ?? .nobody)
        let isListed = (found.entry ?? .nobody).apps.contain(app, on: platform)
        if key != nil, verifies, let entry = found.entry, isListed { return entry }
        // Both, whichever is kept: either may be long, and how long one takes would tell which it was.
        let shown = (key: shownToOperators(text), app: shownToOperators(app))
        let reason: DeviceRefusal.Reason =
            if key == nil {
                .malformedKey
            } else if !verifies {
                .badTag
            } else if found.isDeleted {
                .deletedProject
            } else if found.entry == nil {
                .unknownKey
            } else {
                .appNotListed
            }
        let isOfProject = reason == .appNotListed
        batches.noteRefusal(
            RefusalKind(
                applicationID: isOfProject ? found.entry?.policy.applicationID : nil, reason: reason,
                platform: platform,
                value: isOfProject ? shown.app : shown.key), at: now)
        throw .deviceUnauthorized
    }

    /// For the policy, where the application id is enough and an app need not be sent.
    ///
    /// - Throws: `unauthorized`, after the refusal was noted.
    func admit(
        applicationID text: String, app: String?, platform: Platform?, at now: Instant
    ) throws(Failure) -> PolicyFeed.Entry {
        let entry = Identifiers.foldedApplicationID(text).flatMap(feed.entry(applicationID:))
        let isListed = (entry ?? .nobody).apps.admit(app, on: platform)
        if let entry, isListed { return entry }
        let shown = (id: shownToOperators(text), app: shownToOperators(app ?? ""))
        batches.noteRefusal(
            RefusalKind(
                applicationID: entry?.policy.applicationID,
                reason: entry == nil ? .unknownApplicationID : .appNotListed, platform: platform,
                value: entry == nil ? shown.id : shown.app), at: now)
        throw .deviceUnauthorized
    }

    /// The project of an installation, while its app is on the list.
    func entry(of session: DeviceSession) -> PolicyFeed.Entry? {
        guard let entry = feed.entry(applicationID: session.applicationID),
            entry.apps.contain(session.appIdentifier, on: session.platform)
        else { return nil }
        return entry
    }
}
