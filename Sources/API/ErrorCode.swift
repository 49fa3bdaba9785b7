/// The closed list of codes of both planes (contract sections 5.8 and 8.1). A new one needs a client that acts
/// differently on it.
package enum ErrorCode: String, Sendable, Codable, CaseIterable {
    case invalidRequest = "invalid_request"
    case unauthorized
    case forbidden
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case conflict
    case rotationInProgress = "rotation_in_progress"
    case previousInUse = "previous_in_use"
    case nothingToCancel = "nothing_to_cancel"
    case currentInUse = "current_in_use"
    case alreadyDone = "already_done"
    case notSuspended = "not_suspended"
    case chatUnavailable = "chat_unavailable"
    case lengthRequired = "length_required"
    case stale
    case tooLarge = "too_large"
    case uriTooLong = "uri_too_long"
    case unsupportedMediaType = "unsupported_media_type"
    case misdirectedRequest = "misdirected_request"
    case preconditionRequired = "precondition_required"
    case rateLimited = "rate_limited"
    case headersTooLarge = "headers_too_large"
    case `internal`
    case unavailable
    case keySigningUnavailable = "key_signing_unavailable"
    case invalidSlug = "invalid_slug"
    case invalidApplicationID = "invalid_application_id"
    case invalidName = "invalid_name"
    case invalidAllowlist = "invalid_allowlist"
    case invalidReason = "invalid_reason"
    case reasonRequired = "reason_required"
    case invalidRange = "invalid_range"
    case invalidTarget = "invalid_target"
    case unknownSurface = "unknown_surface"
    case invalidSurface = "invalid_surface"
    case protectedSurface = "protected_surface"
    case invalidPattern = "invalid_pattern"
    case ambiguousRoute = "ambiguous_route"
    case outOfRange = "out_of_range"
    case inThePast = "in_the_past"
    case invalidRights = "invalid_rights"
    case noCondition = "no_condition"
    case idempotencyKeyReused = "idempotency_key_reused"

    package var status: Int {
        switch self {
        case .invalidRequest: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .conflict, .rotationInProgress, .previousInUse, .nothingToCancel, .currentInUse, .alreadyDone,
            .notSuspended, .chatUnavailable:
            409
        case .lengthRequired: 411
        case .stale: 412
        case .tooLarge: 413
        case .uriTooLong: 414
        case .unsupportedMediaType: 415
        case .misdirectedRequest: 421
        case .preconditionRequired: 428
        case .rateLimited: 429
        case .headersTooLarge: 431
        case .internal: 500
        case .unavailable, .keySigningUnavailable: 503
        case .invalidSlug, .invalidApplicationID, .invalidName, .invalidAllowlist, .invalidReason, .reasonRequired,
            .invalidRange, .invalidTarget, .unknownSurface, .invalidSurface, .protectedSurface, .invalidPattern,
            .ambiguousRoute, .outOfRange, .inThePast, .invalidRights, .noCondition, .idempotencyKeyReused:
            422
        }
    }

    /// The code in words: `rotation_in_progress` is "Rotation in progress".
    package var title: String {
        let words = rawValue.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
