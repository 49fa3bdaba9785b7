import API
import HTTP
import Synchronization

/// Whether the service can answer. Until it can, everything but the probes is 503, never 401: the SDK takes a 401 for
/// final (seed S2).
package final class Readiness: Sendable {
    private enum State: Sendable {
        /// What is missing, by name.
        case notReady(missing: String)
        case ready(App)
    }

    private let state = Mutex<State>(.notReady(missing: "database"))

    package init() {}

    package func becomeReady(_ app: App) {
        state.withLock { $0 = .ready(app) }
    }

    package var app: App? {
        state.withLock { state in
            if case .ready(let app) = state { app } else { nil }
        }
    }

    var isReady: Bool {
        state.withLock { state in
            if case .ready = state { true } else { false }
        }
    }

    func readyApp() throws(Failure) -> App {
        guard let app else { throw failure }
        return app
    }

    let failure = Failure(
        .unavailable, "The service is not ready. Ask again in some seconds; /readyz says what is missing.")

    /// - Parameter naming: what is missing is said by name, and what is not in the database yet is counted, on the admin
    ///   plane only.
    func response(naming: Bool) -> Response {
        let missing: String? = state.withLock { state in
            if case .notReady(let missing) = state { missing } else { nil }
        }
        guard let missing else {
            let spilled = naming ? app?.spill.count ?? 0 : 0
            return .json(200, spilled == 0 ? #"{"ready":true}"# : #"{"ready":true,"spilled_changes":\#(spilled)}"#)
        }
        return .json(503, naming ? #"{"missing":["\#(missing)"],"ready":false}"# : #"{"ready":false}"#)
    }
}

extension Response {
    static func json(_ status: Int, _ text: String) -> Response {
        Response(status: status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }
}
