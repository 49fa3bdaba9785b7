import API
import Domain
import Store

extension Store {
    /// What would make the service answer wrongly, found before it answers at all.
    func check(vault: Vault) async throws(StartError) {
        guard try await reading({ (snapshot) throws(Failure) in try snapshot.isSealedOtherwise(than: vault.keyID) })
        else { return }
        throw .refused(
            "SSADMIN_MASTER_KEY_FILE: identity secrets in the database were sealed under another master key. "
                + "Starting with this one would refuse every assertion.")
    }

    /// The stored key is the authority; a deployment's secret under which a live project's key does not verify is a
    /// mistake (contract section 2).
    func check(signer: ProjectKeySigner) async throws(StartError) {
        guard signer.canVerify else { return }
        let keys = try await reading { (snapshot) throws(Failure) in try snapshot.projectKeys() }
        let orphans = keys.filter { key in !(ProjectKey(key).map(signer.verifies) ?? false) }.count
        guard orphans > 0 else { return }
        throw .refused(
            "CUSTOMER_SDK_KEY_SECRET: the keys of \(orphans) project\(orphans == 1 ? "" : "s") verify neither with it nor "
                + "with any of CUSTOMER_SDK_KEY_SECRETS_PREVIOUS; their apps would be refused. List the secret that "
                + "signed them there.")
    }

    private func reading<T: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws(Failure) -> T
    ) async throws(StartError) -> T {
        do throws(Failure) {
            return try await read(body)
        } catch {
            throw StartError(error)
        }
    }
}
