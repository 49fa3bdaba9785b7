import API
import Domain
import Glibc
import SQL
import Store

/// Makes the database and its first operator, who may administer everything and is bound to the Unix user that runs this.
///
/// - Returns: that operator's token, which is nowhere else.
/// - Throws: where there is one with operators already. One without is what a first start left that did not get so far.
func initialize(_ configuration: Configuration, operatorName: String, world: World) throws(StartError) -> String {
    let first = try FirstOperator(named: operatorName)
    let secret = PersonalTokenSecret(
        id: world.randomBytes(PersonalTokenSecret.idBytesCount),
        random: world.randomBytes(PersonalTokenSecret.randomBytesCount))
    let database = try openDatabase(configuration, world: world, makes: true) { () throws(StartError) in }
    let store = Store(database: database, outside: .nothing) { _, _ in }
    defer { waiting { await store.close() } }
    guard try !store.hasOperator() else {
        throw .refused("the database at \(configuration.databasePath) has its operators already.")
    }
    try first.enter(into: store, token: secret, world: world)
    return secret.revealed().text
}

/// Who may administer everything in a new database, bound to the Unix user that runs this. Judged before the database is
/// made, so that a name that cannot be does not leave one without an operator.
struct FirstOperator {
    let name: String
    private let unixUser: String

    /// - Parameter name: nil for the Unix user's own.
    init(named name: String?) throws(StartError) {
        guard let unixUser = Authentication.userName(getuid()) else {
            throw .refused("the Unix user \(getuid()), who runs this, has no name on this machine.")
        }
        do throws(Failure) {
            self.name = try Identifiers.operatorName(name ?? unixUser)
            self.unixUser = try Identifiers.unixUser(unixUser)
        } catch {
            throw .refused("the first operator cannot be '\(name ?? unixUser)': \(error.message)")
        }
    }

    /// - Parameter token: nil where the operator comes by the Unix socket.
    func enter(into store: Store, token: PersonalTokenSecret?, world: World) throws(StartError) {
        let caller = Caller(
            name: name, rights: .administerEverywhere, scopes: Set(Scope.allCases), source: "unix:\(unixUser)",
            requestID: "init", expiresAt: nil, credential: .unixUser)
        let intent = Intent(
            caller: caller, action: .deploymentInit, right: .administer, at: world.now(), isDryRun: false,
            idempotency: nil, precondition: .none)
        do throws(Failure) {
            _ = try waiting { [name, unixUser] () throws(Failure) in
                try await store.change(intent, on: .deployment) { change throws(Failure) in
                    let created = try change.createOperator(
                        name: name, unixUser: unixUser, rights: .administerEverywhere)
                    if let token {
                        try change.createPersonalToken(
                            id: token.id, digest: token.digest, of: name, called: "init", scopes: Scope.allCases,
                            expiresAt: nil)
                    }
                    change.record(subject: name, after: JSONValue(encoding: created))
                    return created
                }
            }
        } catch {
            throw .refused("the first operator '\(name)' cannot be made: \(error.message)")
        }
    }
}

/// Takes the file's lock, calls `locked`, migrates, and opens the readers.
///
/// - Parameter makes: whether a missing database is made.
func openDatabase(
    _ configuration: Configuration, world: World, makes: Bool, locked: () throws(StartError) -> Void
) throws(StartError) -> Database {
    let path = configuration.databasePath
    guard makes || fileExists(path) else {
        throw .refused("there is no database at \(path). 'ssadmind init --operator NAME' makes one.")
    }
    return try Database(path: path) { (writer) throws(StartError) in
        try locked()
        do throws(MigrationError) {
            try Migrations.apply(Schema.migrations, on: writer, at: world.now().milliseconds)
        } catch {
            throw StartError(error)
        }
        // Never where something was sealed already: its key has to be found again.
        if configuration.environment == .development, try !holdsSecrets(writer) {
            try MasterKey.makeIfMissing(configuration, world)
        }
    }
}

private func holdsSecrets(_ connection: any SQL.Connection) throws(StartError) -> Bool {
    do throws(SQLError) {
        return try connection.first("SELECT 1 FROM identity_secrets LIMIT 1") != nil
    } catch {
        throw StartError(error)
    }
}

extension Store {
    func hasOperator() throws(StartError) -> Bool {
        do throws(Failure) {
            return try waiting { [self] () throws(Failure) in
                try await read { (snapshot) throws(Failure) in try snapshot.hasOperator() }
            }
        } catch {
            throw StartError(error)
        }
    }
}
