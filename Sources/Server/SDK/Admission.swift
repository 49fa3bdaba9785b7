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
        let isListed = (found.entry ?? .nobody).lists(app, on: platform)
        if key != nil, verifies, let entry = found.entry, isListed { return entry }
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
                value: shownToOperators(isOfProject ? app : text)), at: now)
        throw .deviceUnauthorized
    }

    /// For the policy, where the application id is enough and an app need not be sent.
    ///
    /// - Throws: `unauthorized`, after the refusal was noted.
    func admit(
        applicationID text: String, app: String?, platform: Platform?, at now: Instant
    ) throws(Failure) -> PolicyFeed.Entry {
        let entry = Identifiers.foldedApplicationID(text).flatMap(feed.entry(applicationID:))
        guard let entry else {
            note(.unknownApplicationID, text, platform, of: nil, at: now)
            throw .deviceUnauthorized
        }
        guard let app else { return entry }
        guard (platform.map { [$0] } ?? Platform.allCases).contains(where: { entry.lists(app, on: $0) }) else {
            note(.appNotListed, app, platform, of: entry, at: now)
            throw .deviceUnauthorized
        }
        return entry
    }

    /// The project of an installation, while its app is on the list.
    func entry(of session: DeviceSession) -> PolicyFeed.Entry? {
        guard let entry = feed.entry(applicationID: session.applicationID),
            entry.lists(session.appIdentifier, on: session.platform)
        else { return nil }
        return entry
    }

    private func note(
        _ reason: DeviceRefusal.Reason, _ value: String, _ platform: Platform?, of entry: PolicyFeed.Entry?,
        at now: Instant
    ) {
        batches.noteRefusal(
            RefusalKind(
                applicationID: entry?.policy.applicationID, reason: reason, platform: platform,
                value: shownToOperators(value)), at: now)
    }
}
