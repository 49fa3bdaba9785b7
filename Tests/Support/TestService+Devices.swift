import API
import HTTP
import SQL

extension TestService {
    /// With a service, the backend of one project `shop-ios`, and one device of it.
    package static func withDevice<T>(
        faults: Faults = Faults(), _ body: (TestService, TestBackend, TestDevice) async throws -> T
    ) async throws -> T {
        try await with(faults: faults) { service in
            let backend = try await service.backend("shop-ios", in: "acme")
            return try await body(service, backend, try await TestDevice(service, projectKey: backend.projectKey))
        }
    }

    /// A counter as a collector reads it; 0 where nothing was counted yet.
    package func metric(_ series: String) async -> Int {
        let text = String(decoding: await call("GET", "/metrics", token: .some(nil)).body, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(series + " ") }
        return line.flatMap { Int($0.dropFirst(series.count + 1)) } ?? 0
    }

    package static let installations = "/api/v1/projects/shop-ios/installations"

    package func installation(_ id: String) async throws -> Installation {
        try await call("GET", "\(Self.installations)/\(id)").answer(Installation.self)
    }

    package func installationIDs(_ query: String = "") async throws -> [String] {
        try await call("GET", "\(Self.installations)?\(query)").answer(Page<Installation>.self).items.map(\.id)
    }

    package func person(_ userID: String) async throws -> Person {
        try await call("GET", "/api/v1/projects/shop-ios/people/\(userID.percentEncoded)").answer(Person.self)
    }

    /// How many of the installation's tokens are in each state, as the rows say.
    package func tokenStates(of id: String) async throws -> [String: Int64] {
        let rows = try await rows(
            "SELECT state, count(*) AS n FROM installation_tokens WHERE installation_id = \(id) GROUP BY state")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.get("state") as String, $0.get("n")) })
    }
}

extension TestDevice {
    /// A further token, which waits to be used.
    package func refreshedToken() async throws -> String {
        try await refresh().answer(RefreshedToken.self).token.text
    }

    /// The status of a call that changes nothing but what counts as use.
    package func status(token: String? = nil, epoch: String? = nil) async -> Int {
        await call(SDKAPI.content, "", method: "GET", token: token, epoch: epoch).status
    }

    package func status(refreshing token: String) async -> Int {
        await call(SDKAPI.refresh, token: token).status
    }

    /// The epoch of a 200; nil for anything else.
    package func epoch(loggingOutFrom epoch: Int64? = nil) async -> Int64? {
        let response = await call(SDKAPI.logout, epoch: epoch.map(String.init))
        return response.status == 200 ? try? response.answer(CurrentEpoch.self).epoch : nil
    }
}
