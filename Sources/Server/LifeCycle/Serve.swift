import API
import Domain
import Glibc
import SQL
import Store

/// For how long a stop waits for requests whose head has come (contract section 9).
private let drainSecondsMax: Int64 = 10

/// Serves until SIGTERM. Listens before the database is open, so that devices get 503 and not a refused connection
/// while it migrates; but after the file's lock is taken, so that a second service takes nothing from the first.
func serve(
    _ configuration: Configuration, file: String?, environment: [String: String], makesDatabase: Bool
) throws(StartError) -> Int32 {
    Signals.block()
    let world = World.system
    let log = Log(now: world.now)
    let readiness = Readiness()
    let isNew = makesDatabase && !fileExists(configuration.databasePath)
    var engine: Engine?
    let database = try openDatabase(configuration, world: world, makes: makesDatabase) { () throws(StartError) in
        engine = try listen(configuration, readiness: readiness, world: world, log: log)
    }
    guard let engine else { preconditionFailure("the database opened without its lock") }
    let feed = PolicyFeed()
    let store = Store(database: database) { applicationIDs, snapshot in
        publish(applicationIDs, to: feed, from: snapshot)
    }
    do throws(StartError) {
        if isNew {
            try makeFirstOperator(named: Authentication.userName(getuid()) ?? "", in: store, token: nil, world: world)
        }
        let vault = try MasterKey.vault(configuration)
        let deployment = Deployment(configuration.settings)
        try check(store, vault: vault, signer: configuration.keySigner)
        try fill(feed, from: store)
        let operations = Operations(store: store, world: world, vault: vault, deployment: deployment)
        readiness.becomeReady(.init(operations: operations, feed: feed))
        log.info("ready", listens(engine, configuration))
        SystemdNotify.send("READY=1")

        var running = configuration
        while Signals.wait() == .reload {
            reload(&running, file: file, environment: environment, deployment, store, log)
        }
    } catch {
        engine.drain(within: .zero)
        waiting { await store.close() }
        throw error
    }
    SystemdNotify.send("STOPPING=1")
    log.info("stopping")
    engine.drain(within: .seconds(drainSecondsMax))
    waiting { await store.close() }
    log.info("stopped")
    return 0
}

/// The break-glass. Nothing but the SDK listener must be right for it to work.
func serveAllOff(file: String?, environment: [String: String]) throws(StartError) -> Int32 {
    Signals.block()
    let address: Configuration.Address
    do {
        address = try Configuration.sdkListenOnly(file: file, environment: environment)
    } catch {
        throw .refused(error.lines.joined(separator: "\n"))
    }
    let log = Log(now: World.system.now)
    let engine = try start([(address.listener, AllOffPlane())])
    log.warning("ready", ["mode": "all-off", "sdk_listen": engine.listeners[0].description])
    SystemdNotify.send("READY=1")
    while Signals.wait() == .reload {}
    engine.drain(within: .seconds(drainSecondsMax))
    return 0
}

private func listen(
    _ configuration: Configuration, readiness: Readiness, world: World, log: Log
) throws(StartError) -> Engine {
    let authority = Authority()
    let admin = AdminPlane(readiness: readiness, world: world, log: log, authority: { authority.value })
    let engine = try bind([
        (configuration.adminListen.listener, admin), (configuration.sdkListen.listener, SDKPlane(readiness: readiness)),
    ])
    if case .tcp = engine.listeners[0] { authority.set(engine.listeners[0].description) }
    engine.start()
    return engine
}

private func start(_ services: [(listener: Listener, service: any Service)]) throws(StartError) -> Engine {
    let engine = try bind(services)
    engine.start()
    return engine
}

private func bind(_ services: [(listener: Listener, service: any Service)]) throws(StartError) -> Engine {
    do {
        return try Engine(services)
    } catch {
        throw .refused("\(error)")
    }
}

