import API
import SQL

/// Why the service did not start.
package enum StartError: SQLFailure {
    /// What is configured or found does not let it start: exit 78 (EX_CONFIG, sysexits.h).
    case refused(String)
    /// Something of the machine failed: exit 1.
    case failed(String)

    package init(_ error: SQLError) {
        switch error.kind {
        case .locked: self = .refused("\(error.message). A second service on the same file is refused.")
        default: self = .failed("the database cannot be opened: \(error)")
        }
    }

    init(_ failure: Failure) {
        self = .failed(failure.detail ?? failure.message)
    }

    init(_ error: MigrationError) {
        switch error {
        case .foreign, .newer, .changed: self = .refused("\(error)")
        case .failed, .noBackup, .sql: self = .failed("\(error)")
        }
    }

    package var text: String {
        switch self {
        case .refused(let text), .failed(let text): text
        }
    }

    package var exitStatus: Int32 {
        switch self {
        case .refused: 78
        case .failed: 1
        }
    }
}
