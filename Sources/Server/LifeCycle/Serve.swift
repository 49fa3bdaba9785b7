import API
import Domain
import Glibc
import SQL
import Store

/// For how long a stop waits for requests whose head has come (contract section 9).
private let drainTimeMax = Duration.seconds(10)

/// Serves until SIGTERM. Listens before the database is open, so that devices get 503 and not a refused connection
/// while it migrates; but after the file's lock is taken, so that a second service takes nothing from the first.
func serve(
    _ configuration: Configuration, file: String?, environment: [String: String], makesDatabase: Bool
) throws(StartError) -> Int32 {
    Signals.block()
    let world = World.system
    let log = Log(now: world.now)
    let readiness = Readiness()
    let metrics = Metrics()
    var bound: Engine?
    defer { bound?.drain(within: drainTimeMax) }
    let database = try openDatabase(configuration, world: world, makes: makesDatabase) { () throws(StartError) in
        bound = try listen(configuration, readiness: readiness, world: world, log: log, metrics)
    }
    var running: App?
    defer {
        // In this order: who was served is answered, what was gathered meanwhile is written, and all of it checkpointed.
        bound?.drain(within: drainTimeMax)
        bound = nil
        waiting { [running] in
            await running?.stop()
            await database.close()
        }
    }
    let vault = try MasterKey.vault(configuration)
    let deployment = Deployment(configuration.settings)
    let spill = try Spill(path: "\(DatabaseLock.resolved(configuration.databasePath)).spill", log: log)
    let app = App(
        database: database, spill: spill, world: world, vault: vault, deployment: deployment, log: log, metrics: metrics
    )
    let hasOperator = try app.store.hasOperator()
    guard hasOperator || makesDatabase else {
        throw .refused(
            "the database has no operator, so nobody could call. 'ssadmind init --operator NAME' makes the first.")
    }
    try waiting { () throws(StartError) in
        try await app.store.check(vault: vault)
        try await app.store.check(signer: configuration.keySigner)
        do throws(Failure) {
            try await app.load()
        } catch {
            throw StartError(error)
        }
        await app.entering.enterAll()
    }
    if !hasOperator { try FirstOperator(named: nil).enter(into: app.store, token: nil, world: world) }
    running = app
    app.start()
    readiness.becomeReady(app)
    log.info("ready", listens(bound, configuration))
    SystemdNotify.send("READY=1")

    while Signals.wait() == .reload {
        reload(startedWith: configuration, file: file, environment: environment, deployment, app, log)
    }
    SystemdNotify.send("STOPPING=1")
    log.info("stopping")
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
    let engine = try bind([(address.listener, AllOffPlane())])
    engine.start()
    log.warning("ready", ["mode": "all-off", "sdk_listen": engine.listeners[0].description])
    SystemdNotify.send("READY=1")
    while Signals.wait() == .reload {}
    SystemdNotify.send("STOPPING=1")
    log.info("stopping")
    engine.drain(within: drainTimeMax)
    return 0
}

private func listen(
    _ configuration: Configuration, readiness: Readiness, world: World, log: Log, _ metrics: Metrics
) throws(StartError) -> Engine {
    let authority = Authority()
    let admin = AdminPlane(
        readiness: readiness, world: world, log: log, metrics: metrics, authority: { authority.value })
    var services: [(listener: Listener, service: any Service)] = [
        (configuration.adminListen.listener, admin),
        (configuration.sdkListen.listener, SDKPlane(readiness: readiness, metrics: metrics)),
    ]
    let metricsAuthority = Authority()
    if let address = configuration.metricsListen {
        services.append(
            (address.listener, MetricsPlane(metrics: metrics, readiness: readiness, authority: metricsAuthority)))
    }
    let engine = try bind(services)
    if case .tcp = engine.listeners[0] { authority.set(engine.listeners[0].description) }
    if let listener = engine.listeners.dropFirst(2).first { metricsAuthority.set(listener.description) }
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

private func listens(_ engine: Engine?, _ configuration: Configuration) -> [String: (any LogValue)?] {
    [
        "admin_listen": engine?.listeners[0].description, "sdk_listen": engine?.listeners[1].description,
        "metrics_listen": engine?.listeners.dropFirst(2).first?.description,
        "environment": configuration.environment.rawValue, "version": DaemonCommand.version,
    ]
}

/// A broken configuration changes nothing and says so. What only a restart can change is compared with what the service
/// was started with, and so is named until there is one.
private func reload(
    startedWith started: Configuration, file: String?, environment: [String: String], _ deployment: Deployment,
    _ app: App, _ log: Log
) {
    let new: Configuration
    do {
        new = try Configuration(file: file, environment: environment)
    } catch {
        log.error("reload refused", ["problems": error.lines.joined(separator: "; ")])
        return
    }
    do throws(StartError) {
        try waiting { () throws(StartError) in try await app.store.check(signer: new.keySigner) }
    } catch {
        log.error("reload refused", ["problems": error.text])
        return
    }
    let later = new.needingRestart(comparedTo: started)
    deployment.replace(new.settings)
    app.feed.dropAnswers()
    log.info("reloaded", ["need_restart": later.isEmpty ? nil : later.joined(separator: ", ")])
}

extension Configuration {
    fileprivate var settings: Deployment.Settings {
        .init(signer: keySigner, region: region, audience: identityAudience, publicURL: publicURL)
    }
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
