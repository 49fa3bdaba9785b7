import API
import Domain
import Store

extension Operations {
    func createProject(_ call: Call<CreateProject>) async throws(Failure) -> Changed<CreatedProject> {
        let body = call.body
        let keyID = world.randomBytes(ProjectKey.idBytesCount)
        let new = newSecret(at: call.at, wrapSeconds: body.wrapSeconds)
        let settings = deployment.settings
        return try await store.change(call.intent, on: .tenant(body.tenant)) { change throws(Failure) in
            let applicationID = try Identifiers.applicationID(body.applicationID)
            change.record(tenant: body.tenant, applicationID: applicationID)
            let name = try Identifiers.displayName(body.name)
            let lists = try Allowlists(ios: body.iosBundleIDs ?? [], android: body.androidPackageNames ?? [])
            try new.check()
            let key = try settings.signer.key(region: settings.region, id: keyID)
            let project = try change.createProject(
                body, applicationID: applicationID, name: name, key: key, lists: lists, secret: new.record,
                sealed: new.sealed)
            let wrapped = try new.wrap(in: change)
            change.record(subject: new.record.fingerprint, after: new.audited(project.audited))
            return CreatedProject(project: project, identitySecret: new.revealed, wrapped: wrapped)
        }
    }

    func listProjects(_ call: Call<Nothing>) async throws(Failure) -> Page<Project> {
        let page = try call.keyset()
        let isSuspended = try call.flag("suspended")
        return try await store.read { snapshot throws(Failure) in
            var tenants: [String]?
            if let tenant = call.text("tenant") {
                try snapshot.admit(call.caller, to: call.right, on: .tenant(tenant))
                tenants = [tenant]
            } else {
                tenants = try call.caller.tenants(for: call.right)
            }
            return try snapshot.projects(in: tenants, isSuspended: isSuspended, page)
        }
    }

    func getProject(_ call: Call<Nothing>) async throws(Failure) -> Project {
        let applicationID = try call.applicationID()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .project(applicationID))
            return try snapshot.project(applicationID)
        }
    }

    func updateProject(_ call: Call<UpdateProject>) async throws(Failure) -> Changed<Project> {
        let body = call.body
        let onlyStatus = body.name == nil && body.iosBundleIDs == nil && body.androidPackageNames == nil
        try refuseNothingToChange(!onlyStatus || body.status != nil)
        let applicationID = try call.applicationID()
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.project(applicationID)
            change.record(reason: body.reason, before: before.audited)
            try change.requireMatch(before, isExempt: body.onlySuspends)
            let name = try body.name.map { name throws(Failure) in try Identifiers.displayName(name) } ?? before.name
            // Lists that stay are not judged anew: a rule that got stricter must not stop a suspension.
            let lists =
                body.iosBundleIDs == nil && body.androidPackageNames == nil
                ? Allowlists(stored: before.iosBundleIDs, before.androidPackageNames)
                : try Allowlists(
                    ios: body.iosBundleIDs ?? before.iosBundleIDs,
                    android: body.androidPackageNames ?? before.androidPackageNames)
            let status = body.status ?? before.status
            try checkReason(body.reason, isRequired: status == .active && before.status == .suspended)
            if change.intent.isDryRun {
                let losing = try change.snapshot.installations(of: applicationID, losingAccessUnder: lists)
                change.effect = .object([
                    .init("ios_bundle_ids", difference(before.iosBundleIDs, lists.ios, on: .ios)),
                    .init(
                        "android_package_names", difference(before.androidPackageNames, lists.android, on: .android)),
                    .init("installations_losing_access", .integer(losing)),
                ])
            }
            let project = try change.updateProject(before, name: name, status: status, lists: lists)
            change.record(after: project.audited)
            return project
        }
    }

    /// Ends every access for good. Only of a suspended project, so that nobody deletes a live one by a slip.
    func deleteProject(_ call: Call<Nothing>) async throws(Failure) -> Changed<Nothing> {
        let applicationID = try call.applicationID()
        return try await store.change(call.intent, on: .project(applicationID)) { change throws(Failure) in
            let before = try change.snapshot.project(applicationID)
            change.record(before: before.audited)
            guard before.status == .suspended else {
                throw Failure(
                    .notSuspended,
                    "'\(applicationID)' is active. Suspend it first; deleting ends every access and its id is never used again."
                )
            }
            let nobody = Allowlists(stored: [], [])
            change.effect = .object([
                .init(
                    "installations_losing_access",
                    .integer(try change.snapshot.installations(of: applicationID, losingAccessUnder: nobody)))
            ])
            try change.deleteProject(applicationID)
            return Nothing()
        }
    }
}

/// Entries that come and go between two lists, as apps are compared.
private func difference(_ before: [String], _ after: [String], on platform: Platform) -> JSONValue {
    func folded(_ list: [String]) -> Set<String> { Set(list.map { AppIdentifier.folded($0, on: platform) }) }
    func less(_ list: [String], _ other: [String]) -> JSONValue {
        let known = folded(other)
        return .array(
            list.filter { !known.contains(AppIdentifier.folded($0, on: platform)) }.map(JSONValue.string))
    }
    return .object([.init("added", less(after, before)), .init("removed", less(before, after))])
}

extension Project {
    /// As the audit log holds it: lists as their digests.
    fileprivate var audited: JSONValue {
        .object([
            .init("name", .string(name)), .init("status", .string(status.rawValue)),
            .init("revision", .integer(revision)),
            .init("ios_bundle_ids", digest(of: iosBundleIDs, count: iosBundleIDs.count)),
            .init("android_package_names", digest(of: androidPackageNames, count: androidPackageNames.count)),
        ])
    }
}

extension Caller {
    /// The tenants that a list without a filter covers; nil for all.
    ///
    /// - Throws: `forbidden` where the right is held nowhere.
    func tenants(for right: Right) throws(Failure) -> [String]? {
        let tenants = rights.tenants(allowing: right)
        guard tenants?.isEmpty ?? false else { return tenants }
        throw Failure(
            .forbidden, "This needs the right '\(right.rawValue)' in some tenant, which \(name) does not have.")
    }
}
