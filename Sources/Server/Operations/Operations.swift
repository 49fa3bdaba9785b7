import API
import Domain
import Store

/// What operators can do. Each operation draws time and chance once, outside the transaction, and leaves rules to the
/// domain and rows to the store.
package struct Operations: Sendable {
    let store: Store
    let world: World
    let vault: Vault
    let deployment: Deployment
    let devices: Devices
    let spill: Spill
    let log: Log
    let authentication: Authentication

    init(
        store: Store, world: World, vault: Vault, deployment: Deployment, devices: Devices, spill: Spill, log: Log
    ) {
        self.store = store
        self.world = world
        self.vault = vault
        self.deployment = deployment
        self.devices = devices
        self.spill = spill
        self.log = log
        authentication = Authentication(store: store, spill: spill)
    }

    /// The audit log's row of an attempt that was refused before an operation looked at its target. What an operation
    /// refuses itself, the store has entered already, if the database can be written.
    func recordRefusal(_ failure: Failure, of shape: EndpointShape, _ raw: AdminRoute.Raw) async throws(Failure) {
        guard let action = shape.action, let right = shape.scope?.right, !failure.isSettled, !raw.isDryRun,
            failure.code != .internal, failure.code != .unavailable
        else { return }
        let intent = Intent(
            caller: raw.caller, action: action, right: right, at: raw.at, isDryRun: false, idempotency: nil,
            precondition: .none, named: Intent.Named(path: raw.parameters))
        let app = raw.parameters["app"].flatMap(Identifiers.foldedApplicationID)
        try await store.recordRefusal(intent, on: app.map(Target.project), failure)
    }
}
