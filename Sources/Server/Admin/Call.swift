import API
import Domain
import HTTP
import Store

/// One authenticated call of the admin plane, read and checked as far as that goes without the database.
package struct Call<Body: Sendable>: Sendable {
    package let caller: Caller
    package let body: Body
    /// From the path's template, decoded.
    package let path: [String: String]
    let query: Query
    /// The moment of the call: asked once, so that everything in it is of one time.
    package let at: Instant
    /// Of what this call makes, if it makes something that has no name of its own.
    let newID: String
    let shape: EndpointShape
    let isDryRun: Bool
    let idempotency: Idempotency?
    let precondition: Precondition
    /// Whether it was answered before, from the spill.
    let isEntering: Bool
    var exemption: Exemption?

    /// The right that backs the endpoint's scope.
    var right: Right {
        guard let scope = shape.scope else { preconditionFailure("\(shape.path) wants no scope and so no right") }
        return scope.right
    }

    /// What this call is about to do, for a change.
    var intent: Intent {
        guard let action = shape.action else { preconditionFailure("\(shape.path) changes nothing") }
        return Intent(
            caller: caller, action: action, right: right, at: at, isDryRun: isDryRun, idempotency: idempotency,
            precondition: precondition, isEntering: isEntering, exemption: exemption, named: Intent.Named(path: path))
    }

    /// A parameter that the path's template has.
    func parameter(_ name: String) -> String {
        guard let value = path[name] else { preconditionFailure("\(shape.path) has no {\(name)}") }
        return value
    }

    /// A parameter of the path that counts something.
    ///
    /// - Throws: `not_found` for what is no plain number.
    func number(_ name: String) throws(Failure) -> Int64 {
        guard let number = Int64(parameter(name)), String(number) == parameter(name) else { throw .notFound }
        return number
    }

    /// `{app}`, folded as the SDK folds it.
    ///
    /// - Throws: `not_found` for what cannot be the id of anything.
    func applicationID() throws(Failure) -> String {
        guard let folded = Identifiers.foldedApplicationID(parameter("app")) else { throw .notFound }
        return folded
    }

    /// `limit` and `cursor`, for this list under its present filter.
    func keyset() throws(Failure) -> Keyset {
        var limit: Int?
        if let text = query["limit"] {
            guard let number = Int(text), String(number) == text else {
                throw Failure(queryFault: "limit", "a whole number from 1 to 200")
            }
            limit = number
        }
        let filter = query.parameters.filter { $0.name != "limit" && $0.name != "cursor" }.map {
            "\($0.name)=\($0.value)"
        }
        return try Keyset(
            limit: limit, cursor: query["cursor"], list: [shape.path] + path.values.sorted() + filter.sorted())
    }

    /// A query parameter as it was sent; absent is nil.
    func text(_ name: String) -> String? { query[name] }

    /// A word of a closed list; absent is nil.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(Failure) -> Word? {
        guard let text = query[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            throw Failure(queryFault: name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// A truth value; absent is nil.
    func flag(_ name: String) throws(Failure) -> Bool? {
        try query.flag(name)
    }

    /// From 0 up, written plainly; absent is nil.
    func wholeNumber(_ name: String) throws(Failure) -> Int64? {
        guard let text = query[name] else { return nil }
        guard let number = Int64(text), number >= 0, String(number) == text else {
            throw Failure(queryFault: name, "a whole number")
        }
        return number
    }

    func instant(_ name: String) throws(Failure) -> Instant? {
        guard let text = query[name] else { return nil }
        guard let instant = Instant(text) else {
            throw Failure(queryFault: name, "an instant like 2026-11-30T09:54:19Z (RFC 3339, UTC)")
        }
        return instant
    }
}

extension Intent.Named {
    init(path: [String: String]) {
        self.init(tenant: path["tenant"], subject: path["name"] ?? path["id"])
    }
}

extension Query {
    func flag(_ name: String) throws(Failure) -> Bool? {
        switch self[name] {
        case nil: nil
        case "true": true
        case "false": false
        default: throw Failure(queryFault: name, "true or false")
        }
    }
}

extension Failure {
    /// A query parameter that cannot be read.
    init(queryFault name: String, _ expected: String) {
        self.init(
            .invalidRequest, "The query parameter '\(name)' is not \(expected).",
            faults: [Fault("?\(name)", ErrorCode.invalidRequest.rawValue, "expected \(expected)")])
    }
}
