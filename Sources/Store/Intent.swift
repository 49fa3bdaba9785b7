import API
import Domain

/// What a caller is about to do: everything that is the same for every operation.
package struct Intent: Sendable {
    package let caller: Caller
    package let action: Action
    package let right: Right
    package let at: Instant
    package let isDryRun: Bool
    package let idempotency: Idempotency?
    package let precondition: Precondition
    /// Whether it waited outside the tables: other changes wait for it.
    package let isEntering: Bool
    /// For what only takes away; nil where an unwritable database stops the change.
    package let exemption: Exemption?
    /// What the path names, so that the audit log can tell what was meant also where nothing was looked at.
    package let named: Named

    package struct Named: Sendable {
        /// A tenant's slug.
        package var tenant: String?
        /// An operator's name, or an id.
        package var subject: String?

        package init(tenant: String? = nil, subject: String? = nil) {
            self.tenant = tenant
            self.subject = subject
        }
    }

    package init(
        caller: Caller, action: Action, right: Right, at: Instant, isDryRun: Bool, idempotency: Idempotency?,
        precondition: Precondition, isEntering: Bool = false, exemption: Exemption? = nil, named: Named = Named()
    ) {
        self.caller = caller
        self.action = action
        self.right = right
        self.at = at
        self.isDryRun = isDryRun
        self.idempotency = idempotency
        self.precondition = precondition
        self.isEntering = isEntering
        self.exemption = exemption
        self.named = named
    }
}

extension Intent {
    /// What the same call was answered that is kept outside the tables.
    ///
    /// - Throws: `idempotency_key_reused` with another body.
    func answerKept<T: Decodable>() throws(Failure) -> T? {
        guard let answer = try exemption?.earlier() else { return nil }
        return try? JSONReader.decode(T.self, from: answer)
    }
}

/// What becomes of a change that an unwritable database must not stop (contract section 6).
package struct Exemption: Sendable {
    /// Keeps the change outside the tables and in force; false where that cannot be done either. It is called on the
    /// writer's thread, with the revision that the change gave to policies (0 where it touched none) and its answer.
    package typealias Keep = @Sendable (_ revision: Int64, _ answer: JSONValue) -> Bool
    /// What an earlier call with the same idempotency key was answered that is kept already, or why this call is refused.
    package typealias Earlier = @Sendable () throws(Failure) -> JSONValue?

    package let keep: Keep
    package let earlier: Earlier

    package init(keep: @escaping Keep, earlier: @escaping Earlier) {
        self.keep = keep
        self.earlier = earlier
    }
}

/// What `If-Match` stated.
package enum Precondition: Sendable, Equatable {
    case none
    /// Strong tags, quoted as on the wire; weak ones never match and are left out.
    case matches([String])
}

/// An `Idempotency-Key`, which belongs to the operator and the path (contract section 3).
package struct Idempotency: Sendable {
    package static let keptSeconds: Int64 = 86_400

    package let key: String
    package let path: String
    /// SHA-256 of the body's canonical JSON: equal bodies are equal as JSON.
    package let bodyDigest: [UInt8]

    package init(key: String, path: String, bodyDigest: [UInt8]) {
        self.key = key
        self.path = path
        self.bodyDigest = bodyDigest
    }
}
