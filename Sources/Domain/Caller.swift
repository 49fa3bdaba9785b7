import API

/// An operator as authenticated, for one request.
package struct Caller: Sendable {
    package let name: String
    package let rights: Rights
    /// What the credential may be used for.
    package let scopes: Set<Scope>
    /// Where the call came from: `unix:USER`, or the TCP address. For the audit log.
    package let source: String
    package let requestID: String
    /// When the credential ends; nil for the Unix socket and for tokens without an end.
    package let expiresAt: Instant?
    package let credential: Whoami.Credential

    package init(
        name: String, rights: Rights, scopes: Set<Scope>, source: String, requestID: String, expiresAt: Instant?,
        credential: Whoami.Credential
    ) {
        self.name = name
        self.rights = rights
        self.scopes = scopes
        self.source = source
        self.requestID = requestID
        self.expiresAt = expiresAt
        self.credential = credential
    }
}

extension Caller {
    /// - Throws: `not_found` where the tenant is no business of the caller's, as if it did not exist; `forbidden` where
    ///   the caller has another right there, or where nil, the deployment as a whole, is meant.
    package func mustHave(_ right: Right, in tenant: String?) throws(Failure) {
        guard !rights.allow(right, in: tenant) else { return }
        guard rights.know(tenant) || tenant == nil else { throw .notFound }
        throw Failure(
            .forbidden,
            "This needs the right '\(right.rawValue)' "
                + (tenant.map { "in tenant '\($0)'" } ?? "for all tenants") + ", which \(name) does not have.")
    }
}
