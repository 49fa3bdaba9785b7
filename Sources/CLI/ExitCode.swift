import API

/// How `ssadmin` ends (contract section 9): scripts go by it.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    /// Anything that has no status of its own.
    case failed = 1
    case usage = 2
    case notAllowed = 3
    case notFound = 4
    /// A conflict, or a precondition that no longer holds.
    case conflict = 5
    case refusedInput = 6
    /// The service is unavailable or cannot be reached.
    case unavailable = 7
    case timedOut = 8
}

extension ExitCode {
    package init(_ code: ErrorCode) {
        self =
            switch code {
            case .unauthorized, .forbidden: .notAllowed
            case .notFound: .notFound
            case .conflict, .rotationInProgress, .previousInUse, .nothingToCancel, .currentInUse, .alreadyDone,
                .notSuspended, .chatUnavailable, .stale, .preconditionRequired, .idempotencyKeyReused:
                .conflict
            case .invalidRequest, .lengthRequired, .tooLarge, .uriTooLong, .unsupportedMediaType, .misdirectedRequest,
                .headersTooLarge, .invalidSlug, .invalidApplicationID, .invalidName, .invalidAllowlist, .invalidReason,
                .reasonRequired, .invalidRange, .invalidTarget, .unknownSurface, .invalidSurface, .protectedSurface,
                .invalidPattern, .ambiguousRoute, .outOfRange, .inThePast, .invalidRights, .noCondition:
                .refusedInput
            case .unavailable, .keySigningUnavailable: .unavailable
            case .methodNotAllowed, .rateLimited, .internal: .failed
            }
    }

    /// For an answer whose code this program does not know: a newer service, or something in front of it.
    init(httpStatus: Int) {
        self =
            switch httpStatus {
            case 401, 403: .notAllowed
            case 404: .notFound
            case 409, 412, 428: .conflict
            case 400, 411, 413, 414, 415, 421, 422, 431: .refusedInput
            case 502, 503, 504: .unavailable
            default: .failed
            }
    }
}
