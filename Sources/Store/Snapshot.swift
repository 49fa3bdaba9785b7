import API
import Domain
import SQL

/// The tables at one moment. Only queries.
package struct Snapshot {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func rows(_ statement: Statement) throws(Failure) -> [Row] {
        do {
            return try connection.run(statement)
        } catch {
            throw Failure(error)
        }
    }

    func row(_ statement: Statement) throws(Failure) -> Row? {
        try rows(statement).first
    }

    /// Lets a caller see a target, or throws as `Store.change` does. Returns its tenant.
    @discardableResult
    package func admit(_ caller: Caller, to right: Right, on target: Target) throws(Failure) -> String? {
        let tenant = try tenant(of: target)
        try caller.mustHave(right, in: tenant)
        return tenant
    }

    /// The tenant that a target belongs to, nil for the deployment.
    ///
    /// - Throws: `not_found`.
    func tenant(of target: Target) throws(Failure) -> String? {
        switch target {
        case .deployment: return nil
        case .tenant(let slug):
            guard try row("SELECT 1 FROM tenants WHERE slug = \(slug)") != nil else { throw .notFound }
            return slug
        case .project(let applicationID):
            guard
                let row = try row(
                    "SELECT tenant FROM projects WHERE application_id = \(applicationID) AND status <> 'deleted'")
            else { throw .notFound }
            return row.get("tenant")
        case .disable(let id):
            guard let row = try row("SELECT tenant FROM disables WHERE id = \(id)") else { throw .notFound }
            return row.get("tenant")
        }
    }

    package func tenant(of scope: DisableScope) throws(Failure) -> String? {
        switch scope {
        case .deployment: nil
        case .tenant(let tenant): tenant
        case .project(let applicationID): try tenant(of: .project(applicationID))
        }
    }

    func tenantIfKnown(of target: Target) -> String? {
        (try? tenant(of: target)) ?? nil
    }
}

extension Failure: SQLFailure {
    /// What SQLite reports, as the caller is told it: nothing of tables and files, all of it in the log.
    package init(_ error: SQLError) {
        let message =
            if error.isOutcomeUnknown {
                "The database failed while it committed: whether this took effect is not known. Look before you try again."
            } else if error.isUnwritable {
                "The service cannot write its database now. Nothing has changed."
            } else {
                "The service met an error of its own. Nothing has changed."
            }
        self.init(error.isUnwritable ? .unavailable : .internal, message, detail: error.description)
    }
}

/// Text columns that hold JSON of our own writing.
func stored<T: Decodable>(_ type: T.Type, _ text: String) -> T {
    do {
        return try JSONReader.decode(type, from: JSONScanner.scan(Array(text.utf8)))
    } catch {
        preconditionFailure("a column holds what this service did not write: \(error)")
    }
}

func storing(_ value: some Encodable) -> String {
    String(decoding: JSONWriter.encode(value), as: UTF8.self)
}
