import API
import Crypto
import Domain
import SQL

extension Snapshot {
    /// What is being prepared; empty before anything was set.
    package func handoff(of applicationID: String) throws(Failure) -> Handoff {
        try row("SELECT inputs FROM handoffs WHERE application_id = \(applicationID)")?.json("inputs") ?? Handoff()
    }

    package func isReleased(_ id: String) throws(Failure) -> Bool {
        try row("SELECT 1 FROM releases WHERE id = \(id)") != nil
    }

    /// Everything that the project's handoff is made of, at this moment.
    ///
    /// - Parameters:
    ///   - publicURL: of the SDK plane, as the deployment is configured.
    ///   - audience: of identity assertions.
    package func handoffState(
        of applicationID: String, at now: Instant, publicURL: String?, audience: String
    ) throws(Failure) -> HandoffState {
        let project = try project(applicationID)
        guard let policy = try projectPolicy(applicationID) else { throw .notFound }
        let inputs = try handoff(of: applicationID)
        let releases = try [inputs.releaseID, inputs.rollbackReleaseID].map { id throws(Failure) in
            try id.map { id throws(Failure) in try releasePair(id) }
        }
        let installed = try row("SELECT 1 FROM installations WHERE application_id = \(applicationID) LIMIT 1")
        return HandoffState(
            project: project, tenant: try tenant(project.tenant).status, inputs: inputs, release: releases[0],
            rollbackRelease: releases[1], routes: try routeMap(of: applicationID), policy: policy,
            rotation: try rotation(of: applicationID, at: now), hasInstallations: installed != nil,
            publicURL: publicURL, audience: audience)
    }

    /// Newest first.
    package func handoffIssues(of applicationID: String, _ page: Keyset) throws(Failure) -> Page<HandoffIssue> {
        let rows = try rows(
            """
            SELECT number, issued_at, issued_by, sha256 FROM handoff_issues
            WHERE application_id = \(applicationID) AND \(page.condition(at: "number", id: "''"))
            ORDER BY number DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("number") }, id: { _ in "" }) { row throws(Failure) in
            HandoffIssue(
                number: row.get("number"), issuedAt: row.instant("issued_at"), issuedBy: row.get("issued_by"),
                sha256: row.get("sha256"))
        }
    }

    package func issuedHandoff(_ number: Int64, of applicationID: String) throws(Failure) -> IssuedHandoff {
        guard
            let row = try row(
                "SELECT * FROM handoff_issues WHERE application_id = \(applicationID) AND number = \(number)")
        else { throw .notFound }
        return IssuedHandoff(row)
    }

    /// The newest one; nil before the first.
    package func latestHandoff(of applicationID: String) throws(Failure) -> IssuedHandoff? {
        try row("SELECT * FROM handoff_issues WHERE application_id = \(applicationID) ORDER BY number DESC LIMIT 1")
            .map(
                IssuedHandoff.init)
    }

    /// Projects that have a release, as the one to build with, as the one to go back to, or as what either of them goes with:
    /// in the newest handoff, in one that is with shoppers already, or in what is being prepared.
    package func projects(handed release: Release) throws(Failure) -> [String] {
        let isNative = release.product.utf8.elementsEqual(SDKPackage.shopStoryPlayer.utf8)
        let holding: Statement =
            isNative
            ? "SELECT id FROM releases WHERE id = \(release.id) OR paired_version = \(release.version)"
            : "SELECT \(release.id)"
        return try rows(
            """
            SELECT application_id FROM projects WHERE status <> 'deleted' AND application_id IN (
                SELECT application_id FROM handoff_issues AS issues
                WHERE (release_id IN (\(holding)) OR rollback_release_id IN (\(holding)))
                  AND (number = (SELECT max(number) FROM handoff_issues WHERE application_id = issues.application_id)
                       OR EXISTS (SELECT 1 FROM acceptance_stages
                                  WHERE application_id = issues.application_id AND number = issues.number))
                UNION
                SELECT application_id FROM handoffs
                WHERE inputs ->> 'release_id' IN (\(holding)) OR inputs ->> 'rollback_release_id' IN (\(holding)))
            ORDER BY application_id
            """
        ).map { $0.get("application_id") }
    }
}

extension Change {
    package func setHandoff(_ handoff: Handoff, of applicationID: String) throws(Failure) {
        try run(
            """
            INSERT INTO handoffs (application_id, inputs, set_by, set_at)
            VALUES (\(applicationID), \(storing(handoff)), \(intent.caller.name), \(at.milliseconds))
            ON CONFLICT (application_id) DO UPDATE
            SET inputs = excluded.inputs, set_by = excluded.set_by, set_at = excluded.set_at
            """)
    }

    /// Keeps a document for good, under its number.
    package func issueHandoff(
        _ document: HandoffDocument, release: Release, rollbackRelease: Release
    ) throws(Failure) -> IssuedHandoff {
        let canonical = JSONWriter.canonical(document)
        try run(
            """
            INSERT INTO handoff_issues (application_id, number, issued_at, issued_by, sha256, document, release_id,
                                        rollback_release_id)
            VALUES (\(document.applicationID), \(document.number), \(at.milliseconds), \(intent.caller.name),
                    \(Hex.encode(SHA256.digest(canonical))), \(String(decoding: canonical, as: UTF8.self)),
                    \(release.id), \(rollbackRelease.id))
            """)
        return try snapshot.issuedHandoff(document.number, of: document.applicationID)
    }
}

extension IssuedHandoff {
    fileprivate init(_ row: Row) {
        self.init(
            number: row.get("number"), issuedAt: row.instant("issued_at"), issuedBy: row.get("issued_by"),
            sha256: row.get("sha256"), document: row.json("document"))
    }
}
