import API
import Domain
import SQL

extension Snapshot {
    package func release(_ id: String) throws(Failure) -> Release {
        guard let row = try row("SELECT * FROM releases WHERE id = \(id)") else { throw .notFound }
        return Release(row)
    }

    /// With the release of the native SDK that it goes with.
    package func releasePair(_ id: String) throws(Failure) -> ReleasePair {
        let release = try release(id)
        guard let version = release.pairedVersion.optional else { return ReleasePair(release, native: nil) }
        let native = try row(
            "SELECT * FROM releases WHERE product = \(SDKPackage.shopStoryPlayer) AND version = \(version)")
        return ReleasePair(release, native: native.map(Release.init))
    }

    package func releases(
        of product: String?, status: Release.Status?, _ page: Keyset
    ) throws(Failure) -> Page<Release> {
        let ofProduct: Statement = product.map { "product = \($0)" } ?? "TRUE"
        let withStatus: Statement = status.map { "status = \($0.rawValue)" } ?? "TRUE"
        let rows = try rows(
            """
            SELECT * FROM releases WHERE \(ofProduct) AND \(withStatus) AND \(page.condition(at: "created_at", id: "id"))
            ORDER BY created_at DESC, id DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("id") }, Release.init)
    }

    /// The packages that have a release.
    package func releasedProducts() throws(Failure) -> [String] {
        try rows("SELECT DISTINCT product FROM releases ORDER BY product").map { $0.get("product") }
    }
}

extension Change {
    /// - Throws: `conflict` where the product has this version already.
    package func createRelease(id: String, _ release: CreateRelease) throws(Failure) -> Release {
        guard
            try snapshot.row(
                "SELECT 1 FROM releases WHERE product = \(release.product) AND version = \(release.version)") == nil
        else {
            throw Failure(
                .conflict,
                "\(release.product) \(release.version) is released already. A version is never released twice.",
                faults: [Fault("/version", "conflict", "taken")])
        }
        try run(
            """
            INSERT INTO releases (id, product, version, paired_version, archive_sha256, requirements, notes, status,
                                  created_by, created_at)
            VALUES (\(id), \(release.product), \(release.version), \(release.pairedVersion), \(release.archiveSHA256),
                    \(storing(release.requirements)), \(release.notes), \(Release.Status.preview.rawValue),
                    \(intent.caller.name), \(at.milliseconds))
            """)
        return try snapshot.release(id)
    }

    package func updateRelease(
        _ id: String, status: Release.Status, notes: String?, withdrawal: Release.Withdrawal?
    ) throws(Failure) -> Release {
        try run(
            """
            UPDATE releases SET status = \(status.rawValue), notes = \(notes), withdrawn_by = \(withdrawal?.by),
                withdrawn_at = \(withdrawal?.at.milliseconds), withdrawal = \(withdrawal?.reason)
            WHERE id = \(id)
            """)
        return try snapshot.release(id)
    }
}

extension Release {
    fileprivate init(_ row: Row) {
        let withdrawal = row.instantIfAny("withdrawn_at").map {
            Withdrawal(by: row.get("withdrawn_by"), at: $0, reason: row.get("withdrawal"))
        }
        self.init(
            id: row.get("id"), product: row.get("product"), version: row.get("version"),
            pairedVersion: row.get("paired_version"), archiveSHA256: row.get("archive_sha256"),
            requirements: row.json("requirements"), notes: row.get("notes"), status: row.word("status"),
            createdBy: row.get("created_by"), createdAt: row.instant("created_at"), withdrawal: withdrawal)
    }
}
