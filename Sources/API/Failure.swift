/// Why a call was refused: everything that a caller is told, and nothing that it must not know.
///
/// `message` is for whoever called; `detail` is for the log alone and never leaves the process.
package struct Failure: Error, Sendable, Equatable {
    package var code: ErrorCode
    package var message: String
    package var detail: String?
    /// What is wrong with single members of the input, each with where it stands.
    package var faults: [Fault]
    /// The present `ETag` of a thing that somebody else changed (412).
    package var currentETag: String?
    /// Metadata of what was already done (409 `already_done`), or of the overlap in the way; a JSON object.
    package var result: JSONValue?
    /// Whether the audit log has this refusal already, or need not have it.
    package var isSettled = false
    /// With a 503: when to come back.
    package var retryAfterSeconds: Int?

    /// Both allowlists full of faults fit, each named; what a body can hold beyond that is not answered one by one.
    package static let faultsMax = 300

    /// Of input in which several things are wrong: the first one's code and words are the failure's. Nil where nothing is.
    package init?(_ faults: [Fault], words: (Fault) -> String = { $0.detail }) {
        guard let first = faults.first else { return nil }
        self.init(ErrorCode(rawValue: first.code) ?? .outOfRange, words(first), faults: faults)
    }

    package init(
        _ code: ErrorCode, _ message: String, detail: String? = nil, faults: [Fault] = [], currentETag: String? = nil,
        result: JSONValue? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.faults = Array(faults.prefix(Self.faultsMax))
        self.currentETag = currentETag
        self.result = result
    }

    /// One answer for what does not exist and for what belongs to somebody else's tenant.
    package static let notFound = Failure(.notFound, "There is no such thing, or it is not yours to see.")
}

/// One fault of the input.
package struct Fault: Codable, Sendable, Equatable {
    /// An RFC 6901 pointer into the body, or `?name` for a query parameter.
    package let pointer: String
    package let code: String
    package let detail: String

    package init(_ pointer: String, _ code: String, _ detail: String) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }
}

/// RFC 9457 problem details, the body of every error of the admin plane.
package struct Problem: Codable, Sendable, Equatable {
    package let type: String
    package let title: String
    package let status: Int
    package let detail: String
    package let code: String
    package let requestID: String
    package let errors: [Fault]?
    package let result: JSONValue?

    /// - Parameter status: that of the answer, where it is not the code's own.
    package init(_ failure: Failure, requestID: String, status: Int? = nil) {
        type = "urn:ssadmin:problem:\(failure.code.rawValue)"
        title = failure.code.title
        self.status = status ?? failure.code.status
        detail = failure.message
        code = failure.code.rawValue
        self.requestID = requestID
        errors = failure.faults.isEmpty ? nil : failure.faults
        result = failure.result
    }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, errors, result
        case requestID = "request_id"
    }
}
