/// The audit log: who did what to what, and what was refused.
package enum AuditLog {
    package static let list = Endpoint<Nothing, Page<AuditEntry>>(
        .get, "/api/v1/audit", scope: .auditRead,
        query: ["tenant", "application_id", "actor", "action", "since", "until"], [.list])
}

/// What an audit entry is about: `noun.verb`, a closed list.
package enum Action: String, Codable, Sendable, CaseIterable {
    case deploymentInit = "deployment.init"
    case tenantCreate = "tenant.create"
    case tenantUpdate = "tenant.update"
    case operatorCreate = "operator.create"
    case operatorUpdate = "operator.update"
    case personalTokenCreate = "personal_token.create"
    case personalTokenRevoke = "personal_token.revoke"
    case projectCreate = "project.create"
    case projectUpdate = "project.update"
    case projectDelete = "project.delete"
    case identitySecretRotate = "identity_secret.rotate"
    case identitySecretCancel = "identity_secret.cancel"
    case identitySecretEndOverlap = "identity_secret.end_overlap"
    /// By the holder of a one-shot token, who is no operator.
    case identitySecretUnwrap = "identity_secret.unwrap"
    case installationRevoke = "installation.revoke"
    case installationRevokeMany = "installation.revoke_many"
    case policySet = "policy.set"
    case routeMapSet = "route_map.set"
    case disableCreate = "disable.create"
    case disableLift = "disable.lift"
    case releaseCreate = "release.create"
    case releaseUpdate = "release.update"
    case handoffSet = "handoff.set"
    case handoffIssue = "handoff.issue"
    case acceptanceSet = "acceptance.set"
}

package struct AuditEntry: Codable, Sendable {
    package enum Outcome: String, Codable, Sendable, CaseIterable {
        case done, refused
    }

    package let id: Int64
    package let at: Instant
    /// An operator's name, or `wrapped:` and the id of a one-shot token.
    package let actor: String
    /// Where the call came from: `unix:USER`, or the TCP address.
    package let from: String
    package let action: Action
    package let outcome: Outcome
    /// Why it was refused.
    package let code: Nullable<ErrorCode>
    package let tenant: Nullable<String>
    package let applicationID: Nullable<String>
    /// What was acted on: an operator's name, a disable's id, a secret's fingerprint.
    package let subject: Nullable<String>
    package let reason: Nullable<String>
    package let before: Nullable<JSONValue>
    package let after: Nullable<JSONValue>
    package let requestID: String

    package init(
        id: Int64, at: Instant, actor: String, from: String, action: Action, outcome: Outcome, code: ErrorCode?,
        tenant: String?, applicationID: String?, subject: String?, reason: String?, before: JSONValue?,
        after: JSONValue?, requestID: String
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.from = from
        self.action = action
        self.outcome = outcome
        self.code = Nullable(code)
        self.tenant = Nullable(tenant)
        self.applicationID = Nullable(applicationID)
        self.subject = Nullable(subject)
        self.reason = Nullable(reason)
        self.before = Nullable(before)
        self.after = Nullable(after)
        self.requestID = requestID
    }

    enum CodingKeys: String, CodingKey {
        case id, at, actor, from, action, outcome, code, tenant, subject, reason, before, after
        case applicationID = "application_id"
        case requestID = "request_id"
    }
}
