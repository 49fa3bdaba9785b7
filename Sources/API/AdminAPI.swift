/// Every call of the admin plane. What is not in this list is not served.
package enum AdminAPI {
    package static let endpoints: [EndpointShape] = [
        Tenants.create.shape, Tenants.list.shape, Tenants.get.shape, Tenants.update.shape,
        Projects.create.shape, Projects.list.shape, Projects.get.shape, Projects.update.shape,
        Projects.delete.shape,
        IdentitySecrets.rotate.shape, IdentitySecrets.cancel.shape, IdentitySecrets.endOverlap.shape,
        IdentitySecrets.status.shape, IdentitySecrets.explain.shape,
        Installations.list.shape, Installations.get.shape, Installations.revoke.shape, Installations.revokeMany.shape,
        People.get.shape, Refusals.ofProject.shape, Refusals.ofDeployment.shape,
        Policies.get.shape, Policies.set.shape, Policies.effective.shape, Policies.versions.shape,
        Policies.version.shape,
        RouteMaps.get.shape, RouteMaps.set.shape, RouteMaps.versions.shape, RouteMaps.resolve.shape,
        RouteMaps.lint.shape,
        Disables.create.shape, Disables.list.shape, Disables.get.shape, Disables.lift.shape,
        Releases.create.shape, Releases.list.shape, Releases.get.shape, Releases.update.shape,
        Handoffs.get.shape, Handoffs.set.shape, Handoffs.check.shape, Handoffs.issue.shape, Handoffs.issues.shape,
        Handoffs.issued.shape, Acceptances.get.shape, Acceptances.set.shape,
        Operators.create.shape, Operators.list.shape, Operators.get.shape, Operators.update.shape,
        Operators.whoami.shape,
        PersonalTokens.create.shape, PersonalTokens.list.shape, PersonalTokens.revoke.shape,
        AuditLog.list.shape,
    ]

    package static let specification = "/api/openapi.yaml"

    /// A field of every answer but a 202, while changes hold that the database could not take yet: how many. What is answered
    /// is from the database, and so without them (contract section 6).
    package static let waiting = "SSAdmin-Waiting"
}

/// What both planes serve to whoever watches the service.
package enum Probes {
    package static let alive = "/healthz"
    package static let ready = "/readyz"
    /// On the admin plane and on a listener of its own, never where devices call.
    package static let metrics = "/metrics"
}