private func listens(_ engine: Engine, _ configuration: Configuration) -> [String: (any LogValue)?] {
    [
        "admin_listen": engine.listeners[0].description, "sdk_listen": engine.listeners[1].description,
        "environment": configuration.environment.rawValue, "version": DaemonCommand.version,
    ]
}

/// What would make the service answer wrongly, found before it answers at all.
private func check(_ store: Store, vault: Vault, signer: ProjectKeySigner) throws(StartError) {
    let (isForeign, orphans) = try reading(store) { (snapshot) throws(Failure) in
        (try snapshot.isSealedOtherwise(than: vault.keyID), try orphanedKeys(snapshot, signer))
    }
    guard !isForeign else {
        throw .refused(
            "SSADMIN_MASTER_KEY_FILE: identity secrets in the database were sealed under another master key. "
                + "Starting with this one would refuse every assertion.")
    }
    guard orphans == 0 else { throw .refused(orphanedKeysText(orphans)) }
}

/// How many live projects' keys verify with none of the secrets (contract section 2).
private func orphanedKeys(_ snapshot: Snapshot, _ signer: ProjectKeySigner) throws(Failure) -> Int {
    guard signer.canVerify else { return 0 }
    return try snapshot.projectKeys().filter { key in !(ProjectKey(key).map(signer.verifies) ?? false) }.count
}

private func orphanedKeysText(_ count: Int) -> String {
    "CUSTOMER_SDK_KEY_SECRET: the keys of \(count) project\(count == 1 ? "" : "s") verify neither with it nor with any of "
        + "CUSTOMER_SDK_KEY_SECRETS_PREVIOUS; their apps would be refused. List the secret that signed them there."
}

private func fill(_ feed: PolicyFeed, from store: Store) throws(StartError) {
    try reading(store) { (snapshot) throws(Failure) in try feed.reload(snapshot.applicationIDs(), from: snapshot) }
}

private func reading<T: Sendable>(
    _ store: Store, _ body: @escaping @Sendable (Snapshot) throws(Failure) -> T
) throws(StartError) -> T {
    do throws(Failure) {
        return try waiting { () throws(Failure) in try await store.read(body) }
    } catch {
        throw StartError(error)
    }
}

/// After a commit the memory must not be older than what was acknowledged. Where it cannot be read back, going on would
/// serve a policy that was taken away: the process ends, and starts anew from the file.
private func publish(_ applicationIDs: Set<String>, to feed: PolicyFeed, from snapshot: Snapshot) {
    do {
        try feed.reload(applicationIDs, from: snapshot)
    } catch {
        fatalError("a committed change cannot be read back: \(error.detail ?? error.message)")
    }
}

/// A broken configuration changes nothing and says so.
private func reload(
    _ running: inout Configuration, file: String?, environment: [String: String], _ deployment: Deployment,
    _ store: Store, _ log: Log
) {
    let new: Configuration
    do {
        new = try Configuration(file: file, environment: environment)
    } catch {
        log.error("reload refused", ["problems": error.lines.joined(separator: "; ")])
        return
    }
    do throws(StartError) {
        let signer = new.keySigner
        let orphans = try reading(store) { (snapshot) throws(Failure) in try orphanedKeys(snapshot, signer) }
        guard orphans == 0 else { throw .refused(orphanedKeysText(orphans)) }
    } catch {
        log.error("reload refused", ["problems": error.text])
        return
    }
    let later = new.needingRestart(comparedTo: running)
    deployment.replace(new.settings)
    running = new
    log.info("reloaded", ["need_restart": later.isEmpty ? nil : later.joined(separator: ", ")])
}

extension Configuration {
    fileprivate var settings: Deployment.Settings { .init(signer: keySigner, region: region) }
}

extension Configuration.Address {
    /// Everybody on the machine may connect to the Unix socket: who may do what is for the kernel's word on the user, and
    /// an unbound one is nobody.
    fileprivate var listener: Listener {
        switch self {
        case .unix(let path): .unix(path: path, mode: 0o666, replacesStale: true)
        case .tcp(let address, let port): .tcp(address: address, port: port)
        }
    }
}
