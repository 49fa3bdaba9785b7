import API
import Domain
import SQL

extension Snapshot {
    package func `operator`(_ name: String) throws(Failure) -> Operator {
        guard let row = try row("SELECT * FROM operators WHERE name = \(name)") else { throw .notFound }
        return Operator(row)
    }

    package func hasOperator() throws(Failure) -> Bool {
        try row("SELECT 1 FROM operators LIMIT 1") != nil
    }

    package func operators(_ page: Keyset) throws(Failure) -> Page<Operator> {
        let rows = try rows(
            """
            SELECT * FROM operators WHERE \(page.condition(at: "created_at", id: "name"))
            ORDER BY created_at DESC, name DESC LIMIT \(page.rowsWanted)
            """)
        return try page.page(rows, at: { $0.get("created_at") }, id: { $0.get("name") }, Operator.init)
    }

    /// The active operator that a Unix user's calls on the socket are from.
    package func activeOperator(unixUser: String) throws(Failure) -> Operator? {
        try row("SELECT * FROM operators WHERE unix_user = \(unixUser) AND status = 'active'").map(Operator.init)
    }
}

extension Change {
    /// - Throws: `conflict` where the name is taken or the Unix user bound to another; `invalid_rights` for a tenant
    ///   that does not exist.
    package func createOperator(name: String, unixUser: String?, rights: Rights) throws(Failure) -> Operator {
        try checkTenants(of: rights)
        guard try snapshot.row("SELECT 1 FROM operators WHERE name = \(name)") == nil else {
            throw Failure(
                .conflict, "There is an operator '\(name)' already.", faults: [Fault("/name", "conflict", "taken")])
        }
        try checkUnixUser(unixUser, of: name)
        try run(
            """
            INSERT INTO operators (name, unix_user, rights, status, created_at)
            VALUES (\(name), \(unixUser), \(storing(rights.wire)), \(Status.active.rawValue), \(at.milliseconds))
            """)
        return try snapshot.operator(name)
    }

    /// - Parameter suspendedMeanwhile: whose suspension is in force and not in the tables yet.
    /// - Throws: as `createOperator`; also `conflict` where nobody would be left who may administer everything.
    package func updateOperator(
        _ name: String, unixUser: String?, rights: Rights, status: Status, suspendedMeanwhile: Set<String>
    ) throws(Failure) -> Operator {
        try checkTenants(of: rights)
        try checkUnixUser(unixUser, of: name)
        try run(
            """
            UPDATE operators SET unix_user = \(unixUser), rights = \(storing(rights.wire)), status = \(status.rawValue)
            WHERE name = \(name)
            """)
        var administrators = 0
        for row in try snapshot.rows("SELECT name, rights FROM operators WHERE status = 'active'")
        where !suspendedMeanwhile.contains(row.get("name")) {
            if try Rights(wire: row.json("rights")).allow(.administer, in: nil) { administrators += 1 }
        }
        guard administrators > 0 else {
            throw Failure(
                .conflict,
                "'\(name)' is the last operator who may administer everything. Give that right to another first.")
        }
        return try snapshot.operator(name)
    }

    private func checkTenants(of rights: Rights) throws(Failure) {
        var faults: [Fault] = []
        for tenant in rights.tenants.sorted()
        where try snapshot.row("SELECT 1 FROM tenants WHERE slug = \(tenant)") == nil {
            faults.append(Fault("/rights/\(tenant)", "invalid_rights", "There is no tenant '\(tenant)'."))
        }
        guard faults.isEmpty else { throw Failure(.invalidRights, faults[0].detail, faults: faults) }
    }

    private func checkUnixUser(_ unixUser: String?, of name: String) throws(Failure) {
        guard let unixUser,
            let other = try snapshot.row(
                "SELECT name FROM operators WHERE unix_user = \(unixUser) AND name <> \(name)")
        else { return }
        throw Failure(
            .conflict, "The Unix user '\(unixUser)' is bound to the operator '\(other.get("name") as String)'.",
            faults: [Fault("/unix_user", "conflict", "bound to another operator")])
    }
}

extension Operator {
    fileprivate init(_ row: Row) {
        self.init(
            name: row.get("name"), unixUser: row.get("unix_user"), rights: row.json("rights"),
            status: row.word("status"),
            createdAt: row.instant("created_at"))
    }
}
