import API
import Domain
import HTTP

extension AdminRoute {
    /// Every endpoint and its operation, side by side, and what it takes away where nothing may stop that.
    package static let all: [AdminRoute] = [
        .change(Tenants.create, Operations.createTenant),
        .read(Tenants.list, Operations.listTenants),
        .read(Tenants.get, Operations.getTenant),
        .change(Tenants.update, Operations.updateTenant) { call in
            call.body.onlySuspends ? .tenant(call.parameter("tenant")) : nil
        },

        .change(Projects.create, Operations.createProject),
        .read(Projects.list, Operations.listProjects),
        .read(Projects.get, Operations.getProject),
        .change(Projects.update, Operations.updateProject) { call throws(Failure) in
            call.body.onlySuspends ? .project(try call.applicationID()) : nil
        },
        .change(Projects.delete, Operations.deleteProject),

        .change(IdentitySecrets.rotate, Operations.rotateSecret),
        .change(IdentitySecrets.cancel, Operations.cancelRotation),
        .change(IdentitySecrets.endOverlap, Operations.endOverlap) { call throws(Failure) in
            .judgement(applicationID: try call.applicationID())
        },
        .read(IdentitySecrets.status, Operations.secretStatus),
        .read(IdentitySecrets.explain, Operations.explain),

        .read(Installations.list, Operations.listInstallations),
        .read(Installations.get, Operations.getInstallation),
        .change(Installations.revoke, Operations.revokeInstallation) { .installation(id: $0.parameter("id")) },
        .change(Installations.revokeMany, Operations.revokeInstallations) { call throws(Failure) in
            .judgement(applicationID: try call.applicationID())
        },
        .read(People.get, Operations.getPerson),
        .read(Refusals.ofProject, Operations.listRefusals),
        .read(Refusals.ofDeployment, Operations.listDeploymentRefusals),

        .read(Policies.get, Operations.getPolicy),
        .change(Policies.set, Operations.setPolicy),
        .read(Policies.effective, Operations.effectivePolicy),
        .read(Policies.versions, Operations.listPolicyVersions),
        .read(Policies.version, Operations.getPolicyVersion),

        .read(RouteMaps.get, Operations.getRouteMap),
        .change(RouteMaps.set, Operations.setRouteMap),
        .read(RouteMaps.versions, Operations.listRouteMapVersions),
        .read(RouteMaps.resolve, Operations.resolveRoute),
        .read(RouteMaps.lint, Operations.lintRouteMap),

        .change(Disables.create, Operations.createDisable) { call throws(Failure) in
            let disable = try call.body.folded()
            return .disable(
                try Disabling(id: call.newID, targets: disable.targets, disable.conditions), disable.scope)
        },
        .read(Disables.list, Operations.listDisables),
        .read(Disables.get, Operations.getDisable),
        .change(Disables.lift, Operations.liftDisable),

        .change(Releases.create, Operations.createRelease),
        .read(Releases.list, Operations.listReleases),
        .read(Releases.get, Operations.getRelease),
        .change(Releases.update, Operations.updateRelease),

        .read(Handoffs.get, Operations.getHandoff),
        .change(Handoffs.set, Operations.setHandoff),
        .read(Handoffs.check, Operations.checkHandoff),
        .change(Handoffs.issue, Operations.issueHandoff),
        .read(Handoffs.issues, Operations.listHandoffs),
        .read(Handoffs.issued, Operations.getIssuedHandoff, page: Response.handoff),
        .read(Acceptances.get, Operations.getAcceptance),
        .change(Acceptances.set, Operations.setAcceptance),

        .change(Operators.create, Operations.createOperator),
        .read(Operators.list, Operations.listOperators),
        .read(Operators.get, Operations.getOperator),
        .change(Operators.update, Operations.updateOperator) { call in
            call.body.onlySuspends ? .operator(call.parameter("name")) : nil
        },
        .read(Operators.whoami, Operations.whoami),

        .change(PersonalTokens.create, Operations.createPersonalToken),
        .read(PersonalTokens.list, Operations.listPersonalTokens),
        .change(PersonalTokens.revoke, Operations.revokePersonalToken) { .personalToken(id: $0.parameter("id")) },

        .read(AuditLog.list, Operations.listAudit),
    ]
}
